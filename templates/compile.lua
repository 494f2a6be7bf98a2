-- Compiles a template to the C that emits it: lua compile.lua FILE > FILE.c
--
--   @void f(...)   a text begins: the function f, perhaps static, prints it; @end ends it
--   $ code         a line of generator C
--   text ${expr}   emitted as it stands; the hole prints an expression through put()
--                  ${f(out, ...)}: a function prints it; likewise ${f(out)}
--   text $         the next text continues this line
--   @CASE: text    a case of a switch: the text alone, without the end of its line
--   @if (c) text   the text if c holds; likewise @else if (c) text, @else text, @for (a; b; c) text,
--                  and @for (a; b; c) if (d) text
--   @if (c)        without a text, and so the others: all lines until @else, @else if (c) or @end
--
-- A template line becomes exactly one line of C, so that one #line maps them all.

local path = assert(arg[1], "usage: compile.lua TEMPLATE")

local function fail(line, message)
	io.stderr:write(string.format("%s:%d: error: %s\n", path, line, message))
	os.exit(1)
end

local function quote(text)
	return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\t", "\\t"):gsub("\n", "\\n") .. '"'
end

-- One line of text as calls that put it into `out`.
local function compile_text(text, number)
	local calls, literal, at = {}, "", 1
	local function flush()
		if literal ~= "" then
			calls[#calls + 1] = string.format("out_bytes(out, %s, %d);", quote(literal), #literal)
			literal = ""
		end
	end
	local joined = text:match("%$$")
	if joined then
		text = text:sub(1, -2)
	end
	while true do
		local first = text:find("${", at, true)
		if not first then
			break
		end
		local _, close = text:find("^%b{}", first + 1)
		if not close then
			fail(number, "a hole without its end")
		end
		literal = literal .. text:sub(at, first - 1)
		flush()
		local hole = text:sub(first + 2, close - 1)
		calls[#calls + 1] = (hole:match("^[%w_]+%(out[,)]") and "%s;" or "put(out, (%s));"):format(hole)
		at = close + 1
	end
	literal = literal .. text:sub(at) .. (joined and "" or "\n")
	flush()
	return table.concat(calls, " ")
end

-- What a text depends on, and the text; nil: it is the lines that follow.
local function condition(line)
	for _, form in ipairs({ "if %b()", "else if %b()", "for %b() if %b()", "for %b()", "else" }) do
		local head, rest = line:match("^@(" .. form .. ")(.*)$")
		if rest == "" or (rest and rest:sub(1, 1) == " ") then
			return head, rest ~= "" and rest:sub(2) or nil
		end
	end
end

local lines = { string.format('#line 1 "%s"', path) }
local number, depth = 0, 0 -- of the text and its blocks that are open
for line in io.lines(path) do
	local begin = line:match("^@(void .*)$") or line:match("^@(static void .*)$")
	local head, text = condition(line)
	number = number + 1
	if line:sub(1, 2) == "$ " or line == "$" then
		lines[#lines + 1] = line:sub(3)
	elseif begin and depth == 0 then
		lines[#lines + 1] = begin .. " {"
		depth = 1
	elseif line == "@end" and depth > 0 then
		lines[#lines + 1] = "}"
		depth = depth - 1
	elseif begin or line == "@end" or (depth == 0 and line ~= "") then
		fail(number, depth > 0 and "@end is missing before it" or "it is in no text")
	elseif depth == 0 then
		lines[#lines + 1] = ""
	elseif line:match("^@[%w_]+: ") then
		local case, rest = line:match("^@([%w_]+): (.*)$")
		lines[#lines + 1] = string.format("case %s: %s break;", case, compile_text(rest .. "$", number))
	elseif text then
		lines[#lines + 1] = string.format("%s { %s }", head, compile_text(text, number))
	elseif head and head:match("^else") and depth == 1 then
		fail(number, "no @if of several lines is open before it")
	elseif head and head:match("^else") then
		lines[#lines + 1] = string.format("} %s {", head)
	elseif head then
		lines[#lines + 1] = head .. " {"
		depth = depth + 1
	elseif line:sub(1, 1) == "$" and line:sub(2, 2) ~= "{" then
		fail(number, "a blank is missing after the $ in column one")
	else
		lines[#lines + 1] = compile_text(line, number)
	end
end
if depth > 0 then
	fail(number, "@end is missing after it")
end
io.write(table.concat(lines, "\n"), "\n")

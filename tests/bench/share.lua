-- The proof's share of opgen's instructions, as valgrind counts them: process start and
-- dynamic linking included, reading and writing files not.
--
--   lua5.4 tests/bench/share.lua [SPEC...]    the goldens if no spec is named
--
-- OPGEN_SHARE_TARGETS: targets, separated by spaces; generic, x86-64-v3 and x86-64-v4 in
-- turns if unset.
--
-- Prints a line for each spec whose proof takes more than a third, then how many there are.

local MOST = 1 / 3

-- What proves and compares: the functions by which the schedule calls it, and their files
-- where others have the same name.
local PROOF = {
	take = "generator/code/proof/prove.c",
	prove_begin = true,
	prove_end = true,
	kept_add = true,
	kept_compare = true,
}

local function lines_of(command)
	local pipe = assert(io.popen(command))
	local lines = {}
	for line in pipe:lines() do
		lines[#lines + 1] = line
	end
	return lines, pipe:close()
end

-- Callgrind gives a name in full once, as "(7) name", and then as "(7)".
local function name_of(names, text)
	local number, name = text:match("^%((%d+)%)%s*(.*)$")
	if name ~= "" then
		names[number] = name
	end
	return names[number]
end

-- The instructions of a whole run, and those of the proof with all that it calls.
local function read(path)
	local files, functions = {}, {}
	local caller, callee, file, called
	local total, proof = 0, 0
	for line in io.lines(path) do
		local key, text = line:match("^(%l+)[=:]%s*(.*)$")
		if key == "fn" then
			caller = name_of(functions, text)
		elseif key == "fl" or key == "fi" or key == "fe" then
			file = name_of(files, text)
			called = file
		elseif key == "cfi" or key == "cfl" then
			called = name_of(files, text)
		elseif key == "cfn" then
			callee = name_of(functions, text)
		elseif key == "summary" or key == "totals" then
			total = tonumber(text:match("%d+"))
		elseif callee and line:match("^[%d+*-]") then
			local where = PROOF[callee]
			if where and not PROOF[caller] and (where == true or called:find(where, 1, true)) then
				proof = proof + tonumber(line:match("(%d+)%s*$"))
			end
			callee, called = nil, file
		end
	end
	return total, proof
end

local specs = { table.unpack(arg) }
if #specs == 0 then
	specs = lines_of("ls tests/golden/*.json")
end
local targets = {}
for target in (os.getenv("OPGEN_SHARE_TARGETS") or ""):gmatch("%S+") do
	targets[#targets + 1] = target
end
local turns = #targets == 0 and { "generic", "x86-64-v3", "x86-64-v4" }
local counts, over, n = "build/bench/share.counts", 0, 0
os.execute("mkdir -p build/bench")
for i, spec in ipairs(specs) do
	for _, target in ipairs(turns and { turns[i % #turns + 1] } or targets) do
		local _, good = lines_of(("valgrind --tool=callgrind --callgrind-out-file=%s build/opgen --target %s -o - '%s' 2>&1")
			:format(counts, target, spec))
		if good then
			local total, proof = read(counts)
			n = n + 1
			if proof > MOST * total then
				over = over + 1
				print(("%5.1f %%  %6.2f M instructions  %-13s %s"):format(100 * proof / total, total / 1e6, target, spec))
			end
		end
	end
end
if n == 0 then
	io.stderr:write("share: valgrind is missing, or no spec was compiled\n")
	os.exit(1)
end
print(("%d of %d above a third"):format(over, n))

-- Holds the order of the rooms of generator/: no file includes one of a later room, no two
-- files and no two folders of a room need each other, and a header declares what the .c of
-- its name defines.
--
--   lua5.4 tests/order/order.lua FOLDER     where the rooms are: generator

local root = assert(arg[1], "usage: order.lua FOLDER")

-- Lowest first: a room includes itself and those before it.
local rooms = {
	"base", "diag", "spec", "plan", "ops", "model", "infer", "import", "target", "code",
	"kernels", "schedule", "network", "emit", "report", "deliver", "cli", "main.c",
}

local level = {}
for i, room in ipairs(rooms) do
	level[room] = i
end

-- Headers that several files fill, and the folder that these are in.
local shared = {
	-- The rules of all operations, which the readers' tables name; a file is a group of them.
	["infer/rules.h"] = "infer/",
	["infer/tables.h"] = "infer/",
	-- What several designs plan and lower, and what each says of its own.
	["kernels/kernel.h"] = "kernels/",
	["kernels/common/micro_kernel.h"] = "kernels/",
	-- The reductions of windows, each in the file of its operation.
	["ops/common/reductions.h"] = "ops/",
	-- What outputs of products and of reductions are, in a file each.
	["plan/define.h"] = "plan/",
	["kernels/common/tile_plan.h"] = "kernels/common/",
	["kernels/common/lowering.h"] = "kernels/common/",
}

-- Functions that are defined in templates.
local in_templates = {
	emit_header = true, emit_self_test = true, report_put = true, schema_put = true
}

local failures = 0

local function wrong(path, line, ...)
	print(("%s/%s:%d: "):format(root, path, line) .. string.format(...))
	failures = failures + 1
end

local function room_of(path)
	return path:match("^[^/]+")
end

-- The folder of a kernel design, whose files share their headers; nil of other files.
local function design_of(path)
	local design = path:match("^kernels/[^/]+/")
	return design ~= "kernels/common/" and design or nil
end

-- The text with its comments blanked, so that lines keep their numbers. What begins like a
-- comment within a string is none.
local function code_of(text)
	text = text:gsub('"[^"\n]*"', function(s)
		return (s:gsub("/%*", "  "))
	end)
	local blank = function(s)
		return (s:gsub("[^\n]", " "))
	end
	return (text:gsub("/%*.-%*/", blank))
end

-- Every .c and .h below root: its path from there and its lines.
local files, paths = {}, {}
for path in io.popen("find '" .. root .. "' -name '*.[ch]' | sort"):lines() do
	local text = code_of(assert(io.open(path)):read("a"))
	path = path:sub(#root + 2)
	local lines = {}
	for line in text:gmatch("([^\n]*)\n") do
		lines[#lines + 1] = line
	end
	files[path] = lines
	paths[#paths + 1] = path
end

-- What the file of the name includes, by the stem that a .c and its .h have in common; and a
-- folder of a room, of the room's other folders.
local needs = {}

local function stem(path)
	return path:gsub("%.[ch]$", "")
end

-- ROOM/FOLDER of a file in a folder of its room, nil of others.
local function folder_of(path)
	return path:match("^[^/]+/[^/]+/") and path:match("^[^/]+/[^/]+")
end

local function need(own, other, path, number)
	needs[own] = needs[own] or {}
	if own ~= other then
		table.insert(needs[own], { other, path, number })
	end
end

local function includes(path)
	local own = stem(path)
	needs[own] = needs[own] or {}
	for number, line in ipairs(files[path]) do
		local name = line:match('^#include "([^"]+)"')
		-- Others are the runtime's, the templates' or protobuf-c's.
		if name and files[name] then
			local here, there = level[room_of(path)], level[room_of(name)] or 0
			if there > here then
				wrong(path, number, "expected nothing of %s, which comes after %s, got %s",
					rooms[there], rooms[here], name)
			end
			if design_of(name) ~= (design_of(path) or 0) then
				need(own, stem(name), path, number)
			end
			if here == there and folder_of(path) and folder_of(name) then
				need(folder_of(path), folder_of(name), path, number)
			end
		end
	end
end

local defined = {} -- functions and constants by the path of the .c that defines them

local function definitions(path)
	defined[path] = {}
	for _, line in ipairs(files[path]) do
		local name = line:match("^([%a_][%w_]*)%(") or line:match("^const .-([%a_][%w_]*)[%[%]%w_]* = ")
		if name then
			defined[path][name] = true
		end
	end
end

-- Whether a function or a constant is defined where a header says; where that is, in words, if not.
local function is_defined(name, header)
	if in_templates[name] then
		return true
	end
	local folder = design_of(header) or shared[header]
	if not folder then
		local own = stem(header) .. ".c"
		return defined[own] and defined[own][name], own
	end
	for path, names in pairs(defined) do
		if path:sub(1, #folder) == folder and names[name] then
			return true
		end
	end
	return false, folder
end

local function must_be_defined(name, path, number)
	local found, wanted = is_defined(name, path)
	if not found then
		wrong(path, number, "expected %s to be defined in %s", name, wanted)
	end
end

local function declarations(path)
	local constants = false -- whether the line is part of "extern const TYPE NAME, NAME;"
	for number, line in ipairs(files[path]) do
		local kind, name = line:match("^([%a_][%w_ ]*[ %*]+)([%a_][%w_]*)%(")
		if name and not kind:match("^static") and not kind:match("^typedef") then
			must_be_defined(name, path, number)
		end
		constants = constants or line:match("^extern ")
		for constant in (constants and line or ""):gmatch("([%a_][%w_]*)[%[%]%w_]*[,;]") do
			must_be_defined(constant, path, number)
		end
		constants = constants and not line:match(";")
	end
end

-- Follows what is needed from a file, and says so once where that leads back.
local state = {}

local function circles(name, way)
	state[name] = "open"
	way[#way + 1] = name
	for _, need in ipairs(needs[name] or {}) do
		if state[need[1]] == "open" then
			local from = 1
			while way[from] ~= need[1] do
				from = from + 1
			end
			wrong(need[2], need[3], "expected no circle, got %s",
				table.concat(way, " -> ", from) .. " -> " .. need[1])
		elseif not state[need[1]] then
			circles(need[1], way)
		end
	end
	way[#way] = nil
	state[name] = "done"
end

for _, path in ipairs(paths) do
	if not level[room_of(path)] then
		wrong(path, 1, "expected a file of %s", table.concat(rooms, ", "))
	else
		includes(path)
		definitions(path)
	end
end
for _, path in ipairs(paths) do
	if path:match("%.h$") then
		declarations(path)
	end
end
for _, path in ipairs(paths) do
	for _, name in ipairs({ stem(path), folder_of(path) }) do
		if not state[name] then
			circles(name, {})
		end
	end
end
os.exit(failures == 0)

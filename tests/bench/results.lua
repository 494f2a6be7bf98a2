-- Reads the table of workloads and what bench and prepare.sh left for each of them.
local results = {}

-- The file's lines; none when it is not there.
function results.lines(path)
	local file = io.open(path)
	local lines = {}
	if file then
		for line in file:lines() do
			lines[#lines + 1] = line
		end
		file:close()
	end
	return lines
end

-- A row of the table: its keys as strings, and the comment that heads its section.
local function rows_of(path)
	local rows = {}
	local section = ""
	for _, line in ipairs(results.lines(path)) do
		local name, rest = line:match("^([%w_]+)%s+(.*)$")
		section = line:match("^# (.*)%.$") or section
		if name then
			local row = {section = section}
			for key, value in rest:gmatch("(%S+)=(%S+)") do
				row[key] = value
			end
			rows[name] = row
		end
	end
	return rows
end

-- The numbers that prepare.sh noted about a file; nil when there is no such file.
local function facts_of(path)
	local facts
	for _, line in ipairs(results.lines(path)) do
		local fact, number = line:match("^(.-)\t(%S+)$")
		facts = facts or {}
		facts[fact] = tonumber(number)
	end
	return facts
end

-- What the comment at the head of an emitted file states: megabytes of constants, and, of
-- transformed code, the bound of the error, which is so many times the largest |src| times
-- the largest sum of |weights|.
local function statements_of(path)
	local file = io.open(path)
	local line = file and file:read()
	local constants = 0
	local bound
	while line and not line:match("^%*/") do
		constants = constants + (line:match("(%d+) bytes of constants") or 0)
		bound = bound or line:match("^%s+(%S+) times the largest |")
		line = file:read()
	end
	if file then
		file:close()
	end
	return constants / 1e6, tonumber(bound)
end

local function lanes_of(path)
	local lanes = {}
	for _, line in ipairs(results.lines(path)) do
		local field = {}
		for value in line:gmatch("[^\t]+") do
			field[#field + 1] = value
		end
		local ratio = tonumber(field[4])
		lanes[#lanes + 1] = {
			name = field[2],
			us = tonumber(field[3]),
			ratio = ratio > 0 and ratio or nil,
			error = tonumber(field[5]),
			peak = tonumber(field[6]),
			right = field[7] == "right",
			scale = tonumber(field[8]),
		}
		lanes[field[2]] = lanes[#lanes]
	end
	return lanes
end

-- One entry for each name, in that order: name, row, lanes (a list, and by contender),
-- facts (of the code that opgen, opgen-rt and opgen-generic run), and what the first of
-- these states.
function results.read(table_path, folder, names)
	local rows = rows_of(table_path)
	local list = {}
	for _, name in ipairs(names) do
		local stem = folder .. "/" .. name
		local constants, bound = statements_of(stem .. ".c")
		list[#list + 1] = {
			name = name,
			row = rows[name] or {},
			lanes = lanes_of(stem .. ".result"),
			facts = {
				["opgen"] = facts_of(stem .. ".facts"),
				["opgen-rt"] = facts_of(stem .. "-rt.facts"),
				["opgen-generic"] = facts_of(stem .. "-generic.facts"),
			},
			constants = constants,
			bound = bound,
		}
	end
	return list
end

return results

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

local function size_of(path)
	local file = io.open(path, "rb")
	if not file then
		return 0
	end
	local bytes = file:seek("end")
	file:close()
	return bytes
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

local function facts_of(path)
	local line = results.lines(path)[1]
	if not line then
		return nil
	end
	local emit, compile, text = line:match("^(%S+)\t(%S+)\t(%S+)$")
	return {emit = tonumber(emit), compile = tonumber(compile), text = tonumber(text)}
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
		}
		lanes[field[2]] = lanes[#lanes]
	end
	return lanes
end

-- One entry for each name, in that order: name, row, lanes (a list, and by contender),
-- facts (of the constant, the run-time and the generic code), megabytes of constants.
function results.read(table_path, folder, names)
	local rows = rows_of(table_path)
	local list = {}
	for _, name in ipairs(names) do
		local stem = folder .. "/" .. name
		list[#list + 1] = {
			name = name,
			row = rows[name] or {},
			lanes = lanes_of(stem .. ".result"),
			facts = facts_of(stem .. ".facts"),
			constants = size_of(stem .. ".w.npy") / 1e6,
		}
	end
	return list
end

return results

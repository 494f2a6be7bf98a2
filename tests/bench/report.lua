-- report.lua TABLE FOLDER TARGET WORKLOAD...: prints what bench found as a table, says
-- which rows fall short, and writes all numbers to FOLDER/bench.csv and a chart of them to
-- FOLDER/chart.svg. FOLDER/machine.txt tells what they were measured on.
package.path = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/?.lua;" .. package.path
local results = require("results")
local judge = require("judge")
local chart = require("chart")

local table_path, folder, target = arg[1], arg[2], arg[3]

local columns = {"ort", "onednn", "winograd", "xnnpack", "naive", "generic", "rt/ort"}

local function number(value)
	if not value then
		return "-"
	end
	return string.format(value < 10 and "%.2f" or "%.0f", value)
end

-- A ratio, marked when it is too small.
local function cell(ratio)
	local short = ratio.is and ratio.wanted and ratio.is < ratio.wanted
	return number(ratio.is) .. (short and "*" or " ")
end

local function limit(judged, name)
	local value = judged.limits[name]
	return value and number(value.is) .. (value.is > value.most and "*" or " ") or "- "
end

local function heading()
	local line = {string.format("%-13s", "workload")}
	for _, column in ipairs(columns) do
		line[#line + 1] = string.format("%9s", column .. " ")
	end
	for _, column in ipairs({"memcpy %", "peak %", "err/ort", "cc s", "other s", "text KB", "opgen ms"}) do
		line[#line + 1] = string.format("%10s", column .. " ")
	end
	return table.concat(line)
end

local function line_of(entry, judged)
	local line = {string.format("%-13s", entry.name)}
	for _, column in ipairs(columns) do
		line[#line + 1] = string.format("%9s", cell(judged.ratios[column]))
	end
	for _, name in ipairs({"memcpy", "peak"}) do
		local part = judged.ratios[name].is
		line[#line + 1] = string.format("%10s", number(part and 100 * part) .. " ")
	end
	for _, name in ipairs({"error/ort", "compile", "other", "compile text", "opgen"}) do
		line[#line + 1] = string.format("%10s", limit(judged, name))
	end
	return table.concat(line)
end

local function write_csv(path, entries)
	local file = assert(io.open(path, "w"))
	file:write("target,workload,contender,microseconds,ratio_to_opgen,largest_error,",
		"largest_value,result,opgen_seconds,compile_seconds,text_bytes,",
		"other_compile_seconds,other_text_bytes\n")
	for _, entry in ipairs(entries) do
		for _, lane in ipairs(entry.lanes) do
			local facts = entry.facts[lane.name] or {}
			file:write(string.format("%s,%s,%s,%.3f,%s,%g,%g,%s,%s,%s,%s,%s,%s\n",
				target, entry.name, lane.name, lane.us, lane.ratio or "", lane.error,
				lane.peak, lane.right and "right" or "wrong", facts.opgen or "",
				facts.compile or "", facts["compile text"] or "", facts.other or "",
				facts["other text"] or ""))
		end
	end
	file:close()
end

local entries = results.read(table_path, folder, table.move(arg, 4, #arg, 1, {}))
local nshort = 0
local machine = results.lines(folder .. "/machine.txt")
print(table.concat(machine, "\n"))
local complaints = {}
print("How many times faster opgen's code is than each; '*' is not as wanted.")
print(heading())
for _, entry in ipairs(entries) do
	local judged = judge.entry(entry, target)
	entry.judged = judged
	print(line_of(entry, judged))
	if #judged.complaints > 0 then
		nshort = nshort + 1
		complaints[#complaints + 1] = "  " .. entry.name .. ": " ..
			table.concat(judged.complaints, "; ")
	end
end
if nshort > 0 then
	print("Falling short, " .. nshort .. " of " .. #entries .. ":")
	print(table.concat(complaints, "\n"))
end
write_csv(folder .. "/bench.csv", entries)
chart.write(folder .. "/chart.svg", entries, machine)

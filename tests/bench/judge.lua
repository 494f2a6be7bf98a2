-- What a workload's results are, peer by peer, and what they should be.
local judge = {}

-- The part of a prototype's ratio that is wanted, and what no ratio may be below.
local of_prototype = 0.93
local least = {["x86-64-v3"] = 0.95}

-- The better of oneDNN's two ways with plain layouts.
local function better(a, b)
	if a and b then
		return math.min(a, b)
	end
	return a or b
end

local function ratio(lanes, name)
	local lane = lanes[name]
	return lane and lane.right and lane.ratio or nil
end

-- What is asked of opgen's code: of the prototype's ratios, which differ by processor, the
-- smaller one counts.
local function wanted(row, peer, target)
	if target == "generic" or not row[peer] then
		return nil
	end
	if least[target] then
		return least[target]
	end
	local smaller = math.huge
	for number in row[peer]:gmatch("[^/]+") do
		smaller = math.min(smaller, tonumber(number))
	end
	return math.max(1, of_prototype * smaller)
end

local function inverse(number)
	return number and 1 / number
end

-- Each entry: the column, the ratio (how many times faster than the peer), what is wanted.
local function ratios(entry, target)
	local lanes = entry.lanes
	local row = entry.row
	local fast = row.numerics and target ~= "generic"
	local rt = lanes["opgen-rt"]
	local onednn = better(ratio(lanes, "onednn-plain"), ratio(lanes, "onednn-blocked"))
	local function peer(name, is)
		return {name, is, wanted(row, name, target)}
	end
	return {
		peer("ort", ratio(lanes, "ort")),
		peer("onednn", onednn),
		{"winograd", ratio(lanes, "onednn-winograd"), fast and 1 or nil},
		peer("xnnpack", ratio(lanes, "xnnpack")),
		{"naive", ratio(lanes, "naive"), 1},
		{"memcpy", ratio(lanes, "memcpy")},
		{"peak", ratio(lanes, "peak")},
		{"generic", ratio(lanes, "opgen-generic")},
		{"rt/ort", ratio(lanes, "ort-rt"), rt and row.ort and target ~= "generic" and 1 or nil},
	}
end

-- Limits of a file: what opgen and the compilers took, and made of it. `megabytes` of
-- constants are in it. `name` says which file, nothing for the one with constant weights.
local function add_file_limits(list, name, facts, megabytes)
	if not facts then
		return
	end
	local function add(fact, number, most)
		if number then
			list[#list + 1] = {fact .. name, number, most}
		end
	end
	local function kilobytes(bytes)
		return bytes and bytes / 1024
	end
	local seconds = 2 + 0.2 * megabytes
	add("compile", facts.compile, seconds)
	add("compile text", kilobytes(facts["compile text"]), 64)
	add("other", facts.other, seconds)
	add("other text", kilobytes(facts["other text"]), 64)
	add("opgen", facts.opgen and facts.opgen * 1000, 10 + 100 * megabytes)
end

-- Sums may be off by twice as much as onnxruntime's. Transformed ones may be off by what
-- their file states: the bound times the operands' scale, and two roundings of the output.
local function error_limit(entry)
	local opgen, ort = entry.lanes.opgen, entry.lanes.ort
	if entry.bound then
		local most = entry.bound * opgen.scale + 2 * 2^-24 * opgen.peak
		return ort and {"error/ort", opgen.error / ort.error, most / ort.error}
	end
	return ort and {"error/ort", opgen.error / ort.error, 2}
end

-- Each entry: what it is, the number, the largest one allowed.
local function limits(entry)
	local lanes = entry.lanes
	local list = {}
	add_file_limits(list, "", entry.facts["opgen"], entry.constants)
	add_file_limits(list, " rt", entry.facts["opgen-rt"], 0)
	add_file_limits(list, " generic", entry.facts["opgen-generic"], entry.constants)
	if lanes.opgen and entry.row.op == "Conv" then
		list[#list + 1] = error_limit(entry)
	end
	local slower = lanes["opgen-generic"] and lanes["opgen-generic"].ratio
	if entry.row.generic and slower then
		list[#list + 1] = {"generic", slower, inverse(tonumber(entry.row.generic))}
	end
	return list
end

-- A sentence for each thing that falls short.
local function complaints(entry, judged)
	local list = {}
	local function say(...)
		list[#list + 1] = string.format(...)
	end
	if not entry.lanes.opgen then
		say("no code was timed")
	end
	for _, lane in ipairs(entry.lanes) do
		if not lane.right then
			say("%s is wrong: error %g", lane.name, lane.error)
		end
	end
	for _, r in ipairs(judged.ratios) do
		local name, is, want = table.unpack(r, 1, 3)
		if want and is and is < want then
			say("%s %.2f, wanted %.2f", name, is, want)
		elseif want and not is and entry.lanes.opgen and name ~= "winograd" then
			say("%s did not take part", name)
		end
	end
	for _, l in ipairs(judged.limits) do
		local name, is, most = table.unpack(l)
		if is > most then
			say("%s %.3g, at most %.3g", name, is, most)
		end
	end
	return list
end

-- ratios and limits by column, lists as well; complaints.
function judge.entry(entry, target)
	local judged = {ratios = ratios(entry, target), limits = limits(entry)}
	for _, r in ipairs(judged.ratios) do
		judged.ratios[r[1]] = {is = r[2], wanted = r[3]}
	end
	for _, l in ipairs(judged.limits) do
		judged.limits[l[1]] = {is = l[2], most = l[3]}
	end
	judged.complaints = complaints(entry, judged)
	return judged
end

return judge

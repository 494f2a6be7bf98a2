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
		{"rt/ort", ratio(lanes, "ort-rt"), rt and target ~= "generic" and 1 or nil},
	}
end

-- Each entry: what it is, the number, the largest one allowed.
local function limits(entry, target)
	local facts = entry.facts
	if not facts then
		return {}
	end
	local lanes = entry.lanes
	local list = {
		{"compile", facts.compile, 2 + 0.2 * entry.constants},
		{"text", facts.text / 1024, 64},
		{"opgen", facts.emit * 1000, entry.constants > 0 and 10 + 100 * entry.constants or 10},
	}
	if lanes.opgen and lanes.ort and entry.row.op == "Conv" then
		list[#list + 1] = {"error/ort", lanes.opgen.error / lanes.ort.error, 2}
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
	local judged = {ratios = ratios(entry, target), limits = limits(entry, target)}
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

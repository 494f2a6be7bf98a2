-- Draws the ratios as an SVG that is legible on light and on dark pages: a line for each
-- workload, a mark for each peer, on a logarithmic axis. Right of 1 opgen's code is faster.
local chart = {}

local peers = {
	{key = "ort", name = "onnxruntime", class = "a"},
	{key = "onednn", name = "oneDNN", class = "b"},
	{key = "xnnpack", name = "XNNPACK (NHWC)", class = "c"},
}

-- What else a row may have, and what it is called in the chart.
local attributes = {
	{key = "strides", word = "s"},
	{key = "dilations", word = "d"},
	{key = "group", word = "group "},
	{key = "batch", word = "batch "},
	{key = "p", word = "p"},
	{key = "block", word = "b"},
}

local width, left, right = 860, 300, 60
local line_height, top = 17, 84
local least, most = 0.5, 16

local style = [[
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: 600 }
.group { font-weight: 600 }
.small { font-size: 10px; fill: #57606a }
.page { fill: #ffffff }
.grid { stroke: #d8dee4 }
.one { stroke: #24292f; stroke-width: 1.5 }
.a { fill: #0969da } .b { fill: #bc4c00 } .c { fill: #1a7f37 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.small { fill: #9198a1 }
.page { fill: #0d1117 }
.grid { stroke: #30363d }
.one { stroke: #e6edf3 }
.a { fill: #58a6ff } .b { fill: #f0883e } .c { fill: #3fb950 }
}
</style>
]]

local function x_of(ratio)
	local inside = math.max(least, math.min(most, ratio))
	local part = math.log(inside / least) / math.log(most / least)
	return left + part * (width - left - right)
end

local function text(x, y, class, anchor, words)
	words = words:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;")
	return string.format('<text x="%.0f" y="%.0f" class="%s" text-anchor="%s">%s</text>\n', x, y,
		class, anchor, words)
end

-- A shape of its own for each peer, so that colour is not needed to tell them apart.
local function mark(class, x, y)
	if class == "a" then
		return string.format('<circle class="a" cx="%.1f" cy="%.1f" r="4"/>\n', x, y)
	elseif class == "b" then
		return string.format('<rect class="b" x="%.1f" y="%.1f" width="7" height="7"/>\n',
			x - 3.5, y - 3.5)
	end
	return string.format('<path class="c" d="M%.1f %.1fl4.5 8h-9z"/>\n', x, y - 5)
end

-- What the row computes, in a few words.
local function describe(row)
	local words = {row.op}
	local channels = row.ic
	if row.oc and row.oc ~= row.ic then
		channels = channels .. "→" .. row.oc
	end
	if row.kernel then
		words[#words + 1] = row.kernel
	end
	words[#words + 1] = channels .. ", " .. row["in"]
	for _, attribute in ipairs(attributes) do
		if row[attribute.key] then
			words[#words + 1] = attribute.word .. row[attribute.key]
		end
	end
	if row.numerics then
		words[#words + 1] = "(" .. row.numerics .. ")"
	end
	return table.concat(words, " ")
end

local function grid(bottom)
	local out = {}
	for _, tick in ipairs({0.5, 1, 2, 4, 8, 16}) do
		local x = x_of(tick)
		out[#out + 1] = string.format(
			'<line class="%s" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>\n',
			tick == 1 and "one" or "grid", x, x, top - 4, bottom)
		out[#out + 1] = text(x, top - 10, "small", "middle", string.format("%gx", tick))
		out[#out + 1] = text(x, bottom + 12, "small", "middle", string.format("%gx", tick))
	end
	return table.concat(out)
end

local function legend()
	local out = {}
	local x = left
	for _, peer in ipairs(peers) do
		out[#out + 1] = mark(peer.class, x, 54)
		out[#out + 1] = text(x + 9, 58, "", "start", peer.name)
		x = x + 130
	end
	return table.concat(out)
end

-- A mark per peer; what lies beyond the axis stands at its end with its number.
local function line(entry, y)
	local out = {text(left - 10, y + 4, "", "end", describe(entry.row))}
	local beyond = {}
	for _, peer in ipairs(peers) do
		local is = entry.judged.ratios[peer.key].is
		if is then
			out[#out + 1] = mark(peer.class, x_of(is), y)
			if is > most then
				beyond[#beyond + 1] = string.format("%.0fx", is)
			end
		end
	end
	if #beyond > 0 then
		out[#out + 1] = text(x_of(most) + 8, y + 4, "small", "start", table.concat(beyond, " "))
	end
	return table.concat(out)
end

local function rows(entries)
	local out = {}
	local y = top
	local section
	for _, entry in ipairs(entries) do
		if entry.lanes.opgen then
			if entry.row.section ~= section then
				section = entry.row.section
				y = y + line_height
				out[#out + 1] = text(12, y + 4, "group", "start", section)
				y = y + line_height
			end
			out[#out + 1] = line(entry, y)
			y = y + line_height
		end
	end
	return table.concat(out), y
end

function chart.write(path, entries, machine)
	local drawn, bottom = rows(entries)
	local height = bottom + 32 + 14 * #machine
	local file = assert(io.open(path, "w"))
	file:write(string.format('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" ' ..
		'width="%d" height="%d">\n', width, height, width, height), style)
	file:write(string.format('<rect class="page" width="%d" height="%d"/>\n', width, height))
	file:write(text(12, 26, "title", "start",
		"How many times faster opgen's C is than a library, on one core"))
	file:write(legend(), grid(bottom), drawn)
	for i, words in ipairs(machine) do
		file:write(text(12, bottom + 20 + 14 * i, "small", "start", words))
	end
	file:write("</svg>\n")
	file:close()
end

return chart

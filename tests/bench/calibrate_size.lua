-- Fits the table of generator/target/code_parts.def to what gcc makes of the goldens:
-- `ninja calibrate-size`, which compiles them (tests/schedule/code_size_test.c).
--
--   lua5.4 tests/bench/calibrate_size.lua SIZES PARTS     the lines of that test; the table
--
-- Prints the table's rows with new numbers, then, for each column, how many estimates of code
-- of at least 200 bytes without the runtime's functions are within a quarter, and the
-- worst ones, as parts of what gcc made.

local LEAST = 60 -- bytes of code that counts for the fit,
local JUDGED = 200 -- and for the share
local ROUNDS, PASSES = 14, 200
local EXACT = 0.1 -- errors, as logarithms, below which all count alike
-- The bytes of a part of which nothing is known, and how sure that is: as one code of 500
-- bytes.
local PRIOR, SURE = 4, 1 / 500 ^ 2 / EXACT

local columns = {
	{ "Thumb-2", "-Os" }, { "Thumb-2", "-O2" }, { "x86-64", "-Os" }, { "x86-64", "-O2" },
	{ "x86-64-v3", "-Os" }, { "x86-64-v3", "-O2" }, { "x86-64-v4", "-Os" }, { "x86-64-v4", "-O2" },
}

local function read_parts(path)
	local parts, number = {}, {}
	for line in io.lines(path) do
		local name, comment = line:match("^PART%(([A-Z0-9_]+),[^)]*%)%s*(.*)$")
		if name then
			parts[#parts + 1] = { name = name, comment = comment }
			number[name] = #parts
		end
	end
	return parts, number
end

-- Equal lines are equal code.
local function read_rows(path, number)
	local rows, seen = {}, {}
	for line in io.lines(path) do
		local machine, level, bytes, runtime, rest = line:match("^(%S+) (%S+) (%d+) (%d)(.*)$")
		local row = { y = tonumber(bytes), runtime = runtime == "1", part = {} }
		for name, count in rest:gmatch("(%S+) (%d+)") do
			row.part[#row.part + 1] = { number[name], tonumber(count) }
		end
		local key = machine .. " " .. level
		rows[key] = rows[key] or {}
		if row.y >= LEAST and not seen[line] then
			table.insert(rows[key], row)
		end
		seen[line] = true
	end
	return rows
end

local function estimate(row, w)
	local sum = 0
	for _, p in ipairs(row.part) do
		sum = sum + p[2] * w[p[1]]
	end
	return sum
end

-- The normal equations of a step, linear in the weights, towards the least sum of the
-- errors' logarithms.
local function equations(rows, w)
	local a, b = {}, {}
	for i = 1, #w do
		a[i], b[i] = {}, SURE * PRIOR
		for k = 1, #w do
			a[i][k] = k == i and SURE or 0
		end
	end
	for _, row in ipairs(rows) do
		local p = math.max(estimate(row, w), row.y / 5)
		local l = math.log(row.y / p)
		local q = 1 / math.max(math.abs(l), EXACT) / p / p
		local wanted = p * (1 + math.max(-0.7, math.min(1.5, l)))
		for _, x in ipairs(row.part) do
			b[x[1]] = b[x[1]] + q * x[2] * wanted
			for _, z in ipairs(row.part) do
				a[x[1]][z[1]] = a[x[1]][z[1]] + q * x[2] * z[2]
			end
		end
	end
	return a, b
end

-- Weights of 0 or more, one after the other.
local function solve(a, b, w)
	for _ = 1, PASSES do
		for i = 1, #w do
			local rest = b[i]
			for k = 1, #w do
				rest = rest - (k ~= i and a[i][k] * w[k] or 0)
			end
			w[i] = math.max(0, rest / a[i][i])
		end
	end
end

local function fit(rows, n)
	local w = {}
	for i = 1, n do
		w[i] = 4
	end
	for _ = 1, ROUNDS do
		local a, b = equations(rows, w)
		local new = table.move(w, 1, n, 1, {})
		solve(a, b, new)
		for i = 1, n do
			w[i] = 0.3 * w[i] + 0.7 * new[i]
		end
	end
	return w
end

local function report(name, rows, w)
	local near, judged, least, most = 0, 0, math.huge, 0
	for _, row in ipairs(rows) do
		if row.y >= JUDGED and not row.runtime then
			local ratio = estimate(row, w) / row.y
			judged = judged + 1
			near = near + (math.abs(ratio - 1) <= 0.25 and 1 or 0)
			least, most = math.min(least, ratio), math.max(most, ratio)
		end
	end
	print(("%-14s %4d of %4d within a quarter, from %.2f to %.2f"):format(name, near, judged, least, most))
end

local parts, number = read_parts(arg[2])
local rows = read_rows(arg[1], number)
local weights = {}
for i, column in ipairs(columns) do
	weights[i] = fit(rows[table.concat(column, " ")], #parts)
end
for i, part in ipairs(parts) do
	local numbers = {}
	for k = 1, #columns do
		numbers[k] = ("%.1f"):format(weights[k][i]):gsub("%.0$", "")
	end
	local row = ("PART(%s, %s)"):format(part.name, table.concat(numbers, ", "))
	print(part.comment == "" and row or ("%-71s %s"):format(row, part.comment))
end
for i, column in ipairs(columns) do
	local name = table.concat(column, " ")
	report(name, rows[name], weights[i])
end

-- How far from the fastest the designs are that opgen chooses: every design that it
-- compares is compiled and raced, for shapes that are drawn and for the nodes of models.
--
--   ninja regret
--
-- OPGEN_REGRET_TARGETS  separated by blanks; those of x86-64-v3 and x86-64-v4, or aarch64,
--                       that this machine runs, if unset
-- OPGEN_REGRET_SHAPES   how many are drawn; 300 if unset
-- OPGEN_REGRET_SEED     by which; 1 if unset
-- OPGEN_REGRET_CC       compiler and flags; "gcc -O2" if unset
-- OPGEN_REGRET_CPU      the core to run on; the last one if unset
-- OPGEN_MODELS          a folder of models, of which every Conv and pool is taken; none if
--                       unset

local OUT = "build/regret"
local MOST_MACS, LEAST_MACS = 30e6, 500
local LARGEST_C = 1000000 -- bytes of a design's code: what compilers take long for
local HOPELESS = 4 -- designs with so many times the least estimate are not raced

local function setting(name, default)
	return os.getenv("OPGEN_REGRET_" .. name) or default
end

local function fail(text)
	io.stderr:write("regret: ", text, "\n")
	os.exit(3)
end

local function run(command)
	if not os.execute(command) then
		fail("failed: " .. command)
	end
end

local function output(command)
	local pipe = assert(io.popen(command))
	local text = pipe:read("a")
	return text, pipe:close()
end

local function write_file(path, text)
	local file = assert(io.open(path, "wb"))
	file:write(text)
	file:close()
end

-- Drawing.

local function one_of(list)
	return list[math.random(#list)]
end

local function write_weights(path, shape)
	local n, numbers = 1, {}
	for _, extent in ipairs(shape) do
		n = n * extent
	end
	for i = 1, n do
		numbers[i] = string.pack("<f", 2 * math.random() - 1)
	end
	local header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" ..
		table.concat(shape, ", ") .. ",), }"
	header = header .. string.rep(" ", (53 - #header) % 64) .. "\n"
	write_file(path, "\x93NUMPY\1\0" .. string.pack("<I2", #header) .. header ..
		table.concat(numbers))
end

-- A window of some kind; nil: it would be too much or too little work.
local function draw()
	local op = one_of({"Conv", "Conv", "Conv", "Conv", "Conv", "Conv", "AveragePool",
		"LpPool", "MaxPool"})
	local s = {op = op, k = one_of({1, 1, 2, 3, 3, 3, 5, 7}), stride = one_of({1, 1, 1, 2})}
	s.h = one_of({1, 4, 5, 7, 8, 10, 12, 14, 16, 20, 23, 28, 32, 40, 56, 64, 112})
	s.w = math.random() < 0.8 and s.h or one_of({1, 7, 13, 28, 50, 100})
	s.pad = one_of({0, s.k // 2, s.k // 2})
	s.ic = one_of({1, 3, 4, 8, 12, 13, 16, 24, 32, 48, 64, 96, 128, 192, 256})
	s.oc, s.group = s.ic, 1
	if op == "Conv" then
		local kind = one_of({"dense", "dense", "dense", "depthwise", "grouped"})
		if kind == "dense" then
			s.oc = one_of({1, 2, 3, 4, 8, 10, 12, 16, 21, 24, 32, 48, 64, 96, 128, 256})
		elseif kind == "depthwise" then
			s.group = s.ic
		else
			s.group = one_of({2, 4, 8})
			s.oc = s.group * one_of({1, 2, 4, 8, 16, 32})
		end
	end
	s.oh = (s.h + 2 * s.pad - s.k) // s.stride + 1
	s.ow = (s.w + 2 * s.pad - s.k) // s.stride + 1
	local terms = op == "Conv" and s.ic // s.group or 1
	local macs = s.oh * s.ow * s.oc * terms * s.k * s.k
	if s.ic % s.group ~= 0 or s.k > s.h + 2 * s.pad or s.k > s.w + 2 * s.pad or
		macs > MOST_MACS or macs < LEAST_MACS then
		return nil
	end
	return s
end

local function write_spec(name, s)
	local attributes = string.format('"strides": [%d, %d], "pads": [%d, %d, %d, %d]',
		s.stride, s.stride, s.pad, s.pad, s.pad, s.pad)
	local weights = ""
	if s.op == "Conv" then
		local shape = {s.oc, s.ic // s.group, s.k, s.k}
		write_weights(OUT .. "/" .. name .. ".npy", shape)
		weights = string.format(', "W": {"shape": [%s], "file": "%s.npy"}',
			table.concat(shape, ", "), name)
		attributes = attributes .. string.format(', "group": %d', s.group)
	else
		attributes = attributes .. string.format(', "kernel_shape": [%d, %d]', s.k, s.k)
	end
	write_file(OUT .. "/" .. name .. ".json", string.format(
		'{"name": "%s", "op": "%s", "dtype": "float32", "inputs": {"X": [1, %d, %d, %d]%s}, "attributes": {%s}}\n',
		name, s.op, s.ic, s.h, s.w, weights, attributes))
end

-- Specs: their files' names without ".json".
local function draw_specs()
	local specs = {}
	math.randomseed(tonumber(setting("SEED", "1")))
	while #specs < tonumber(setting("SHAPES", "300")) do
		local s = draw()
		if s then
			local name = string.format("drawn_%d", #specs + 1)
			write_spec(name, s)
			specs[#specs + 1] = name
		end
	end
	return specs
end

-- Those of the nodes of models, where opgen can make a spec of them.
local function add_models(specs)
	local models = os.getenv("OPGEN_MODELS")
	if not models then
		return
	end
	local n = 0
	for path in output("find '" .. models .. "' -name '*.onnx' | sort"):gmatch("[^\n]+") do
		n = n + 1
		local folder = string.format("%s/model_%d", OUT, n)
		os.execute(string.format(
			"rm -rf %s && mkdir -p %s && build/opgen '%s' --all-nodes --emit-spec -o %s/ >%s/log 2>&1",
			folder, folder, path, folder, folder))
		for spec in output("find " .. folder .. " -name '*.json' | sort"):gmatch("[^\n]+") do
			specs[#specs + 1] = spec:sub(#OUT + 2, -6)
		end
	end
end

-- Code.

local known = {}

-- What opgen says of a spec: the design that it takes, and the estimates of all; nothing if
-- it has said the same before, but for the spec's name: models repeat their nodes.
local function explain(spec, target)
	local text = output(string.format(
		"build/opgen %s/%s.json --target %s --numerics fma --explain 2>/dev/null",
		OUT, spec, target))
	local said = text:gsub("^[^:]*", target)
	if known[said] then
		return
	end
	known[said] = true
	local chosen = text:match("\n  kernel +([%w-]+)")
	local list = text:match("the lowest estimate of time, in cycles:([^\n]*)")
	local estimates = {}
	for name, time in (list or ""):gmatch("([%w-]+) (%d+)") do
		estimates[name] = tonumber(time)
	end
	return chosen, next(estimates) and estimates
end

-- The function of a header, and the elements of its argument and of its result; nil: it has
-- other arguments.
local function read_header(path)
	local text = io.open(path):read("a")
	local symbol = text:match("\nvoid ([%w_]+)%(const float %*[%w_]+, float %*[%w_]+%);")
	return symbol, text:match("_X_SIZE (%d+)"), text:match("_Y_SIZE (%d+)")
end

-- Its file's path without ".c", or nil. Code that is as the last run had it is not compiled
-- again.
local function emit(spec, target, design)
	local name = string.format("%s_%s_%s", spec, target, design):gsub("%W", "_")
	local path = string.format("%s/regret_%s", OUT, name)
	local _, good = output(string.format(
		"build/opgen %s/%s.json --prefix regret_%s_ --target %s --numerics fma --kernel %s --max-output %d -o %s/new.c --header %s.h 2>&1",
		OUT, spec, name, target, design, LARGEST_C, OUT, path))
	if not good then
		return nil
	end
	run(string.format("cmp -s %s/new.c %s.c || mv %s/new.c %s.c", OUT, path, OUT, path))
	return path
end

-- Every design of a spec that is worth a race; the rows of what is raced.
local function emit_designs(rows, spec, target)
	local chosen, estimates = explain(spec, target)
	if not estimates then
		return
	end
	local least = math.huge
	for _, time in pairs(estimates) do
		least = math.min(least, time)
	end
	-- Of all Lua's orders the one that is the same each time.
	local designs = {}
	for design in pairs(estimates) do
		designs[#designs + 1] = design
	end
	table.sort(designs)
	for _, design in ipairs(designs) do
		local time = estimates[design]
		local path = time <= HOPELESS * least and
			emit(spec, target, design)
		local symbol, input, result
		if path then
			symbol, input, result = read_header(path .. ".h")
		end
		if symbol and input and result then
			rows[#rows + 1] = {spec = spec, target = target, design = design,
				estimate = time, chosen = design == chosen, symbol = symbol,
				path = path, input = input, result = result}
		end
	end
end

local function compile(rows)
	local cc = setting("CC", "gcc -O2")
	local lines = {"builddir = " .. OUT,
		"rule cc", "  command = " .. cc .. " -fPIC -Iruntime -c $in -o $out",
		"rule so", "  command = cc -shared @$out.rsp build/libopgen_runtime.a -lm -o $out",
		"  rspfile = $out.rsp", "  rspfile_content = $in"}
	local objects = {}
	for _, row in ipairs(rows) do
		objects[#objects + 1] = row.path .. ".o"
		lines[#lines + 1] = string.format("build %s.o: cc %s.c", row.path, row.path)
	end
	lines[#lines + 1] = string.format("build %s/all.so: so %s", OUT,
		table.concat(objects, " "))
	write_file(OUT .. "/build.ninja", table.concat(lines, "\n") .. "\n")
	run("ninja -f " .. OUT .. "/build.ninja >" .. OUT .. "/log")
end

-- Racing: the program reads a line for each function, and prints its time.
local function race(rows)
	local lines = {}
	for i, row in ipairs(rows) do
		lines[i] = string.format("%s %s %s", row.symbol, row.input, row.result)
	end
	write_file(OUT .. "/rows", table.concat(lines, "\n") .. "\n")
	local cpu = setting("CPU", "$(($(nproc) - 1))")
	run(string.format("taskset -c %s build/bench/regret %s/all.so <%s/rows >%s/times",
		cpu, OUT, OUT, OUT))
	local i = 0
	for line in io.lines(OUT .. "/times") do
		i = i + 1
		rows[i].time = tonumber(line)
	end
	if i ~= #rows then
		fail("not everything was raced")
	end
end

-- The report.

local function print_spec(rows, best, ratio)
	local parts = {}
	table.sort(rows, function(a, b) return a.time < b.time end)
	for i, row in ipairs(rows) do
		parts[i] = string.format("%s%s %.2f (estimated %.2f)", row.design,
			row.chosen and "*" or "", row.time / best.time,
			row.estimate / best.estimate)
	end
	print(string.format("%.2f %s, %s: %s", ratio, rows[1].spec, rows[1].target,
		table.concat(parts, ", ")))
end

local function report(rows, target)
	local specs, order = {}, {}
	for _, row in ipairs(rows) do
		if row.target == target then
			if not specs[row.spec] then
				specs[row.spec] = {}
				order[#order + 1] = row.spec
			end
			table.insert(specs[row.spec], row)
		end
	end
	local n, near, close = 0, 0, 0
	for _, spec in ipairs(order) do
		local best, chosen
		for _, row in ipairs(specs[spec]) do
			best = (not best or row.time < best.time) and row or best
			chosen = row.chosen and row or chosen
		end
		if chosen then
			local ratio = chosen.time / best.time
			n = n + 1
			near = near + (ratio <= 1.03 and 1 or 0)
			close = close + (ratio <= 1.10 and 1 or 0)
			if ratio > 1.10 then
				print_spec(specs[spec], best, ratio)
			end
		end
	end
	if n == 0 then
		fail("nothing was raced for " .. target)
	end
	print(string.format(
		"%s: %d shapes and nodes; the chosen design within 3 %% of the fastest in %.1f %%, within 10 %% in %.1f %%",
		target, n, 100 * near / n, 100 * close / n))
end

local function machine_targets()
	local machine, flags = output("uname -m"), output("grep -m1 flags /proc/cpuinfo")
	if machine:match("aarch64") then
		return "aarch64"
	end
	return flags:match(" avx512bw ") and "x86-64-v3 x86-64-v4" or "x86-64-v3"
end

run("mkdir -p " .. OUT)
local specs, rows, targets = draw_specs(), {}, {}
add_models(specs)
for target in setting("TARGETS", machine_targets()):gmatch("%S+") do
	targets[#targets + 1] = target
	for _, spec in ipairs(specs) do
		emit_designs(rows, spec, target)
	end
end
print(string.format("%d specs, %d functions", #specs, #rows))
compile(rows)
race(rows)
for _, target in ipairs(targets) do
	report(rows, target)
end

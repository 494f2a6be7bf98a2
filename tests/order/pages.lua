-- Each of these folders has a README.md, which says in ten lines or more what it is for and
-- where to begin.
--
--   lua5.4 tests/order/pages.lua FOLDER...

local failures = 0

local function wrong(path, ...)
	print(path .. ":1: " .. string.format(...))
	failures = failures + 1
end

assert(arg[1], "usage: pages.lua FOLDER...")
for _, folder in ipairs(arg) do
	local path = folder .. "/README.md"
	local file = io.open(path)
	local lines = 0
	for _ in file and file:lines() or function() end do
		lines = lines + 1
	end
	if not file then
		wrong(path, "expected a page, got none")
	elseif lines < 10 then
		wrong(path, "expected ten lines or more, got %d", lines)
	end
end
os.exit(failures == 0)

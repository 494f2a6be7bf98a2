-- Prints the bill of materials of a source tree in SPDX 2.3, as JSON.
--
--   lua5.4 .package/spdx.lua TREE VERSION COMMIT TIME <FILES
--
-- TREE: the folder; FILES: the names of its files, one a line, sorted; COMMIT: their commit, ""
-- where it is not known; TIME: when that was made, in seconds since 1970.

local tree, version, commit, time = table.unpack(arg)

-- What opgen needs besides the C library. A relationship is from the first to the second.
local others = {
	{ "expat", "MIT", "https://libexpat.github.io", "opgen", "DEPENDS_ON", "expat" },
	{ "jansson", "MIT", "https://github.com/akheron/jansson", "opgen", "DEPENDS_ON", "jansson" },
	{ "libmd", "BSD-3-Clause", "https://www.hadrons.org/software/libmd/", "opgen", "DEPENDS_ON", "libmd" },
	{ "protobuf-c", "BSD-2-Clause", "https://github.com/protobuf-c/protobuf-c", "opgen", "DEPENDS_ON", "protobuf-c" },
	{ "lua", "MIT", "https://www.lua.org", "lua", "BUILD_TOOL_OF", "opgen" },
	{ "ninja", "Apache-2.0", "https://ninja-build.org", "ninja", "BUILD_TOOL_OF", "opgen" },
	{ "cmocka", "Apache-2.0", "https://cmocka.org", "cmocka", "TEST_DEPENDENCY_OF", "opgen" },
}

local function quote(text)
	return '"' .. text:gsub('[%c"\\]', function(c)
		return c:match('["\\]') and "\\" .. c or ("\\u%04x"):format(c:byte())
	end) .. '"'
end

local function object(indent, members)
	local lines = {}
	for i, member in ipairs(members) do
		lines[i] = indent .. "  " .. quote(member[1]) .. ": " .. member[2]
	end
	return "{\n" .. table.concat(lines, ",\n") .. "\n" .. indent .. "}"
end

local function list(indent, elements)
	return "[\n" .. indent .. "  " .. table.concat(elements, ",\n" .. indent .. "  ") .. "\n" .. indent .. "]"
end

local function run(command, input)
	local path = os.tmpname()
	local file = assert(io.open(path, "w"))
	file:write(input)
	file:close()
	local pipe = assert(io.popen(command:format(path)))
	local output = pipe:read("a")
	local ok = pipe:close()
	os.remove(path)
	if not ok then
		io.stderr:write("spdx: " .. command .. " failed\n")
		os.exit(1)
	end
	return output
end

local names = {}
for name in io.lines() do
	names[#names + 1] = name
end

-- The hashes of all files, by name. No name of ours has a backslash or a new line.
local function hashes(program)
	local shell = ("cd '%s' && tr '\\n' '\\0' <'%%s' | xargs -0 %s"):format(tree:gsub("'", "'\\''"), program)
	local hash = {}
	for sum, name in run(shell, table.concat(names, "\n") .. "\n"):gmatch("(%x+)  ([^\n]+)\n") do
		hash[name] = sum
	end
	return hash
end

local sha1, sha256 = hashes("sha1sum"), hashes("sha256sum")

-- The package's verification code: the hash of its files' sorted hashes.
local sums = {}
for i, name in ipairs(names) do
	sums[i] = assert(sha1[name], name .. " has no hash")
end
table.sort(sums)
local code = run("sha1sum '%s'", table.concat(sums)):match("^%x+")

local function id(text)
	return quote("SPDXRef-" .. text)
end

local function checksum(algorithm, value)
	return ('{"algorithm": "%s", "checksumValue": "%s"}'):format(algorithm, value)
end

local function relationship(from, kind, to)
	return ('{"spdxElementId": %s, "relationshipType": "%s", "relatedSpdxElement": %s}'):format(id(from), kind, id(to))
end

local packages = {
	object("    ", {
		{ "SPDXID", id("opgen") },
		{ "name", quote("opgen") },
		{ "versionInfo", quote(version) },
		{ "supplier", quote("Organization: The opgen authors") },
		{ "downloadLocation", quote("NOASSERTION") },
		{ "sourceInfo", quote(commit == "" and "of no commit" or "commit " .. commit) },
		{ "filesAnalyzed", "true" },
		{ "packageVerificationCode", ('{"packageVerificationCodeValue": "%s", "packageVerificationCodeExcludedFiles": ["./.spdx.json"]}'):format(code) },
		{ "licenseConcluded", quote("0BSD") },
		{ "licenseDeclared", quote("0BSD") },
		{ "licenseInfoFromFiles", '["0BSD", "NOASSERTION"]' },
		{ "copyrightText", quote("Copyright (c) The opgen authors") },
		{ "primaryPackagePurpose", quote("SOURCE") },
	}),
}
local relationships = { relationship("DOCUMENT", "DESCRIBES", "opgen") }
for _, other in ipairs(others) do
	local name, licence, home, from, kind, to = table.unpack(other)
	packages[#packages + 1] = object("    ", {
		{ "SPDXID", id(name) },
		{ "name", quote(name) },
		{ "downloadLocation", quote("NOASSERTION") },
		{ "homepage", quote(home) },
		{ "filesAnalyzed", "false" },
		{ "licenseConcluded", quote(licence) },
		{ "licenseDeclared", quote(licence) },
		{ "copyrightText", quote("NOASSERTION") },
	})
	relationships[#relationships + 1] = relationship(from, kind, to)
end

local files = {}
for i, name in ipairs(names) do
	files[i] = object("    ", {
		{ "SPDXID", id("file-" .. i) },
		{ "fileName", quote("./" .. name) },
		{ "checksums", "[" .. checksum("SHA1", sha1[name]) .. ", " .. checksum("SHA256", sha256[name]) .. "]" },
		{ "licenseConcluded", quote("0BSD") },
		{ "licenseInfoInFiles", name == "LICENSE" and '["0BSD"]' or '["NOASSERTION"]' },
		{ "copyrightText", quote("Copyright (c) The opgen authors") },
	})
	relationships[#relationships + 1] = relationship("opgen", "CONTAINS", "file-" .. i)
end

-- A name for this document and no other: what it lists decides.
local namespace = ("https://spdx.org/spdxdocs/opgen-%s-%s"):format(version, code)
io.write(object("", {
	{ "spdxVersion", quote("SPDX-2.3") },
	{ "dataLicense", quote("CC0-1.0") },
	{ "SPDXID", id("DOCUMENT") },
	{ "name", quote("opgen-" .. version) },
	{ "documentNamespace", quote(namespace) },
	{ "creationInfo", ('{"created": "%s", "creators": ["Tool: opgen-dist-%s"]}'):format(
		os.date("!%Y-%m-%dT%H:%M:%SZ", tonumber(time)), version) },
	{ "packages", list("  ", packages) },
	{ "files", list("  ", files) },
	{ "relationships", list("  ", relationships) },
}), "\n")

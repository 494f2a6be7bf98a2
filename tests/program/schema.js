// Validates specs against what opgen --schema prints, with Debian's ajv.
//
//   NODE_PATH=/usr/share/nodejs node schema.js SCHEMA FOLDER...    conformance cases, and specs, as *.json below FOLDER
//
// Prints how many specs that opgen takes are valid, and how many of those that it refuses
// are not; fails, and names them, where one that it takes is not. That ajv knows drafts up
// to 7, and of 2020-12 nothing is used that those lack: only the draft's name has to go.

const fs = require("fs"), path = require("path");
const Ajv = require("ajv");

const [schemaPath, ...folders] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaPath));
if (schema.$schema !== "https://json-schema.org/draft/2020-12/schema")
	throw new Error("$schema: " + schema.$schema);
delete schema.$schema;
const validate = new Ajv({ unknownFormats: "ignore" }).compile(schema);

let taken = 0, refused = 0, caught = 0, wrong = 0;

function check(file) {
	let json;
	try {
		json = JSON.parse(fs.readFileSync(file));
	} catch {
		return; // no JSON: no editor asks a schema
	}
	const isCase = json.spec !== undefined;
	const valid = validate(isCase ? json.spec : json);
	const refuses = (isCase && "error" in json) || fs.existsSync(file.replace(/json$/, "err"));
	// Warnings have an expected file, too.
	const messages = file.replace(/json$/, "err");
	const warns = fs.existsSync(messages) && !/: error: /.test(fs.readFileSync(messages, "latin1"));

	if (refuses && !warns) {
		refused++;
		caught += !valid;
		if (process.env.SHOW && valid)
			console.log(file + " is valid");
		return;
	}
	taken++;
	if (valid)
		return;
	wrong++;
	console.log(file + ": " + JSON.stringify(validate.errors.filter((e) => e.keyword !== "if").slice(0, 2)));
}

function walk(folder) {
	for (const entry of fs.readdirSync(folder).sort()) {
		const file = path.join(folder, entry);
		if (fs.statSync(file).isDirectory())
			walk(file);
		else if (entry.endsWith(".json"))
			check(file);
	}
}

folders.forEach(walk);
console.log(`${taken - wrong} of ${taken} specs that opgen takes are valid`);
console.log(`${caught} of ${refused} specs that it refuses are not`);
process.exit(wrong ? 1 : 0);

// Whether standard input is a log as SARIF 2.1.0 demands of what opgen puts into one: the
// required properties, their types, and no others than the standard has there. Prints each
// result as "level rule uri:line:column-end message".

const fs = require("fs"), assert = require("assert");

const log = JSON.parse(fs.readFileSync(0, "utf8"));

function only(object, known, required) {
	assert.ok(object && typeof object === "object" && !Array.isArray(object));
	for (const key of Object.keys(object))
		assert.ok(known.includes(key), "no property of SARIF: " + key);
	for (const key of required)
		assert.ok(key in object, "missing: " + key);
	return object;
}

function text(message) {
	only(message, ["text"], ["text"]);
	assert.ok(typeof message.text === "string" && message.text);
	return message.text;
}

function place(location) {
	only(location, ["physicalLocation", "logicalLocations"], ["physicalLocation"]);
	const physical = only(location.physicalLocation, ["artifactLocation", "region"], ["artifactLocation"]);
	const { uri } = only(physical.artifactLocation, ["uri"], ["uri"]);
	// A relative reference without a scheme, or a file: URI; nothing in it that URIs lack.
	assert.match(uri, /^(file:\/\/\/)?[A-Za-z0-9._~\/-]*(%[0-9A-F]{2}[A-Za-z0-9._~\/-]*)*$/);
	const words = (location.logicalLocations || []).map((l) => only(l, ["fullyQualifiedName"], ["fullyQualifiedName"]).fullyQualifiedName);
	if (!physical.region)
		return [uri, ...words].join(": ");
	const region = only(physical.region, ["startLine", "startColumn", "endColumn"], ["startLine"]);
	for (const number of Object.values(region))
		assert.ok(Number.isInteger(number) && number >= 1);
	assert.ok(region.endColumn >= region.startColumn);
	return `${uri}:${region.startLine}:${region.startColumn}-${region.endColumn}`;
}

only(log, ["$schema", "version", "runs"], ["version", "runs"]);
assert.strictEqual(log.version, "2.1.0");
assert.match(log.$schema, /\/sarif-schema-2\.1\.0\.json$/);
assert.strictEqual(log.runs.length, 1);
const run = only(log.runs[0], ["tool", "columnKind", "results", "invocations"], ["tool", "results"]);
assert.strictEqual(run.columnKind, "unicodeCodePoints");
const driver = only(only(run.tool, ["driver"], ["driver"]).driver, ["name", "version", "rules"], ["name"]);
assert.strictEqual(driver.name, "opgen");
for (const rule of driver.rules) {
	only(rule, ["id", "shortDescription"], ["id"]);
	text(rule.shortDescription);
}
assert.strictEqual(new Set(driver.rules.map((rule) => rule.id)).size, driver.rules.length);
for (const result of run.results) {
	only(result, ["ruleId", "ruleIndex", "level", "message", "locations"], ["message"]);
	assert.strictEqual(driver.rules[result.ruleIndex].id, result.ruleId);
	assert.ok(["error", "warning", "note"].includes(result.level));
	const where = (result.locations || []).map(place).join(" ");
	console.log(`${result.level} ${result.ruleId} ${where} ${text(result.message)}`);
}
const [invocation] = run.invocations;
only(invocation, ["executionSuccessful", "exitCode"], ["executionSuccessful"]);
assert.strictEqual(invocation.executionSuccessful, invocation.exitCode < 2);
console.log("exit " + invocation.exitCode);

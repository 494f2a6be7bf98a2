// Whether pages are whole: tags in pairs, nothing raw in texts and values, each id once, no
// script, and nothing that another file is loaded for.
//
//   node html.js FILE...

const fs = require("fs"), assert = require("assert");

const alone = ["meta", "br", "input", "!DOCTYPE"];
const token = /<!--[^]*?-->|<style>[^<]*<\/style>|<(\/?)([!a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z0-9:-]+(?:=(?:"[^"<>]*"|[a-z0-9-]+))?)*)\s*(\/?)>|([^<]+)|</g;
const reference = /&(?:amp|lt|gt|quot|nbsp|#39);/g;

function check(file) {
	const page = fs.readFileSync(file, "utf8"), open = [], ids = new Set();
	for (const [whole, closes, name, attributes, empty, text] of page.matchAll(token)) {
		if (whole.startsWith("<!--") || whole.startsWith("<style>"))
			continue;
		assert.ok(whole !== "<", "a '<' that begins no tag");
		if (text !== undefined) {
			assert.ok(!/[&]/.test(text.replace(reference, "")), "a raw '&': " + text.slice(0, 80));
			continue;
		}
		assert.ok(!["script", "link", "img", "iframe", "object", "base"].includes(name), name);
		assert.ok(!/\s(?:on\w+|src|href="[^#])/.test(attributes), whole);
		for (const [, id] of attributes.matchAll(/\sid="([^"]*)"/g)) {
			assert.ok(!ids.has(id), "twice: " + id);
			ids.add(id);
		}
		if (closes)
			assert.strictEqual(open.pop(), name);
		else if (!empty && !alone.includes(name))
			open.push(name);
	}
	assert.deepStrictEqual(open, []);
}

for (const file of process.argv.slice(2))
	try {
		check(file);
	} catch (error) {
		console.log(file + ": " + error.message);
		process.exitCode = 1;
	}

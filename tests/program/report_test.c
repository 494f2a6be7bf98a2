/* The page of --report as a file among others: every row is a shell script, as in
   command_test.c. How it looks is tried at home (tests/at_home/report.sh). */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* A file that every script finds. */
struct prepared {
	const char *name, *text;
};

/* clang-format off */
static const struct prepared prepared[] = {
	{"pool.json",
		"{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 9, 9]},\n"
		" \"attributes\": {\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]}}\n"},
	{"conv.json",
		"{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 8, 14, 14], \"W\": [16, 8, 3, 3]}}\n"},
	{"wide.json",
		"{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 4611686018427387]},\n"
		" \"attributes\": {\"kernel_shape\": [3], \"pads\": [1, 1]}}\n"},
	{"hostile.json",
		"{\"dtype\": \"float32\", \"graph\": {\"inputs\": {\"<img src=x onerror=alert(1)>\": [1, 4]},\n"
		" \"nodes\": [{\"op\": \"Softmax\", \"inputs\": {\"input\": \"<img src=x onerror=alert(1)>\"}, \"output\": \"\\\"'&</title><script>\"},\n"
		"  {\"op\": \"Softmax\", \"inputs\": {\"input\": \"\\\"'&</title><script>\"}, \"output\": \"y\"}],\n"
		" \"outputs\": [\"y\"]}}\n"},
	{"net.json", /* three steps, each the largest in something */
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 2, 6, 6], \"v\": [8, 2, 3, 3], \"w\": [2, 8, 1, 1]}, \"nodes\": [\n"
		"{\"op\": \"Softmax\", \"inputs\": {\"input\": \"x\"}, \"output\": \"a\"},\n"
		"{\"op\": \"Conv\", \"inputs\": {\"X\": \"a\", \"W\": \"v\"}, \"output\": \"b\"},\n"
		"{\"op\": \"Conv\", \"name\": \"last\", \"title\": \"m<1>/last\", \"inputs\": {\"X\": \"b\", \"W\": \"w\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"long.txt",
		"{\"dtype\": \"float32\", \"graph\": {\"inputs\": {\"t0\": [2]}, \"nodes\": [\n"
		"{\"op\": \"Softmax\", \"inputs\": {\"input\": \"tFROM\"}, \"output\": \"sTO\"},"
		" {\"op\": \"Add\", \"inputs\": {\"A\": \"sTO\", \"B\": {\"shape\": [2], \"data\": [1, 2]}}, \"output\": \"tTO\"}\n"
		"], \"outputs\": [\"t300\"]}}\n"},
};

static const struct script rows[] = {
	{"the page is written beside the C", "opgen pool.json -o x.c --report x.html && opgen pool.json -o y.c && cmp x.c y.c && head -n 1 x.html", 0, "<!DOCTYPE html>\n", ""},
	{"it says what was resolved", "opgen pool.json --report x.html > x.c; cat x.html", 0, "<tr><td>D1</td><td class=\"n\">9</td><td class=\"n\">3</td>", ""},
	{"it draws the windows", "opgen pool.json --report x.html > x.c; grep -o '[0-9–]*: [0-9] of 3 taps' x.html | sort -u | tr '\\n' ';'", 0, "0: 2 of 3 taps;1–7: 3 of 3 taps;8: 2 of 3 taps;", ""},
	{"it draws who stores what", "opgen pool.json --unroll window --report x.html > x.c; cat x.html", 0, "x=\"1\" y=\"1\" width=\"7\" height=\"7\"><title>opgen_pool_interior_3</title>", ""},
	{"it has a bar for each design that was compared", "opgen conv.json --target x86-64-v3 --report x.html > x.c; opgen conv.json --target x86-64-v3 --explain | sed -n 's/.*in cycles://p' | tr ',' '\\n' | wc -l > n; grep -c '<li.*class=\"bar\"' x.html | cmp - n && cat x.html", 0, ", chosen.", ""},
	{"it has the tile's registers", "opgen conv.json --target x86-64-v3 --report x.html > x.c; cat x.html", 0, "<li class=sum></li>", ""},
	{"it has each function's text", "opgen conv.json --report x.html > x.c; sed -n '/^opgen_.*(/p' x.c | wc -l > n; grep -c '^opgen_.*(' x.html | cmp - n", 0, "", ""},
	{"it needs no other file, and no script", "opgen pool.json --report x.html > x.c; ! grep -E '<script|<link|<img|src=|url\\(|https?:' x.html && grep -c \"default-src 'none'\" x.html", 0, "1\n", ""},
	{"what is in a spec is text in it", "opgen hostile.json --report x.html > x.c; ! grep -E '<script|<img|</title><s' x.html && cat x.html", 0, "&quot;&#39;&amp;&lt;/title&gt;&lt;script&gt;&#39;: bytes ", ""},
	{"every page is whole", "n=0; for f in \"$ROOT\"/tests/golden/network*.json \"$ROOT\"/tests/golden/*v3*.json hostile.json wide.json \"$ROOT\"/samples/*/*.json; do n=$((n + 1)); opgen \"$f\" -o x.c --report $n.html || exit 9; done; node \"$ROOT/tests/program/html.js\" *.html && test $n -gt 20", 0, "", ""},
	{"a graph's page has its steps and the workspace", "opgen hostile.json --report x.html > x.c; grep -c -e 'class=\"wires\"' -e 'Workspace over time' x.html", 0, "2\n", ""},
	{"the longest bar is that of the step that takes the most", "opgen net.json -o x.c --report x.html; grep -o 'width:[0-9.]*%\"></i></div><span' x.html | tr -dc '0-9.\\n' | sort -n | tail -1", 0, "100.00\n", ""},
	{"steps can be sorted by what they cost", "opgen net.json -o x.c --report x.html; grep -o '<li style=\"[^\"]*' x.html", 0, "<li style=\"--time:0;--work:2;--bytes:1\n<li style=\"--time:1;--work:0;--bytes:2\n<li style=\"--time:2;--work:1;--bytes:0\n", ""},
	{"a step's row leads to what is said of it", "opgen net.json -o x.c --report x.html; for i in 1 2 3; do grep -c \"href=.#opgen_net-$i\" x.html; grep -c \"id=.opgen_net-$i.\" x.html; done | uniq -c | tr -d ' '", 0, "61\n", ""},
	{"it has its multiply-adds and bytes, and there are totals", "opgen net.json -o x.c --report x.html; grep -o '<b>[^<]*</b><span>multiply-adds' x.html; sed -n 's/.*<p id=.opgen_net-2.>\\([^,]*,[^,]*\\),.*/\\1/p' x.html", 0, "<b>2 560</b><span>multiply-adds\n2 304 multiply-adds, 1.6 KiB read and written\n", ""},
	{"its whole name is there", "opgen net.json -o x.c --report x.html; grep -c 'm&lt;1&gt;/last' x.html", 0, "2\n", ""},
	{"the workspace has axes", "opgen net.json -o x.c --report x.html; sed -n '/class=\"chart\"/,/<.svg>/p' x.html | sed -n 's/.*>\\([^<]*\\)<.text>.*/\\1/p' | tr '\\n' ','", 0, "0 bytes,256 bytes,512 bytes,768 bytes,1,2,3,step,", ""},
	{"a graph's page has lines for tensors, none for constants", "{ sed -n 1p long.txt; seq 300 | awk -v node=\"$(sed -n 2p long.txt)\" '{ s = node; gsub(/FROM/, $1 - 1, s); gsub(/TO/, $1, s); print (NR > 1 ? \",\" : \"\") s }'; sed -n 3p long.txt; } > long.json; opgen long.json -o x.c --report x.html && grep -o 'class=\"wire\"' x.html | wc -l", 0, "599\n", ""},
	{"axes of any length are drawn", "opgen wide.json --report x.html > x.c; cat x.html", 0, ">4611686018427386</text>", ""},
	{"the same bytes each time, in any locale and zone", "opgen conv.json --target x86-64-v4 --report x.html > x.c; LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo opgen conv.json --target x86-64-v4 --report y.html > y.c; cmp x.html y.html", 0, "", ""},
	{"an unchanged page keeps its time", "opgen pool.json -o x.c --report x.html; touch -t 200101010000 x.html; opgen pool.json -o x.c --report x.html; find x.html -newermt 2002-01-01", 0, "", ""},
	{"--check looks at it", "opgen pool.json -o x.c --report x.html; opgen pool.json -o x.c --report x.html --check && rm x.html && opgen pool.json -o x.c --report x.html --check", 1, "--- x.html\n", ""},
	{"it is a target of the depfile", "opgen pool.json -o x.c --report x.html -MD; cat x.c.d", 0, "x.c x.html: \\\n", ""},
	{"it is no other output", "opgen pool.json -o x.c --report x.c", 2, "", "opgen: error: the output x.c and the report x.c are the same file\n"},
	{"it is no input", "opgen pool.json -o x.c --report pool.json", 2, "", "opgen: error: the report pool.json and the input pool.json are the same file\n"},
	{"it is a file", "opgen pool.json -o x.c --report -", 2, "", "opgen: error: --report: expected a file, got '-'\n"},
	{"nothing is written when it cannot be", "echo old > x.c; opgen pool.json -o x.c --report no/x.html; s=$?; grep -qx old x.c && exit $s", 3, "", "no/x.html"},
	{"a refused spec has none", "echo '{' > x.json; opgen x.json -o x.c --report x.html; s=$?; test ! -e x.html && exit $s", 1, "", NULL},
	{"--explain writes it, too", "opgen pool.json --explain --report x.html && opgen pool.json -o x.c --report y.html && cmp x.html y.html", 0, "\ncost of one call\n", ""},
	{"a list of nodes has none", "opgen pool.json --list-nodes --report x.html", 2, "", "opgen: error: --list-nodes and --report exclude each other\n"},
	{"a directory of files has none", "opgen pool.json --all-nodes -o d/ --report x.html", 2, "", "opgen: error: --report names one file, and -o d/ is a directory of files\n"},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++)
		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			prepared[i].text, strlen(prepared[i].text));
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];
	size_t n;

	scripts_begin("report_page", prepare);
	scripts_path("ROOT", ".");
	n = scripts_add(test, rows, countof(rows));
	return _cmocka_run_group_tests("report", test, n, NULL, NULL) != 0;
}

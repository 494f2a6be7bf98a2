/* What opgen makes of files that are there and cannot be read, and of pipes to its own
   processes that cannot be written: status 3 and the system's
   reason, wherever the file's name comes from. One that is missing is a mistake of
   whoever names it. Scripts have failing.c before opgen as `failing ORDER=...`. */

#include "support/test.h"

#include <stdlib.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* clang-format off */
static const char *const copied[][2] = {
	{"samples/stem/stem.json", "stem.json"},
	{"samples/stem/weights.npy", "weights.npy"},
	{"samples/smooth/smooth.onnx", "net.onnx"},
	{"tests/models/onnx/encodings/external.onnx", "external.onnx"},
	{"tests/models/onnx/encodings/external.bin", "external.bin"},
	{"tests/models/openvino/seed_v10.xml", "ir.xml"},
	{"tests/models/openvino/seed_v10.bin", "ir.bin"},
};

#define FAILING "failing() { env LD_PRELOAD=failing.so \"$@\"; }; echo old > x.c; "
#define LEFT "; s=$?; grep -qx old x.c && exit $s"

/* Numbers of Linux: 5 is EIO, 12 ENOMEM, 13 EACCES, 23 ENFILE, 24 EMFILE. */
static const struct script rows[] = {
	{"a spec that may not be read", FAILING "failing OPGEN_FAIL_OPEN=13:stem.json $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read stem.json: Permission denied\n"},
	{"a spec when too many files are open", FAILING "failing OPGEN_FAIL_OPEN=24:stem.json $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read stem.json: Too many open files\n"},
	{"a spec that is missing", "opgen none.json -o x.c", 3, "", "opgen: error: cannot read none.json: No such file or directory\n"},
	{"a spec that a disk does not give back", "ln -s /proc/self/mem a.json; opgen a.json", 3, "", "opgen: error: cannot read a.json: Input/output error\n"},

	{"a constant that may not be read", FAILING "failing OPGEN_FAIL_OPEN=13:weights.npy $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read weights.npy: Permission denied\n"},
	{"a constant when too many files are open", FAILING "failing OPGEN_FAIL_OPEN=24:weights.npy $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read weights.npy: Too many open files\n"},
	{"a constant when the system's files are used up", FAILING "failing OPGEN_FAIL_OPEN=23:weights.npy $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read weights.npy: Too many open files in system\n"},
	{"a constant when the system has no memory", FAILING "failing OPGEN_FAIL_OPEN=12:weights.npy $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read weights.npy: Cannot allocate memory\n"},
	{"a constant that a disk does not give back", FAILING "failing OPGEN_FAIL_READ=5:weights.npy $OPGEN stem.json -o x.c" LEFT, 3, "", "opgen: error: cannot read weights.npy: Input/output error\n"},
	{"a constant is opened, then not read", "ln -sf /proc/self/mem weights.npy; opgen stem.json", 3, "", "opgen: error: cannot read weights.npy: Input/output error\n"},
	{"a constant behind links that go round", "rm weights.npy; ln -s weights.npy weights.npy; opgen stem.json", 3, "", "opgen: error: cannot read weights.npy: Too many levels of symbolic links\n"},
	{"a constant that is missing", "rm weights.npy; opgen stem.json", 1, "", "stem.json:8:42: error: W: 'weights.npy': No such file or directory\n"},
	{"a constant behind a link to nothing", "ln -sf none weights.npy; opgen stem.json", 1, "", "stem.json:8:42: error: W: 'weights.npy': No such file or directory\n"},
	{"a constant in a directory that is none", "sed 's/weights/ir.xml\\/w/' stem.json > a.json; opgen a.json", 1, "", "a.json:8:42: error: W: 'ir.xml/w.npy': Not a directory\n"},
	{"a constant that is a directory", "rm weights.npy; mkdir weights.npy; opgen stem.json", 1, "", "stem.json:8:42: error: W: 'weights.npy': not a regular file\n"},
	{"a constant of no bytes", ": > weights.npy; opgen stem.json", 1, "", "stem.json:8:42: error: W: 'weights.npy': not a .npy file; this is an empty file\n"},

	{"external data that may not be read", FAILING "failing OPGEN_FAIL_OPEN=13:external.bin $OPGEN external.onnx --node @c -o x.c" LEFT, 3, "", "opgen: error: cannot read external.bin: Permission denied\n"},
	{"external data that a disk does not give back", FAILING "failing OPGEN_FAIL_READ=5:external.bin $OPGEN external.onnx --node @c -o x.c" LEFT, 3, "", "opgen: error: cannot read external.bin: Input/output error\n"},
	{"external data is no reason to leave a node out", FAILING "failing OPGEN_FAIL_OPEN=24:external.bin $OPGEN external.onnx --all-nodes --keep-going -o out; s=$?; test ! -e out && exit $s", 3, "", "opgen: error: cannot read external.bin: Too many open files\n"},
	{"external data that is missing", "rm external.bin; opgen external.onnx --node @c", 1, "", "keeps its data in 'external.bin', which cannot be read: No such file or directory\n"},

	{"an IR that may not be read", FAILING "failing OPGEN_FAIL_OPEN=13:ir.xml $OPGEN ir.xml -o x.c" LEFT, 3, "", "opgen: error: cannot read ir.xml: Permission denied\n"},
	{"weights of an IR that may not be read", FAILING "failing OPGEN_FAIL_OPEN=13:ir.bin $OPGEN ir.xml -o x.c" LEFT, 3, "", "opgen: error: cannot read ir.bin: Permission denied\n"},
	{"weights of an IR that a disk does not give back", FAILING "failing OPGEN_FAIL_READ=5:ir.bin $OPGEN ir.xml -o x.c" LEFT, 3, "", "opgen: error: cannot read ir.bin: Input/output error\n"},
	{"a list of nodes whose weights a disk does not give back", FAILING "failing OPGEN_FAIL_READ=5:ir.bin $OPGEN ir.xml --list-nodes -o x.c" LEFT, 3, "", "opgen: error: cannot read ir.bin: Input/output error\n"},
	{"a pipe to a process that cannot be written", FAILING "failing OPGEN_FAIL_WRITE=5:] timeout 60 $OPGEN net.onnx --dim batch=1 --all-nodes -o out --jobs 3; s=$?; test ! -e out && exit $s", 3, "", "opgen: error: a process of opgen cannot be given node 'up_Conv': Input/output error\n"},
	{"weights of an IR that are missing", "rm ir.bin; opgen ir.xml", 1, "", "is kept in 'ir.bin': No such file or directory\n"},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(copied); i++) {
		size_t size = 0;
		const char *bytes = file_read(copied[i][0], &size, arena);

		assert_non_null(bytes);
		file_write(arena_format(arena, "%s/%s", directory, copied[i][1]), bytes,
			size);
	}
}

int
main(void)
{
	struct CMUnitTest files[countof(rows)];
	struct arena arena = {0};
	size_t n;
	int failed;

	scripts_begin("failing_files", prepare);
	/* Where LD_PRELOAD, which cannot have blanks, is looked for. */
	setenv("LD_LIBRARY_PATH", arena_format(&arena, "%s/tests", build_directory()), 1);
	n = scripts_add(files, rows, countof(rows));
	failed = _cmocka_run_group_tests("failing_files", files, n, NULL, NULL);
	arena_free(&arena);
	return failed != 0;
}

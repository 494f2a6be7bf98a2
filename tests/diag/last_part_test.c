#include "diag/last_part.h"

#include "base/arena.h"
#include "support/rows.h"

/* Names, and the parts at their ends that tell them apart. */
struct row {
	const char *claim;
	const char *name[6];
	const char *end[6];
};

/* clang-format off */
static const struct row rows[] = {
	{"a name of one part stays", {"conv1", "relu"}, {"conv1", "relu"}},
	{"of a path the last part is left", {"model/conv1/Conv", "model/relu/Relu"}, {"Conv", "Relu"}},
	{"as many parts are left as tell it apart", {"m/a/Conv", "m/b/Conv", "m/b/Relu"}, {"a/Conv", "b/Conv", "Relu"}},
	{"each as many as it needs", {"m/1/a/Conv", "m/2/a/Conv", "m/2/b/Conv"}, {"m/1/a/Conv", "m/2/a/Conv", "b/Conv"}},
	{"parts are whole ones", {"a/Conv", "b/MyConv"}, {"Conv", "MyConv"}},
	{"what is the end of another one is left whole", {"a/Conv", "m/a/Conv"}, {"a/Conv", "m/a/Conv"}},
	{"so is a single part", {"Conv", "a/Conv"}, {"Conv", "a/Conv"}},
	{"equal names have equal ends", {"m/a/Conv", "m/a/Conv", "m/b/Relu"}, {"Conv", "Conv", "Relu"}},
	{"and are told from others", {"m/a/Conv", "m/a/Conv", "m/b/Conv"}, {"a/Conv", "a/Conv", "b/Conv"}},
	{"a slash at the beginning is part of the whole", {"/a/Conv", "/m/a/Conv"}, {"/a/Conv", "m/a/Conv"}},
	{"a number begins no name", {"block/0", "block/1", "other/0"}, {"block/0", "block/1", "other/0"}},
	{"even where it tells names apart", {"m/block/0", "m/other/1"}, {"block/0", "other/1"}},
	{"nor do signs", {"m/conv/_1", "m/relu/:"}, {"conv/_1", "relu/:"}},
	{"but all of a name may be a number", {"0", "1"}, {"0", "1"}},
	{"a name may end in a slash", {"a/b/", "a/c/"}, {"b/", "c/"}},
	{"and be empty", {"", "a/b"}, {"", "b"}},
	{"neighbours of both sides count", {"a/x", "b/x", "b/y", "c/y"}, {"a/x", "b/x", "b/y", "c/y"}},
};
/* clang-format on */

static void
ends_tell_apart(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	const char **end;
	size_t n = 0;

	while (n < 6 && row->name[n])
		n++;
	end = last_parts(row->name, n, &arena);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(end[i], row->end[i]);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("last parts", rows, ends_tell_apart);
}

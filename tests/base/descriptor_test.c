/* What opgen makes of system calls that a signal interrupts, or that do a part of what
   they were asked for. This program has such calls of its own in the C library's place.
 */

#define _GNU_SOURCE

#include "support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"
#include "cli/functions/deliver.h"
#include "deliver/out_file.h"
#include "diag/source.h"
#include "diag/source_read.h"
#include "spec/data_file.h"

/* Calls that have been interrupted, each of them once. */
static struct {
	int opening, reading, writing, closing, changing, syncing;
} ninterrupted;

/* Every other call is interrupted, while a test wants that. */
static bool interrupting, odd;

static int nend; /* calls that came to the end of a file */

/* What was synced and renamed, in words. */
static char done[64];

static void
begin_interrupting(void)
{
	interrupting = true;
	odd = false;
}

static bool
interrupts(int *count)
{
	odd = !odd;
	if (!interrupting || !odd)
		return false;
	++*count;
	errno = EINTR;
	return true;
}

int
open(const char *path, int flags, ...)
{
	va_list arguments;
	mode_t mode;

	va_start(arguments, flags);
	mode = va_arg(arguments, mode_t);
	va_end(arguments);
	if (interrupts(&ninterrupted.opening))
		return -1;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* A pipe gives what it has. */
static size_t
part_of(size_t size)
{
	return interrupting && size > 1 ? size / 2 : size;
}

ssize_t
read(int descriptor, void *to, size_t size)
{
	ssize_t n;

	if (interrupts(&ninterrupted.reading))
		return -1;
	n = syscall(SYS_read, descriptor, to, part_of(size));
	nend += n == 0;
	return n;
}

ssize_t
pread(int descriptor, void *to, size_t size, off_t offset)
{
	if (interrupts(&ninterrupted.reading))
		return -1;
	return syscall(SYS_pread64, descriptor, to, part_of(size), offset);
}

ssize_t
write(int descriptor, const void *from, size_t size)
{
	if (interrupts(&ninterrupted.writing))
		return -1;
	return syscall(SYS_write, descriptor, from, part_of(size));
}

int
fchmod(int descriptor, mode_t mode)
{
	if (interrupts(&ninterrupted.changing))
		return -1;
	return (int)syscall(SYS_fchmod, descriptor, mode);
}

int
fsync(int descriptor)
{
	struct stat status;

	if (interrupts(&ninterrupted.syncing))
		return -1;
	assert_int_equal(fstat(descriptor, &status), 0);
	strcat(done, S_ISDIR(status.st_mode) ? "directory " : "file ");
	return (int)syscall(SYS_fsync, descriptor);
}

int
rename(const char *from, const char *to)
{
	strcat(done, "rename ");
	return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* As on Linux, the descriptor is gone. */
int
close(int descriptor)
{
	int status = (int)syscall(SYS_close, descriptor);

	return interrupts(&ninterrupted.closing) ? -1 : status;
}

static char directory[] = "/tmp/opgen-descriptor-XXXXXX";
static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	memcpy(strrchr(directory, '-') + 1, "XXXXXX", 6);
	memset(&ninterrupted, 0, sizeof ninterrupted);
	done[0] = '\0';
	return mkdtemp(directory) ? 0 : -1;
}

static const char *
file(void)
{
	return arena_format(&arena, "%s/x", directory);
}

static int
teardown(void **state)
{
	(void)state;
	interrupting = false;
	unlink(file());
	/* Fails where something else is left. */
	return rmdir(directory);
}

static size_t
any_size(const char *start, size_t size)
{
	(void)start;
	(void)size;
	return SIZE_MAX / 4;
}

/* Bytes beyond a buffer, none like its neighbours. */
static char *
make_text(size_t size)
{
	char *text = arena_alloc(&arena, size + 1);

	for (size_t i = 0; i < size; i++)
		text[i] = (char)('a' + i % 23);
	return text;
}

static void
put_file(const char *text, bool sync)
{
	struct out out;

	assert_true(out_open(&out, file()));
	out.sync = sync;
	out_text(&out, text);
	assert_true(out_commit(&out));
}

static void
interrupted_calls_are_made_again(void **state)
{
	const char *text = make_text(3 * OUT_BUFFER);
	struct source source;
	struct stat status;

	(void)state;
	put_file("old", false);
	assert_int_equal(chmod(file(), 0604), 0);
	begin_interrupting();
	put_file(text, true);
	assert_int_equal(source_read(&source, file(), any_size, &arena), SOURCE_READ);
	assert_string_equal(source.text, text);
	assert_int_equal(stat(file(), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0604);
	assert_true(ninterrupted.opening && ninterrupted.reading &&
		    ninterrupted.writing && ninterrupted.changing &&
		    ninterrupted.closing && ninterrupted.syncing);
}

static void
an_equal_file_is_found_equal(void **state)
{
	struct stat before, after;

	(void)state;
	put_file("same", false);
	assert_int_equal(stat(file(), &before), 0);
	begin_interrupting();
	put_file("same", false);
	assert_int_equal(stat(file(), &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
}

static void
constants_are_read_in_spite_of_them(void **state)
{
	const char *text = make_text(OUT_BUFFER), *why;
	char *found = arena_alloc(&arena, OUT_BUFFER + 1);
	int64_t size;
	int constants;

	(void)state;
	put_file(text, false);
	begin_interrupting();
	constants = data_file_open(file(), &size, &why);
	assert_true(constants >= 0);
	assert_int_equal(size, OUT_BUFFER);
	assert_true(data_file_read(constants, file(), found, OUT_BUFFER, 0));
	assert_string_equal(found, text);
	assert_true(ninterrupted.opening && ninterrupted.reading);
	close(constants);
}

static void
nothing_is_synced_unasked(void **state)
{
	(void)state;
	put_file("new", false);
	assert_string_equal(done, "rename ");
}

static void
bytes_are_synced_before_their_name(void **state)
{
	(void)state;
	put_file("new", true);
	assert_string_equal(done, "file rename directory ");
}

static void
what_is_left_as_it_is_is_synced(void **state)
{
	(void)state;
	put_file("same", false);
	done[0] = '\0';
	put_file("same", true);
	assert_string_equal(done, "file file directory ");
}

static void
deliveries_are_synced_if_asked(void **state)
{
	struct options options = {.output = file(), .prefix = "", .sync = true};
	struct delivery delivery = {.options = &options};

	(void)state;
	assert_int_equal(deliver(&delivery, &arena), STATUS_DONE);
	assert_string_equal(done, "file rename directory ");
}

/* Who types a spec ends it once. */
static void
the_end_of_a_file_is_met_once(void **state)
{
	struct source source;

	(void)state;
	put_file("{}", false);
	nend = 0;
	assert_int_equal(source_read(&source, file(), any_size, &arena), SOURCE_READ);
	assert_int_equal(nend, 1);
}

#define test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int
main(void)
{
	const struct CMUnitTest descriptor[] = {
		test(interrupted_calls_are_made_again),
		test(an_equal_file_is_found_equal),
		test(the_end_of_a_file_is_met_once),
		test(constants_are_read_in_spite_of_them),
		test(nothing_is_synced_unasked),
		test(bytes_are_synced_before_their_name),
		test(what_is_left_as_it_is_is_synced),
		test(deliveries_are_synced_if_asked),
	};
	int failed = cmocka_run_group_tests(descriptor, NULL, NULL);

	arena_free(&arena);
	return failed != 0;
}

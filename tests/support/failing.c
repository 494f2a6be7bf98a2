/* Preloaded (LD_PRELOAD), it stands between a program and glibc, and lets fail what does
   not fail by itself when a test wants it to. The orders are environment variables:

   OPGEN_FAIL_MEMORY=FD     for each order from this socket (failing.h), a copy runs main
   OPGEN_COUNT_MEMORY=FILE  how many requests there were, and how many bytes were held at
			    most, written at the end
   OPGEN_FAIL_OPEN=N:END    opening a path that ends in END fails with the errno N
   OPGEN_FAIL_READ=N:END    reading from such a file at an offset does
   OPGEN_FAIL_WRITE=N:END   writing to such a file does; a pipe's path ends in ']' */

#define _GNU_SOURCE

#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *bytes, size_t size);
void __libc_free(void *bytes);

static unsigned long failing; /* the request that fails, or 0 */
static bool lasting;          /* and those after it */
static unsigned long nrequest;
static unsigned long held, most; /* bytes, now and at most */

/* An error ends it: who gave the order gets no answer. */
static void
must(bool done)
{
	if (done)
		return;
	perror("failing.c");
	_exit(EXIT_FAILURE);
}

/* Files that the process before has written to are empty again. */
static void
begin_anew(int file)
{
	must(!ftruncate(file, 0) && !lseek(file, 0, SEEK_SET));
}

/* Returns in a copy for each order. */
static void
take_turns(int orders)
{
	struct failing_order order;

	/* What was requested already could not fail. */
	must(!nrequest);
	while (read(orders, &order, sizeof order) == sizeof order) {
		pid_t copy = fork();
		int status;

		if (!copy) {
			close(orders);
			failing = order.request;
			lasting = order.lasting;
			begin_anew(STDOUT_FILENO);
			begin_anew(STDERR_FILENO);
			return;
		}
		must(waitpid(copy, &status, 0) == copy);
		must(write(orders, &status, sizeof status) == sizeof status);
	}
	_exit(EXIT_SUCCESS);
}

__attribute__((constructor)) static void
read_orders(void)
{
	const char *orders = getenv("OPGEN_FAIL_MEMORY");

	if (orders)
		take_turns(atoi(orders));
}

__attribute__((destructor)) static void
tell_count(void)
{
	const char *path = getenv("OPGEN_COUNT_MEMORY");
	int file = path ? creat(path, 0666) : -1;

	if (file >= 0) {
		dprintf(file, "%lu %lu\n", nrequest, most);
		close(file);
	}
}

static bool
memory_fails(void)
{
	nrequest++;
	if (!failing || nrequest < failing || (nrequest > failing && !lasting))
		return false;
	errno = ENOMEM;
	return true;
}

/* Counts what a request has given. */
static void *
hold(void *bytes)
{
	held += malloc_usable_size(bytes);
	most = held > most ? held : most;
	return bytes;
}

void *
malloc(size_t size)
{
	return memory_fails() ? NULL : hold(__libc_malloc(size));
}

void *
calloc(size_t n, size_t size)
{
	return memory_fails() ? NULL : hold(__libc_calloc(n, size));
}

void *
realloc(void *bytes, size_t size)
{
	if (memory_fails())
		return NULL;
	held -= malloc_usable_size(bytes);
	return hold(__libc_realloc(bytes, size));
}

void
free(void *bytes)
{
	held -= malloc_usable_size(bytes);
	__libc_free(bytes);
}

/* Whether an order is about that path; errno is what it says then. */
static bool
path_fails(const char *variable, const char *path)
{
	const char *order = getenv(variable);
	size_t size = strlen(path), nend;
	char *end;
	long number;

	if (!order)
		return false;
	number = strtol(order, &end, 10);
	nend = strlen(++end);
	if (size < nend || strcmp(path + size - nend, end) != 0)
		return false;
	errno = (int)number;
	return true;
}

int
open(const char *path, int flags, ...)
{
	va_list arguments;
	mode_t mode = 0;

	if (flags & O_CREAT) {
		va_start(arguments, flags);
		mode = va_arg(arguments, mode_t);
		va_end(arguments);
	}
	return path_fails("OPGEN_FAIL_OPEN", path) ? -1
						   : openat(AT_FDCWD, path, flags, mode);
}

FILE *
fopen(const char *restrict path, const char *restrict mode)
{
	union {
		void *found;
		FILE *(*call)(const char *restrict path, const char *restrict mode);
	} next = {dlsym(RTLD_NEXT, "fopen")};

	return path_fails("OPGEN_FAIL_OPEN", path) ? NULL : next.call(path, mode);
}

/* The same for an open file; also where its path cannot be told. */
static bool
file_fails(const char *variable, int file)
{
	char link[32], path[PATH_MAX];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return true;
	path[length] = '\0';
	return path_fails(variable, path);
}

ssize_t
pread(int file, void *to, size_t size, off_t offset)
{
	return file_fails("OPGEN_FAIL_READ", file)
		       ? -1
		       : preadv(file, &(struct iovec){to, size}, 1, offset);
}

ssize_t
write(int file, const void *from, size_t size)
{
	return file_fails("OPGEN_FAIL_WRITE", file)
		       ? -1
		       : writev(file, &(struct iovec){(void *)from, size}, 1);
}

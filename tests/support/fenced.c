/* mmap without a file is younger than the POSIX that opgen is written for. */
#define _DEFAULT_SOURCE

#include "support/fenced.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __wasm__

struct fenced
fenced_make(size_t size, enum placement placement)
{
	const size_t page = 65536, npage = (size + page - 1) / page;
	const size_t begin = __builtin_wasm_memory_size(0) * page;
	const size_t offset = placement == PLACED_AT_END ? npage * page - size : 0;
	struct fenced fenced = {.size = size, .nmapping = npage * page};

	if (__builtin_wasm_memory_grow(0, npage) == SIZE_MAX) {
		fprintf(stderr, "no memory\n");
		exit(3);
	}
	fenced.mapping = (unsigned char *)begin;
	fenced.elements = fenced.mapping + offset;
	return fenced;
}

/* Memory only grows. */
void
fenced_free(struct fenced *fenced)
{
	(void)fenced;
}

void
fenced_make_read_only(struct fenced *fenced)
{
	(void)fenced;
}

void
fenced_make_writable(struct fenced *fenced)
{
	(void)fenced;
}

#else

#include <sys/mman.h>
#include <unistd.h>

static void
protect(struct fenced *fenced, int protection)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (fenced->nmapping > 2 * page)
		mprotect(fenced->mapping + page, fenced->nmapping - 2 * page, protection);
}

struct fenced
fenced_make(size_t size, enum placement placement)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t inside = (size + page - 1) / page * page;
	struct fenced fenced = {.size = size, .nmapping = inside + 2 * page};
	void *mapping = mmap(NULL, fenced.nmapping, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (mapping == MAP_FAILED) {
		perror("mmap");
		exit(3);
	}
	fenced.mapping = mapping;
	fenced_make_writable(&fenced);
	fenced.elements =
		fenced.mapping + page + (placement == PLACED_AT_END ? inside - size : 0);
	return fenced;
}

void
fenced_free(struct fenced *fenced)
{
	munmap(fenced->mapping, fenced->nmapping);
}

void
fenced_make_read_only(struct fenced *fenced)
{
	protect(fenced, PROT_READ);
}

void
fenced_make_writable(struct fenced *fenced)
{
	protect(fenced, PROT_READ | PROT_WRITE);
}

#endif

#include "base/alloc.h"

#include <stdlib.h>

#include "base/complain.h"

void
alloc_failed(void)
{
	give_up("out of memory");
}

void *
alloc_take(size_t size)
{
	return alloc_resize(NULL, size);
}

void *
alloc_resize(void *bytes, size_t size)
{
	/* realloc to size 0 may return NULL, which is no failure. */
	void *resized = realloc(bytes, size ? size : 1);

	if (!resized)
		alloc_failed();
	return resized;
}

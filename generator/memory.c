#include "memory.h"

#include <stdlib.h>

#include "complain.h"

void
memory_missing(void)
{
	give_up("out of memory");
}

void *
memory_take(size_t size)
{
	return memory_resize(NULL, size);
}

void *
memory_resize(void *bytes, size_t size)
{
	/* Of no bytes there may be no object, which is no failure. */
	void *resized = realloc(bytes, size ? size : 1);

	if (!resized)
		memory_missing();
	return resized;
}

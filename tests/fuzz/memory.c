#include "fuzz/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* Of the sanitizers' runtime, as clang's sanitizer/allocator_interface.h has them; gcc
   has no such header. */
int __sanitizer_install_malloc_and_free_hooks(
	void (*on_malloc)(const volatile void *bytes, size_t size),
	void (*on_free)(const volatile void *bytes));
size_t __sanitizer_get_current_allocated_bytes(void);

enum {
	LIMIT = 256 * 1024 * 1024,
	LARGE = 32 * 1024 /* smaller requests are not looked at one by one */
};

static bool watching, installed;
static size_t before;

static void
check(void)
{
	static const char message[] = "opgen: broken promise: 256 MiB are enough\n";

	if (__sanitizer_get_current_allocated_bytes() <= before + LIMIT)
		return;
	watching = false;
	if (write(STDERR_FILENO, message, sizeof message - 1) > 0)
		abort();
	abort();
}

static void
on_malloc(const volatile void *bytes, size_t size)
{
	(void)bytes;
	if (watching && size >= LARGE)
		check();
}

static void
on_free(const volatile void *bytes)
{
	(void)bytes;
}

void
memory_bound_begin(void)
{
	if (!installed)
		__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
	installed = true;
	before = __sanitizer_get_current_allocated_bytes();
	watching = true;
}

void
memory_bound_end(void)
{
	watching = false;
}

#include "readers/read_at.h"

#include <errno.h>
#include <unistd.h>

bool
read_at(int file, void *to, size_t size, int64_t offset)
{
	char *at = to;

	while (size > 0) {
		ssize_t n = pread(file, at, size, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
		offset += n;
	}
	return true;
}

#include "spec/data_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/descriptor.h"

/* Why a file cannot be opened, if the fault is its name's; else gives up. */
static const char *
name_fault(const char *path)
{
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		return strerror(errno);
	case ENXIO: /* a socket, for one */
		return "not a regular file";
	default:
		give_up_reading(path);
	}
}

int
data_file_open(const char *path, int64_t *size, const char **why)
{
	int file = descriptor_open(path, O_RDONLY | O_NONBLOCK);
	struct stat status;

	if (file < 0) {
		*why = name_fault(path);
		return -1;
	}
	if (fstat(file, &status))
		give_up_reading(path);
	if (!S_ISREG(status.st_mode)) {
		close(file);
		*why = "not a regular file";
		return -1;
	}
	*size = status.st_size;
	return file;
}

bool
data_file_read(int file, const char *path, void *to, size_t size, int64_t offset)
{
	char *at = to;

	while (size > 0) {
		ssize_t n = pread(file, at, size, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			give_up_reading(path);
		if (n == 0)
			return false;
		at += n;
		size -= (size_t)n;
		offset += n;
	}
	return true;
}

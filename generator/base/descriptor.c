#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int
descriptor_open(const char *path, int flags)
{
	int descriptor;

	do
		descriptor = open(path, flags | O_CLOEXEC, 0666);
	while (descriptor < 0 && errno == EINTR);
	return descriptor;
}

ssize_t
descriptor_read(int descriptor, void *to, size_t size)
{
	char *at = to;
	size_t left = size;

	while (left > 0) {
		ssize_t n = read(descriptor, at, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		at += n;
		left -= (size_t)n;
	}
	return (ssize_t)(size - left);
}

bool
descriptor_write(int descriptor, const void *from, size_t size)
{
	const char *at = from;

	while (size > 0) {
		ssize_t n = write(descriptor, at, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

bool
descriptor_change_mode(int descriptor, mode_t mode)
{
	int failed;

	do
		failed = fchmod(descriptor, mode);
	while (failed && errno == EINTR);
	return !failed;
}

bool
descriptor_sync(int descriptor)
{
	int failed;

	do
		failed = fsync(descriptor);
	while (failed && errno == EINTR);
	return !failed;
}

bool
descriptor_sync_path(const char *path)
{
	int descriptor = descriptor_open(path, O_RDONLY);
	bool synced;
	int error;

	if (descriptor < 0)
		return false;
	synced = descriptor_sync(descriptor);
	error = errno;
	descriptor_close(descriptor);
	errno = error;
	return synced;
}

bool
descriptor_close(int descriptor)
{
	return !close(descriptor) || errno == EINTR;
}

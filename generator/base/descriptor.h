#ifndef OPGEN_BASE_DESCRIPTOR_H
#define OPGEN_BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* System calls on files, repeated when a signal interrupts them. errno says why one
   failed. */

/* Opens a file, or creates it with the permissions that the umask leaves; -1 on failure.
   Programs that opgen starts do not inherit the descriptor. */
int descriptor_open(const char *path, int flags);

/* Reads size bytes, or as many as are left, and returns their number; -1 on failure. */
ssize_t descriptor_read(int descriptor, void *to, size_t size);

bool descriptor_write(int descriptor, const void *from, size_t size);
bool descriptor_change_mode(int descriptor, mode_t mode);

/* Waits until a file's bytes, or a directory's names, are on the disk. */
bool descriptor_sync(int descriptor);
bool descriptor_sync_path(const char *path);

/* Closes a descriptor, even if a signal interrupts. */
bool descriptor_close(int descriptor);

#endif

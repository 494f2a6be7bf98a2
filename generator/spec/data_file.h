#ifndef OPGEN_SPEC_DATA_FILE_H
#define OPGEN_SPEC_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Files of constants that a spec or a model names. A missing file is a mistake in the
   spec; a file that exists and cannot be read ends the program with exit status 3. */

/* Opens a regular file, without waiting for the other end of a pipe, and stores its size.
   Returns -1 and sets *why, the end of a message, if it is not one. */
int data_file_open(const char *path, int64_t *size, const char **why);

/* Reads size bytes at an offset; false when the file ends before. */
bool data_file_read(int file, const char *path, void *to, size_t size, int64_t offset);

#endif

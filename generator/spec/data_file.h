#ifndef OPGEN_SPEC_DATA_FILE_H
#define OPGEN_SPEC_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Files that a spec or a model names, in which constants are kept. That there is no such
   file is the spec's mistake; one that is there and cannot be read ends the program with
   exit status 3. */

/* Opens a regular file, never waiting for the other end of a pipe, and tells its size.
   Returns -1 and sets *why, the end of a message, where there is none. */
int data_file_open(const char *path, int64_t *size, const char **why);

/* Reads size bytes from an offset on; false when the file has not as many. */
bool data_file_read(int file, const char *path, void *to, size_t size, int64_t offset);

#endif

#ifndef OPGEN_FUZZ_FILE_H
#define OPGEN_FUZZ_FILE_H

#include <stddef.h>

/* Makes a file hold these bytes. */
void file_set(const char *path, const void *bytes, size_t size);

#endif

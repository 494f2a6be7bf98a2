#ifndef OPGEN_READERS_READ_AT_H
#define OPGEN_READERS_READ_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads size bytes of an open file from an offset on; false when it has not as many. */
bool read_at(int file, void *to, size_t size, int64_t offset);

#endif

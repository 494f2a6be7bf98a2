#ifndef OPGEN_FUZZ_FILE_H
#define OPGEN_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Makes a file hold these bytes. */
void file_set(const char *path, const void *bytes, size_t size);

/* A file's bytes, which the caller frees; NULL where there is none. */
char *file_get(const char *path, size_t *size);

/* An OpenVINO IR as one input: the .xml, and after a NUL, "bin" and another NUL its .bin.
   Writes that beside build/fuzz/work/net.xml, and returns the size of what comes before.
 */
size_t file_set_bin(const uint8_t *bytes, size_t size);

#endif

#include "fuzz/file.h"

#include <stdio.h>

#include "fuzz/trial.h"

void
file_set(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	promise(file && fwrite(bytes, 1, size, file) == size && !fclose(file),
		"build/fuzz/work can be written");
}

#include "fuzz/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/trial.h"

static const char seam[] = "\0bin";

void
file_set(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	promise(file && fwrite(bytes, 1, size, file) == size && !fclose(file),
		"build/fuzz/work can be written");
}

char *
file_get(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	struct stat status;
	char *bytes;

	if (!file)
		return NULL;
	promise(!fstat(fileno(file), &status), "a file has a size");
	*size = (size_t)status.st_size;
	bytes = malloc(*size + 1);
	promise(bytes && fread(bytes, 1, *size, file) == *size, "a file can be read");
	fclose(file);
	return bytes;
}

size_t
file_set_bin(const uint8_t *bytes, size_t size)
{
	size_t xml = 0, bin;

	while (xml < size &&
		(size - xml < sizeof seam || memcmp(bytes + xml, seam, sizeof seam)))
		xml++;
	bin = xml < size ? xml + sizeof seam : size;
	file_set("build/fuzz/work/net.bin", bytes + bin, size - bin);
	return xml;
}

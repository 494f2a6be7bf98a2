#include <stdio.h>
#include <stdlib.h>

#include "fuzz/file.h"
#include "fuzz/trial.h"

/* In libFuzzer's place: takes each file that is named through the target. */
int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		size_t size;
		char *bytes = file_get(argv[i], &size);

		promise(bytes != NULL, "an input can be read");
		fprintf(stderr, "%s\n", argv[i]);
		LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
		free(bytes);
	}
	return 0;
}

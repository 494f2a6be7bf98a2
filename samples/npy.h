#ifndef SAMPLES_NPY_H
#define SAMPLES_NPY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes n numbers as a .npy file, as numpy.save does, on a machine whose lowest byte comes
   first; shape: "8, 1, 3, 3". Ends the program where it cannot. */
static void
save(const char *path, const char *shape, const float *x, size_t n)
{
	FILE *file = fopen(path, "wb");
	char header[118];

	if (!file)
		exit(1);
	memset(header, ' ', sizeof header);
	header[snprintf(header, sizeof header,
		"{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }", shape)] =
		' ';
	header[sizeof header - 1] = '\n';
	fwrite("\x93NUMPY\x01\0\x76\0", 1, 10, file);
	fwrite(header, 1, sizeof header, file);
	fwrite(x, sizeof *x, n, file);
	if (fclose(file))
		exit(1);
}

#endif

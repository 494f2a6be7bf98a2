#ifndef OPGEN_SPEC_NPY_HEADER_H
#define OPGEN_SPEC_NPY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tensor;

enum {
	NPY_DESCR_LIMIT = 16
};

/* What the header of a numpy file says. */
struct npy_header {
	char descr[NPY_DESCR_LIMIT]; /* the element type: "<f4" */
	bool fortran_order;          /* the first extent runs fastest */
};

/* Reads a header's text, a Python dictionary; the shape goes into the tensor. Returns
   NULL, or what is wrong with it, as the end of a message. */
const char *npy_header_parse(
	struct npy_header *header, struct tensor *tensor, const char *text, size_t size);

#endif

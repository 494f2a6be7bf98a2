#ifndef OPGEN_MODEL_REQUEST_H
#define OPGEN_MODEL_REQUEST_H

#include <stdint.h>

/* What the command line says that a reader of models has to know. */
struct read_request {
	int64_t opset; /* --opset, of a file that names none; 0: not given */
};

#endif

#ifndef OPGEN_MODEL_DOMAIN_H
#define OPGEN_MODEL_DOMAIN_H

#include "model/model.h"

/* The domain of a node of an ONNX file, beside ai.onnx, if opgen has the operation; NULL:
   the node is a foreign one. */
const char *domain_of_op(struct bytes domain, struct bytes op);

#endif

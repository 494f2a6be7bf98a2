#ifndef OPGEN_MODEL_OPENVINO_XML_H
#define OPGEN_MODEL_OPENVINO_XML_H

#include "model/openvino/ir.h"

struct arena;
struct source;

/* Parses the text of an .xml. Reports the first mistake and returns false. */
bool ir_parse(struct ir *ir, struct source *source, struct arena *arena);

#endif

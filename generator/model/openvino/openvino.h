#ifndef OPGEN_MODEL_OPENVINO_OPENVINO_H
#define OPGEN_MODEL_OPENVINO_OPENVINO_H

#include <stdbool.h>

struct arena;
struct model;
struct read_request;
struct source;

/* Reads an OpenVINO IR, version 10 or 11, from the text of its .xml. Each layer is a
   node. The value of its first output port has the layer's name, those of further ones
   are "LAYER:1", "LAYER:2", …. Constants are read when they are decoded, from the file
   whose path is the source's with .bin in place of .xml. The attributes of <data> are
   strings.

   Reports a file that cannot be read as one and returns false. What it allocates lives
   in the arena. The model keeps a pointer to itself and must not be copied. */
bool openvino_read(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena);

#endif

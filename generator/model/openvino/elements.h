#ifndef OPGEN_MODEL_OPENVINO_ELEMENTS_H
#define OPGEN_MODEL_OPENVINO_ELEMENTS_H

#include "model/openvino/choices.h"
#include "model/openvino/ir.h"

#include <expat.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct source;

enum {
	XML_DEPTH_LIMIT = 64,
	XML_DIM_LIMIT = 48 /* of the text of an extent, in bytes */
};

/* The elements that are read. */
enum element {
	ELEMENT_DOCUMENT, /* around the outermost element */
	ELEMENT_NET,
	ELEMENT_LAYERS,
	ELEMENT_LAYER,
	ELEMENT_DATA,
	ELEMENT_INPUT,
	ELEMENT_OUTPUT,
	ELEMENT_PORT,
	ELEMENT_DIM,
	ELEMENT_BODY,
	ELEMENT_EDGES,
	ELEMENT_EDGE,
	ELEMENT_OTHER /* any other, and every element inside it */
};

/* The state while expat reads the document. */
struct xml {
	XML_Parser parser;
	struct ir *ir;
	struct source *source;
	struct arena *arena;
	bool stopped; /* a mistake has been reported; expat may call once more */
	enum element path[XML_DEPTH_LIMIT + 1];
	size_t depth;
	size_t nattribute;
	char dim[XML_DIM_LIMIT + 1];         /* the text of the current <dim> so far */
	size_t ndim_text;                    /* XML_DIM_LIMIT + 1: too long */
	struct extent extent[IR_RANK_LIMIT]; /* of the current port */
	size_t rank;
};

/* Reports a mistake where the parser stands, the first one only, and stops the parser. */
void xml_stop(struct xml *xml, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* What the start and the end of an element add to the IR. expat lists attributes as
   names and values in turn. */
void xml_begin(struct xml *xml, const char *name, const char **attribute);
void xml_end(struct xml *xml);

#endif

#ifndef OPGEN_MODEL_FORMAT_H
#define OPGEN_MODEL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* The formats of a file given as SPEC. */
enum format {
	FORMAT_UNKNOWN,
	FORMAT_SPEC,       /* opgen's own, JSON */
	FORMAT_ONNX,       /* a ModelProto */
	FORMAT_TENSORFLOW, /* a GraphDef, SavedModel or MetaGraphDef */
	FORMAT_OPENVINO,   /* an IR's .xml */
	FORMAT_TENSOR,     /* an ONNX TensorProto: refused */
	FORMAT_NPY,        /* a numpy array: refused */
	FORMAT_TEXT,       /* other text, or an empty file: at best a spec */
	FORMAT_PROTO_TEXT, /* a protobuf message written as text: refused */
	FORMAT_CORE_ML,    /* Apple's: refused */
	NFORMAT
};

/* The format that a word of --from means, or FORMAT_UNKNOWN. */
enum format format_find(const char *word);

/* The words of --from, NULL at the end. */
extern const char *const format_word[];

/* Whether opgen reads such files; if not, why, as a message. */
bool format_is_read(enum format format);
const char *format_refusal(enum format format);

/* Recognises a file by its content, never by its name. A truncated file is recognised by
   its beginning. */
enum format format_of(const char *text, size_t size);

/* The most bytes that a file which begins like this may have. */
size_t format_limit(const char *start, size_t size);

#endif

#include "model/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "diag/source.h"
#include "diag/source_read.h"

enum {
	MODEL_SIZE_LIMIT = 1024 * 1024 * 1024,
	XML_SIZE_LIMIT = 64 * 1024 * 1024,
	MAX_FIELD = 16,      /* the highest field number examined */
	CORE_ML_FIELD = 200, /* fields numbered from here on say which kind of Core ML
				model it is */
	TEXT_LOOKED_AT = 512 /* bytes examined to tell whether a file is text */
};

const char *const format_word[] = {"onnx", "tensorflow", "openvino", "spec", NULL};

static const enum format format_meant[] = {
	FORMAT_ONNX, FORMAT_TENSORFLOW, FORMAT_OPENVINO, FORMAT_SPEC};

enum format
format_find(const char *word)
{
	for (size_t i = 0; format_word[i]; i++)
		if (!strcmp(format_word[i], word))
			return format_meant[i];
	return FORMAT_UNKNOWN;
}

bool
format_is_read(enum format format)
{
	return format_refusal(format) == NULL;
}

const char *
format_refusal(enum format format)
{
	static const char *const refusal[NFORMAT] = {
		[FORMAT_UNKNOWN] =
			"this is neither a spec nor an ONNX model, a TensorFlow graph or "
			"an OpenVINO IR, whole or in part; --from says which it is",
		[FORMAT_TENSOR] = "this is a single ONNX tensor, no model",
		[FORMAT_NPY] = "this is a numpy array, no model; a spec's constants can "
			       "name it as their file",
		[FORMAT_PROTO_TEXT] =
			"this is a protobuf message in text form; protoc --encode makes "
			"the binary form of it that opgen reads",
		[FORMAT_CORE_ML] = "this is a Core ML model: take the model that it was "
				   "converted from",
	};

	return refusal[format];
}

/* Protobuf's ways to write a field's value. */
enum wire {
	WIRE_VARINT,
	WIRE_FIXED64,
	WIRE_BYTES,
	WIRE_FIXED32 = 5
};

/* The outermost fields of what may be a protobuf message. */
struct outline {
	bool whole;                 /* it ends where the text does */
	bool varint[MAX_FIELD + 1]; /* by the field's number */
	bool bytes[MAX_FIELD + 1];
	bool core_ml; /* it has a field numbered CORE_ML_FIELD or more */
};

/* Reads a varint of at most 64 bits. */
static bool
read_varint(const char *text, size_t size, size_t *at, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; shift < 64 && *at < size; shift += 7) {
		unsigned char byte = (unsigned char)text[(*at)++];

		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* Moves past the value of a field; false if that is beyond the end. */
static bool
skip_value(const char *text, size_t size, size_t *at, enum wire wire)
{
	uint64_t length = wire == WIRE_FIXED64 ? 8 : 4;

	if (wire == WIRE_VARINT)
		return read_varint(text, size, at, &length);
	if (wire == WIRE_BYTES && !read_varint(text, size, at, &length))
		return false;
	if (length > size - *at)
		return false;
	*at += (size_t)length;
	return true;
}

static struct outline
find_outline(const char *text, size_t size)
{
	struct outline outline = {0};
	size_t at = 0;

	while (at < size) {
		uint64_t tag;
		uint64_t field;
		enum wire wire;

		if (!read_varint(text, size, &at, &tag))
			return outline;
		field = tag >> 3;
		wire = (enum wire)(tag & 7);
		if (!field || (wire > WIRE_BYTES && wire != WIRE_FIXED32))
			return outline;
		if (field <= MAX_FIELD && wire == WIRE_VARINT)
			outline.varint[field] = true;
		if (field <= MAX_FIELD && wire == WIRE_BYTES)
			outline.bytes[field] = true;
		outline.core_ml |= field >= CORE_ML_FIELD;
		if (!skip_value(text, size, &at, wire))
			return outline;
	}
	outline.whole = true;
	return outline;
}

/* The numbers are those of the messages' definitions: a ModelProto's graph is field 7
   and its ir_version, 1, a number; a TensorProto's data_type, 2, is a number; a
   GraphDef's nodes are field 1, a MetaGraphDef's graph and a SavedModel's graphs field 2.
 */
static enum format
format_of_message(const struct outline *outline)
{
	if (outline->varint[2] && !outline->bytes[2])
		return FORMAT_TENSOR;
	if (outline->bytes[7] && !outline->bytes[1])
		return FORMAT_ONNX;
	if (outline->varint[1] && outline->bytes[2] && outline->core_ml)
		return FORMAT_CORE_ML;
	if (outline->bytes[1] || (outline->varint[1] && outline->bytes[2]))
		return FORMAT_TENSORFLOW;
	return FORMAT_UNKNOWN;
}

static bool
begins_with(const char *text, size_t size, const char *start)
{
	size_t nstart = strlen(start);

	return size >= nstart && !memcmp(text, start, nstart);
}

/* Whether the start has only characters of text. */
static bool
is_text(const char *text, size_t size)
{
	for (size_t i = 0; i < size && i < TEXT_LOOKED_AT; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == 0x7f || (c < 0x20 && c != '\t' && c != '\n' && c != '\r'))
			return false;
	}
	return true;
}

static bool
is_word(char c)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether a text begins as protobuf's text form does: `node {`, `ir_version: 8`. */
static bool
is_proto_text(const char *text, size_t size)
{
	size_t at = 0, began;

	while (at < size && text[at] == '#')
		while (at < size && text[at++] != '\n')
			;
	for (began = at; at < size && is_word(text[at]); at++)
		;
	if (at == began)
		return false;
	while (at < size && text[at] == ' ')
		at++;
	if (at < size && text[at] == ':')
		for (at++; at < size && text[at] == ' '; at++)
			;
	/* With anything else after the word it is YAML or prose. */
	return at < size && text[at] && strchr("{<\"'-0123456789", text[at]);
}

/* The format of a text, whose leading white space is skipped; FORMAT_UNKNOWN if it is
   not text. */
static enum format
format_of_text(const char *text, size_t size)
{
	/* XML may be in UTF-16; a spec that is says so itself. */
	if (begins_with(text, size, "\xff\xfe") || begins_with(text, size, "\xfe\xff"))
		return size >= 4 && (text[2] == '{' || text[3] == '{') ? FORMAT_SPEC
								       : FORMAT_OPENVINO;
	if (begins_with(text, size, "\xef\xbb\xbf")) {
		text += 3;
		size -= 3;
	}
	while (size > 0 && memchr(" \t\r\n", *text, 4)) {
		text++;
		size--;
	}
	if (begins_with(text, size, "<"))
		return FORMAT_OPENVINO;
	if (begins_with(text, size, "{"))
		return FORMAT_SPEC;
	if (!is_text(text, size))
		return FORMAT_UNKNOWN;
	return is_proto_text(text, size) ? FORMAT_PROTO_TEXT : FORMAT_TEXT;
}

enum format
format_of(const char *text, size_t size)
{
	enum format format = format_of_text(text, size);
	struct outline outline;

	if (begins_with(text, size, "\x93NUMPY"))
		return FORMAT_NPY;
	/* A GraphDef begins with the tag of its field 1, which is a line feed, and the
	   length after it can be any character. */
	if (format != FORMAT_UNKNOWN && text[0] != '\n')
		return format;
	outline = find_outline(text, size);
	if (format != FORMAT_UNKNOWN && !outline.whole)
		return format;
	return format_of_message(&outline);
}

size_t
format_limit(const char *start, size_t size)
{
	switch (format_of_text(start, size)) {
	case FORMAT_OPENVINO:
		return XML_SIZE_LIMIT;
	case FORMAT_SPEC:
	case FORMAT_TEXT:
		/* What looks like a spec can be a GraphDef. */
		return start[0] == '\n' ? MODEL_SIZE_LIMIT : SOURCE_SIZE_LIMIT;
	default:
		return MODEL_SIZE_LIMIT;
	}
}

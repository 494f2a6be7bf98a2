#include "model/openvino/xml.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "diag/source.h"
#include "model/openvino/elements.h"
#include "model/openvino/limits.h"

enum {
	SIZE_LIMIT = 64 * 1024 * 1024, /* bytes of an .xml */
	WIDE_LIMIT = 4 * 1024 * 1024   /* of one in UTF-16: find_crowded_tag() fails */
};

static void XMLCALL
begin_element(void *user, const char *name, const char **attribute)
{
	struct xml *xml = user;

	if (!xml->stopped)
		xml_begin(xml, name, attribute);
}

static void XMLCALL
end_element(void *user, const char *name)
{
	struct xml *xml = user;

	(void)name;
	if (!xml->stopped)
		xml_end(xml);
}

/* expat calls this more than once for a text with comments, character references or
   CDATA. */
static void XMLCALL
add_text(void *user, const char *text, int n)
{
	struct xml *xml = user;

	if (xml->stopped || xml->path[xml->depth] != ELEMENT_DIM)
		return;
	for (int i = 0; i < n && xml->ndim_text <= XML_DIM_LIMIT; i++) {
		if (xml->ndim_text < XML_DIM_LIMIT)
			xml->dim[xml->ndim_text] = text[i];
		xml->ndim_text++;
	}
}

/* No IR has a DOCTYPE, and without one there are no entities to expand. */
static void XMLCALL
refuse_doctype(void *user, const char *name, const char *system, const char *public,
	int has_subset)
{
	(void)name;
	(void)system;
	(void)public;
	(void)has_subset;
	xml_stop(user, "a DOCTYPE is not allowed in an IR");
}

/* Whether expat reads a text as UTF-16. */
static bool
is_wide(const char *text, size_t size)
{
	return size > 1 &&
	       (!text[0] || !text[1] || text[0] == '\xff' || text[0] == '\xfe');
}

static bool
is_within_limits(struct source *source)
{
	bool wide = is_wide(source->text, source->size);
	size_t limit = wide ? WIDE_LIMIT : SIZE_LIMIT, crowded;

	if (source->size > limit) {
		source_error_at(source, 0,
			"an IR's .xml%s has at most %zu bytes, got %zu",
			wide ? " in UTF-16" : "", limit, source->size);
		return false;
	}
	crowded = wide ? source->size : find_crowded_tag(source->text, source->size);
	if (crowded < source->size) {
		source_error_at(source, crowded, "more than %d attributes in a tag",
			TAG_ATTRIBUTE_LIMIT);
		return false;
	}
	return true;
}

bool
ir_parse(struct ir *ir, struct source *source, struct arena *arena)
{
	static const XML_Memory_Handling_Suite memory = {alloc_take, alloc_resize, free};
	struct xml *xml = arena_new(arena, struct xml);
	enum XML_Status status;

	if (!is_within_limits(source))
		return false;
	/* Layers point to their first port, also those that have none. */
	ir->port = arena_new(arena, struct ir_port);
	*xml = (struct xml){
		XML_ParserCreate_MM(NULL, &memory, NULL), ir, source, arena, .depth = 0};
	XML_SetUserData(xml->parser, xml);
	XML_SetElementHandler(xml->parser, begin_element, end_element);
	XML_SetCharacterDataHandler(xml->parser, add_text);
	XML_SetStartDoctypeDeclHandler(xml->parser, refuse_doctype);
	/* All at once: if the text came in pieces, a token in many of them would be
	   read again for each. */
	status = XML_Parse(xml->parser, source->text, (int)source->size, 1);
	if (status != XML_STATUS_OK)
		xml_stop(xml, "the XML is not well-formed: %s",
			XML_ErrorString(XML_GetErrorCode(xml->parser)));
	XML_ParserFree(xml->parser);
	return !xml->stopped;
}

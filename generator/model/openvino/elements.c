#include "model/openvino/elements.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"

enum {
	COUNT_LIMIT = 1 << 18, /* of layers, ports, edges, attributes of data */
	MESSAGE_LIMIT = 512
};

void
xml_stop(struct xml *xml, const char *format, ...)
{
	XML_Index at = XML_GetCurrentByteIndex(xml->parser);
	char message[MESSAGE_LIMIT];
	va_list arguments;

	if (xml->stopped)
		return;
	xml->stopped = true;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	source_error_at(xml->source, at < 0 ? 0 : (size_t)at, "%s", message);
	XML_StopParser(xml->parser, XML_FALSE);
}

static struct bytes
copy(const struct xml *xml, const char *text)
{
	size_t size = text ? strlen(text) : 0;

	return (struct bytes){size ? arena_copy_text(xml->arena, text, size) : "", size};
}

/* An attribute of an element, or NULL; expat lists names and values in turn. */
static const char *
find(const char **attribute, const char *name)
{
	for (; *attribute; attribute += 2)
		if (!strcmp(attribute[0], name))
			return attribute[1];
	return NULL;
}

static int64_t
find_number(struct xml *xml, const char **attribute, const char *name)
{
	const char *text = find(attribute, name);
	int64_t number = 0;

	if (!text)
		xml_stop(xml, "%s: missing", name);
	else if (!ir_number(text, &number))
		xml_stop(xml, "%s: expected a number, got %s", name,
			clipped(text, xml->arena));
	return number;
}

/* Whether n is the limit, which is then reported. */
static bool
is_full(struct xml *xml, size_t n, const char *what)
{
	if (n >= COUNT_LIMIT)
		xml_stop(xml, "more than %d %s", COUNT_LIMIT, what);
	return n >= COUNT_LIMIT;
}

static void
begin_net(struct xml *xml, const char **attribute)
{
	const char *version = find(attribute, "version");

	if (!version)
		xml_stop(xml,
			"version: missing; opgen reads versions 10 and 11 of the IR");
	else if (!ir_number(version, &xml->ir->version) ||
		 (xml->ir->version != 10 && xml->ir->version != 11))
		xml_stop(xml, "version: expected 10 or 11, got %s",
			clipped(version, xml->arena));
}

static void
begin_layer(struct xml *xml, const char **attribute)
{
	struct ir *ir = xml->ir;
	const char *type = find(attribute, "type");
	XML_Index at = XML_GetCurrentByteIndex(xml->parser);

	if (is_full(xml, ir->nlayer, "layers"))
		return;
	if (!type)
		xml_stop(xml, "type: missing");
	ir->layer = arena_grow(xml->arena, ir->layer, ir->nlayer, sizeof *ir->layer);
	ir->layer[ir->nlayer++] = (struct ir_layer){
		.id = find_number(xml, attribute, "id"),
		.name = copy(xml, find(attribute, "name")),
		.type = copy(xml, type),
		.version = copy(xml, find(attribute, "version")),
		.port = ir->nport,
		.offset = at < 0 ? 0 : (size_t)at,
	};
}

static void
begin_data(struct xml *xml, const char **attribute)
{
	struct ir_layer *layer = &xml->ir->layer[xml->ir->nlayer - 1];
	struct model_attribute *data;
	size_t n = 0;

	while (attribute[2 * n])
		n++;
	if (is_full(xml, xml->nattribute + n, "attributes"))
		return;
	xml->nattribute += n;
	layer->has_two_data = layer->data != NULL;
	data = arena_array(xml->arena, struct model_attribute, n + 1);
	for (size_t i = 0; i < n; i++) {
		data[i].name = copy(xml, attribute[2 * i]);
		data[i].type = MODEL_STRING;
		data[i].s = copy(xml, attribute[2 * i + 1]);
	}
	layer->data = data;
	layer->ndata = n;
}

static void
begin_port(struct xml *xml, const char **attribute)
{
	struct ir *ir = xml->ir;
	struct ir_layer *layer = &ir->layer[ir->nlayer - 1];

	xml->rank = 0;
	if (is_full(xml, ir->nport, "ports"))
		return;
	ir->port = arena_grow(xml->arena, ir->port, ir->nport, sizeof *ir->port);
	ir->port[ir->nport++] = (struct ir_port){
		.id = find_number(xml, attribute, "id"),
		.output = xml->path[xml->depth - 1] == ELEMENT_OUTPUT,
		.precision = copy(xml, find(attribute, "precision")),
		.layer = ir->nlayer - 1,
	};
	layer->nport++;
}

static void
begin_dim(struct xml *xml, const char **attribute)
{
	(void)attribute;
	xml->ndim_text = 0;
}

static void
begin_body(struct xml *xml, const char **attribute)
{
	(void)attribute;
	xml->ir->nbody++;
}

static void
begin_edge(struct xml *xml, const char **attribute)
{
	struct ir *ir = xml->ir;
	XML_Index at = XML_GetCurrentByteIndex(xml->parser);

	if (is_full(xml, ir->nedge, "edges"))
		return;
	ir->edge = arena_grow(xml->arena, ir->edge, ir->nedge, sizeof *ir->edge);
	ir->edge[ir->nedge++] = (struct ir_edge){
		.from_layer = find_number(xml, attribute, "from-layer"),
		.from_port = find_number(xml, attribute, "from-port"),
		.to_layer = find_number(xml, attribute, "to-layer"),
		.to_port = find_number(xml, attribute, "to-port"),
		.offset = at < 0 ? 0 : (size_t)at,
	};
}

static void
end_dim(struct xml *xml)
{
	struct ir_port *port = &xml->ir->port[xml->ir->nport - 1];
	size_t n = xml->ndim_text;
	char *text = xml->dim;

	while (n > 0 && n <= XML_DIM_LIMIT && strchr(" \t\r\n", text[n - 1]))
		n--;
	text[n > XML_DIM_LIMIT ? XML_DIM_LIMIT : n] = '\0';
	text += strspn(text, " \t\r\n");
	if (port->fault)
		return;
	if (xml->rank == IR_RANK_LIMIT)
		port->fault = "has more dimensions than make sense";
	else if (n > XML_DIM_LIMIT ||
		 !ir_extent(text, xml->ir->version > 10, &xml->extent[xml->rank]))
		port->fault = arena_format(xml->arena,
			"has a port whose dimension %zu is %s, expected a number",
			xml->rank, clipped(text, xml->arena));
	else
		xml->rank++;
}

static void
end_port(struct xml *xml)
{
	struct ir_port *port = &xml->ir->port[xml->ir->nport - 1];
	struct extent *extent;

	if (port->fault || xml->rank == 0)
		return;
	extent = arena_copy(xml->arena, xml->extent, xml->rank, sizeof *extent);
	port->shape = (struct model_shape){true, xml->rank, extent};
}

/* An element that is read inside a certain parent, and what its start does. */
struct row {
	enum element parent, element;
	const char *name;
	void (*begin)(struct xml *, const char **attribute);
};

/* clang-format off */
static const struct row rows[] = {
	{ELEMENT_DOCUMENT, ELEMENT_NET,    "net",       begin_net},
	{ELEMENT_NET,      ELEMENT_LAYERS, "layers",    NULL},
	{ELEMENT_LAYERS,   ELEMENT_LAYER,  "layer",     begin_layer},
	{ELEMENT_LAYER,    ELEMENT_DATA,   "data",      begin_data},
	{ELEMENT_LAYER,    ELEMENT_INPUT,  "input",     NULL},
	{ELEMENT_LAYER,    ELEMENT_OUTPUT, "output",    NULL},
	{ELEMENT_INPUT,    ELEMENT_PORT,   "port",      begin_port},
	{ELEMENT_OUTPUT,   ELEMENT_PORT,   "port",      begin_port},
	{ELEMENT_PORT,     ELEMENT_DIM,    "dim",       begin_dim},
	{ELEMENT_LAYER,    ELEMENT_BODY,   "body",      begin_body},
	{ELEMENT_LAYER,    ELEMENT_BODY,   "then_body", begin_body},
	{ELEMENT_LAYER,    ELEMENT_BODY,   "else_body", begin_body},
	{ELEMENT_NET,      ELEMENT_EDGES,  "edges",     NULL},
	{ELEMENT_EDGES,    ELEMENT_EDGE,   "edge",      begin_edge},
};
/* clang-format on */

void
xml_begin(struct xml *xml, const char *name, const char **attribute)
{
	enum element parent = xml->path[xml->depth];
	const struct row *row = rows, *end = rows + sizeof rows / sizeof rows[0];

	while (row < end && (row->parent != parent || strcmp(row->name, name)))
		row++;
	if (parent == ELEMENT_DOCUMENT && row == end) {
		xml_stop(xml, "expected the element 'net', got %s",
			clipped(name, xml->arena));
		return;
	}
	if (xml->depth == XML_DEPTH_LIMIT) {
		xml_stop(xml, "more than %d elements inside of each other",
			XML_DEPTH_LIMIT);
		return;
	}
	xml->path[++xml->depth] = row < end ? row->element : ELEMENT_OTHER;
	if (row < end && row->begin)
		row->begin(xml, attribute);
}

void
xml_end(struct xml *xml)
{
	if (xml->path[xml->depth] == ELEMENT_DIM)
		end_dim(xml);
	else if (xml->path[xml->depth] == ELEMENT_PORT)
		end_port(xml);
	xml->depth--;
}

#include "conversion.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "source.h"

/* Stores an attribute, or tells what it is that no operation takes. */
static const char *
convert_value(const struct model_attribute *from, struct attribute *to)
{
	static const char *const kind[] = {
		[MODEL_FLOATS] = "a list of real numbers",
		[MODEL_STRINGS] = "a list of strings",
		[MODEL_TENSOR] = "a tensor",
		[MODEL_OTHER] = "something else",
	};

	switch (from->type) {
	case MODEL_INT:
		to->type = ATTRIBUTE_INT;
		to->i = from->i;
		return NULL;
	case MODEL_FLOAT:
		to->type = ATTRIBUTE_FLOAT;
		to->f = (double)from->f;
		return isfinite(to->f) ? NULL : "a number that is not finite";
	case MODEL_STRING:
		to->type = ATTRIBUTE_STRING;
		to->s = from->s.size ? from->s.text : "";
		return memchr(to->s, 0, from->s.size) ? "a string that holds a NUL"
						      : NULL;
	case MODEL_INTS:
		to->type = ATTRIBUTE_INTS;
		to->ints = from->ints;
		to->nint = from->count;
		return NULL;
	default:
		return kind[from->type];
	}
}

/* TensorFlow keeps the types of operands, and what its tools note, among the attributes.
 */
static bool
is_note(const struct conversion *c, struct bytes name)
{
	const struct attribute_rule *rule = c->candidate->op->attribute;

	if (c->nodes->model->kind != MODEL_TENSORFLOW || !name.size)
		return false;
	for (; rule->name; rule++)
		if (bytes_are(name, rule->name))
			return false;
	return name.text[0] == '_' || name.text[0] == 'T';
}

static bool
convert_attributes(struct conversion *c)
{
	const struct model_node *from = c->from;
	struct attribute *to = arena_array(c->arena, struct attribute, from->nattribute);
	bool good = true;

	c->node->attribute = to;
	for (size_t i = 0; i < from->nattribute; i++) {
		const struct model_attribute *attribute = &from->attribute[i];
		const char *title = quoted_bytes(attribute->name, c->arena), *wrong;

		if (is_note(c, attribute->name))
			continue;
		to->name = attribute->name.size ? attribute->name.text : "";
		if (memchr(to->name, 0, attribute->name.size))
			to->name = title;
		to->where = place_member(c->node->where, to->name, c->arena);
		wrong = convert_value(attribute, to);
		if (wrong) {
			source_error(c->source, c->node->where,
				"%s: expected a number, a string or a list of integers, "
				"got %s",
				title, wrong);
			good = false;
			continue;
		}
		c->node->nattribute++;
		to++;
	}
	return good;
}

/* The node's element type: that of a Conv's weights, which the file states with their
   elements; that of the first input else, as far as the file tells. */
static enum dtype
find_dtype(const struct conversion *c)
{
	const struct input_rule *rule = c->candidate->op->input;
	const struct value *output = node_output(c->nodes->model, c->from);
	enum dtype dtype = DTYPE_NONE;

	for (size_t i = 0; i < c->node->ninput; i++) {
		const struct input *input = &c->node->input[i];
		enum dtype own = c->tensor[input->tensor].dtype;

		for (size_t k = 0; rule[k].name; k++)
			if (!strcmp(rule[k].name, input->name) && !rule[k].own_dtype &&
				own != DTYPE_NONE &&
				(dtype == DTYPE_NONE || !strcmp(input->name, "W")))
				dtype = own;
	}
	return dtype == DTYPE_NONE && output ? output->dtype : dtype;
}

static bool
convert_dtype(struct conversion *c)
{
	const struct value *output = node_output(c->nodes->model, c->from);

	c->node->dtype = find_dtype(c);
	if (c->node->dtype == DTYPE_NONE) {
		source_error(c->source, c->node->where,
			"the type of its elements is not in the file");
		return false;
	}
	if (output->foreign ||
		(output->dtype != DTYPE_NONE && output->dtype != c->node->dtype)) {
		source_error(c->source, c->node->where,
			"the output %s is declared as %s, the elements are %s",
			quoted_bytes(output->name, c->arena),
			output->foreign ? output->foreign
					: dtype_info[output->dtype].name,
			dtype_info[c->node->dtype].name);
		return false;
	}
	return true;
}

/* The declared shape, for whoever knows the computed one. */
static void
convert_declared(struct conversion *c)
{
	const struct model_shape *shape = &node_output(c->nodes->model, c->from)->shape;
	struct tensor *declared;

	if (!shape->known || shape->rank > MAX_RANK)
		return;
	declared = arena_new(c->arena, struct tensor);
	declared->rank = (int)shape->rank;
	for (size_t i = 0; i < shape->rank; i++)
		declared->shape[i] = shape->extent[i].length;
	c->node->declared = declared;
}

static bool
convert_output(struct conversion *c)
{
	const struct value *output = node_output(c->nodes->model, c->from);

	const struct op *op = c->candidate->op;
	size_t n = c->from->noutput, most = op->second ? 2 : 1;

	while (n > 1 && c->from->output[n - 1] == NO_VALUE)
		n--;
	if (!output || n > most) {
		source_error(c->source, c->node->where, "expected %s, got %zu",
			most > 1 ? "one output or two" : "one output", output ? n : 0);
		return false;
	}
	if (n > 1) {
		const char **name = arena_array(c->arena, const char *, n);

		name[0] = op->output;
		name[1] = op->second;
		c->node->output = name;
		c->node->noutput = n;
	}
	if (output->fault) {
		source_error(c->source, c->node->where, "the output %s %s",
			quoted_bytes(output->name, c->arena), output->fault);
		return false;
	}
	convert_declared(c);
	return true;
}

/* An operator set beyond the newest known stands for that one: nodes_read has warned of
   it. */
static bool
convert_opset(struct conversion *c)
{
	const struct op *op = c->candidate->op;
	const struct domain *domain = domain_find(op->domain);
	bool is_later = c->from->opset > domain->newest_opset;

	if (!op->has_opset)
		return true;
	c->node->has_opset = true;
	c->node->opset = is_later ? domain->newest_opset : c->from->opset;
	if (!c->from->opset)
		source_error(c->source, c->node->where,
			"the file names no operator set; pass --opset N");
	else if (is_later && !domain->takes_later)
		source_error(c->source, c->node->where,
			"operator set %" PRId64 " is newer than %d, the newest known",
			c->from->opset, domain->newest_opset);
	else
		return true;
	return false;
}

static bool
convert_node(struct conversion *c)
{
	const struct model_node *from = c->from;

	c->node->where = place_member(NULL,
		node_title(c->nodes->model, c->candidate->index, c->arena), c->arena);
	c->node->name = c->candidate->name;
	c->node->op = c->candidate->op->name;
	c->node->domain = c->candidate->op->domain;
	if (from->fault) {
		source_error(c->source, c->node->where, "the node %s", from->fault);
		return false;
	}
	if (from->name.size && memchr(from->name.text, 0, from->name.size)) {
		source_error(c->source, c->node->where, "a name must not hold a NUL");
		return false;
	}
	return convert_opset(c) && convert_output(c) && convert_attributes(c) &&
	       conversion_inputs(c) && convert_dtype(c);
}

/* Inputs that a candidate can have. */
static size_t
count_inputs(const struct candidate *candidate)
{
	size_t n = 0;

	while (candidate->op->input[n].name)
		n++;
	return n;
}

bool
to_spec(struct spec *spec, const struct nodes *nodes,
	const struct candidate *const *candidate, size_t ncandidate,
	enum constants constants, struct arena *arena)
{
	struct conversion c = {.nodes = nodes,
		.constants = constants,
		.spec = spec,
		.source = nodes->source,
		.arena = arena};
	struct node *node = arena_array(arena, struct node, ncandidate);
	size_t ntensor = 0;
	bool good = true;

	for (size_t i = 0; i < ncandidate; i++)
		ntensor += count_inputs(candidate[i]);
	c.tensor = arena_array(arena, struct tensor, ntensor);
	*spec = (struct spec){.node = node, .tensor = c.tensor};
	for (size_t i = 0; i < ncandidate; i++) {
		c.candidate = candidate[i];
		c.from = &nodes->model->node[candidate[i]->index];
		c.node = &node[spec->nnode];
		*c.node = (struct node){0};
		if (convert_node(&c))
			spec->nnode++;
		else
			good = false;
	}
	spec->file = nodes->model->file;
	spec->nfile = nodes->model->nfile;
	return good;
}

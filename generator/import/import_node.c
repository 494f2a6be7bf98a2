#include "import/import_node.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "import/import_text.h"

static const char *
import_floats(
	const struct model_attribute *from, struct attribute *to, struct arena *arena)
{
	double *floats = arena_array(arena, double, from->count);

	for (size_t i = 0; i < from->count; i++) {
		floats[i] = (double)from->floats[i];
		if (!isfinite(floats[i]))
			return "a number that is not finite";
	}
	to->type = ATTRIBUTE_FLOATS;
	to->floats = floats;
	to->nfloat = from->count;
	return NULL;
}

static const char *
import_strings(
	const struct model_attribute *from, struct attribute *to, struct arena *arena)
{
	const char **strings = arena_array(arena, const char *, from->count);

	for (size_t i = 0; i < from->count; i++) {
		const struct bytes *s = &from->strings[i];

		strings[i] = s->size ? s->text : "";
		if (memchr(strings[i], 0, s->size))
			return "a string that holds a NUL";
	}
	to->type = ATTRIBUTE_STRINGS;
	to->strings = strings;
	to->nstring = from->count;
	return NULL;
}

/* Stores an attribute, or says why no operation can take it. */
static const char *
import_value(
	const struct model_attribute *from, struct attribute *to, struct arena *arena)
{
	static const char *const kind[] = {
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
	case MODEL_FLOATS:
		return import_floats(from, to, arena);
	case MODEL_STRINGS:
		return import_strings(from, to, arena);
	default:
		return kind[from->type];
	}
}

static const struct attribute_rule *
rule_of_attribute(const struct import *import, struct bytes name)
{
	const struct attribute_rule *rule = import->candidate->op->attribute;

	while (rule->name && !bytes_are(name, rule->name))
		rule++;
	return rule->name ? rule : NULL;
}

/* Whether an attribute that the operation has not means nothing: TensorFlow's include the
   types of operands and notes of its tools; OpenVINO reads of an IR's layer only what
   the operation has, and plugins add words of their own. */
static bool
is_note(const struct import *import, struct bytes name)
{
	enum model_kind kind = import->candidates->model->kind;

	if (kind == MODEL_OPENVINO)
		return true;
	return kind == MODEL_TENSORFLOW && name.size &&
	       (name.text[0] == '_' || name.text[0] == 'T');
}

static bool
import_attributes(struct import *import)
{
	const struct model_node *from = import->from;
	struct attribute *to =
		arena_array(import->arena, struct attribute, from->nattribute);
	bool good = true;

	import->node->attribute = to;
	for (size_t i = 0; i < from->nattribute; i++) {
		const struct model_attribute *attribute = &from->attribute[i];
		const char *title = quoted_bytes(attribute->name, import->arena), *wrong;
		const struct attribute_rule *rule =
			rule_of_attribute(import, attribute->name);

		if (!rule && is_note(import, attribute->name))
			continue;
		to->name = attribute->name.size ? attribute->name.text : "";
		if (memchr(to->name, 0, attribute->name.size))
			to->name = title;
		to->where = place_member(import->node->where, to->name, import->arena);
		if (import->candidates->model->kind == MODEL_OPENVINO)
			wrong = import_text(rule, attribute->s, to, import->arena);
		else
			wrong = import_value(attribute, to, import->arena);
		if (wrong) {
			source_error(import->source, import->node->where,
				"%s: expected a number, a string or a list of these, "
				"got %s",
				title, wrong);
			good = false;
			continue;
		}
		import->node->nattribute++;
		to++;
	}
	return good;
}

/* The node's element type: for a Conv that of the weights, which the file always states;
   otherwise that of the first input, if known. */
static enum dtype
find_dtype(const struct import *import)
{
	const struct candidate *candidate = import->candidate;
	const struct value *output = node_output(import->candidates->model, import->from);
	enum dtype dtype = DTYPE_NONE;

	for (size_t i = 0; i < import->node->ninput; i++) {
		const struct input *input = &import->node->input[i];
		enum dtype own = import->tensors[input->tensor].dtype;
		const struct input_rule *rule =
			op_named_input(candidate->op, candidate->version, input->name);

		if (rule && !input_has_own_dtype(rule) && own != DTYPE_NONE &&
			(dtype == DTYPE_NONE || !strcmp(input->name, "W")))
			dtype = own;
	}
	return dtype == DTYPE_NONE && output ? output->dtype : dtype;
}

/* Whether an output is declared with the type that it has, as far as its rule says. */
static bool
check_declared_dtype(
	const struct import *import, const struct output_rule *rule, int64_t value)
{
	const struct value *output = &import->candidates->model->value[value];
	enum dtype made = rule->dtype ? rule->dtype : import->node->dtype;

	if (!output->foreign &&
		(output->dtype == DTYPE_NONE || rule->own_dtype || output->dtype == made))
		return true;
	source_error(import->source, import->node->where,
		"the output %s is declared as %s, the elements are %s",
		quoted_bytes(output->name, import->arena),
		output->foreign ? output->foreign : dtype_info[output->dtype].name,
		dtype_info[made].name);
	return false;
}

static bool
import_dtype(struct import *import)
{
	const struct model_node *from = import->from;
	int part;

	import->node->dtype = find_dtype(import);
	if (import->node->dtype == DTYPE_NONE) {
		source_error(import->source, import->node->where,
			"the type of its elements is not in the file");
		return false;
	}
	for (size_t i = 0; i < from->noutput; i++) {
		const struct output_rule *rule = op_output(
			import->candidate->op, import->candidate->version, i, &part);

		if (rule && from->output[i] != NO_VALUE &&
			!check_declared_dtype(import, rule, from->output[i]))
			return false;
	}
	return true;
}

/* The declared shape, to be compared with the computed one. */
static void
import_declared(struct import *import)
{
	const struct model_shape *shape =
		&node_output(import->candidates->model, import->from)->shape;
	struct tensor *declared;

	if (!shape->known || shape->rank > MAX_RANK)
		return;
	declared = arena_new(import->arena, struct tensor);
	declared->rank = (int)shape->rank;
	for (size_t i = 0; i < shape->rank; i++)
		declared->shape[i] = shape->extent[i].length;
	import->node->declared = declared;
}

static bool
is_given(const struct model *model, int64_t value)
{
	for (size_t i = 0; i < model->ngiven; i++)
		if (model->given[i] == value)
			return true;
	return false;
}

/* Whether an output after the first is wanted. A layer of an IR has ports for all of
   them, which perhaps nothing reads. */
static bool
is_asked_for(const struct import *import, int64_t value)
{
	const struct model *model = import->candidates->model;

	if (value == NO_VALUE || model->kind != MODEL_OPENVINO)
		return value != NO_VALUE;
	for (size_t i = 0; i < model->nnode; i++)
		for (size_t k = 0; k < model->node[i].ninput; k++)
			if (model->node[i].input[k] == value)
				return true;
	return is_given(model, value);
}

/* n: outputs that are wanted. Names the last of them where they are too many. */
static void
refuse_outputs(const struct import *import, size_t n)
{
	const struct candidate *candidate = import->candidate;
	const struct model *model = import->candidates->model;
	size_t most = op_most_outputs(candidate->op, candidate->version);
	const char *extra = "";

	if (n > 1 && op_trains(candidate->op, candidate->version))
		extra = arena_format(import->arena,
			": with more, %s-%d trains, and opgen does inference alone",
			candidate->op->name, candidate->version);
	else if (n > most)
		extra = arena_format(import->arena, "; opgen does not make %s",
			quoted_bytes(model->value[import->from->output[n - 1]].name,
				import->arena));
	source_error(import->source, import->node->where, "expected %s, got %zu%s",
		most > 2   ? "fewer outputs"
		: most > 1 ? "one output or two"
			   : "one output",
		n, extra);
}

/* Names the first n outputs, without optional ones that are not wanted. */
static bool
name_outputs(struct import *import, size_t n)
{
	const struct candidate *candidate = import->candidate;
	const char **name = arena_array(import->arena, const char *, n);

	import->node->output = name;
	for (size_t i = 0; i < n; i++) {
		int part;
		const struct output_rule *rule =
			op_output(candidate->op, candidate->version, i, &part);

		if (rule->optional && !is_asked_for(import, import->from->output[i]))
			continue;
		if (import->from->output[i] == NO_VALUE && !rule->variadic) {
			source_error(import->source, import->node->where,
				"the output %s has no name", rule->name);
			return false;
		}
		name[import->node->noutput++] = output_name(rule, part, import->arena);
	}
	return true;
}

static bool
import_output(struct import *import)
{
	const struct candidate *candidate = import->candidate;
	const struct value *output = node_output(import->candidates->model, import->from);
	size_t n = import->from->noutput;
	size_t most = op_most_outputs(candidate->op, candidate->version);

	/* The number of a Split's outputs says how it cuts. */
	while (n > 1 && !candidate->op->output->variadic &&
		!is_asked_for(import, import->from->output[n - 1]))
		n--;
	if (!output || n > most) {
		refuse_outputs(import, output ? n : 0);
		return false;
	}
	if (most > 1 && !name_outputs(import, n))
		return false;
	if (output->fault) {
		source_error(import->source, import->node->where, "the output %s %s",
			quoted_bytes(output->name, import->arena), output->fault);
		return false;
	}
	import_declared(import);
	return true;
}

/* An operator set beyond the newest known one is treated as that one; candidates_read has
   warned. */
static bool
import_opset(struct import *import)
{
	const struct op *op = import->candidate->op;
	const struct domain *domain = domain_find(op->domain);
	bool is_later = import->from->opset > domain->newest_opset;

	if (!op->has_opset)
		return true;
	import->node->has_opset = true;
	import->node->opset = is_later ? domain->newest_opset : import->from->opset;
	if (!import->from->opset)
		source_error(import->source, import->node->where,
			"the file names no operator set; pass --opset N");
	else if (is_later && !domain->takes_later)
		source_error(import->source, import->node->where,
			"operator set %" PRId64 " is newer than %d, the newest known",
			import->from->opset, domain->newest_opset);
	else
		return true;
	return false;
}

static bool
import_parts(struct import *import)
{
	const struct model_node *from = import->from;

	import->node->where = place_member(NULL,
		node_title(import->candidates->model, import->candidate->index,
			import->arena),
		import->arena);
	import->node->name = import->candidate->name;
	import->node->title = import->candidate->title;
	import->node->op = import->candidate->op->name;
	import->node->domain = import->candidate->op->domain;
	if (from->fault) {
		source_error(
			import->source, import->node->where, "the node %s", from->fault);
		return false;
	}
	if (from->name.size && memchr(from->name.text, 0, from->name.size)) {
		source_error(import->source, import->node->where,
			"a name must not hold a NUL");
		return false;
	}
	return import_opset(import) && import_output(import) &&
	       import_attributes(import) && import_inputs(import) &&
	       (import->value || import_dtype(import));
}

struct import
import_begin(struct spec *spec, const struct candidates *candidates, size_t ncandidate,
	enum constants constants, struct arena *arena)
{
	struct import import = {.candidates = candidates,
		.constants = constants,
		.spec = spec,
		.nodes = arena_array(arena, struct node, ncandidate),
		.tables = arena,
		.arena = arena};

	*spec = (struct spec){.node = import.nodes};
	return import;
}

bool
import_node(
	struct import *import, const struct candidate *candidate, struct source *source)
{
	size_t ntensor = import->spec->ntensor;

	import->candidate = candidate;
	import->from = &import->candidates->model->node[candidate->index];
	import->node = &import->nodes[import->spec->nnode];
	import->source = source;
	*import->node = (struct node){0};
	if (!import_parts(import)) {
		import->spec->ntensor = ntensor;
		return false;
	}
	import->spec->nnode++;
	/* Data files are known once they have been read. */
	import->spec->file = import->candidates->model->file;
	import->spec->nfile = import->candidates->model->nfile;
	return true;
}

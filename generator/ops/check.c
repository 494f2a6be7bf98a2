#include "ops/check.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"
#include "diag/names.h"
#include "diag/source.h"
#include "ops/attribute.h"

enum {
	SHOWN_OUTPUTS = 3 /* the most names listed in a message */
};

/* The state of one check. */
struct check {
	const struct spec *spec;
	const struct node *node;
	struct operation *operation;
	const char *title; /* the op with its version, "AveragePool-19" */
	struct source *source;
	struct arena *arena;
};

static const struct place *
member(const struct check *check, const char *key)
{
	return place_member(check->node->where, key, check->arena);
}

static bool
check_domain(const struct check *check)
{
	const char *name = check->node->domain;
	struct choices words = {.nword = 0};

	if (!name || domain_find(name))
		return true;
	for (size_t i = 0; i < ndomain; i++)
		choices_add(&words, domain_table[i].name);
	source_error(check->source, member(check, "domain"),
		"domain: expected %s, got %s%s", choices_list(&words, "or", check->arena),
		clipped(name, check->arena), choices_offer(&words, name, check->arena));
	return false;
}

/* A suggestion for an unknown operation; messages write "Conv-22". */
static const char *
offer_op(const struct check *check, const struct choices *words)
{
	const char *op = check->node->op, *dash = strrchr(op, '-');
	const char *name =
		dash ? arena_copy_text(check->arena, op, (size_t)(dash - op)) : op;

	if (dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789")] &&
		op_find(name, check->node->domain))
		return arena_format(check->arena, "; write \"op\": \"%s\", \"opset\": %s",
			name, dash + 1);
	name = choices_offer(words, op, check->arena);
	return *name ? name : "; opgen --list tells which there are";
}

static bool
check_op(struct check *check)
{
	const struct node *node = check->node;
	const struct op *elsewhere = NULL;
	struct choices words = {.nword = 0};

	check->operation->op = op_find(node->op, node->domain);
	if (check->operation->op)
		return true;
	for (size_t i = 0; i < nop; i++) {
		choices_add(&words, op_table[i]->name);
		if (!strcmp(op_table[i]->name, node->op))
			elsewhere = op_table[i];
	}
	if (elsewhere)
		source_error(check->source, member(check, "domain"),
			"domain: %s is an operation of %s, not of %s", elsewhere->name,
			elsewhere->domain, domain_find(node->domain)->name);
	else
		source_error(check->source, member(check, "op"),
			"op: opgen has no operation %s%s",
			clipped(node->op, check->arena), offer_op(check, &words));
	return false;
}

/* "; DepthToSpace of ai.onnx has: write ...", if another domain's may be meant. */
static const char *
offer_domain(const struct check *check)
{
	for (size_t i = 0; i < nop && !check->node->domain; i++)
		if (op_table[i]->has_opset && !strcmp(op_table[i]->name, check->node->op))
			return arena_format(check->arena,
				"; %s of %s has: write \"domain\": \"%s\"",
				op_table[i]->name, op_table[i]->domain,
				op_table[i]->domain);
	return "";
}

/* Finds the op's version; 0 if the operator set does not have the op. */
static int
check_opset(const struct check *check)
{
	const struct node *node = check->node;
	const struct op *op = check->operation->op;
	const struct domain *domain = domain_find(op->domain);
	int newest = op_version(op, LATEST);
	const struct place *where;

	if (!node->has_opset)
		return newest;
	where = member(check, "opset");
	if (!op->has_opset) {
		source_error(check->source, where,
			"opset: the operations of %s have no operator sets%s", op->domain,
			offer_domain(check));
		return newest;
	}
	if (node->opset < op->version[0]) {
		source_error(check->source, where,
			"opset: %s came with operator set %d, got %" PRId64, op->name,
			op->version[0], node->opset);
		return 0;
	}
	if (node->opset > domain->newest_opset && !domain->takes_later) {
		source_error(check->source, where,
			"opset: the newest operator set known of %s is %d, got %" PRId64,
			op->domain, domain->newest_opset, node->opset);
		return newest;
	}
	if (node->opset > domain->newest_opset)
		source_warning(check->source, where,
			"opset: %" PRId64
			" is newer than %d, the newest known; %s-%d is used",
			node->opset, domain->newest_opset, op->name, newest);
	return op_version(op, node->opset);
}

static void
check_dtype(const struct check *check)
{
	const struct operation *operation = check->operation;
	enum dtype dtype = check->node->dtype;
	struct choices words = {.nword = 0};

	for (const struct dtype_rule *rule = operation->op->dtype; rule->dtype; rule++) {
		if (rule->since <= operation->version) {
			if (rule->dtype == dtype)
				return;
			choices_add(&words, dtype_info[rule->dtype].name);
		} else if (rule->dtype == dtype) {
			source_error(check->source, member(check, "dtype"),
				"dtype: %s came with %s-%d; this is %s",
				dtype_info[dtype].name, operation->op->name, rule->since,
				check->title);
			return;
		}
	}
	source_error(check->source, member(check, "dtype"), "dtype: %s takes %s, got %s",
		check->title, choices_list(&words, "or", check->arena),
		dtype_info[dtype].name);
}

/* Checks the type of an input that may have others than T. */
static void
check_own_dtype(const struct check *check, const struct input_rule *rule, int index)
{
	const struct operation *operation = check->operation;
	enum dtype dtype = operation_input_dtype(operation, index);

	if (!dtype_rule_has(rule->dtype, dtype, operation->version))
		source_error(check->source, operation->input_where[index],
			"%s: expected %s, got %s", operation->input_name[index],
			dtype_rule_words(rule->dtype, operation->version, check->arena),
			dtype_info[dtype].name);
}

/* A type that an input may have. */
static enum dtype
example_dtype(const struct input_rule *rule, const struct operation *operation)
{
	if (rule->assumed)
		return rule->assumed;
	switch (rule->own_dtype) {
	case OWN_NONE:
		return operation->dtype;
	case OWN_BOOL:
		return DTYPE_BOOL;
	case OWN_FLOAT32:
	case OWN_REAL:
		return DTYPE_FLOAT32;
	default:
		return DTYPE_INT64;
	}
}

static void
check_input_tensor(const struct check *check, const struct input_rule *rule, int index)
{
	const struct operation *operation = check->operation;
	const struct tensor *tensor = operation->input[index];
	enum dtype dtype = operation_input_dtype(operation, index);

	if (rule->constant && !tensor->constant)
		source_error(check->source, operation->input_where[index],
			"%s: expected a constant: an object with data or a file, such as "
			"{\"shape\": %s, \"dtype\": \"%s\", \"data\": %s}",
			operation->input_name[index], tensor->rank ? "[2]" : "[]",
			dtype_info[example_dtype(rule, operation)].name,
			tensor->rank ? "[1, 1]" : "[1]");
	else if (dtype == DTYPE_NONE)
		return;
	else if (rule->own_dtype == OWN_INTEGER &&
		 !own_dtype_fits(rule->own_dtype, dtype))
		source_error(check->source, operation->input_where[index],
			"%s: expected an integer dtype of its own, such as int64, got %s",
			operation->input_name[index], dtype_info[dtype].name);
	else if (!own_dtype_fits(rule->own_dtype, dtype))
		source_error(check->source, operation->input_where[index],
			"%s: expected %s, got %s", operation->input_name[index],
			own_dtype_words[rule->own_dtype], dtype_info[dtype].name);
	else if (input_own_dtype_since(rule, operation->version))
		check_own_dtype(check, rule, index);
	else if (!rule->own_dtype && operation->dtype != DTYPE_NONE &&
		 dtype != operation->dtype)
		source_error(check->source, operation->input_where[index],
			"%s: expected the operation's dtype, %s, got %s",
			operation->input_name[index], dtype_info[operation->dtype].name,
			dtype_info[dtype].name);
}

/* Variadic inputs must be lists, and only those. */
static bool
check_part(const struct check *check, const struct input_rule *rule,
	const struct input *input)
{
	if (rule->variadic && input->part == NO_PART)
		source_error(check->source, input->where,
			"%s: expected a list of tensors, such as [[2, 3], [2, 3]]",
			input->name);
	else if (!rule->variadic && input->part == 0)
		source_error(check->source, input->where,
			"%s: expected an integer as extent, got a list; a constant is "
			"{\"data\": [...]}",
			input->name);
	else if (input->part == MAX_INPUT)
		source_error(check->source, input->where,
			"%s: expected at most %d tensors", input->name, MAX_INPUT);
	else if (rule->variadic || input->part == NO_PART)
		return input->part < MAX_INPUT;
	return false;
}

/* Refuses an input that came later, or was removed. */
static void
refuse_version(const struct check *check, const struct input_rule *rule,
	const struct input *input)
{
	const struct place *where = place_key(input->where, check->arena);

	if (check->operation->version < rule->since)
		source_error(check->source, where,
			"inputs: %s has no %s; it came with version %d", check->title,
			rule->name, rule->since);
	else
		source_error(check->source, where,
			"inputs: %s has no %s; the last version with it is %d",
			check->title, rule->name, rule->until);
}

/* Refuses an input that the version has not: another one may have it. */
static void
refuse_input(const struct check *check, const struct input *input)
{
	const struct operation *operation = check->operation;
	const struct input_rule *other = NULL;
	struct choices words = {.nword = 0};

	for (const struct input_rule *rule = operation->op->input; rule->name; rule++) {
		const char *known = input_rule_name(rule, operation->version);

		if (!strcmp(known, input->name))
			other = rule;
		else if (input_in_version(rule, operation->version))
			choices_add(&words, known);
	}
	if (other)
		refuse_version(check, other, input);
	else
		source_error(check->source, place_key(input->where, check->arena),
			"inputs: %s has %s, not %s%s", operation->op->name,
			choices_list(&words, "and", check->arena),
			clipped(input->name, check->arena),
			choices_offer(&words, input->name, check->arena));
}

/* Sorts an input by its rule. */
static void
check_input(const struct check *check, const struct input *input)
{
	struct operation *operation = check->operation;
	const struct input_rule *rule =
		op_named_input(operation->op, operation->version, input->name);
	int i;

	if (!rule) {
		refuse_input(check, input);
		return;
	}
	i = (int)(rule - operation->op->input);
	if (!check_part(check, rule, input)) {
		operation->input[i] = &check->spec->tensor[input->tensor];
		return;
	}
	if (rule->variadic)
		i += input->part;
	if (operation->input_name[i]) {
		source_error(check->source, place_key(input->where, check->arena),
			"inputs: %s is given twice", clipped(input->name, check->arena));
		return;
	}
	operation->input[i] = &check->spec->tensor[input->tensor];
	operation->input_where[i] = input->where;
	operation->input_name[i] = input->name;
	if (input->part != NO_PART)
		operation->input_name[i] =
			arena_format(check->arena, "%s_%d", input->name, input->part);
	operation->ninput = i >= operation->ninput ? i + 1 : operation->ninput;
}

static void
check_inputs(const struct check *check)
{
	const struct operation *operation = check->operation;
	const struct input_rule *rule = operation->op->input;
	int i = 0;

	for (size_t k = 0; k < check->node->ninput; k++)
		check_input(check, &check->node->input[k]);
	for (; rule[i].name; i++) {
		if (operation->input_name[i])
			check_input_tensor(check, &rule[i], i);
		else if (!operation->input[i] && !rule[i].optional &&
			 !check->node->partial &&
			 input_in_version(&rule[i], operation->version))
			source_error(check->source, member(check, "inputs"),
				"inputs: %s needs %s", operation->op->name,
				input_rule_name(&rule[i], operation->version));
	}
	/* If there are more inputs, the last rule is variadic. */
	for (int last = i - 1; i < operation->ninput; i++)
		if (operation->input[i]) /* or it was wrong in a partial node */
			check_input_tensor(check, &rule[last], i);
}

/* Reports a name that is not that of an output, or not in its place. */
static void
refuse_output(const struct check *check, const char *name, const struct place *where)
{
	const struct operation *operation = check->operation;
	size_t n = op_most_outputs(operation->op, operation->version);
	struct choices words = {.nword = 0};

	for (size_t i = 0; i < n && i < SHOWN_OUTPUTS; i++) {
		int part;
		const struct output_rule *rule =
			op_output(operation->op, operation->version, i, &part);

		choices_add(&words, output_name(rule, part, check->arena));
	}
	source_error(check->source, where, "outputs: %s has %s%s, got %s",
		operation->op->name, choices_list(&words, "and", check->arena),
		n > 1 ? ", in this order" : " alone", clipped(name, check->arena));
}

/* Notes that the node has an output. */
static void
add_output(struct operation *operation, const struct output_rule *rule, int part)
{
	int i = (int)(rule - operation->op->output) + (part == NO_PART ? 0 : part);

	operation->output[i] = true;
	operation->noutput = i + 1;
}

/* The rule of that name, from output `next` on; optional ones before it are left out. */
static const struct output_rule *
find_output(const struct check *check, const char *name, size_t *next, int *part)
{
	const struct operation *operation = check->operation;
	const struct output_rule *rule;

	while ((rule = op_output(operation->op, operation->version, (*next)++, part))) {
		if (!strcmp(output_name(rule, *part, check->arena), name))
			return rule;
		if (!rule->optional)
			return NULL;
	}
	return NULL;
}

static bool
check_output(const struct check *check, size_t i, size_t *next)
{
	const char *name = check->node->output[i];
	const struct place *where =
		place_entry(member(check, "outputs"), i, check->arena);
	struct operation *operation = check->operation;
	int part;
	const struct output_rule *rule = find_output(check, name, next, &part);

	if (!rule)
		refuse_output(check, name, where);
	else if (operation->version < rule->since)
		source_error(check->source, where,
			"outputs: %s came with %s-%d; this is %s", rule->name,
			operation->op->name, rule->since, check->title);
	else
		add_output(operation, rule, part);
	return rule;
}

/* The outputs of a node that does not say which. */
static void
set_outputs(struct operation *operation)
{
	const struct output_rule *first = operation->op->output;

	for (const struct output_rule *rule = first; rule->name; rule++)
		if (!rule->optional && !rule->variadic &&
			output_in_version(rule, operation->version))
			add_output(operation, rule, NO_PART);
	if (!operation->noutput && !first->variadic)
		add_output(operation, first, NO_PART);
}

static void
check_outputs(const struct check *check)
{
	size_t next = 0;

	if (!check->node->noutput)
		set_outputs(check->operation);
	for (size_t i = 0; i < check->node->noutput; i++)
		if (check->node->output[i] && !check_output(check, i, &next))
			return;
}

bool
check_node(const struct spec *spec, const struct node *node, struct operation *operation,
	struct source *source, struct arena *arena)
{
	struct check check = {spec, node, operation, NULL, source, arena};
	size_t nerror = source->nerror;

	*operation = (struct operation){.node = node, .dtype = node->dtype};
	if (!check_domain(&check) || !check_op(&check))
		return false;
	operation->version = check_opset(&check);
	if (!operation->version)
		return false;
	check.title = operation_title(operation, arena);
	if (node->dtype != DTYPE_NONE)
		check_dtype(&check);
	check_inputs(&check);
	check_outputs(&check);
	attributes_check(node, operation, check.title, source, arena);
	return source->nerror == nerror && !node->partial;
}

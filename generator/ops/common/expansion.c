#include "ops/common/expansion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/reserved.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/type_number.h"
#include "spec/element.h"

/* The place of an attribute's rule in a version, or of one of another version; -1: the op
   has no such attribute. */
static int
find_rule(const struct part *p, const char *name)
{
	const struct attribute_rule *rule = p->op.attribute;
	int found = -1;

	for (int i = 0; rule[i].name; i++)
		if (!strcmp(rule[i].name, name) &&
			(found < 0 || (rule[i].since <= p->to.version &&
					      p->to.version <= rule[i].until)))
			found = i;
	return found;
}

static struct part *
begin_part(struct expansion *e, const struct op *op, int version)
{
	const struct operation *from = e->operation;
	struct part *p = arena_new(e->arena, struct part);

	*p = (struct part){
		.from = from, .op = *op, .source = e->source, .arena = e->arena};
	p->op.name = from->op->name;
	p->op.domain = from->op->domain;
	p->op.has_opset = false;
	p->to = (struct operation){.node = from->node,
		.op = &p->op,
		.version = version,
		.dtype = from->dtype};
	return p;
}

void
part_take_attributes(struct part *p)
{
	const struct attribute_rule *rule = p->from->op->attribute;

	for (int i = 0; rule[i].name; i++) {
		int to = find_rule(p, rule[i].name);

		if (to >= 0)
			p->to.attribute[to] = p->from->attribute[i];
	}
}

struct part *
expansion_as(struct expansion *e)
{
	const struct operation *from = e->operation;
	const struct op *other = from->op;
	struct part *p = begin_part(e, other->as, other->as_version);

	p->op.output = other->output;
	p->to = *from;
	p->to.op = &p->op;
	p->to.version = other->as_version;
	memset(p->to.attribute, 0, sizeof p->to.attribute);
	part_take_attributes(p);
	return p;
}

struct part *
expansion_part(struct expansion *e, const struct op *op, int version)
{
	struct part *p = begin_part(e, op, version);
	const struct output_rule *rule = op->output;

	for (int i = 0; rule[i].name; i++)
		if (!rule[i].optional && output_in_version(&rule[i], version))
			part_ask(p, i);
	return p;
}

/* Whether an input has a name already, because it is the same tensor. */
static bool
is_named(const struct part *p, const char *name)
{
	for (int i = 0; i < MAX_INPUT; i++)
		if (p->to.input_name[i] && !strcmp(p->to.input_name[i], name))
			return true;
	return false;
}

void
part_read(struct part *p, int input, const struct edge *edge)
{
	const char *name = edge ? edge->name : NULL;

	while (name && is_named(p, name))
		name = arena_format(p->arena, "%s_", name);
	p->edge[input] = edge;
	p->to.input[input] = edge ? &edge->tensor : NULL;
	p->to.input_where[input] = edge ? edge->where : NULL;
	p->to.input_name[input] = name;
	p->to.ninput = 0;
	for (int i = 0; i < MAX_INPUT; i++)
		if (p->to.input[i])
			p->to.ninput = i + 1;
}

void
part_ask(struct part *p, int output)
{
	p->to.output[output] = true;
	if (p->to.noutput <= output)
		p->to.noutput = output + 1;
}

static struct attribute *
set_attribute(struct part *p, const char *name, enum attribute_type type,
	const struct place *where)
{
	int i = find_rule(p, name);

	p->attribute[i] = (struct attribute){.name = name,
		.type = type,
		.where = where ? where : p->from->node->where};
	p->to.attribute[i] = &p->attribute[i];
	return &p->attribute[i];
}

void
part_int(struct part *p, const char *name, int64_t value, const struct place *where)
{
	set_attribute(p, name, ATTRIBUTE_INT, where)->i = value;
}

void
part_ints(struct part *p, const char *name, const int64_t *value, size_t n,
	const struct place *where)
{
	struct attribute *attribute = set_attribute(p, name, ATTRIBUTE_INTS, where);

	attribute->ints = value;
	attribute->nint = n;
}

void
part_float(struct part *p, const char *name, double value)
{
	set_attribute(p, name, ATTRIBUTE_FLOAT, NULL)->f = value;
}

void
part_string(struct part *p, const char *name, const char *value)
{
	set_attribute(p, name, ATTRIBUTE_STRING, NULL)->s = value;
}

const struct edge *
expansion_input(struct expansion *e, int input)
{
	const struct operation *o = e->operation;
	struct edge *edge = e->input[input];

	if (edge || !o->input[input])
		return edge;
	e->input[input] = edge = arena_new(e->arena, struct edge);
	*edge = (struct edge){o->input_name[input], *o->input[input],
		o->input_where[input], NO_TENSOR, 0};
	edge->tensor.dtype = operation_input_dtype(o, input);
	return edge;
}

const struct edge *
expansion_constant(struct expansion *e, const char *name, const struct tensor *tensor)
{
	struct edge *edge = arena_new(e->arena, struct edge);

	assert(!reserved_reason(name));
	*edge = (struct edge){name, *tensor, e->operation->node->where, NO_TENSOR, 0};
	return edge;
}

/* A constant of one dimension. */
static const struct edge *
add_list(struct expansion *e, const char *name, enum dtype dtype, int64_t n,
	const void *element)
{
	return expansion_constant(e, name,
		&(struct tensor){.dtype = dtype,
			.rank = 1,
			.shape = {n},
			.nelement = n,
			.constant = element});
}

const struct edge *
expansion_integers(struct expansion *e, const char *name, const int64_t *value, size_t n)
{
	int64_t *copy = arena_array(e->arena, int64_t, n);

	memcpy(copy, value, n * sizeof *copy);
	return add_list(e, name, DTYPE_INT64, (int64_t)n, copy);
}

/* A number that the type has. */
static void
store_number(char *element, enum dtype dtype, double number)
{
	enum element_status status =
		!dtype_is_real(dtype) ? element_from_int(element, dtype, (int64_t)number)
		: isinf(number)       ? element_from_word(element, dtype,
                                          number < 0 ? "-Infinity" : "Infinity")
				      : element_from_real(element, dtype, number);

	assert(status == ELEMENT_STORED);
	(void)status;
}

const struct edge *
expansion_fill(
	struct expansion *e, const char *name, enum dtype dtype, double number, int64_t n)
{
	size_t size = dtype_info[dtype].size;
	char *element = arena_alloc_array(e->arena, (size_t)n, size);

	for (int64_t i = 0; i < n; i++)
		store_number(element + (size_t)i * size, dtype, number);
	return add_list(e, name, dtype, n, element);
}

bool
expansion_check_shape(struct expansion *e, int input, const int64_t *shape, int rank)
{
	const struct operation *operation = e->operation;
	const struct tensor *tensor = operation->input[input];

	if (!tensor || (tensor->rank == rank && !memcmp(tensor->shape, shape,
							(size_t)rank * sizeof *shape)))
		return true;
	source_error(e->source, operation->input_where[input], "%s: expected %s, got %s",
		operation->input_name[input], extents_text(shape, (size_t)rank, e->arena),
		extents_text(tensor->shape, (size_t)tensor->rank, e->arena));
	return false;
}

void
expansion_detail(struct expansion *e, const char *line)
{
	e->detail = arena_grow(e->arena, e->detail, e->ndetail, sizeof *e->detail);
	e->detail[e->ndetail++] = line;
}

/* The type of a part: that of the first input whose type that is. */
static enum dtype
find_dtype(const struct part *p)
{
	for (int i = 0; p->op.input[i].name; i++)
		if (p->edge[i] && !input_has_own_dtype(&p->op.input[i]))
			return p->edge[i]->tensor.dtype;
	return p->from->dtype;
}

bool
expansion_planned(struct expansion *e)
{
	e->whole = true;
	e->plan->op = operation_title(e->operation, e->arena);
	return true;
}

bool
expansion_is(struct expansion *e, struct part *p)
{
	return operation_plan(&p->to, e->plan, e->source, e->arena) &&
	       expansion_planned(e);
}

bool
expand_as(struct expansion *e)
{
	return expansion_is(e, expansion_as(e));
}

static bool
plan_part(const struct expansion *e, const struct part *p, struct plan *plan)
{
	if (!operation_plan(&p->to, plan, e->source, e->arena))
		return false;
	plan->op = operation_title(e->operation, e->arena);
	return true;
}

/* What stands for results of parts that are not there. */
static const struct edge *
nothing(const struct expansion *e)
{
	struct edge *edge = arena_new(e->arena, struct edge);

	*edge = (struct edge){"nothing", *e->operation->input[0], NULL, NO_TENSOR, 0};
	edge->tensor.dtype = e->operation->dtype;
	return edge;
}

static struct edge
edge_of(const struct expansion *e, const struct operand *o)
{
	struct edge edge = {
		.tensor = {.dtype = o->dtype, .rank = o->rank, .nelement = o->nelement},
		.where = e->operation->node->where,
		.number = NO_TENSOR};

	memcpy(edge.tensor.shape, o->shape, sizeof o->shape);
	return edge;
}

const struct edge *
expansion_add(struct expansion *e, struct part *p, const char *name)
{
	struct expanded *added;

	if (e->refused)
		return nothing(e);
	p->to.dtype = find_dtype(p);
	assert(dtype_rule_has(p->op.dtype, p->to.dtype, p->to.version));
	e->part = arena_grow(e->arena, e->part, e->npart, sizeof *e->part);
	added = &e->part[e->npart];
	*added = (struct expanded){.part = p, .plan = arena_new(e->arena, struct plan)};
	e->refused = !plan_part(e, p, added->plan);
	if (e->refused)
		return nothing(e);
	e->npart++;
	added->result = arena_array(e->arena, struct edge, plan_noutput(added->plan));
	for (size_t i = 0; i < plan_noutput(added->plan); i++) {
		added->result[i] = edge_of(e, plan_output(added->plan, i));
		added->result[i].maker = e->npart;
	}
	return expansion_result(e, 0, name);
}

/* The name, or with a number behind it if another result has it. */
static const char *
own_name(struct expansion *e, const char *name)
{
	size_t i = 0;

	assert(!reserved_reason(name)); /* it becomes a variable's */
	while (i < e->nname && strcmp(e->name[i].name, name) != 0)
		i++;
	if (i == e->nname) {
		e->name = arena_grow(e->arena, e->name, e->nname, sizeof *e->name);
		e->name[e->nname++] = (struct expansion_name){name, 0};
	}
	return ++e->name[i].count == 1
		       ? name
		       : arena_format(e->arena, "%s_%zu", name, e->name[i].count);
}

const struct edge *
expansion_result(struct expansion *e, size_t result, const char *name)
{
	struct expanded *last;
	struct operand *output;

	if (e->refused)
		return nothing(e);
	last = &e->part[e->npart - 1];
	output = result ? &last->plan->more[result - 1] : &last->plan->dst;
	last->result[result].name = output->name = own_name(e, name);
	return &last->result[result];
}

const struct edge *
expansion_apply(struct expansion *e, const char *name, const struct op *op, int version,
	const struct edge *const *edge)
{
	struct part *p = expansion_part(e, op, version);

	for (int i = 0; edge[i]; i++)
		part_read(p, i, edge[i]);
	return expansion_add(e, p, name);
}

const struct edge *
expansion_cast(
	struct expansion *e, const char *name, const struct edge *edge, enum dtype dtype)
{
	struct part *p = expansion_part(e, &op_cast, 13);

	if (edge->tensor.dtype == dtype)
		return edge;
	part_read(p, 0, edge);
	part_int(p, "to", number_of_type(dtype), NULL);
	return expansion_add(e, p, name);
}

/* The edge that an operand of a part is; NULL: a constant that its plan has made. */
static const struct edge *
edge_read(const struct expanded *part, const struct operand *operand)
{
	const struct operation *to = &part->part->to;

	for (int i = 0; i < to->ninput; i++)
		if (to->input[i] && !strcmp(to->input_name[i], operand->name))
			return part->part->edge[i];
	return NULL;
}

/* The result that is an output of the operation. */
static struct edge *
find_output(struct expansion *e, int output, struct expanded **maker)
{
	const char *name = operation_output_name(e->operation, output, e->arena);

	for (size_t i = 0; i < e->npart; i++)
		for (size_t k = 0; k < plan_noutput(e->part[i].plan); k++)
			if (e->part[i].result[k].name &&
				!strcmp(e->part[i].result[k].name, name)) {
				*maker = &e->part[i];
				return &e->part[i].result[k];
			}
	assert(false && "an output is made");
	return NULL;
}

/* Marks the part that makes an edge, if one does. */
static void
mark_maker(struct expansion *e, const struct edge *edge)
{
	if (edge && edge->maker)
		e->part[edge->maker - 1].read = true;
}

/* Marks the parts of which outputs of the operation come. */
static void
mark_parts(struct expansion *e)
{
	struct expanded *maker;

	for (int i = 0; i < e->operation->noutput; i++)
		if (e->operation->output[i] && find_output(e, i, &maker))
			maker->read = true;
	for (size_t i = e->npart; i-- > 0;) {
		const struct plan *plan = e->part[i].plan;

		for (size_t k = 0; e->part[i].read && k < plan->noperand; k++)
			mark_maker(e, edge_read(&e->part[i], &plan->operand[k]));
	}
}

static bool
is_read(const struct expansion *e, const struct edge *edge)
{
	for (size_t i = 0; i < e->npart; i++)
		for (size_t k = 0; e->part[i].read && k < e->part[i].plan->noperand; k++)
			if (edge_read(&e->part[i], &e->part[i].plan->operand[k]) == edge)
				return true;
	return false;
}

/* Gives the plan the operation's inputs, without constants that no part reads, and its
   outputs; these are the first tensors of a series. */
static void
set_operands(struct expansion *e)
{
	const struct operation *o = e->operation;
	struct plan *plan = e->plan;
	struct expanded *maker;
	size_t n = 0;

	for (int i = 0; i < o->ninput; i++) {
		struct edge *edge = e->input[i];

		if (!o->input[i] ||
			(o->input[i]->constant && !(edge && is_read(e, edge))))
			continue;
		if (edge)
			edge->number = n;
		n++;
		plan_add_operand(plan, o, i);
	}
	plan->more = arena_array(e->arena, struct operand, operation_noutput(o));
	for (int i = 0; i < o->noutput; i++) {
		struct edge *edge;

		if (!o->output[i])
			continue;
		edge = find_output(e, i, &maker);
		edge->number = n++;
		*(plan->dst.name ? &plan->more[plan->nmore++] : &plan->dst) =
			*plan_output(maker->plan, (size_t)(edge - maker->result));
	}
}

/* Numbers what lies between the parts. */
static void
set_between(struct expansion *e)
{
	struct series_plan *series = &e->plan->u.series;
	size_t first = e->plan->noperand + plan_noutput(e->plan);

	for (size_t i = 0; i < e->npart; i++)
		for (size_t k = 0; e->part[i].read && k < plan_noutput(e->part[i].plan);
			k++) {
			struct edge *edge = &e->part[i].result[k];

			if (edge->number != NO_TENSOR)
				continue;
			edge->number = first + series->nbetween;
			series->between = arena_grow(e->arena, series->between,
				series->nbetween, sizeof *series->between);
			series->between[series->nbetween++] =
				*plan_output(e->part[i].plan, k);
		}
}

static struct series_part
part_of(const struct expansion *e, const struct expanded *from)
{
	const struct plan *plan = from->plan;
	size_t *operand = arena_array(e->arena, size_t, plan->noperand);
	size_t *result = arena_array(e->arena, size_t, plan_noutput(plan));

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct edge *edge = edge_read(from, &plan->operand[i]);

		operand[i] =
			edge && !plan->operand[i].constant ? edge->number : NO_TENSOR;
	}
	for (size_t i = 0; i < plan_noutput(plan); i++)
		result[i] = from->result[i].number;
	return (struct series_part){plan, operand, result};
}

/* Whether a series is a single part, which reads and makes what the operation does. */
static bool
is_single(const struct plan *plan)
{
	const struct series_part *part = plan->u.series.part;
	size_t n = plan->noperand;

	if (plan->u.series.npart > 1 || part->plan->noperand != n ||
		plan_noutput(part->plan) != plan_noutput(plan))
		return false;
	for (size_t i = 0; i < n; i++)
		if (part->operand[i] != (plan->operand[i].constant ? NO_TENSOR : i))
			return false;
	for (size_t i = 0; i < plan_noutput(plan); i++)
		if (part->result[i] != n + i)
			return false;
	return true;
}

/* Makes the plan of the parts. */
static void
make_series(struct expansion *e)
{
	struct series_plan *series = &e->plan->u.series;
	struct series_part *part;

	mark_parts(e);
	*e->plan = (struct plan){.kind = PLAN_SERIES,
		.name = e->operation->node->name,
		.op = operation_title(e->operation, e->arena),
		.domain = e->operation->op->domain};
	set_operands(e);
	set_between(e);
	series->part = part = arena_array(e->arena, struct series_part, e->npart);
	for (size_t i = 0; i < e->npart; i++)
		if (e->part[i].read)
			part[series->npart++] = part_of(e, &e->part[i]);
	if (is_single(e->plan))
		plan_assign(e->plan, part->plan, e->arena);
	if (e->ndetail) {
		e->plan->detail = e->detail;
		e->plan->ndetail = e->ndetail;
	}
}

bool
operation_plan(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const struct op *op = operation->op;
	struct expansion e = {
		.operation = operation, .plan = plan, .source = source, .arena = arena};

	if (!op->expand)
		return op->plan(operation, plan, source, arena);
	if (!op->expand(&e) || e.refused)
		return false;
	if (!e.whole)
		make_series(&e);
	return true;
}

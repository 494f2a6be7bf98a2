/* Einsum: the inputs are multiplied one after the other, from the first on, and what no
   later input and not the output has is summed at once. Two inputs with a common letter
   that is summed are a MatMul, with what both keep as stacks. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"
#include "ops/op.h"
#include "ops/shape/equation.h"

/* clang-format off */
static const int versions[] = {12, 0};

static const struct attribute_rule attributes[] = {
	{"equation", ATTRIBUTE_STRING, 12, LATEST, true, 0, 0, NULL, NULL,
	 "letters for the axes of each input, as ij,jk->ik; what the output lacks is summed"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 12}, {DTYPE_FLOAT64, 12}, {DTYPE_FLOAT16, 12}, {DTYPE_INT32, 12}, {DTYPE_INT64, 12},
	{DTYPE_UINT32, 12}, {DTYPE_UINT64, 12}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	{"Inputs", .variadic = true, .summary = "any shapes that the equation fits"}, {.name = NULL},
};
/* clang-format on */

/* A tensor whose axes have labels, each once. */
struct labelled {
	const struct edge *edge;
	struct equation_term term;
};

struct einsum {
	struct expansion *e;
	struct equation equation;
	size_t next;   /* the first input that is not multiplied yet */
	bool too_many; /* axes of a product */
};

static bool
has(const struct equation_term *term, unsigned char label)
{
	return memchr(term->label, label, term->rank);
}

/* Whether a label stays: the output or a later input has it. */
static bool
stays(const struct einsum *s, unsigned char label)
{
	bool found = has(&s->equation.output, label);

	for (size_t i = s->next; i < s->equation.nterm; i++)
		found = found || has(&s->equation.term[i], label);
	return found;
}

static void
add_label(struct equation_term *term, unsigned char label)
{
	term->label[term->rank++] = label;
}

/* The axes in the order of labels, which are all that it has. */
static struct labelled
reorder(const struct einsum *s, struct labelled x, const struct equation_term *to)
{
	int64_t order[MAX_RANK];
	bool same = true;

	for (size_t i = 0; i < to->rank; i++) {
		const unsigned char *at = memchr(x.term.label, to->label[i], x.term.rank);

		order[i] = at - x.term.label;
		same = same && order[i] == (int64_t)i;
	}
	if (!same)
		x.edge =
			expansion_transpose(s->e, "turned", x.edge, order, (int)to->rank);
	x.term = *to;
	return x;
}

/* The diagonal of two axes with one label: of a square as a list, each element after
   extent + 1 others. */
static void
take_diagonal(const struct einsum *s, struct labelled *x, size_t first, size_t second)
{
	struct expansion *e = s->e;
	int64_t order[MAX_RANK], shape[MAX_RANK], n = x->edge->tensor.shape[first];
	int64_t begin = 0, end = n * n, axis, step = n + 1;
	struct equation_term kept = {.rank = 0};
	int rank = 0;

	for (size_t i = 0; i < x->term.rank; i++)
		if (i != first && i != second) {
			shape[rank] = x->edge->tensor.shape[i];
			order[rank++] = (int64_t)i;
			add_label(&kept, x->term.label[i]);
		}
	axis = rank;
	order[rank] = (int64_t)first;
	order[rank + 1] = (int64_t)second;
	shape[rank] = end;
	add_label(&kept, x->term.label[first]);
	x->edge = expansion_transpose(e, "turned", x->edge, order, rank + 2);
	x->edge = expansion_reshape(e, "squares", x->edge, shape, rank + 1);
	x->edge = EXPAND(e, "diagonal", &op_slice, 13, x->edge,
		expansion_integers(e, "starts", &begin, 1),
		expansion_integers(e, "ends", &end, 1),
		expansion_integers(e, "axes", &axis, 1),
		expansion_integers(e, "steps", &step, 1));
	x->term = kept;
}

/* Without the axes of one element that other inputs have more of. */
static void
drop_ones(const struct einsum *s, struct labelled *x)
{
	struct equation_term kept = {.rank = 0};
	int64_t shape[MAX_RANK];

	for (size_t i = 0; i < x->term.rank; i++) {
		unsigned char label = x->term.label[i];

		if (x->edge->tensor.shape[i] == 1 && s->equation.extent[label] != 1)
			continue;
		shape[kept.rank] = x->edge->tensor.shape[i];
		add_label(&kept, label);
	}
	if (kept.rank == x->term.rank)
		return;
	x->edge = expansion_reshape(s->e, "squeezed", x->edge, shape, (int)kept.rank);
	x->term = kept;
}

/* The next input, with each label once. */
static struct labelled
take_input(struct einsum *s)
{
	struct labelled x = {
		expansion_input(s->e, (int)s->next), s->equation.term[s->next]};

	s->next++;
	drop_ones(s, &x);
	for (size_t i = 0; i < x.term.rank; i++)
		for (size_t k = i + 1; k < x.term.rank; k++)
			if (x.term.label[i] == x.term.label[k]) {
				take_diagonal(s, &x, i, k);
				i = 0;
				k = 0;
			}
	return x;
}

/* The sums along the axes that neither stay nor meet another input's. */
static void
sum_out(const struct einsum *s, struct labelled *x, const struct equation_term *other)
{
	struct expansion *e = s->e;
	struct part *p = expansion_part(e, &op_reduce_sum, 13);
	struct equation_term kept = {.rank = 0};
	int64_t axes[MAX_RANK];
	size_t n = 0;

	for (size_t i = 0; i < x->term.rank; i++) {
		unsigned char label = x->term.label[i];

		if (stays(s, label) || (other && has(other, label)))
			add_label(&kept, label);
		else
			axes[n++] = (int64_t)i;
	}
	if (!n)
		return;
	part_read(p, 0, x->edge);
	part_read(p, 1, expansion_integers(e, "axes", axes, n));
	part_int(p, "keepdims", 0, NULL);
	x->edge = expansion_add(e, p, "summed");
	x->term = kept;
}

/* The product of the extents of labels. */
static int64_t
product(const struct einsum *s, const struct equation_term *term)
{
	int64_t n = 1;

	for (size_t i = 0; i < term->rank; i++)
		n *= s->equation.extent[term->label[i]];
	return n;
}

static void
append(struct equation_term *term, const struct equation_term *more)
{
	for (size_t i = 0; i < more->rank; i++)
		add_label(term, more->label[i]);
}

/* The tensor as a stack of matrices: what both have and keep, rows, and columns. */
static const struct edge *
matrices(const struct einsum *s, struct labelled x, const struct equation_term *both,
	const struct equation_term *rows, const struct equation_term *columns)
{
	const int64_t shape[] = {product(s, both), product(s, rows), product(s, columns)};
	struct equation_term order = *both;

	append(&order, rows);
	append(&order, columns);
	x = reorder(s, x, &order);
	return expansion_reshape(s->e, "matrices", x.edge, shape, 3);
}

/* Without a letter to sum, products are of one element each. */
static struct labelled
multiply(struct einsum *s, struct labelled a, struct labelled b)
{
	struct equation_term both = {.rank = 0}, sums = both, rows = both, columns = both;
	struct labelled y;
	int64_t shape[MAX_RANK];

	sum_out(s, &a, &b.term);
	sum_out(s, &b, &a.term);
	for (size_t i = 0; i < a.term.rank; i++) {
		unsigned char label = a.term.label[i];

		add_label(!has(&b.term, label) ? &rows
			  : stays(s, label)    ? &both
					       : &sums,
			label);
	}
	for (size_t i = 0; i < b.term.rank; i++)
		if (!has(&a.term, b.term.label[i]))
			add_label(&columns, b.term.label[i]);
	if (both.rank + rows.rank + columns.rank > MAX_RANK) {
		s->too_many = true;
		return a;
	}
	y.edge = EXPAND(s->e, "product", sums.rank ? &op_matmul : &op_mul, 13,
		matrices(s, a, &both, &rows, &sums),
		matrices(s, b, &both, &sums, &columns));
	append(&both, &rows);
	append(&both, &columns);
	y.term = both;
	for (size_t i = 0; i < both.rank; i++)
		shape[i] = s->equation.extent[both.label[i]];
	y.edge = expansion_reshape(s->e, "stack", y.edge, shape, (int)both.rank);
	return y;
}

static const char *
label_text(const struct expansion *e, size_t label)
{
	return label < EQUATION_LETTERS ? quoted((const char[]){(char)label, 0}, e->arena)
					: "an axis of ...";
}

/* Reports an equation that is none, or does not fit. */
static void
report(const struct einsum *s)
{
	const struct expansion *e = s->e;
	const struct operation *operation = e->operation;
	const struct place *where = operation_attribute(operation, "equation")->where;
	const struct equation *equation = &s->equation;
	int n = operation->ninput;

	switch (equation->fault) {
	case EQUATION_READ:
		break;
	case EQUATION_CHARACTER:
		source_error(e->source, where, "equation: expected letters, got %s",
			quoted((const char[]){(char)equation->where, 0}, e->arena));
		break;
	case EQUATION_COUNT:
		source_error(e->source, where,
			"equation: expected %d term%s, one for each input, got %s%zu", n,
			n == 1 ? "" : "s",
			equation->where < (size_t)n ? "" : "more than ", equation->where);
		break;
	case EQUATION_RANK:
		source_error(e->source, where,
			"equation: expected %d letter%s in term %zu, one for each "
			"dimension of %s, or ...",
			operation->input[equation->where]->rank,
			operation->input[equation->where]->rank == 1 ? "" : "s",
			equation->where + 1, operation->input_name[equation->where]);
		break;
	case EQUATION_EXTENT:
		source_error(e->source, where,
			"equation: expected one extent for each letter, got several for "
			"%s",
			label_text(e, equation->where));
		break;
	case EQUATION_OUTPUT:
		source_error(e->source, where,
			"equation: expected an output of the inputs' letters, each once, "
			"got %s",
			label_text(e, equation->where));
		break;
	}
}

static bool
read_equation(struct einsum *s)
{
	const struct operation *operation = s->e->operation;
	const char *text = operation_string(operation, "equation", "");

	equation_begin(&s->equation, text, strlen(text));
	for (int i = 0; i < operation->ninput; i++) {
		const struct dims dims = tensor_dims(operation->input[i]);

		if (!equation_take_input(&s->equation, &dims))
			return false;
	}
	return equation_take_output(&s->equation);
}

static bool
expand(struct expansion *e)
{
	struct einsum s = {.e = e};
	struct labelled x;

	if (!read_equation(&s)) {
		report(&s);
		return false;
	}
	x = take_input(&s);
	while (s.next < s.equation.nterm && !s.too_many)
		x = multiply(&s, x, take_input(&s));
	if (s.too_many || s.equation.output.rank > MAX_RANK) {
		source_error(e->source,
			operation_attribute(e->operation, "equation")->where,
			"equation: expected products of at most %d axes", MAX_RANK);
		return false;
	}
	sum_out(&s, &x, NULL);
	x = reorder(&s, x, &s.equation.output);
	expansion_reshape(e, "Output", x.edge, x.edge->tensor.shape, x.edge->tensor.rank);
	expansion_detail(e,
		arena_format(e->arena, "equation %s", quoted(s.equation.text, e->arena)));
	return true;
}

const struct op op_einsum = {
	.name = "Einsum",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "the sums of products that an equation says",
	.expand = expand,
};

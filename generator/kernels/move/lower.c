#include "kernels/move/move.h"

#include "kernels/common/parts.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"

/* Innermost loops up to SHORT_LOOP are written out. A run is a memcpy, which compilers
   turn into a few moves; for three elements, measured, assignments are faster. */
enum {
	SHORT_LOOP = 8,
	ODD_RUN = 3,
	MOST_LOOPS = 2 * MAX_RANK
};

/* A table of loops, as an array of the file. Loops of nests that were cut apart read
   beginnings of one table, of which the array has the longest. */
struct listed {
	const int64_t *table;
	int64_t count;
	const struct variable *array;
};

/* A movement's functions being built. */
struct move_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct moves *moves;
	const struct function **segment; /* kernel_permute_move: by number */
	const struct variable *i[MOST_LOOPS + 1];
	struct listed *listed;
	size_t nlisted;
};

/* Where a pass of a nest begins to read and to write. */
struct place {
	struct address src, dst; /* src: of no base if the nest reads nothing */
};

/* Where a nest's first pass begins, given the operands of its function. */
static struct place
first_place(const struct move_code *m, const struct move_nest *nest,
	const struct entry_operands *o)
{
	size_t output = plan_output_number(m->l->schedule->plan, nest->to);

	return (struct place){
		code_at(nest->from ? lowering_operand(m->l, o, nest->from) : NULL,
			nest->src),
		code_at(o->output[output], nest->dst)};
}

static struct place
moved(struct place at, int64_t src, int64_t dst)
{
	return (struct place){code_moved(at.src, src), code_moved(at.dst, dst)};
}

/* Adds one run. Elements that are numbers are cleared by assignment, structures are
   not. */
static void
add_run(const struct move_code *m, const struct move_nest *nest, struct place at)
{
	struct code_builder *code = m->code;
	struct code_type type = code_scalar(nest->to->dtype);
	bool structure = dtype_info[type.dtype].kind == KIND_COMPLEX;

	if (!nest->from && (nest->run > 1 || structure)) {
		code_clear(code, at.dst, nest->run);
	} else if (!nest->from) {
		code_store(code, at.dst, code_number(code, type, 0));
	} else if (nest->run == 1 || (nest->run == ODD_RUN && !structure)) {
		for (int64_t i = 0; i < nest->run; i++)
			code_store(code, code_moved(at.dst, i),
				code_load(code, type, code_moved(at.src, i)));
	} else {
		code_copy(code, at.dst, at.src, nest->run);
	}
}

struct loops {
	const struct move_loop *loop;
	int n;
};

/* The loops around a nest's statements: those around its segments; or all, but for an
   innermost one that is short enough to be written out. */
static struct loops
loops_around(const struct move_nest *nest)
{
	struct loops all = {nest->loop, nest->nloop};

	if (nest->segments)
		return (struct loops){nest->segments->loop, nest->segments->nloop};
	if (all.n > 1 && nest->run == 1 && all.loop[all.n - 1].count <= SHORT_LOOP)
		all.n--;
	return all;
}

/* Builds a segment's function: loads of vectors, shuffles, stores. */
static const struct function *
lower_segment(const struct move_code *m, const struct segment *c)
{
	static const enum dtype bits[] = {[1] = DTYPE_UINT8,
		[2] = DTYPE_UINT16,
		[4] = DTYPE_UINT32,
		[8] = DTYPE_UINT64};
	struct code_builder *code = m->code;
	struct code_type type = code_vector(bits[c->size], c->lanes);
	const struct value **v =
		arena_array(code->arena, const struct value *, c->nload + c->nstep);
	const struct variable *src, *dst;

	code_function(code, LINKAGE_INLINE, lowering_name(m->l, "chunk_%zu", c->number),
		code_name(code, "Moves %lld elements.", (long long)c->moved));
	src = code_input(code, m->l->memory, "src");
	dst = code_output(code, m->l->stored, "dst");
	for (size_t i = 0; i < c->nload; i++)
		v[i] = code_named(
			code, code_load(code, type, code_at(src, c->load[i])), "v%zu", i);
	for (size_t i = 0; i < c->nstep; i++)
		v[c->nload + i] = code_named(code,
			code_shuffle(
				code, v[c->step[i].a], v[c->step[i].b], c->step[i].lane),
			"v%zu", c->nload + i);
	code_blank(code);
	for (size_t i = 0; i < c->nstore; i++)
		code_store(code, code_at(dst, c->store[i].dst), v[c->store[i].vector]);
	return code_end_function(code);
}

static void
add_segments(const struct move_code *m, const struct row_segments *c, struct place at)
{
	struct code_builder *code = m->code;
	const struct variable *i = code_loop_if(code, m->i[c->nloop], c->passes);

	code_call_with(code, m->segment[c->segment->number],
		code_pass(code_indexed(code, at.src, i, c->src_step)),
		code_pass(code_indexed(code, at.dst, i, c->dst_step)));
	code_end(code);
	if (!c->end)
		return;
	if (c->end_dst < c->passes * c->dst_step)
		code_comment(code,
			"The last elements overlap those before, and are the same.");
	code_call_with(code, m->segment[c->end->number],
		code_pass(code_moved(at.src, c->end_src)),
		code_pass(code_moved(at.dst, c->end_dst)));
}

/* The entry of a table, or NULL. */
static struct listed *
listed_of(const struct move_code *m, const int64_t *table)
{
	for (size_t i = 0; i < m->nlisted; i++)
		if (m->listed[i].table == table)
			return &m->listed[i];
	return NULL;
}

/* The array of a table; NULL: it is none, or there is no table. */
static const struct variable *
array_of(const struct move_code *m, const int64_t *table)
{
	const struct listed *listed = listed_of(m, table);

	return listed ? listed->array : NULL;
}

/* Tables are of int32 if their numbers fit. */
static enum dtype
table_dtype(const struct listed *listed)
{
	for (int64_t i = 0; i < listed->count; i++)
		if (listed->table[i] < INT32_MIN || listed->table[i] > INT32_MAX)
			return DTYPE_INT64;
	return DTYPE_INT32;
}

static void
list_table(struct move_code *m, const struct move_loop *loop)
{
	struct listed *listed = listed_of(m, loop->table);

	if (!listed) {
		m->listed = arena_grow(
			m->code->arena, m->listed, m->nlisted, sizeof *m->listed);
		listed = &m->listed[m->nlisted++];
		*listed = (struct listed){.table = loop->table};
	}
	listed->count = max_of(listed->count, loop->count);
}

/* The tables of loops become arrays, but for those of loops that are written out. */
static void
add_tables(struct move_code *m)
{
	for (size_t i = 0; i < m->moves->nnest; i++) {
		struct loops around = loops_around(&m->moves->nest[i]);

		for (int k = 0; k < around.n; k++)
			if (around.loop[k].table)
				list_table(m, &around.loop[k]);
	}
	for (size_t i = 0; i < m->nlisted; i++) {
		struct listed *listed = &m->listed[i];

		listed->array = code_file_constant(m->code, table_dtype(listed),
			lowering_name(m->l, "from_%zu", i),
			"Where each pass of a loop reads.", listed->table, listed->count);
	}
}

/* "Copied: 2 x 3 runs of 8 elements." */
static const char *
comment_of(const struct move_code *m, const struct move_nest *nest)
{
	const char *text = nest->from ? "Copied:" : "Padding:";

	for (int i = 0; i < nest->nloop; i++)
		text = code_name(m->code, "%s%s %lld", text, i ? " x" : "",
			(long long)nest->loop[i].count);
	return code_name(m->code, "%s %s of %s.", text, nest->nloop ? "runs" : "a run",
		code_count(m->code, nest->run, "element"));
}

/* Adds a nest inside such loops, whose first pass begins at a place. */
static void
add_loops(const struct move_code *m, const struct move_nest *nest, struct loops around,
	struct place at)
{
	struct code_builder *code = m->code;
	struct code_type type = code_scalar(nest->to->dtype);
	const struct move_loop *inner = &nest->loop[around.n];

	for (int i = 0; i < around.n; i++) {
		const struct move_loop *loop = &around.loop[i];
		const struct variable *table = array_of(m, loop->table);

		code_loop(code, m->i[i], loop->count);
		at.dst = code_indexed(code, at.dst, m->i[i], loop->dst);
		at.src = code_indexed_by(code, at.src,
			(struct index_term){.counter = m->i[i],
				.inc = table ? 1 : loop->src,
				.table = table});
	}
	if (!around.n)
		code_block(code);
	if (nest->from)
		at.src = code_let_place(code, true, type, "src", at.src);
	at.dst = code_let_place(code, false, type, "dst", at.dst);
	code_blank(code);
	if (nest->segments)
		add_segments(m, nest->segments, at);
	else if (around.n < nest->nloop)
		for (int64_t i = 0; i < inner->count; i++)
			add_run(m, nest,
				moved(at, move_loop_src(inner, i), i * inner->dst));
	else
		add_run(m, nest, at);
	code_ends(code, around.n ? around.n : 1);
}

static void
add_nest(const struct move_code *m, const struct move_nest *nest, struct place at)
{
	const struct row_segments *segments = nest->segments;
	struct loops around = loops_around(nest);

	code_comment(m->code, comment_of(m, nest));
	if (!around.n && !segments) {
		add_run(m, nest, at);
		return;
	}
	add_loops(m, nest, around, at);
	if (!segments || !segments->band_src)
		return;
	code_comment(m->code, "The last rows overlap those before, and are the same.");
	around.n = segments->band_nloop;
	add_loops(m, nest, around, moved(at, segments->band_src, segments->band_dst));
}

/* Whether some nest writes an output. */
static bool
is_written(const struct move_code *m, const struct operand *output)
{
	for (size_t i = 0; i < m->moves->nnest; i++)
		if (m->moves->nest[i].to == output)
			return true;
	return false;
}

/* Marks arguments that no nest reads: tensors without elements, or cropped entirely; and
   outputs of which nothing is written, perhaps by this part. */
static void
add_unused(const struct move_code *m, const struct entry_operands *o)
{
	const struct plan *plan = m->l->schedule->plan;

	for (size_t k = 0; k < plan->noperand; k++) {
		const struct operand *operand = &plan->operand[k];
		bool read = operand->constant;

		for (size_t i = 0; i < m->moves->nnest; i++)
			read |= m->moves->nest[i].from == operand;
		if (read)
			continue;
		code_comment(m->code, operand->nelement ? "Nothing of it is read."
							: "The input has no elements.");
		code_unused(m->code, o->operand[k]);
	}
	for (size_t k = 0; k < plan_noutput(plan); k++)
		if (!is_written(m, plan_output(plan, k)))
			code_unused(m->code, o->output[k]);
}

void
loop_move_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct move_code m = {.l = &l, .code = code, .moves = schedule->own};
	struct entry_operands o;

	m.segment =
		arena_array(code->arena, const struct function *, m.moves->nfunction + 1);
	for (size_t i = 0; i < m.moves->nfunction; i++)
		m.segment[i] = lower_segment(&m, m.moves->function[i]);
	add_tables(&m);
	o = lowering_entry(&l, ENTRY_WHOLE);
	if (m.moves->nnest) {
		code_nested_counters(code, m.i, MOST_LOOPS + 1, 1);
		code_blank(code);
		add_unused(&m, &o);
	}
	for (size_t i = 0; i < m.moves->nnest; i++)
		add_nest(&m, &m.moves->nest[i], first_place(&m, &m.moves->nest[i], &o));
	code_end_function(code);
}

/* Adds every run of a nest, beginning a new function when one is full. */
static void
add_unrolled_nest(
	const struct move_code *m, const struct move_nest *nest, struct parts *p)
{
	int64_t at[MOST_LOOPS] = {0}, count[MOST_LOOPS];

	for (int i = 0; i < nest->nloop; i++)
		count[i] = nest->loop[i].count;
	do {
		int64_t src = 0, dst = 0;

		for (int i = 0; i < nest->nloop; i++) {
			src += move_loop_src(&nest->loop[i], at[i]);
			dst += nest->loop[i].dst * at[i];
		}
		if (!p->open || p->statement == PART_STATEMENTS)
			parts_open(p);
		p->statement++;
		add_run(m, nest, moved(first_place(m, nest, &p->o), src, dst));
	} while (extents_next(at, count, nest->nloop));
}

void
unrolled_move_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct move_code m = {.l = &l, .code = code, .moves = schedule->own};
	struct parts parts = {.l = &l};

	for (size_t i = 0; i < m.moves->nnest; i++)
		add_unrolled_nest(&m, &m.moves->nest[i], &parts);
	parts_entry(&parts);
}

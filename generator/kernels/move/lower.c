#include "kernels/move/move.h"

#include "kernels/common/parts.h"

#include "base/arena.h"
#include "base/extents.h"

/* Innermost loops up to SHORT_LOOP are written out. A run is a memcpy, which compilers
   turn into a few moves; for three elements, measured, assignments are faster. */
enum {
	SHORT_LOOP = 8,
	ODD_RUN = 3,
	MOST_LOOPS = 2 * MAX_RANK
};

/* A table of a loop, as an array of the file. */
struct listed {
	const int64_t *table;
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

/* Elements that are numbers are cleared by assignment, structures are not. */
static bool
is_structure(const struct move_nest *nest)
{
	return dtype_info[nest->to->dtype].kind == KIND_COMPLEX;
}

/* Adds one run: dst and src are the addresses of its first element. */
static void
add_run(const struct move_code *m, const struct move_nest *nest, struct address dst,
	struct address src)
{
	struct code_builder *code = m->code;
	struct code_type type = code_scalar(nest->to->dtype);

	if (!nest->from && (nest->run > 1 || is_structure(nest))) {
		code_clear(code, dst, nest->run);
	} else if (!nest->from) {
		code_store(code, dst, code_number(code, type, 0));
	} else if (nest->run == 1 || (nest->run == ODD_RUN && !is_structure(nest))) {
		for (int64_t i = 0; i < nest->run; i++)
			code_store(code, code_moved(dst, i),
				code_load(code, type, code_moved(src, i)));
	} else {
		code_copy(code, dst, src, nest->run);
	}
}

/* Whether the innermost loop is short enough to be written out. */
static bool
writes_out(const struct move_nest *nest)
{
	return nest->nloop > 1 && nest->run == 1 &&
	       nest->loop[nest->nloop - 1].count <= SHORT_LOOP;
}

static const struct move_loop *
loops_of(const struct move_nest *nest)
{
	return nest->segments ? nest->segments->loop : nest->loop;
}

/* The number of loops around one statement, or around the calls of a segment. */
static int
outer_loops(const struct move_nest *nest)
{
	return nest->segments ? nest->segments->nloop
			      : nest->nloop - (writes_out(nest) ? 1 : 0);
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
call_segment(const struct move_code *m, const struct segment *c, struct address src,
	struct address dst)
{
	code_call(m->code, m->segment[c->number],
		(struct argument[]){code_pass(src), code_pass(dst)});
}

static void
add_segments(const struct move_code *m, const struct move_nest *nest, struct address src,
	struct address dst)
{
	const struct row_segments *c = nest->segments;
	const struct variable *i = code_loop_if(m->code, m->i[c->nloop], c->passes);

	call_segment(m, c->segment, code_indexed(m->code, src, i, c->src_step),
		code_indexed(m->code, dst, i, c->dst_step));
	code_end(m->code);
	if (c->end && c->end_dst < c->passes * c->dst_step)
		code_comment(m->code,
			"The last elements overlap those before, and are the same.");
	if (c->end)
		call_segment(m, c->end, code_moved(src, c->end_src),
			code_moved(dst, c->end_dst));
}

/* The number of a table among those that are arrays. */
static size_t
number_of(const struct move_code *m, const int64_t *table)
{
	size_t i = 0;

	while (i < m->nlisted && m->listed[i].table != table)
		i++;
	return i;
}

/* Tables are of int32 if their numbers fit. */
static enum dtype
table_dtype(const struct move_loop *loop)
{
	for (int64_t i = 0; i < loop->count; i++)
		if (loop->table[i] < INT32_MIN || loop->table[i] > INT32_MAX)
			return DTYPE_INT64;
	return DTYPE_INT32;
}

/* The tables of loops become arrays, but for those of loops that are written out. */
static void
add_tables(struct move_code *m)
{
	for (size_t i = 0; i < m->moves->nnest; i++)
		for (int k = 0; k < outer_loops(&m->moves->nest[i]); k++) {
			const struct move_loop *loop = &loops_of(&m->moves->nest[i])[k];
			size_t n = number_of(m, loop->table);

			if (!loop->table || n < m->nlisted)
				continue;
			m->listed = arena_grow(
				m->code->arena, m->listed, m->nlisted, sizeof *m->listed);
			m->listed[m->nlisted++] = (struct listed){loop->table,
				code_file_constant(m->code, table_dtype(loop),
					lowering_name(m->l, "from_%zu", n),
					"Where each pass of a loop reads.", loop->table,
					loop->count)};
		}
}

/* A pointer to the first element that a nest's outer loops reach. */
static struct address
let_pointer(const struct move_code *m, const struct move_nest *nest, int nloop,
	const struct variable *base, bool dst)
{
	struct address at = code_at(base, dst ? nest->dst : nest->src);

	for (int i = 0; i < nloop; i++) {
		const struct move_loop *loop = &loops_of(nest)[i];

		if (!dst && loop->table)
			at = code_indexed_by(m->code, at,
				(struct index_term){.counter = m->i[i],
					.inc = 1,
					.table = m->listed[number_of(m, loop->table)]
							 .array});
		else
			at = code_indexed(
				m->code, at, m->i[i], dst ? loop->dst : loop->src);
	}
	return code_let_place(
		m->code, !dst, code_scalar(nest->to->dtype), dst ? "dst" : "src", at);
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

/* The entry's operands that a nest reads and writes; NULL: it reads nothing. */
static const struct variable *
input_of(const struct move_code *m, const struct entry_operands *o,
	const struct move_nest *nest)
{
	return nest->from ? lowering_operand(m->l, o, nest->from) : NULL;
}

static const struct variable *
output_of(const struct move_code *m, const struct entry_operands *o,
	const struct move_nest *nest)
{
	return o->output[plan_output_number(m->l->schedule->plan, nest->to)];
}

/* Adds a nest inside the first nloop of its loops. */
static void
add_loops(const struct move_code *m, const struct move_nest *nest, int nloop,
	const struct variable *from, const struct variable *to)
{
	struct code_builder *code = m->code;
	struct address src = {0}, dst;
	const struct move_loop *inner = &nest->loop[nloop];

	for (int i = 0; i < nloop; i++)
		code_loop(code, m->i[i], loops_of(nest)[i].count);
	if (!nloop)
		code_block(code);
	if (nest->from)
		src = let_pointer(m, nest, nloop, from, false);
	dst = let_pointer(m, nest, nloop, to, true);
	code_blank(code);
	if (nest->segments)
		add_segments(m, nest, src, dst);
	else if (writes_out(nest))
		for (int64_t i = 0; i < inner->count; i++)
			add_run(m, nest, code_moved(dst, i * inner->dst),
				code_moved(src, move_loop_src(inner, i)));
	else
		add_run(m, nest, dst, src);
	code_ends(code, nloop ? nloop : 1);
}

static void
add_nest(const struct move_code *m, const struct move_nest *nest,
	const struct entry_operands *o)
{
	const struct variable *to = output_of(m, o, nest), *from = input_of(m, o, nest);
	const struct row_segments *segments = nest->segments;
	struct move_nest band = *nest;
	int nloop = outer_loops(nest);

	code_comment(m->code, comment_of(m, nest));
	if (!nloop && !segments) {
		add_run(m, nest, code_at(to, nest->dst), code_at(from, nest->src));
		return;
	}
	add_loops(m, nest, nloop, from, to);
	if (!segments || !segments->band_src)
		return;
	code_comment(m->code, "The last rows overlap those before, and are the same.");
	band.src += segments->band_src;
	band.dst += segments->band_dst;
	add_loops(m, &band, segments->band_nloop, from, to);
}

/* Marks arguments that no nest reads: tensors without elements, or cropped entirely. */
static void
add_unread(const struct move_code *m, const struct entry_operands *o)
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
		if (!plan_output(plan, k)->nelement)
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
		add_unread(&m, &o);
	}
	for (size_t i = 0; i < m.moves->nnest; i++)
		add_nest(&m, &m.moves->nest[i], &o);
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
		int64_t src = nest->src, dst = nest->dst;

		for (int i = 0; i < nest->nloop; i++) {
			src += move_loop_src(&nest->loop[i], at[i]);
			dst += nest->loop[i].dst * at[i];
		}
		if (p->statement == PART_STATEMENTS)
			parts_close(p);
		if (!p->open)
			parts_open(p);
		p->statement++;
		add_run(m, nest, code_at(output_of(m, &p->o, nest), dst),
			code_at(input_of(m, &p->o, nest), src));
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

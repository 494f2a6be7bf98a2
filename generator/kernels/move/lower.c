#include "kernels/move/move.h"

#include "kernels/common/lowering.h"
#include "kernels/move/permute.h"

#include "arena.h"

/* Innermost loops up to SHORT_LOOP are written out. A run is a memcpy, which compilers
   turn into a few moves; for three elements, measured, assignments are faster. */
enum {
	SHORT_LOOP = 8,
	ODD_RUN = 3,
	MOST_LOOPS = 2 * MAX_RANK
};

/* The functions of a movement. */
struct move_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct moves *moves;
	const struct function **chunk; /* kernel_permute_move: by number */
	const struct variable *i[MOST_LOOPS + 1];
};

/* Elements of a half, an integer or a float are cleared by assignment, structures not. */
static bool
is_structure(const struct move_code *m)
{
	return dtype_info[m->l->memory.dtype].kind == KIND_COMPLEX;
}

/* One run: dst and src are where its first element is. */
static void
add_run(const struct move_code *m, const struct move_nest *nest, struct address dst,
	struct address src)
{
	struct code_builder *code = m->code;
	struct code_type type = m->l->memory;

	if (nest->fill && (nest->run > 1 || is_structure(m))) {
		code_clear(code, dst, nest->run);
	} else if (nest->fill) {
		code_store(code, dst, code_number(code, type, 0));
	} else if (nest->run == 1 || (nest->run == ODD_RUN && !is_structure(m))) {
		for (int64_t i = 0; i < nest->run; i++)
			code_store(code, code_moved(dst, i),
				code_load(code, type, code_moved(src, i)));
	} else {
		code_copy(code, dst, src, nest->run);
	}
}

/* Whether the innermost loop is short enough to be written out, so that its statements
   together fill a line of dst. */
static bool
writes_out(const struct move_nest *nest)
{
	return nest->nloop > 1 && nest->run == 1 &&
	       nest->loop[nest->nloop - 1].count <= SHORT_LOOP;
}

/* Loops that are written as such around one statement, or the calls of a chunk. */
static int
outer_loops(const struct move_nest *nest)
{
	return nest->chunks ? nest->chunks->nloop
			    : nest->nloop - (writes_out(nest) ? 1 : 0);
}

static bool
calls_in_loop(const struct move_nest *nest)
{
	return nest->chunks && nest->chunks->passes > 1;
}

/* Loads of vectors, permutes, stores. */
static const struct function *
lower_chunk(const struct move_code *m, const struct chunk *c)
{
	static const enum dtype bits[] = {[1] = DTYPE_UINT8,
		[2] = DTYPE_UINT16,
		[4] = DTYPE_UINT32,
		[8] = DTYPE_UINT64};
	struct code_builder *code = m->code;
	struct code_type type = code_vector(bits[c->width / 8], c->lanes);
	const struct value **v =
		arena_array(code->arena, const struct value *, c->nload + c->nstep);
	struct ends ends = lowering_function(m->l, LINKAGE_INLINE,
		lowering_name(m->l, "chunk_%zu", c->number),
		code_name(code, "Moves %lld elements.", (long long)c->moved));

	for (size_t i = 0; i < c->nload; i++)
		v[i] = code_get(code,
			code_let(code, true, code_name(code, "v%zu", i),
				code_load(code, type, code_at(ends.src, c->load[i]))));
	for (size_t i = 0; i < c->nstep; i++)
		v[c->nload + i] = code_get(
			code, code_let(code, true, code_name(code, "v%zu", c->nload + i),
				      code_shuffle(code, v[c->step[i].a], v[c->step[i].b],
					      c->step[i].lane)));
	code_blank(code);
	for (size_t i = 0; i < c->nstore; i++)
		code_store(
			code, code_at(ends.dst, c->store[i].dst), v[c->store[i].vector]);
	return code_end_function(code);
}

static void
call_chunk(const struct move_code *m, const struct chunk *c, struct address src,
	struct address dst)
{
	code_call(m->code, m->chunk[c->number],
		(struct argument[]){code_pass(src), code_pass(dst)});
}

static void
add_chunks(const struct move_code *m, const struct move_nest *nest, struct address src,
	struct address dst)
{
	const struct row_chunks *c = nest->chunks;
	const struct variable *i = m->i[c->nloop];

	if (calls_in_loop(nest)) {
		code_loop(m->code, i, c->passes);
		call_chunk(m, c->chunk, code_indexed(m->code, src, i, c->src_step),
			code_indexed(m->code, dst, i, c->dst_step));
		code_end(m->code);
	} else {
		call_chunk(m, c->chunk, src, dst);
	}
	if (c->end && c->end_dst < c->passes * c->dst_step)
		code_comment(m->code,
			"The last elements overlap those before, and are the same.");
	if (c->end)
		call_chunk(m, c->end, code_moved(src, c->end_src),
			code_moved(dst, c->end_dst));
}

/* A pointer to the first element that a nest's outer loops reach. */
static struct address
let_pointer(const struct move_code *m, const struct move_nest *nest, int nloop,
	const struct variable *base, bool dst)
{
	struct address at = code_at(base, dst ? nest->dst : nest->src);

	for (int i = 0; i < nloop; i++)
		at = code_indexed(m->code, at, m->i[i],
			dst ? nest->loop[i].dst : nest->loop[i].src);
	return code_at(code_let_pointer(m->code, !dst, false, m->l->memory,
			       dst ? "dst" : "src", at),
		0);
}

/* "Copied: 2 x 3 runs of 8 elements." */
static const char *
comment_of(const struct move_code *m, const struct move_nest *nest)
{
	const char *text = nest->fill ? "Padding:" : "Copied:";

	for (int i = 0; i < nest->nloop; i++)
		text = code_name(m->code, "%s%s %lld", text, i ? " x" : "",
			(long long)nest->loop[i].count);
	return code_name(m->code, "%s %s of %lld element%s.", text,
		nest->nloop ? "runs" : "a run", (long long)nest->run,
		nest->run > 1 ? "s" : "");
}

static void
add_nest(const struct move_code *m, const struct move_nest *nest,
	const struct entry_operands *o)
{
	struct code_builder *code = m->code;
	int nloop = outer_loops(nest);
	struct address src = {0}, dst;
	const struct loop *inner = &nest->loop[nloop];

	code_comment(code, comment_of(m, nest));
	if (!nloop && !nest->chunks) {
		add_run(m, nest, code_at(o->dst, nest->dst), code_at(o->src, nest->src));
		return;
	}
	for (int i = 0; i < nloop; i++)
		code_loop(code, m->i[i], nest->loop[i].count);
	if (!nloop)
		code_block(code);
	if (!nest->fill)
		src = let_pointer(m, nest, nloop, o->src, false);
	dst = let_pointer(m, nest, nloop, o->dst, true);
	code_blank(code);
	if (nest->chunks)
		add_chunks(m, nest, src, dst);
	else if (writes_out(nest))
		for (int64_t i = 0; i < inner->count; i++)
			add_run(m, nest, code_moved(dst, i * inner->dst),
				code_moved(src, i * inner->src));
	else
		add_run(m, nest, dst, src);
	for (int i = 0; i < (nloop ? nloop : 1); i++)
		code_end(code);
}

static void
declare_counters(struct move_code *m)
{
	struct variable *all[MOST_LOOPS + 1];
	int nloop = 0;

	for (size_t i = 0; i < m->moves->nnest; i++) {
		const struct move_nest *nest = &m->moves->nest[i];
		int n = outer_loops(nest) + calls_in_loop(nest);

		nloop = n > nloop ? n : nloop;
	}
	for (int i = 0; i < nloop; i++)
		m->i[i] = all[i] =
			code_counter(m->code, code_name(m->code, "i%d", i + 1));
	code_declare(m->code, all, (size_t)nloop);
	if (nloop)
		code_blank(m->code);
}

void
loop_move_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct plan *plan = schedule->plan;
	struct lowering l = lowering_begin(schedule, code);
	struct move_code m = {.l = &l, .code = code, .moves = schedule->u.moves};
	struct entry_operands o;

	m.chunk =
		arena_array(code->arena, const struct function *, m.moves->nfunction + 1);
	for (size_t i = 0; i < m.moves->nfunction; i++)
		m.chunk[i] = lower_chunk(&m, m.moves->function[i]);
	o = lowering_entry(&l, ENTRY_WHOLE);
	declare_counters(&m);
	if (m.moves->nnest && !plan->src->nelement && !plan->src->constant) {
		code_comment(code, "The input has no elements.");
		code_unused(code, o.src);
	}
	for (size_t i = 0; i < m.moves->nnest; i++)
		add_nest(&m, &m.moves->nest[i], &o);
	code_end_function(code);
}

/* The functions that straight-line code is cut into. */
struct parts {
	const struct function **function;
	size_t n;
	size_t statement; /* of the one at hand */
	bool open, reads; /* reads: it reads its input */
	struct entry_operands o;
};

static void
begin_part(const struct move_code *m, struct parts *p)
{
	struct variable *dst;

	code_function(
		m->code, LINKAGE_NOINLINE, lowering_name(m->l, "part_%zu", p->n), NULL);
	p->o = lowering_operands(m->l);
	dst = code_parameter(
		m->code, VARIABLE_POINTER, m->l->memory, m->l->schedule->plan->dst.name);
	dst->restricted = true;
	p->o.dst = dst;
	p->statement = 0;
	p->open = true;
	p->reads = false;
}

static void
end_part(const struct move_code *m, struct parts *p)
{
	if (!p->open)
		return;
	if (!p->reads && !m->l->schedule->plan->src->constant)
		code_unused(m->code, p->o.src);
	p->function = arena_grow(m->code->arena, p->function, p->n, sizeof *p->function);
	p->function[p->n++] = code_end_function(m->code);
	p->open = false;
}

/* Every run of a nest; a new function begins where one is full. */
static void
add_unrolled_nest(
	const struct move_code *m, const struct move_nest *nest, struct parts *p)
{
	int64_t at[MOST_LOOPS] = {0}, src = nest->src, dst = nest->dst;
	int i;

	do {
		if (p->open && p->statement == m->moves->limit)
			end_part(m, p);
		if (!p->open)
			begin_part(m, p);
		p->statement++;
		p->reads |= !nest->fill;
		add_run(m, nest, code_at(p->o.dst, dst), code_at(p->o.src, src));
		for (i = nest->nloop - 1; i >= 0; i--) {
			src += nest->loop[i].src;
			dst += nest->loop[i].dst;
			if (++at[i] < nest->loop[i].count)
				break;
			src -= nest->loop[i].src * at[i];
			dst -= nest->loop[i].dst * at[i];
			at[i] = 0;
		}
	} while (i >= 0);
}

void
unrolled_move_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct move_code m = {.l = &l, .code = code, .moves = schedule->u.moves};
	struct parts parts = {0};
	struct entry_operands o;

	for (size_t i = 0; i < m.moves->nnest; i++)
		add_unrolled_nest(&m, &m.moves->nest[i], &parts);
	end_part(&m, &parts);
	o = lowering_entry(&l, ENTRY_WHOLE);
	for (size_t i = 0; i < parts.n; i++) {
		struct argument a[2] = {
			code_pass(code_at(o.src, 0)), code_pass(code_at(o.dst, 0))};

		code_call(code, parts.function[i],
			schedule->plan->src->constant ? a + 1 : a);
	}
	code_end_function(code);
}

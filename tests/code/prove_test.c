#include "support/test.h"

#include <string.h>

#include "base/arena.h"
#include "built.h"
#include "code/proof/prove.h"

/* Functions put together by hand, right ones and those with a mistake. */

/* By loops of vectors: 4 rows of 16, `more` passes, elements from `first` on. */
static void
add_rows(const struct build *b, int64_t more, int64_t first)
{
	struct ends e = build_entry(b);
	struct variable *row = build_counter(b, "row"), *i = build_counter(b, "i");
	struct address to = code_indexed(b->code, code_at(e.dst, 0), row, 16);
	struct address from = code_indexed(b->code, code_at(e.src, first), row, 16);

	code_loop(b->code, row, 4);
	code_loop(b->code, i, 2 + more);
	build_copy(b, code_indexed(b->code, to, i, 8), code_indexed(b->code, from, i, 8));
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

static void
rows(const struct build *b)
{
	add_rows(b, 0, 0);
}

static void
pass_too_many(const struct build *b)
{
	add_rows(b, 1, 0);
}

static void
pass_too_few(const struct build *b)
{
	add_rows(b, -1, 0);
}

static void
read_too_far(const struct build *b)
{
	add_rows(b, 0, 1);
}

static void
read_too_early(const struct build *b)
{
	add_rows(b, 0, -1);
}

/* 3 vectors with steps of 8, and one that overlaps: 56 is 3 * 8 + 32. */
static void
add_overlap(const struct build *b, int64_t last)
{
	struct ends e = build_entry(b);

	for (int64_t at = 0; at < 56; at += 8)
		build_copy(b, code_at(e.dst, at), code_at(e.src, at));
	build_copy(b, code_at(e.dst, last), code_at(e.src, last));
	code_end_function(b->code);
}

static void
overlap(const struct build *b)
{
	add_overlap(b, 56);
}

static void
gap(const struct build *b)
{
	add_overlap(b, 55);
}

/* Rows of 16 wait in an array of `length`; the next call stores `stored` elements of
   them. */
static void
add_late(const struct build *b, int64_t length, int64_t parts, bool behind)
{
	struct code_builder *code = b->code;
	const struct function *late;
	struct variable *sums, *last, *c, *i;
	struct ends e = build_inner(b, "late");
	struct condition condition = {.pointer = e.dst, .ntest = 1};

	sums = build_pointer(b, "sums", false);
	c = build_counter(b, "c");
	condition.test[0] = (struct test){.counter = c, .modulo = 2, .remainder = 1};
	code_loop(code, c, parts);
	code_if(code, condition);
	build_copy(b,
		code_indexed_by(code, code_at(e.dst, 0),
			(struct index_term){
				.counter = c, .divide = 2, .modulo = 0, .inc = 8}),
		code_indexed_by(code, code_at(sums, 0),
			(struct index_term){
				.counter = c, .divide = 2, .modulo = 0, .inc = 8}));
	code_end(code);
	code_end(code);
	for (int64_t at = 0; at < 16; at += 8)
		build_copy(b, code_at(sums, at), code_at(e.src, at));
	late = code_end_function(code);
	e = build_entry(b);
	i = build_counter(b, "i");
	sums = build_array(b, "sums", length);
	last = code_variable(code, b->scalar, "last");
	last->kind = VARIABLE_POINTER;
	code_declare(code, &last, 1);
	code_point(code, last, (struct address){0});
	code_loop(code, i, 4);
	code_call(code, late,
		(struct argument[]){
			code_pass(code_indexed(code, code_at(e.src, 0), i, 16)),
			code_pass(code_at(last, 0)), code_pass(code_at(sums, 0))});
	code_point(code, last, code_indexed(code, code_at(e.dst, 0), i, 16));
	code_end(code);
	for (int64_t at = 0; at < 16 && behind; at += 8)
		build_copy(b, code_at(last, at), code_at(sums, at));
	code_end_function(code);
}

static void
late_stores(const struct build *b)
{
	add_late(b, 16, 4, true);
}

static void
late_stores_without_the_last(const struct build *b)
{
	add_late(b, 16, 4, false);
}

static void
late_stores_of_half(const struct build *b)
{
	add_late(b, 16, 3, true);
}

static void
late_stores_of_more(const struct build *b)
{
	add_late(b, 24, 6, true);
}

static void
late_stores_behind_the_array(const struct build *b)
{
	add_late(b, 15, 4, true);
}

/* Inputs are copied block by block, `copied` elements of 8, and read again in another
   order. */
static void
add_copied(const struct build *b, int64_t copied, int64_t other)
{
	struct code_builder *code = b->code;
	struct ends e = build_entry(b);
	struct variable *copy = build_array(b, "copy", 64);
	struct variable *block = build_counter(b, "block"), *c = build_counter(b, "c");
	struct address at;

	code_loop(code, block, 3);
	code_loop_to(code, c, 0, 1,
		(struct limit){
			.limit = 3, .selector = block, .below = 2, .other = other});
	at = code_indexed(code, code_indexed(code, code_at(copy, 0), block, 24), c, 8);
	build_copy_n(b, at,
		code_indexed(
			code, code_indexed(code, code_at(e.src, 0), block, 24), c, 8),
		copied);
	code_end(code);
	code_end(code);
	code_loop_to(code, c, 0, 16, (struct limit){.limit = 64});
	for (int64_t i = 8; i >= 0; i -= 8)
		build_copy(b, code_indexed(code, code_at(e.dst, i), c, 1),
			code_indexed(code, code_at(copy, i), c, 1));
	code_end(code);
	code_end_function(code);
}

static void
copied(const struct build *b)
{
	add_copied(b, 8, 2);
}

static void
copied_but_a_lane(const struct build *b)
{
	add_copied(b, 7, 2);
}

static void
copied_but_a_pass(const struct build *b)
{
	add_copied(b, 8, 1);
}

/* Set in a pass and read in it; `shift` elements on. */
static void
add_within_pass(const struct build *b, int64_t shift, int64_t inc)
{
	struct code_builder *code = b->code;
	struct ends e = build_entry(b);
	struct variable *a = build_array(b, "a", 72), *i = build_counter(b, "i");

	code_loop(code, i, 8);
	build_copy(b, code_indexed(code, code_at(a, 0), i, 8),
		code_indexed(code, code_at(e.src, 0), i, 8));
	build_copy(b, code_indexed(code, code_at(e.dst, 0), i, 8),
		code_indexed(code, code_at(a, shift), i, inc));
	code_end(code);
	code_end_function(code);
}

static void
within_pass(const struct build *b)
{
	add_within_pass(b, 0, 8);
}

static void
from_next_pass(const struct build *b)
{
	add_within_pass(b, 8, 8);
}

static void
from_another_pass(const struct build *b)
{
	add_within_pass(b, 0, 7);
}

static void
variable_unset(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *v = code_variable(b->code, b->vector, "v");

	code_declare(b->code, &v, 1);
	code_store(b->code, code_at(e.dst, 0), code_get(b->code, v));
	code_end_function(b->code);
}

/* A test that seldom holds sets it. */
static void
variable_seldom_set(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *v = code_variable(b->code, b->vector, "v");
	struct variable *c = build_counter(b, "c");

	code_declare(b->code, &v, 1);
	code_loop(b->code, c, 8);
	code_if(b->code, (struct condition){.test = {{c, 0, 2, 1}}, .ntest = 1});
	code_set(b->code, v, code_number(b->code, b->vector, 1));
	code_end(b->code);
	code_store(b->code, code_indexed(b->code, code_at(e.dst, 0), c, 8),
		code_get(b->code, v));
	code_end(b->code);
	code_end_function(b->code);
}

static void
pointer_unset(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *last = code_variable(b->code, b->scalar, "last");

	last->kind = VARIABLE_POINTER;
	code_declare(b->code, &last, 1);
	build_copy(b, code_at(last, 0), code_at(e.src, 0));
	code_end_function(b->code);
}

static void
pointer_null(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *last = code_let_pointer(
		b->code, false, false, b->scalar, "last", (struct address){0});

	build_copy(b, code_at(last, 0), code_at(e.src, 0));
	code_end_function(b->code);
}

static void
output_read(const struct build *b)
{
	struct ends e = build_entry(b);

	build_copy(b, code_at(e.dst, 0), code_at(e.dst, 8));
	code_end_function(b->code);
}

/* Pointers go along: 8 of 4 passes, in a function that is told how many. */
static void
add_moving(const struct build *b, int64_t step, int64_t passes)
{
	struct code_builder *code = b->code;
	struct ends e = build_inner(b, "some");
	struct variable *n = code_parameter(code, VARIABLE_COUNTER, b->scalar, "n");
	struct variable *i = build_counter(b, "i");
	const struct function *some;

	code_loop_to(code, i, 0, 1, (struct limit){.argument = n});
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_point(code, e.src, code_at(e.src, step));
	code_point(code, e.dst, code_at(e.dst, 8));
	code_end(code);
	some = code_end_function(code);
	e = build_entry(b);
	for (int64_t at = 0; at < 64; at += 32)
		code_call(code, some,
			(struct argument[]){code_pass(code_at(e.src, at)),
				code_pass(code_at(e.dst, at)),
				code_pass_number(at ? passes : 4)});
	code_end_function(code);
}

static void
moving(const struct build *b)
{
	add_moving(b, 8, 4);
}

static void
moving_too_far(const struct build *b)
{
	add_moving(b, 9, 4);
}

static void
moving_not_enough(const struct build *b)
{
	add_moving(b, 8, 3);
}

/* As often as a counter says that nobody sets. */
static void
moving_who_knows(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *n = build_counter(b, "n"), *i = build_counter(b, "i");

	code_loop_to(b->code, i, 0, 1, (struct limit){.argument = n});
	build_copy(b, code_indexed(b->code, code_at(e.dst, 0), i, 8),
		code_indexed(b->code, code_at(e.src, 0), i, 8));
	code_end(b->code);
	code_end_function(b->code);
}

/* An array in two parts, one restricted; `other` elements on. */
static void
add_restricted(const struct build *b, int64_t other)
{
	struct code_builder *code = b->code;
	struct ends e = build_inner(b, "copies");
	struct variable *a, *i;
	const struct function *copies;

	((struct variable *)e.dst)->restricted = true;
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	copies = code_end_function(code);
	e = build_entry(b);
	a = build_array(b, "a", 128);
	i = build_counter(b, "i");
	code_copy(code, code_at(a, 0), code_at(e.src, 0), 64);
	code_loop(code, i, 8);
	code_call(code, copies,
		(struct argument[]){code_pass(code_indexed(code, code_at(a, 0), i, 8)),
			code_pass(code_indexed(code, code_at(a, other), i, 8))});
	code_copy(code, code_indexed(code, code_at(e.dst, 0), i, 8),
		code_indexed(code, code_at(a, other), i, 8), 8);
	code_end(code);
	code_end_function(code);
}

static void
restricted(const struct build *b)
{
	add_restricted(b, 64);
}

static void
restricted_overlaps(const struct build *b)
{
	add_restricted(b, 7);
}

static void
copy_overlaps(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *a = build_array(b, "a", 64);

	code_copy(b->code, code_at(a, 0), code_at(e.src, 0), 64);
	code_copy(b->code, code_at(a, 8), code_at(a, 0), 9);
	code_copy(b->code, code_at(e.dst, 0), code_at(a, 0), 64);
	code_end_function(b->code);
}

/* Every other block of 16 bytes, and remainders that choose the rows. */
static void
add_remainders(const struct build *b, int64_t rows)
{
	struct code_builder *code = b->code;
	struct ends e = build_entry(b);
	struct variable *k = build_counter(b, "k");
	struct address to;

	code_loop(code, k, 8);
	to = code_indexed_by(code, code_at(e.dst, 0),
		(struct index_term){.counter = k, .divide = 2, .modulo = 0, .inc = 8});
	to = code_indexed_by(code, to,
		(struct index_term){.counter = k, .divide = 1, .modulo = 2, .inc = rows});
	code_store(code, to,
		code_load_parts(code, b->vector,
			code_indexed(code, code_at(e.src, 0), k, 4), 28, 2));
	code_end(code);
	code_end_function(code);
}

static void
remainders(const struct build *b)
{
	add_remainders(b, 32);
}

static void
remainders_too_near(const struct build *b)
{
	add_remainders(b, 31);
}

/* Weights are packed in another order, `packed` of them, and read `read` elements on. */
static void
add_packed(const struct build *b, int64_t packed, int64_t read)
{
	struct code_builder *code = b->code;
	struct variable *to, *i;
	struct ends e;

	code_function(code, LINKAGE_STATIC, "pack", NULL);
	e.src = build_pointer(b, "src", true);
	to = build_pointer(b, "packed", false);
	to->is_void = to->is_packed = true;
	i = build_counter(b, "i");
	code_loop(code, i, packed / 8);
	build_copy(b, code_indexed(code, code_at(to, 0), i, 8),
		code_indexed(code, code_at(e.src, 56), i, -8));
	code_end(code);
	code_end_function(code);
	e = build_entry(b);
	to = build_pointer(b, "packed", true);
	to->is_void = to->is_packed = true;
	for (int64_t at = 0; at < 64; at += 8)
		build_copy(b, code_at(e.dst, at), code_at(to, at + read));
	code_end_function(code);
}

static void
weights_packed(const struct build *b)
{
	add_packed(b, 64, 0);
}

static void
too_few_weights_packed(const struct build *b)
{
	add_packed(b, 56, 0);
}

static void
weights_read_too_far(const struct build *b)
{
	add_packed(b, 64, 1);
}

/* clang-format off */
/* A part of a function of 8 vectors: the `first` one to before `end`. */
static const struct function *
add_part(const struct build *b, int64_t first, int64_t end, bool reads)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	struct address to = code_indexed(b->code, code_at(e.dst, 0), i, 8);
	struct address from = code_indexed(b->code, code_at(e.src, 0), i, 8);

	b->code->function->stage = 1;
	/* As those of networks are, which read what is in the workspace. */
	((struct variable *)e.dst)->operand = NULL;
	if (reads)
		from = code_at(e.dst, 0);
	code_loop_to(b->code, i, first, 1, (struct limit){.limit = end});
	build_copy(b, to, from);
	code_end(b->code);
	return code_end_function(b->code);
}

/* Two parts, of which the second may read the first one's first vector; and the function
   that calls both. */
static void
add_parts(const struct build *b, int64_t end, int64_t second, bool reads)
{
	const struct function *part[] = {
		add_part(b, 0, end, false), add_part(b, second, 8, reads)};
	struct ends e = build_entry(b);

	for (int i = 0; i < 2; i++)
		code_call_with(b->code, part[i], code_pass_pointer(e.src),
			code_pass_pointer(e.dst));
	code_end_function(b->code);
}

static void
parts(const struct build *b)
{
	add_parts(b, 4, 4, false);
}

static void
parts_that_meet(const struct build *b)
{
	add_parts(b, 5, 4, false);
}

static void
parts_with_a_gap(const struct build *b)
{
	add_parts(b, 3, 4, false);
}

static void
parts_that_read(const struct build *b)
{
	add_parts(b, 4, 4, true);
}

/* A loop over the vectors of an output in place of an operand, which has begun. */
struct update_loop {
	struct ends ends;
	struct variable *i;
	struct address to; /* this pass' vector */
};

/* late: the vector is written first. */
static struct update_loop
begin_update(const struct build *b, bool late)
{
	struct code_builder *code = b->code;
	struct update_loop u = {.ends = build_entry(b)};

	u.i = build_counter(b, "i");
	u.to = code_indexed(code, code_at(u.ends.dst, 0), u.i, 8);
	code_loop(code, u.i, 8);
	if (late)
		build_copy(b, u.to, code_indexed(code, code_at(u.ends.src, 0), u.i, 8));
	return u;
}

/* An output in place of an operand: in each pass, a vector of it `shift` elements on is
   read, and one is written. `late`: it is read where it has been written. */
static void
add_update(const struct build *b, int64_t shift, int64_t inc, bool late)
{
	struct code_builder *code = b->code;
	struct update_loop u;

	code->updates = true;
	u = begin_update(b, late);
	build_copy(b, u.to, code_indexed(code, code_at(u.ends.dst, shift), u.i, inc));
	code_end(code);
	code_end_function(code);
}

static void
update(const struct build *b)
{
	add_update(b, 0, 8, false);
}

static void
update_reading_before(const struct build *b)
{
	add_update(b, 0, 7, false);
}

static void
update_reading_after(const struct build *b)
{
	add_update(b, 7, 7, false);
}

static void
update_reading_itself(const struct build *b)
{
	add_update(b, 0, 8, true);
}

/* All vectors are read, then all are written; the last one is read from `last` on. */
static void
add_update_late(const struct build *b, int64_t last)
{
	struct code_builder *code = b->code;
	struct ends e;
	const struct variable *v[8];

	code->updates = true;
	e = build_entry(b);
	for (int64_t i = 0; i < 8; i++)
		v[i] = code_let(code, false, code_name(code, "v%d", (int)i),
			code_load_n(code, b->vector,
				code_at(e.dst, i < 7 ? i * 8 : last), 8));
	for (int64_t i = 0; i < 8; i++)
		code_store_n(code, code_at(e.dst, i * 8), code_get(code, v[i]), 8);
	code_end_function(code);
}

static void
update_late(const struct build *b)
{
	add_update_late(b, 56);
}

static void
update_late_across(const struct build *b)
{
	add_update_late(b, 52);
}

/* Vectors, the last one of which overlaps what has been written. */
static void
update_overlaps(const struct build *b)
{
	struct ends e;

	b->code->updates = true;
	e = build_entry(b);
	for (int64_t at = 0; at < 56; at += 8)
		build_copy(b, code_at(e.dst, at), code_at(e.dst, at));
	build_copy(b, code_at(e.dst, 55), code_at(e.src, 55));
	build_copy(b, code_at(e.dst, 56), code_at(e.dst, 56));
	code_end_function(b->code);
}

/* Functions that read and write 8 elements each; `shift` elements on, `reads` through
   another pointer. */
static void
add_update_calls(const struct build *b, int64_t shift, bool reads)
{
	struct code_builder *code = b->code;
	const struct function *f;
	struct ends e;
	struct variable *i;
	struct address to;

	code->updates = true;
	e = build_inner(b, "some");
	build_copy(b, code_at(e.dst, 0), code_at(reads ? e.src : e.dst, shift));
	if (!reads)
		code_unused(code, e.src);
	f = code_end_function(code);
	e = build_entry(b);
	i = build_counter(b, "i");
	to = code_indexed(code, code_at(e.dst, 0), i, 8);
	code_loop(code, i, 8 - (shift > 0));
	code_call(code, f, (struct argument[]){code_pass(to), code_pass(to)});
	code_end(code);
	if (shift)
		build_copy(b, code_at(e.dst, 56), code_at(e.src, 56));
	code_end_function(code);
}

static void
update_calls(const struct build *b)
{
	add_update_calls(b, 0, false);
}

static void
update_calls_reading_on(const struct build *b)
{
	add_update_calls(b, 1, false);
}

static void
update_calls_otherwise(const struct build *b)
{
	add_update_calls(b, 0, true);
}

/* A function stores what it is passed, which is read of the output itself. `late`: where it
   has been written. */
static void
add_update_passed(const struct build *b, bool late)
{
	struct code_builder *code = b->code;
	const struct variable *dst;
	const struct value *value;
	const struct function *f;
	struct update_loop u;

	code->updates = true;
	code_function(code, LINKAGE_STATIC, "put", NULL);
	value = code_given(code, b->vector, "value");
	dst = code_output(code, b->scalar, "dst");
	code_store(code, code_at(dst, 0), value);
	f = code_end_function(code);
	u = begin_update(b, late);
	code_call_with(code, f, code_pass_value(code_load(code, b->vector, u.to)),
		code_pass(u.to));
	code_end(code);
	code_end_function(code);
}

static void
update_passed(const struct build *b)
{
	add_update_passed(b, false);
}

static void
update_passed_late(const struct build *b)
{
	add_update_passed(b, true);
}

/* 8 rows of 8 elements, each one that an element of X picks among `rows`, from element
   `first` of X on; or the row that it picks is written. */
static void
add_picked(const struct build *b, int64_t rows, int64_t first, bool writes)
{
	struct code_builder *code = b->code;
	struct ends e = build_entry(b);
	struct variable *row = build_counter(b, "row"), *p = build_counter(b, "p");

	code_loop(code, row, 8);
	code_loop_to(code, p, 0, 1,
		(struct limit){.limit = rows,
			.picked = code_indexed(code, code_at(e.src, first), row, 1)});
	build_copy(b, code_indexed(code, code_at(e.dst, 0), writes ? p : row, 8),
		code_indexed(code, code_at(e.src, 0), writes ? row : p, 8));
	code_ends(code, 2);
	code_end_function(code);
}

static void
picked(const struct build *b)
{
	add_picked(b, 8, 56, false);
}

static void
picked_too_far(const struct build *b)
{
	add_picked(b, 9, 0, false);
}

static void
picked_by_what_is_not_there(const struct build *b)
{
	add_picked(b, 8, 57, false);
}

static void
picked_for_a_store(const struct build *b)
{
	add_picked(b, 8, 0, true);
}

static const struct row {
	const char *name;
	void (*build)(const struct build *b);
	const char *failure; /* NULL: none */
} table[] = {
	{"rows of vectors", rows, NULL},
	{"rows that memory picks", picked, NULL},
	{"one of a row too many", picked_too_far, "f: it reads bytes 0 to 287 of X, which has 256, in: store [Y + row*8"},
	{"one that is picked behind the last element", picked_by_what_is_not_there, "f: it reads bytes 228 to 259 of X, which has 256, in: loop p picked by [X + row"},
	{"a row that is written where one is picked", picked_for_a_store, "f: it stores where an index picks"},
	{"a pass too many", pass_too_many, "f: it reads bytes 0 to 287 of X, which has 256, in: store [Y + row*16"},
	{"a pass too few", pass_too_few, "f: element 8 of Y is not set"},
	{"an input behind the last", read_too_far, "f: it reads bytes 4 to 259 of X"},
	{"an input in front of the first", read_too_early, "f: it reads bytes -4 to 251 of X"},
	{"vectors that overlap", overlap, NULL},
	{"an element in between", gap, "f: element 63 of Y is not set"},
	{"stores by the next call", late_stores, NULL},
	{"the last of them left out", late_stores_without_the_last, "f: element 48 of Y is not set"},
	{"half of them left out", late_stores_of_half, "f: element 8 of Y is not set"},
	{"more of them than there are", late_stores_of_more, "f: it reads of sums what is not set"},
	{"an array too small for them", late_stores_behind_the_array, "of sums, which has 60"},
	{"inputs copied to the stack", copied, NULL},
	{"but for a lane", copied_but_a_lane, "f: it reads of copy what is not set"},
	{"but for the last pass", copied_but_a_pass, "f: it reads of copy what is not set"},
	{"an array read in the pass that sets it", within_pass, NULL},
	{"in the pass before that", from_next_pass, "f: it reads of a what is not set"},
	{"in some other pass", from_another_pass, "f: it reads of a what is not set"},
	{"a variable that is not set", variable_unset, "f: v is read and not set, in: store [Y] (get v)"},
	{"one that is set seldom", variable_seldom_set, "f: v is read and not set"},
	{"a pointer that is not set", pointer_unset, "f: a pointer is used that is not set"},
	{"a pointer that is null", pointer_null, "f: a null pointer is followed"},
	{"an output that is read", output_read, "f: it reads of Y what is not set"},
	{"pointers that move", moving, NULL},
	{"too far", moving_too_far, "f: it reads bytes 128 to 267 of X, which has 256, in: call some [X + 32]"},
	{"not as often as they have to", moving_not_enough, "f: element 56 of Y is not set"},
	{"as often as nobody knows", moving_who_knows, "f: the limit of a loop is not known"},
	{"parts of an array, one restricted", restricted, NULL},
	{"parts that overlap", restricted_overlaps, "f: what dst points to is reached by src, too"},
	{"a copy onto itself", copy_overlaps, "f: what is copied overlaps"},
	{"addresses with remainders", remainders, NULL},
	{"that leave a gap", remainders_too_near, "f: element 63 of Y is not set"},
	{"weights in another order", weights_packed, NULL},
	{"fewer than are read", too_few_weights_packed, "packed weights are 224 bytes, and 256 are read"},
	{"of which the first is not read", weights_read_too_far, "packed weights are 256 bytes, and 260 are read"},
	{"parts of a function", parts, NULL},
	{"that write the same elements", parts_that_meet, "f: what it writes of Y is what f writes"},
	{"that leave some out", parts_with_a_gap, "f: element 24 of Y is not set"},
	{"an output in place of an operand", update, NULL},
	{"that reads what was written before", update_reading_before, "f: it reads of Y what it may have set in place of an operand"},
	{"that reads what is written later", update_reading_after, "f: it reads of Y what it may have set in place of an operand"},
	{"that reads what it has written", update_reading_itself, "f: it reads of Y what it has set in place of an operand"},
	{"all of it is read first", update_late, NULL},
	{"a vector of it across two that are written", update_late_across, "f: it reads of Y what it may have set in place of an operand"},
	{"some of it is written twice", update_overlaps, "f: Y is in place of an operand, and some of it is set twice"},
	{"in functions", update_calls, NULL},
	{"in functions that read neighbours", update_calls_reading_on, "f: it reads of Y what it may have set in place of an operand"},
	{"in functions that read it as an input", update_calls_otherwise, "f: what src points to is written as dst"},
	{"as a value that a function is passed and stores", update_passed, NULL},
	{"as one that has been overwritten", update_passed_late, "f: it reads of Y what it has set in place of an operand"},
	{"one that reads what another writes", parts_that_read, "f: what it writes of Y is what f reads"},
};
/* clang-format on */

static void
proves(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0}, body = {0};
	struct proving proving;
	struct code_builder code;
	const struct build build = build_with(&code);
	const char *failure;

	prove_begin(&proving, &arena);
	code = code_begin(&arena, &body, &proving.sink, "");
	row->build(&build);
	failure = prove_end(&proving);
	if (!row->failure != !failure || (failure && !strstr(failure, row->failure)))
		fail_msg("%s", failure ? failure : "is proven");
	arena_free(&body);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(table)];

	for (size_t i = 0; i < countof(table); i++)
		test[i] = (struct CMUnitTest){
			table[i].name, proves, NULL, NULL, (void *)&table[i]};
	return _cmocka_run_group_tests("prove", test, countof(table), NULL, NULL);
}

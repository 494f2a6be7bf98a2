/* Every shuffle that the kernels of drawn nodes have, printed as C, compiled and run:
   compilers have taken some for others. So are shuffles of eight doubles that gcc 12
   takes for one within pairs of lanes, a sample that turns from run to run. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "code/statements/access.h"
#include "code/statements/build.h"
#include "deliver/out_file.h"
#include "diag/first_error.h"
#include "drawn/draw.h"
#include "emit/print.h"
#include "kernels/common/lowering.h"
#include "kernels/design.h"
#include "schedule/schedule.h"
#include "support/harness.h"
#include "support/machine.h"
#include "support/sample.h"

enum {
	NODES = 1000, /* drawn for each target */
	PAIRS = 4,    /* of so many shuffles of pairs one is compiled */
	MOST_LANES = 64,
	MAX_OUTPUT = 1 << 20
};

/* A shuffle: its type, whether both of its operands are the same, whether it is a blend
   by a mask, and its lanes. */
struct shuffle {
	struct code_type type;
	bool own, masked;
	uint8_t lane[MOST_LANES];
};

/* Those of a target, each once; sorted when all are there. */
struct shuffles {
	struct shuffle *shuffle;
	size_t n;
	struct arena arena;
};

static struct shuffles all;

static void
add(struct code_type type, bool own, bool masked, const uint8_t *lane)
{
	struct shuffle s;

	/* Compared as bytes, padding included. */
	memset(&s, 0, sizeof s);
	s.type.dtype = type.dtype;
	s.type.lanes = type.lanes;
	s.own = own;
	s.masked = masked;
	memcpy(s.lane, lane, (size_t)type.lanes);
	for (size_t i = 0; i < all.n; i++)
		if (!memcmp(&all.shuffle[i], &s, sizeof s))
			return;
	all.shuffle = arena_grow(&all.arena, all.shuffle, all.n, sizeof s);
	all.shuffle[all.n++] = s;
}

static void
add_value(const struct value *v)
{
	if (!v)
		return;
	for (size_t i = 0; i < countof(v->a); i++)
		add_value(v->a[i]);
	if (names_lanes(v))
		add(v->type,
			v->a[0] == v->a[1] ||
				(v->a[0]->kind == VALUE_VARIABLE &&
					v->a[1]->kind == VALUE_VARIABLE &&
					v->a[0]->variable == v->a[1]->variable),
			v->kind == VALUE_BLEND, v->lane);
}

static void
add_statements(const struct statement *s)
{
	for (; s; s = s->next) {
		add_value(s->value);
		if (has_body(s))
			add_statements(s->body);
	}
}

static void
take(void *context, const struct function *function)
{
	(void)context;
	add_statements(function->body);
}

/* The shuffles of a node's code for a target. */
static void
add_node(uint64_t number, const struct target *target)
{
	static struct drawn drawn;
	static struct first_error said;
	const struct code_sink sink = {.take = take};
	struct arena arena = {0}, body = {0};
	struct source source = *first_error_begin(&said, &arena);
	struct schedule schedule;
	struct plan plan;

	drawn_make(&drawn, number, &arena);
	drawn.settings.targets = (struct target_list){{target}, 1};
	drawn.settings.kernel = NULL;
	drawn.settings.parts = 0;
	if (drawn_plan_step(&drawn, &plan, &source) &&
		schedule_make(&schedule, &plan, "", &drawn.settings, MAX_OUTPUT, &source,
			NULL, &arena)) {
		struct code_builder code = code_begin(&arena, &body, &sink, "");

		schedule.kernel->lower(&schedule, &code);
	}
	arena_free(&body);
	arena_free(&arena);
}

/* The second pair of lanes takes any above the first pair, some of the upper half; the
   other pairs stay in place. */
static void
add_pairs(void)
{
	struct sample sample = sample_begin("compiles the same shuffles of pairs");

	for (int i = 0; i < 1 << 8; i++) {
		/* A bit for the place within the pair of each lane; two pairs' numbers.
		 */
		uint8_t lane[8] = {(uint8_t)(i & 1), (uint8_t)(i >> 1 & 1), 0, 0,
			(uint8_t)(4 + (i >> 2 & 1)), (uint8_t)(4 + (i >> 3 & 1)),
			(uint8_t)(6 + (i >> 4 & 1)), (uint8_t)(6 + (i >> 5 & 1))};

		for (int k = 0; k < 9; k++) {
			lane[2] = (uint8_t)(2 * (1 + k % 3) + (i >> 6 & 1));
			lane[3] = (uint8_t)(2 * (1 + k / 3) + (i >> 7 & 1));
			if (sample_takes(&sample, PAIRS))
				add(code_vector(DTYPE_FLOAT64, 8), true, false, lane);
		}
	}
}

/* An external function: r is the shuffle of a and b. */
static void
build(struct code_builder *code, const struct shuffle *s, const char *name)
{
	struct code_type element = code_scalar(s->type.dtype);
	const struct variable *from[2], *to;
	const struct value *x, *y;
	int lane[MOST_LANES];
	uint64_t mask = 0;

	code_function(code, LINKAGE_STATIC, name, NULL);
	for (int i = 0; i < 2; i++) {
		struct variable *v =
			code_parameter(code, VARIABLE_POINTER, element, i ? "b" : "a");

		v->reads = true;
		from[i] = v;
	}
	to = code_parameter(code, VARIABLE_POINTER, element, "r");
	x = code_named(code, code_load(code, s->type, code_at(from[0], 0)), "x");
	y = s->own ? x
		   : code_named(code, code_load(code, s->type, code_at(from[1], 0)), "y");
	if (s->own)
		code_unused(code, from[1]);
	for (int i = 0; i < s->type.lanes; i++) {
		lane[i] = s->lane[i];
		mask |= (uint64_t)(lane[i] >= s->type.lanes) << i;
	}
	code_store(code, code_at(to, 0),
		s->masked ? code_blend(code, x, y, mask, true)
			  : code_shuffle(code, x, y, lane));
	code_end_function(code);
}

static void
print(void *context, const struct function *function)
{
	print_function(context, function);
}

/* The rest of the program: the bytes of a and b differ. */
static const char program[] =
	"};\n\n"
	"int\n"
	"main(void)\n"
	"{\n"
	"	int bad = 0;\n\n"
	"	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {\n"
	"		const struct row *w = &row[i];\n"
	"		double room[3][8];\n"
	"		unsigned char *a = (unsigned char *)room[0];\n"
	"		unsigned char *b = (unsigned char *)room[1];\n"
	"		unsigned char *r = (unsigned char *)room[2];\n\n"
	"		for (int k = 0; k < 64; k++) {\n"
	"			a[k] = (unsigned char)(k + 1);\n"
	"			b[k] = (unsigned char)(w->own ? k + 1 : k + 65);\n"
	"		}\n"
	"		w->shuffle(a, b, r);\n"
	"		for (int k = 0; k < w->lanes * w->size; k++) {\n"
	"			int from = w->lane[k / w->size];\n"
	"			unsigned char *x = from < w->lanes ? a : b;\n\n"
	"			if (r[k] == x[from % w->lanes * w->size + k % w->size])\n"
	"				continue;\n"
	"			printf(\"shuffle %d is another\\n\", (int)i);\n"
	"			bad = 1;\n"
	"			break;\n"
	"		}\n"
	"	}\n"
	"	return bad;\n"
	"}\n";

/* A program that fails if any of the shuffles is another. */
static void
write_program(const char *path, const struct target *target)
{
	struct arena arena = {0}, body = {0};
	struct out out;
	const struct code_sink sink = {.take = print, .context = &out};
	struct code_builder code = code_begin(&arena, &body, &sink, target->attribute);

	assert_true(out_open(&out, path));
	out_text(&out, "#include <stdio.h>\n#include \"opgen_runtime.h\"\n"
		       "#include \"opgen_vector.h\"\n");
	for (size_t i = 0; i < all.n; i++)
		build(&code, &all.shuffle[i], arena_format(&arena, "s%zu", i));
	out_text(&out, "static const struct row {\n"
		       "	void (*shuffle)(const void *a, const void *b, void *r);\n"
		       "	int size, own, lanes;\n"
		       "	unsigned char lane[64];\n"
		       "} row[] = {\n");
	for (size_t i = 0; i < all.n; i++) {
		const struct shuffle *s = &all.shuffle[i];

		out_format(&out,
			"	{(void (*)(const void *, const void *, void *))s%zu, "
			"%zu, %d, "
			"%d, {",
			i, dtype_info[s->type.dtype].size, s->own, s->type.lanes);
		for (int k = 0; k < s->type.lanes; k++)
			out_format(&out, "%d, ", s->lane[k]);
		out_text(&out, "}},\n");
	}
	out_text(&out, program);
	assert_true(out_commit(&out));
	arena_free(&body);
	arena_free(&arena);
}

/* Compiles it by both compilers, and runs it where that can be. */
static void
assert_right(const char *source, const struct machine *machine, const char *target)
{
	struct arena arena = {0};

	for (size_t c = 0; c < 2; c++) {
		const char *to = arena_format(&arena, "%s-%zu", source, c);
		const char *word[] = {"-Iruntime", "-Wno-psabi", source,
			"runtime/opgen_runtime.c", "-lm", "-o", to,
			!strcmp(machine->name, "aarch64") ? "-static" : NULL, NULL};

		assert_true(machine_compile(machine, c, "-O2", word));
		if (!is_left_out(target))
			assert_true(machine_run(
				machine, to, source, arena_format(&arena, "%s.log", to)));
	}
	arena_free(&arena);
}

static void
compilers_shuffle_right(void **state)
{
	const struct target *target = *state;
	const uint64_t first = drawn_first();
	struct arena arena = {0};
	const char *source = arena_format(
		&arena, "%s/tests/emit/shuffles_%s.c", build_directory(), target->name);
	const struct machine *machine =
		machine_find(!strncmp(target->name, "x86", 3)    ? "native"
			     : !strncmp(target->name, "wasm", 4) ? "wasm"
								 : "aarch64");

	all = (struct shuffles){.n = 0};
	for (uint64_t i = first; i < first + NODES; i++)
		add_node(i, target);
	if (target->vector_bytes == 64)
		add_pairs();
	printf("%zu shuffles for %s\n", all.n, target->name);
	assert_true(all.n > 0);
	write_program(source, target);
	/* Sanitizers have seen what opgen does. */
	if (!is_sanitized())
		assert_right(source, machine, target->name);
	arena_free(&all.arena);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[MAX_TARGET];
	size_t n = 0;

	for (size_t i = 0; i < ntarget; i++)
		if (target_table[i].vector_bytes)
			test[n++] = (struct CMUnitTest){target_table[i].name,
				compilers_shuffle_right, NULL, NULL,
				(void *)(uintptr_t)&target_table[i]};
	return _cmocka_run_group_tests("shuffles", test, n, NULL, NULL);
}

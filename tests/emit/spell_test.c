#include "support/test.h"

#include "code/statements/build.h"
#include "deliver/out_file.h"
#include "emit/c_literals.h"
#include "emit/print.h"
#include "emitters.h"

#include <string.h>

/* A function with pointers x and y, to floats and halves, a counter i and a vector v, to
   which a row adds a statement. */
struct subject {
	struct code_builder *code;
	struct variable *x, *y, *half, *i;
	const struct value *a, *v;
};

static struct address
moved(const struct subject *s, int64_t inc, int64_t offset)
{
	return code_indexed(s->code, code_at(s->x, offset), s->i, inc);
}

static struct code_type
vector(void)
{
	return code_vector(DTYPE_FLOAT32, 8);
}

static void
store(const struct subject *s, struct address from)
{
	code_store(s->code, code_at(s->y, 0),
		code_load(s->code, code_scalar(DTYPE_FLOAT32), from));
}

static void
add_element(const struct subject *s)
{
	store(s, code_at(s->x, 5));
}

static void
add_moved_element(const struct subject *s)
{
	store(s, moved(s, 3, 7));
}

static void
add_negative_step(const struct subject *s)
{
	store(s, moved(s, -2, 9));
}

static void
add_remainder(const struct subject *s)
{
	store(s, code_indexed_by(s->code, code_at(s->x, 0),
			 (struct index_term){
				 .counter = s->i, .divide = 4, .modulo = 3, .inc = 5}));
}

static void
add_widened(const struct subject *s)
{
	store(s, code_at(s->half, 1));
}

static void
add_rounded(const struct subject *s)
{
	code_store(s->code, code_at(s->half, 2), s->a);
}

static void
add_pointer(const struct subject *s)
{
	code_let_pointer(
		s->code, true, false, code_scalar(DTYPE_FLOAT32), "p", code_at(s->x, -3));
}

static void
add_moved_pointer(const struct subject *s)
{
	code_let_pointer(
		s->code, true, true, code_scalar(DTYPE_FLOAT32), "p", moved(s, 1, 2));
}

static void
add_null(const struct subject *s)
{
	code_point(s->code, s->y, (struct address){0});
}

static void
add_sum_of_difference(const struct subject *s)
{
	const struct value *d = code_binary(s->code, VALUE_SUBTRACT, s->a, s->a);

	code_store(s->code, code_at(s->y, 0),
		code_binary(s->code, VALUE_SUBTRACT, s->a,
			code_binary(s->code, VALUE_MULTIPLY, d, s->a)));
}

static void
add_difference_of_sum(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0),
		code_binary(s->code, VALUE_SUBTRACT, s->a,
			code_binary(s->code, VALUE_ADD, s->a, s->a)));
}

static void
add_to_itself(const struct subject *s)
{
	const struct code_type type = code_scalar(DTYPE_FLOAT32);

	code_store(s->code, code_at(s->y, 1),
		code_binary(s->code, VALUE_ADD,
			code_load(s->code, type, code_at(s->y, 1)), s->a));
}

static void
add_to_another(const struct subject *s)
{
	const struct variable *b = code_let(s->code, false, "b", s->a);

	code_set(s->code, b, code_binary(s->code, VALUE_ADD, s->a, code_get(s->code, b)));
}

static void
add_to_next(const struct subject *s)
{
	const struct code_type type = code_scalar(DTYPE_FLOAT32);

	code_store(s->code, code_at(s->y, 2),
		code_binary(s->code, VALUE_ADD,
			code_load(s->code, type, code_at(s->y, 1)), s->a));
}

static void
add_part_of_vector(const struct subject *s)
{
	code_store_n(s->code, code_at(s->half, 0),
		code_muladd(s->code, true, s->v, s->v,
			code_load_n(s->code, vector(), code_at(s->half, 8), 3)),
		5);
}

static void
add_root(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0), code_root(s->code, s->v, 3));
}

static void
add_elementary(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0),
		code_elementary(s->code, false, ELEMENTARY_SIGMOID, s->v, NULL));
}

static void
add_fused_elementary(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0),
		code_elementary(s->code, true, ELEMENTARY_SIGMOID, s->v, NULL));
}

static void
add_elementary_of_numbers(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0),
		code_elementary(s->code, false, ELEMENTARY_POW, s->a, s->a));
}

static void
add_power(const struct subject *s)
{
	code_store(s->code, code_at(s->y, 0), code_power(s->code, s->a, 0.4));
}

static void
add_ragged_loop(const struct subject *s)
{
	code_loop_to(s->code, s->i, 1, 2,
		(struct limit){.limit = 9, .selector = s->i, .below = 4, .other = 7});
	code_order(s->code);
	code_end(s->code);
}

static void
add_condition(const struct subject *s)
{
	code_if(s->code, (struct condition){.pointer = s->y,
				 .test = {{.counter = s->i,
					 .below = 6,
					 .modulo = 2,
					 .remainder = 1}},
				 .ntest = 1});
	code_order(s->code);
	code_end(s->code);
}

/* clang-format off */
static const struct {
	const char *name;
	void (*add)(const struct subject *s);
	const char *text;
} rows[] = {
	{"an element", add_element, "y[0] = x[5];"},
	{"an index of steps and an offset", add_moved_element, "y[0] = x[i * 3 + 7];"},
	{"a negative step is subtracted from something", add_negative_step, "y[0] = x[0 - i * 2 + 9];"},
	{"a quotient and a remainder", add_remainder, "y[0] = x[i / 4 % 3 * 5];"},
	{"a half is widened", add_widened, "y[0] = opgen_float16_to_float(half[1]);"},
	{"and rounded once", add_rounded, "half[2] = opgen_float_to_float16(a);"},
	{"a pointer's negative offset", add_pointer, "const float *p = x - 3;"},
	{"a pointer that stays where it is put", add_moved_pointer, "const float *const p = x + (i + 2);"},
	{"a null pointer", add_null, "y = NULL;"},
	{"a factor that is a difference", add_sum_of_difference, "y[0] = a - (a - a) * a;"},
	{"what is subtracted is a sum", add_difference_of_sum, "y[0] = a - (a + a);"},
	{"what is added to itself", add_to_itself, "y[1] += a;"},
	{"what is added to another variable", add_to_another, "float b = a;\n\tb = a + b;"},
	{"what is added to another element", add_to_next, "y[2] = y[1] + a;"},
	{"parts of vectors of halves", add_part_of_vector, "opgen_f32x8_store_float16_n(half, opgen_f32x8_fma(v, v, opgen_f32x8_load_float16_n(half + 8, 3)), 5);"},
	{"a root in vectors", add_root, "opgen_f32x8_store(y, opgen_f32x8_root(v, 3));"},
	{"an elementary function in vectors", add_elementary, "opgen_f32x8_store(y, opgen_f32x8_sigmoid(v));"},
	{"one of the fma numerics", add_fused_elementary, "opgen_f32x8_store(y, opgen_f32x8_fused_sigmoid(v));"},
	{"and of numbers", add_elementary_of_numbers, "y[0] = opgen_powf(a, a);"},
	{"a power is computed in double", add_power, "y[0] = (float)opgen_pow((double)a, 0.4);"},
	{"a loop whose limit depends on another", add_ragged_loop, "for (i = 1; i < (i < 4 ? 9 : 7); i += 2) {\n\t\tOPGEN_KEEP_ORDER;\n\t}"},
	{"a condition that is rare", add_condition, "if (OPGEN_RARELY(y != NULL && i < 6 && i % 2 == 1)) {\n\t\tOPGEN_KEEP_ORDER;\n\t}"},
};
/* clang-format on */

static void
print(void *context, const struct function *function)
{
	print_function(context, function);
}

static void
row_is_spelt(void **state)
{
	size_t row = (size_t)(uintptr_t)*state;
	struct arena arena = {0}, body = {0};
	struct out out;
	const struct code_sink sink = {.take = print, .context = &out};
	struct code_builder code = code_begin(&arena, &body, &sink, "");
	struct subject s = {.code = &code};
	const struct code_type type = code_scalar(DTYPE_FLOAT32);
	char text[600], *begin;

	out_open_counting(&out);
	code_function(&code, LINKAGE_STATIC, "f", NULL);
	s.x = code_parameter(&code, VARIABLE_POINTER, type, "x");
	s.y = code_parameter(&code, VARIABLE_POINTER, type, "y");
	s.half = code_parameter(
		&code, VARIABLE_POINTER, code_scalar(DTYPE_FLOAT16), "half");
	s.i = code_parameter(&code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "i");
	s.a = code_get(&code, code_parameter(&code, VARIABLE_VALUE, type, "a"));
	s.v = code_get(&code, code_parameter(&code, VARIABLE_VALUE, vector(), "v"));
	rows[row].add(&s);
	code_end_function(&code);
	assert_true(out.used < sizeof text);
	memcpy(text, out.buffer, out.used);
	text[out.used] = '\0';
	begin = strstr(text, "{\n\t");
	assert_non_null(begin);
	text[out.used - strlen("\n}\n")] = '\0';
	assert_string_equal(begin + 3, rows[row].text);
	out_discard(&out);
	arena_free(&body);
	arena_free(&arena);
}

/* Lines longer than 120 columns are cut at the outermost commas, sums at their signs. */
static void
long_lines_are_cut(void **state)
{
	static const char call[] = "\tf(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(1, 2), "
				   "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb(3, 4), "
				   "cccccccccccccccccccccc);";
	struct out out;
	size_t line;

	(void)state;
	out_open_counting(&out);
	line = out_line(&out);
	out_text(&out, call);
	out_wrap(&out, line, 120);
	out_bytes(&out, "", 1);
	assert_string_equal(out.buffer,
		"\tf(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(1, 2), "
		"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb(3, 4),\n"
		"\t\tcccccccccccccccccccccc);");
	out_discard(&out);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + 1];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, row_is_spelt, NULL, NULL, (void *)(uintptr_t)i};
	test[countof(rows)] = (struct CMUnitTest){
		"long lines are cut", long_lines_are_cut, NULL, NULL, NULL};
	return _cmocka_run_group_tests("spell", test, countof(test), NULL, NULL);
}

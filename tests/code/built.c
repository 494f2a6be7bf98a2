#include "built.h"

#include "plan/plan.h"

static const struct operand operand_x = {
	.name = "X", .dtype = DTYPE_FLOAT32, .nelement = BUILT_ELEMENTS};
static const struct operand operand_y = {
	.name = "Y", .dtype = DTYPE_FLOAT32, .nelement = BUILT_ELEMENTS};

struct build
build_with(struct code_builder *code)
{
	return (struct build){
		code, code_scalar(DTYPE_FLOAT32), code_vector(DTYPE_FLOAT32, 8)};
}

struct variable *
build_pointer(const struct build *b, const char *name, bool reads)
{
	struct variable *v = code_parameter(b->code, VARIABLE_POINTER, b->scalar, name);

	v->reads = reads;
	return v;
}

struct ends
build_inner(const struct build *b, const char *name)
{
	code_function(b->code, LINKAGE_NOINLINE, name, NULL);
	return (struct ends){
		build_pointer(b, "src", true), build_pointer(b, "dst", false)};
}

struct ends
build_entry(const struct build *b)
{
	struct variable *x, *y;

	code_function(b->code, LINKAGE_EXTERNAL, "f", NULL);
	x = build_pointer(b, "X", true);
	x->operand = &operand_x;
	y = build_pointer(b, "Y", false);
	y->operand = &operand_y;
	return (struct ends){x, y};
}

struct variable *
build_counter(const struct build *b, const char *name)
{
	struct variable *v = code_counter(b->code, name);

	code_declare(b->code, &v, 1);
	return v;
}

struct variable *
build_array(const struct build *b, const char *name, int64_t length)
{
	struct variable *v = code_array(b->code, b->scalar, name, length, 0);

	code_declare(b->code, &v, 1);
	return v;
}

void
build_copy_n(const struct build *b, struct address to, struct address from, int64_t n)
{
	code_store_n(b->code, to, code_load_n(b->code, b->vector, from, n), n);
}

void
build_copy(const struct build *b, struct address to, struct address from)
{
	build_copy_n(b, to, from, b->vector.lanes);
}

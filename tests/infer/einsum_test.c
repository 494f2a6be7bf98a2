#include "support/graph.h"

#include <string.h>

#include "base/arena.h"
#include "infer/infer.h"

/* Inputs, and the equation of their product, which is no word in a graph's text. */
struct row {
	const char *name;
	const char *inputs;
	const char *equation;
	const char *known;
};

/* clang-format off */
static const struct row rows[] = {
	{"matrices", "[2,3] [3,4]", "ij,jk->ik", "[2,4]"},
	{"blanks mean nothing", "[2,3] [3,4]", " ij , jk -> ik ", "[2,4]"},
	{"letters that stand once, in their order", "[2,3] [3,4]", "ij,jh", "[4,2]"},
	{"capitals come first", "[2,3]", "aB", "[3,2]"},
	{"a transpose", "[2,3]", "ba", "[3,2]"},
	{"a trace", "[3,3]", "ii", "[]"},
	{"a diagonal", "[3,3]", "ii->i", "[3]"},
	{"a sum", "[2,3]", "ij->", "[]"},
	{"three inputs", "[2,3] [3,4] [4,5]", "ij,jk,kl->il", "[2,5]"},
	{"an ellipsis", "[7,8,2,3] [3,4]", "...ij,jk->...ik", "[7,8,2,4]"},
	{"an ellipsis without an arrow comes first", "[7,2,3] [3,4]", "...ij,jk", "[7,2,4]"},
	{"an ellipsis of no axis", "[2,3]", "...ij->ji...", "[3,2]"},
	{"ellipses broadcast", "[7,1,2] [8,2]", "...i,...i->...", "[7,8]"},
	{"an ellipsis that the output lacks", "[7,2]", "...i->i", "[2]"},
	{"an extent that one input knows", "[2,?] [3,3]", "ij,jk->jk", "[3,3]"},
	{"an unknown extent", "[?,3] [3,4]", "ij,jk->ik", "[?,4]"},
	{"an input of unknown rank", "? [3,4]", "ij,jk->ik", "?"},
	{"extents that differ", "[2,3] [5,4]", "ij,jk->ik", "!"},
	{"more letters than axes", "[2,3]", "ijk->i", "!"},
	{"fewer letters than axes", "[2,3]", "i->i", "!"},
	{"fewer terms than inputs", "[2] [2]", "i->i", "!"},
	{"more terms than inputs", "[2]", "i,i->i", "!"},
	{"a letter that no input has", "[2]", "i->j", "!"},
	{"another character", "[2]", "1->1", "!"},
	{"two ellipses", "[2,3]", "......", "!"},
	{"half an arrow", "[2]", "i-", "!"},
	{"no equation", "[2]", "", "!"},
};
/* clang-format on */

static void
equation_holds(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct model model;
	struct overrides said = {.shape = NULL};
	struct shapes shapes;
	struct model_attribute equation = {
		.name = {"equation", 8},
		.type = MODEL_STRING,
		.s = {row->equation, strlen(row->equation)},
	};
	struct model_node node;

	graph_build(&model, MODEL_ONNX,
		arena_format(&arena, "y = Einsum %s", row->inputs), &arena);
	node = model.node[0];
	node.attribute = &equation;
	node.nattribute = 1;
	model.node = &node;
	shapes_infer(&shapes, &model, &said, NULL, &arena);
	assert_string_equal(
		graph_known(&shapes, graph_value(&model, "y"), &arena), row->known);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("equations", rows, equation_holds);
}

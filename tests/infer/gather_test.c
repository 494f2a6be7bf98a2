#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Gather", "y = Gather [5,4,3] int64[2,2] axis=1", "[5,2,2,3]"},
	{"Gather of one", "y = Gather [5,4] 0", "[4]"},
	{"Gather of contents", "y = Gather {7,8,9} 1", "int64[]{8}"},
	{"Gather of contents from the end", "y = Gather {7,8,9} {-1,0}", "int64[2]{9,7}"},
	{"Gather outside of the contents", "y = Gather {7,8,9} {3,-4}", "int64[2]{?,?}"},
	{"Gather along no axis", "y = Gather [5] 0 axis=1", "!"},
	{"a shape's entry", "s = Shape [2,?,7]; y = Gather s 2; z = Gather s 1", "int64[]{7} int64[]{?}"},

	{"GatherND of elements", "y = GatherND [2,3,4] int64[5,3]", "[5]"},
	{"GatherND of slices", "y = GatherND [2,3,4] int64[5,6,1]", "[5,6,3,4]"},
	{"GatherND in batches", "y = GatherND-12 [2,3,4] int64[2,1] batch_dims=1", "[2,4]"},
	{"GatherND by a number of places that is not known", "y = GatherND [2,3] int64[5,?]", "?"},
	{"GatherND of more places than axes", "y = GatherND [2,3] int64[5,3]", "!"},
	{"or than axes behind the batches", "y = GatherND [2,3] int64[2,2] batch_dims=1", "!"},
	{"GatherND in more batches than axes", "y = GatherND [2,3] int64[1] batch_dims=3", "!"},

	{"TopK-1", "y,z = TopK-1 [5,9] k=3", "[5,3] int64[5,3]"},
	{"TopK has an input", "y,z = TopK-11 [5,9] {2} axis=0", "[2,9] int64[2,9]"},
	{"TopK of a number that is not known", "y,z = TopK-11 [5,9] int64[1]", "[5,?] int64[5,?]"},
	{"TopK of more than there are", "y = TopK-11 [5,9] {10}", "!"},
	{"TopK of more than can be", "y = TopK-11 [5,?] {9223372036854775807}", "!"},
	{"TopK of an unknown extent", "y = TopK-11 [5,?] {10}", "[5,10]"},

	{"OneHot", "y = OneHot int64[2,3] 7 float32[2]", "[2,3,7]"},
	{"OneHot along the first axis", "y = OneHot int64[2,3] {7} float32[2] axis=0", "[7,2,3]"},
	{"OneHot of a depth that is not known", "y = OneHot int64[2] int64[] float32[2]", "[2,?]"},
	{"OneHot of a depth below 0", "y = OneHot int64[2] -3 float32[2]", "!"},
};

static const struct graph_row tensorflow_rows[] = {
	{"Gather", "y = Gather [5,4] int32[2,3]", "[2,3,4]"},
	{"GatherV2 has the axis as input", "y = GatherV2 [5,4,3] int32[2] int32{1}", "[5,2,3]"},
	{"GatherV2 in batches", "y = GatherV2 [5,4,3] int32[5,2] int32{1} batch_dims=1", "[5,2,3]"},
	{"batches counted from the end", "y = GatherV2 [5,4,3] int32[5,2] int32{1} batch_dims=-1", "[5,2,3]"},
	{"more batches than axes before the one", "y = GatherV2 [5,4] int32[5,4] int32{0} batch_dims=1", "!"},
	{"GatherNd", "y = GatherNd [2,3,4] int32[5,2]", "[5,4]"},
	{"TopKV2", "y,z = TopKV2 [5,9] int32{3}", "[5,3] int32[5,3]"},
	{"OneHot", "y = OneHot int32[2] int32{7} [] [] axis=-1", "[2,7]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}

#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"LSTM", "y,z = LSTM [7,2,5] [1,12,5] [1,12,3] hidden_size=3", "[7,1,2,3] [1,2,3]"},
	{"the cells", "a,y,z = LSTM [7,2,5] [1,12,5] [1,12,3] hidden_size=3", "[1,2,3] [1,2,3]"},
	{"in both directions", "y,z = GRU [7,2,5] [2,9,5] [2,9,3] hidden_size=3 direction=bidirectional", "[7,2,2,3] [2,2,3]"},
	{"the batch first", "y,z = RNN-14 [2,7,5] [1,3,5] [1,3,3] hidden_size=3 layout=1", "[2,7,1,3] [2,1,3]"},
	{"a size that only the weights tell", "y,z = LSTM [7,2,5] [1,12,5] [1,12,3]", "[7,1,2,3] [1,2,3]"},
	{"a size that is not known", "y,z = LSTM [7,2,5] ? ?", "[7,1,2,?] [1,2,?]"},
	{"an unknown length", "y,z = LSTM [?,2,5] [1,12,5] [1,12,3] hidden_size=3", "[?,1,2,3] [1,2,3]"},
	{"the last state alone", "_,z = LSTM [7,2,5] [1,12,5] [1,12,3] hidden_size=3; y = Relu z", "[1,2,3] [1,2,3]"},
	{"an input of two dimensions", "y = LSTM [7,5] [1,12,5] [1,12,3] hidden_size=3", "!"},
	{"a size below 0", "y = LSTM [7,2,5] [1,12,5] [1,12,3] hidden_size=-3", "!"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds);
}

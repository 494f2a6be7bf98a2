#include "infer/attributes.h"
#include "infer/rules.h"

/* ONNX's RNN, GRU and LSTM: all states, then the last hidden state, then the last cell
   state. With layout 0, time comes first, else the batch. */
void
infer_recurrent(struct step *step)
{
	bool both = bytes_are(step_word(step, "direction", "forward"), "bidirectional");
	bool batch_first = step_int(step, "layout", 0) != 0;
	int64_t hidden = step_int(step, "hidden_size", UNKNOWN);
	struct dims src, weights, all = {.rank = 0}, last = {.rank = 0};
	int64_t directions = both ? 2 : 1, time, batch;

	/* R is [directions, gates * hidden, hidden]. */
	if (hidden == UNKNOWN && step_dims(step, 2, &weights) && weights.rank == 3)
		hidden = weights.extent[2];
	if (!step_dims(step, 0, &src))
		return;
	step->failed = step->failed || src.rank != 3 || hidden < UNKNOWN;
	if (step->failed)
		return;
	time = src.extent[batch_first ? 1 : 0];
	batch = src.extent[batch_first ? 0 : 1];
	dims_add(&all, batch_first ? batch : time);
	dims_add(&all, batch_first ? time : directions);
	dims_add(&all, batch_first ? directions : batch);
	dims_add(&last, batch_first ? batch : directions);
	dims_add(&last, batch_first ? directions : batch);
	if (!dims_add(&all, hidden) || !dims_add(&last, hidden))
		return;
	step_set(step, 0, &all);
	for (size_t output = 1; output < 3; output++) {
		step_set(step, output, &last);
		step_pass_type(step, output, 0);
	}
}

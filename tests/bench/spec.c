/* spec TABLE WORKLOAD FOLDER: writes WORKLOAD.json for opgen, with constant weights in
   .npy files beside it, and for a Conv WORKLOAD-rt.json, whose weights are arguments. */
#include "operands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *
open_file(const char *folder, const char *name, const char *suffix)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
	FILE *file = fopen(path, "wb");
	if (!file) {
		perror(path);
		exit(3);
	}
	return file;
}

static void
close_file(FILE *file)
{
	if (fclose(file)) {
		perror("spec");
		exit(3);
	}
}

static void
put_axes(FILE *file, const struct workload *w, const int64_t *axes)
{
	for (int64_t i = AXES - w->rank; i < AXES; i++)
		fprintf(file, ", %lld", (long long)axes[i]);
}

/* "name": [1, 2]; a list that begins with a number of its own has it in `first`. */
static void
put_list(FILE *file, const struct workload *w, const char *name, const int64_t *axes)
{
	fprintf(file, ", \"%s\": [%lld", name, (long long)axes[AXES - w->rank]);
	for (int64_t i = AXES - w->rank + 1; i < AXES; i++)
		fprintf(file, ", %lld", (long long)axes[i]);
	fprintf(file, "]");
}

static void
put_weights_shape(FILE *file, const struct workload *w)
{
	fprintf(file, "[%lld, %lld", (long long)w->oc, (long long)(w->ic / w->group));
	put_axes(file, w, w->kernel);
	fprintf(file, "]");
}

/* Format 1.0: a header padded to 64 bytes, then the elements. */
static void
write_npy(const char *folder, const struct workload *w, const char *suffix, bool weights,
	const float *floats, int64_t n)
{
	FILE *file = open_file(folder, w->name, suffix);
	char shape[256];
	FILE *text = fmemopen(shape, sizeof shape, "w");
	fprintf(text, "(%lld,", (long long)w->oc);
	if (weights) {
		fprintf(text, " %lld", (long long)(w->ic / w->group));
		put_axes(text, w, w->kernel);
	}
	fprintf(text, ")");
	fclose(text);
	char header[512];
	int length = snprintf(header, sizeof header,
		"{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
	int padded = (10 + length + 1 + 63) / 64 * 64 - 10;
	const unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0,
		(unsigned char)(padded % 256), (unsigned char)(padded / 256)};
	fwrite(magic, 1, sizeof magic, file);
	fprintf(file, "%s%*s\n", header, padded - length - 1, "");
	fwrite(floats, sizeof *floats, (size_t)n, file);
	close_file(file);
}

static void
put_window(FILE *file, const struct workload *w, const char *between)
{
	fprintf(file, "  \"attributes\": {%s\"pads\": [%lld", between,
		(long long)w->pads[AXES - w->rank]);
	for (int64_t i = AXES - w->rank + 1; i < AXES; i++)
		fprintf(file, ", %lld", (long long)w->pads[i]);
	put_axes(file, w, w->pads_end);
	fprintf(file, "]");
	put_list(file, w, "kernel_shape", w->kernel);
	put_list(file, w, "strides", w->strides);
	if (w->op == OP_CONV)
		put_list(file, w, "dilations", w->dilations);
	fprintf(file, "}\n}\n");
}

static void
put_head(FILE *file, const struct workload *w, const char *op, const char *domain)
{
	fprintf(file, "{\n  \"name\": \"%s\", \"op\": \"%s\", \"domain\": \"%s\",\n",
		w->name, op, domain);
	fprintf(file, "  \"dtype\": \"float32\",\n");
	if (w->nhwc)
		fprintf(file, "  \"layouts\": {\"X\": \"NHWC\", \"Y\": \"NHWC\"},\n");
}

static void
put_src(FILE *file, const struct workload *w, const char *name)
{
	fprintf(file, "  \"inputs\": {\"%s\": [%lld, %lld", name, (long long)w->batch,
		(long long)w->ic);
	put_axes(file, w, w->in);
	fprintf(file, "]");
}

static void
put_src_last(FILE *file, const struct workload *w, const char *name)
{
	fprintf(file, "  \"inputs\": {\"%s\": [%lld", name, (long long)w->batch);
	put_axes(file, w, w->in);
	fprintf(file, ", %lld]", (long long)w->ic);
}

static void
write_conv(const char *folder, const struct workload *w, bool runtime)
{
	FILE *file = open_file(folder, w->name, runtime ? "-rt.json" : ".json");
	put_head(file, w, "Conv", "ai.onnx");
	put_src(file, w, "X");
	if (runtime) {
		fprintf(file, ", \"W\": ");
		put_weights_shape(file, w);
		fprintf(file, ", \"B\": [%lld]},\n", (long long)w->oc);
	} else {
		fprintf(file, ",\n    \"W\": {\"file\": \"%s.w.npy\"}", w->name);
		fprintf(file, ", \"B\": {\"file\": \"%s.b.npy\"}},\n", w->name);
	}
	char group[64];
	snprintf(group, sizeof group, "\"group\": %lld, ", (long long)w->group);
	put_window(file, w, group);
	close_file(file);
}

static void
write_pool(const char *folder, const struct workload *w)
{
	FILE *file = open_file(folder, w->name, ".json");
	char p[64] = "";
	put_head(file, w, workload_op_name(w), "ai.onnx");
	put_src(file, w, "X");
	fprintf(file, "},\n");
	if (w->op == OP_LP_POOL)
		snprintf(p, sizeof p, "\"p\": %lld, ", (long long)w->p);
	put_window(file, w, p);
	close_file(file);
}

static void
write_depth_to_space(const char *folder, const struct workload *w)
{
	FILE *file = open_file(folder, w->name, ".json");
	bool last = w->op == OP_DEPTH_TO_SPACE_NHWC;
	put_head(file, w, "DepthToSpace", "tensorflow");
	if (last)
		put_src_last(file, w, "input");
	else
		put_src(file, w, "input");
	fprintf(file,
		"},\n  \"attributes\": {\"block_size\": %lld, \"data_format\": "
		"\"%s\"}\n}\n",
		(long long)w->block, last ? "NHWC" : "NCHW");
	close_file(file);
}

static void
put_constant(FILE *file, const char *name, int64_t outer, const int64_t *pair)
{
	fprintf(file,
		",\n    \"%s\": {\"dtype\": \"int64\", \"shape\": [4], \"data\": [%lld, "
		"%lld, %lld, %lld]}",
		name, (long long)outer, (long long)pair[0], (long long)pair[1],
		(long long)outer);
}

static void
write_space_to_batch(const char *folder, const struct workload *w)
{
	FILE *file = open_file(folder, w->name, ".json");
	put_head(file, w, "SpaceToBatch", "openvino");
	put_src_last(file, w, "data");
	put_constant(file, "block_shape", 1, (int64_t[]){w->block, w->block});
	put_constant(file, "pads_begin", 0, w->pads + 1);
	put_constant(file, "pads_end", 0, w->pads_end + 1);
	fprintf(file, "}\n}\n");
	close_file(file);
}

int
main(int argc, char **argv)
{
	struct workload w;
	if (argc != 4) {
		fprintf(stderr, "usage: spec TABLE WORKLOAD FOLDER\n");
		return 2;
	}
	if (!workload_load(&w, argv[1], argv[2]))
		return 2;
	const char *folder = argv[3];
	struct operands o;
	operands_fill(&o, &w);
	switch (w.op) {
	case OP_CONV:
		write_npy(folder, &w, ".w.npy", true, o.weights, workload_nweights(&w));
		write_npy(folder, &w, ".b.npy", false, o.bias, w.oc);
		write_conv(folder, &w, false);
		write_conv(folder, &w, true);
		break;
	case OP_AVERAGE_POOL:
	case OP_LP_POOL:
	case OP_MAX_POOL:
		write_pool(folder, &w);
		break;
	case OP_DEPTH_TO_SPACE_NHWC:
	case OP_DEPTH_TO_SPACE_NCHW:
		write_depth_to_space(folder, &w);
		break;
	case OP_SPACE_TO_BATCH:
		write_space_to_batch(folder, &w);
		break;
	}
	return 0;
}

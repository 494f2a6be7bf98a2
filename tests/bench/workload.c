#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const op_names[] = {
	[OP_CONV] = "Conv",
	[OP_AVERAGE_POOL] = "AveragePool",
	[OP_LP_POOL] = "LpPool",
	[OP_MAX_POOL] = "MaxPool",
	[OP_DEPTH_TO_SPACE_NHWC] = "DepthToSpace-NHWC",
	[OP_DEPTH_TO_SPACE_NCHW] = "DepthToSpace-NCHW",
	[OP_SPACE_TO_BATCH] = "SpaceToBatch",
};

enum {
	NOP = sizeof op_names / sizeof op_names[0]
};

/* Reads 3x5 into the last axes; one number stands for all of them. Returns how many. */
static int64_t
read_extents(int64_t *axis, const char *value)
{
	int64_t n = 1;
	for (const char *c = value; *c; c++)
		n += *c == 'x';
	if (n > AXES)
		return 0;
	for (int64_t i = AXES - n; i < AXES; i++) {
		char *end;
		axis[i] = strtoll(value, &end, 10);
		if (end == value || (*end && *end != 'x'))
			return 0;
		value = end + (*end == 'x');
	}
	return n;
}

static bool
set_op(struct workload *w, const char *value)
{
	for (int i = 0; i < NOP; i++)
		if (strcmp(op_names[i], value) == 0) {
			w->op = (enum workload_op)i;
			return true;
		}
	return false;
}

static bool
set_peer(struct workload *w, const char *key)
{
	if (strcmp(key, "ort") == 0)
		return w->has_ort = true;
	if (strcmp(key, "onednn") == 0)
		return w->has_onednn = true;
	if (strcmp(key, "xnnpack") == 0)
		return w->has_xnnpack = true;
	/* For the report alone. */
	return strcmp(key, "numerics") == 0 || strcmp(key, "generic") == 0;
}

static bool
set(struct workload *w, const char *key, const char *value)
{
	const struct {
		const char *key;
		int64_t *scalar;
		int64_t *axes;
	} members[] = {
		{"batch", &w->batch, NULL},
		{"ic", &w->ic, NULL},
		{"oc", &w->oc, NULL},
		{"group", &w->group, NULL},
		{"p", &w->p, NULL},
		{"block", &w->block, NULL},
		{"in", NULL, w->in},
		{"kernel", NULL, w->kernel},
		{"strides", NULL, w->strides},
		{"dilations", NULL, w->dilations},
		{"pads", NULL, w->pads},
		{"pads_end", NULL, w->pads_end},
	};
	if (strcmp(key, "op") == 0)
		return set_op(w, value);
	if (strcmp(key, "layout") == 0)
		return w->nhwc = strcmp(value, "NHWC") == 0;
	for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
		if (strcmp(key, members[i].key) != 0)
			continue;
		int64_t one[AXES] = {0};
		int64_t n = read_extents(one, value);
		if (members[i].scalar)
			*members[i].scalar = one[AXES - 1];
		else if (n == 1 && members[i].axes != w->in)
			for (int64_t a = AXES - w->rank; a < AXES; a++)
				members[i].axes[a] = one[AXES - 1];
		else
			for (int64_t a = AXES - n; a < AXES; a++)
				members[i].axes[a] = one[a];
		if (members[i].axes == w->in)
			w->rank = n;
		return n > 0;
	}
	return set_peer(w, key);
}

/* What every row has unless it says otherwise. */
static void
preset(struct workload *w, const char *name)
{
	memset(w, 0, sizeof *w);
	snprintf(w->name, sizeof w->name, "%s", name);
	w->batch = w->group = w->block = w->p = 1;
	for (int i = 0; i < AXES; i++) {
		w->in[i] = w->kernel[i] = w->strides[i] = w->dilations[i] = 1;
		w->pads_end[i] = -1;
	}
}

static void
resolve(struct workload *w)
{
	if (!w->oc)
		w->oc = w->ic;
	for (int i = 0; i < AXES; i++) {
		if (w->pads_end[i] < 0)
			w->pads_end[i] = w->pads[i];
		int64_t padded = w->in[i] + w->pads[i] + w->pads_end[i];
		int64_t window = w->dilations[i] * (w->kernel[i] - 1) + 1;
		w->out[i] = (padded - window) / w->strides[i] + 1;
		bool spread = i >= AXES - w->rank;
		if (w->op == OP_SPACE_TO_BATCH)
			w->out[i] = spread ? padded / w->block : 1;
		else if (workload_is_move(w))
			w->out[i] = spread ? w->in[i] * w->block : 1;
	}
	if (w->op == OP_DEPTH_TO_SPACE_NHWC || w->op == OP_DEPTH_TO_SPACE_NCHW)
		w->oc = w->ic / (w->block * w->block);
}

static bool
parse(struct workload *w, char *rest)
{
	char *save = NULL;
	char *token = strtok_r(rest, " \t\n", &save);
	for (; token; token = strtok_r(NULL, " \t\n", &save)) {
		char *equals = strchr(token, '=');
		if (equals)
			*equals = '\0';
		if (!equals || !set(w, token, equals + 1)) {
			fprintf(stderr, "workloads: %s: %s is wrong\n", w->name, token);
			return false;
		}
	}
	resolve(w);
	return true;
}

bool
workload_load(struct workload *w, const char *path, const char *name)
{
	FILE *file = fopen(path, "r");
	if (!file) {
		perror(path);
		return false;
	}
	char line[512];
	bool found = false;
	bool good = false;
	while (!found && fgets(line, sizeof line, file)) {
		size_t n = strcspn(line, " \t\n");
		found = line[0] != '#' && n == strlen(name) && memcmp(line, name, n) == 0;
		if (!found)
			continue;
		preset(w, name);
		good = parse(w, line + n);
	}
	fclose(file);
	if (!found)
		fprintf(stderr, "workloads: there is no %s\n", name);
	return good;
}

const char *
workload_op_name(const struct workload *w)
{
	return op_names[w->op];
}

bool
workload_is_move(const struct workload *w)
{
	return w->op >= OP_DEPTH_TO_SPACE_NHWC;
}

bool
workload_is_exact(const struct workload *w)
{
	return workload_is_move(w) || w->op == OP_MAX_POOL;
}

int64_t
workload_in_points(const struct workload *w)
{
	return w->in[0] * w->in[1] * w->in[2];
}

int64_t
workload_out_points(const struct workload *w)
{
	return w->out[0] * w->out[1] * w->out[2];
}

int64_t
workload_nsrc(const struct workload *w)
{
	return w->batch * w->ic * workload_in_points(w);
}

int64_t
workload_nweights(const struct workload *w)
{
	if (w->op != OP_CONV)
		return 0;
	return w->oc * (w->ic / w->group) * w->kernel[0] * w->kernel[1] * w->kernel[2];
}

int64_t
workload_ndst(const struct workload *w)
{
	int64_t blocks = w->op == OP_SPACE_TO_BATCH ? w->block * w->block : 1;
	return blocks * w->batch * w->oc * workload_out_points(w);
}

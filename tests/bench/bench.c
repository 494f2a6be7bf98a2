/* bench TABLE WORKLOAD ROUNDS [CONTENDER=LIBRARY]...: races opgen's code for one workload
   against the others and prints a line for each, with tabs between

     workload, contender, microseconds, ratio to opgen's, largest error, largest value,
     "right" or "wrong", scale of the operands

   The contenders from libraries are opgen, opgen-generic, opgen-rt and ort. */
#include "exact.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LANES_MAX = 12
};

struct field {
	const struct operands *operands;
	const double *exact;
	struct lane lanes[LANES_MAX];
	size_t nlane;
};

static void
join(struct field *field, bool created)
{
	struct lane *lane = &field->lanes[field->nlane];
	if (!created)
		return;
	lane_check(lane, field->operands->workload, field->exact);
	field->nlane++;
}

static struct contender *
next(struct field *field)
{
	return &field->lanes[field->nlane].contender;
}

/* The library given for a contender; NULL when there is none. */
static const char *
library_of(const char *contender, char *const *args)
{
	size_t n = strlen(contender);
	for (; *args; args++)
		if (strncmp(*args, contender, n) == 0 && (*args)[n] == '=')
			return *args + n + 1;
	return NULL;
}

static bool
join_library(struct field *field, const char *name, char *const *args)
{
	const char *library = library_of(name, args);
	bool runtime = strcmp(name, "opgen-rt") == 0;
	if (library)
		join(field, opgen_create(next(field), field->operands, name, library,
				    runtime));
	return field->nlane > 0;
}

static void
join_onednn(struct field *field)
{
	const struct operands *o = field->operands;
	const struct workload *w = o->workload;
	bool winograd = w->rank == 2 && w->op == OP_CONV && w->kernel[1] == 3 &&
			w->kernel[2] == 3 && w->strides[1] == 1 && w->strides[2] == 1 &&
			w->dilations[1] == 1 && w->group == 1;
	join(field, onednn_create(next(field), o, ONEDNN_PLAIN));
	join(field, onednn_create(next(field), o, ONEDNN_BLOCKED));
	join(field, onednn_create(next(field), o, ONEDNN_FREE));
	if (winograd)
		join(field, onednn_create(next(field), o, ONEDNN_WINOGRAD));
}

static void
join_constant(struct field *field, char *const *args)
{
	const struct operands *o = field->operands;
	if (!join_library(field, "opgen", args))
		return;
	join_library(field, "opgen-generic", args);
	const char *ort = library_of("ort", args);
	if (ort && o->workload->has_ort)
		join(field, ort_create(next(field), o, ort, false));
	if (o->workload->has_onednn)
		join_onednn(field);
	if (o->workload->has_xnnpack)
		join(field, xnnpack_create(next(field), o));
	join(field, naive_create(next(field), o));
	join(field, memcpy_create(next(field), o));
	join(field, peak_create(next(field), o));
}

static void
join_runtime(struct field *field, char *const *args)
{
	const char *ort = library_of("ort", args);
	if (join_library(field, "opgen-rt", args) && ort &&
		field->operands->workload->has_ort)
		join(field, ort_create(next(field), field->operands, ort, true));
}

static void
print(const struct field *field)
{
	for (size_t i = 0; i < field->nlane; i++) {
		const struct lane *lane = &field->lanes[i];
		printf("%s\t%s\t%.3f\t%.4f\t%.3g\t%.3g\t%s\t%.3g\n",
			field->operands->workload->name, lane->contender.name,
			lane->seconds * 1e6, lane->ratio, lane->error, lane->peak,
			lane->right ? "right" : "wrong", operands_scale(field->operands));
	}
}

static void
hold(const struct operands *o, const double *exact, int rounds, char *const *args,
	void (*gather)(struct field *, char *const *))
{
	struct field field = {.operands = o, .exact = exact};
	gather(&field, args);
	race(field.lanes, field.nlane, rounds);
	print(&field);
}

int
main(int argc, char **argv)
{
	struct workload w;
	if (argc < 4) {
		fprintf(stderr,
			"usage: bench TABLE WORKLOAD ROUNDS [CONTENDER=LIBRARY]...\n");
		return 2;
	}
	if (!workload_load(&w, argv[1], argv[2]))
		return 2;
	struct operands operands;
	operands_fill(&operands, &w);
	double *exact = calloc((size_t)workload_ndst(&w), sizeof *exact);
	if (!exact)
		return 3;
	exact_run(&operands, exact);
	int rounds = atoi(argv[3]);
	hold(&operands, exact, rounds, argv + 4, join_constant);
	hold(&operands, exact, rounds, argv + 4, join_runtime);
	free(exact);
	return 0;
}

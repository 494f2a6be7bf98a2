/* networks ORT TARGET NUMERICS ROUNDS THREADS [WORD...]: races whole networks, compiled
   by opgen, against onnxruntime, and says of each what it takes. With more than one
   thread both have so many, and opgen's code is raced against itself on one, too.
   OPGEN_MODELS: the folder of models. */
#include "race.h"
#include "session.h"
#include "team.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "plan/plan.h"
#include "support/harness.h"
#include "support/reference.h"

enum {
	STEPS_SHOWN = 4,
	LINE_SIZE = 4096,
	MOST_THREADS = 64
};

/* What all networks are raced with. */
struct races {
	const char *library, *numerics;
	int rounds, threads;
};

/* The contenders' states. */
struct own {
	struct reference *reference;
	reference_function *function;
	struct reference_steps steps; /* if there are threads */
	struct team *team;
	void *argument[MOST_TENSORS];
};

struct other {
	struct session session;
	struct session_ends inputs, outputs;
	const char *name[MOST_TENSORS];
	void *value[MOST_TENSORS], *element[MOST_TENSORS];
};

static void
run_own(void *state)
{
	struct own *own = state;
	reference_call(own->reference, own->function);
}

/* A thread's part of every step. */
static void
run_steps(struct team *team, void *state, int part)
{
	struct own *own = state;
	for (int i = 0; i < own->steps.nstep; i++) {
		own->steps.run(own->argument, i, part);
		team_barrier(team);
	}
}

static void
run_team(void *state)
{
	struct own *own = state;
	team_call(own->team);
}

static void
run_other(void *state)
{
	struct other *other = state;
	session_run(&other->session, &other->inputs, &other->outputs);
}

/* Seconds of processor time of the programs that have ended. */
static double
children(void)
{
	struct rusage u;
	getrusage(RUSAGE_CHILDREN, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static bool
find_type(enum dtype dtype, enum session_type *type)
{
	*type = dtype == DTYPE_FLOAT32 ? SESSION_FLOAT
		: dtype == DTYPE_UINT8 ? SESSION_UINT8
				       : SESSION_INT8;
	return dtype == DTYPE_FLOAT32 || dtype == DTYPE_UINT8 || dtype == DTYPE_INT8;
}

/* The same model, inputs and sizes in onnxruntime, which writes to memory of its own. */
static bool
open_other(struct other *other, struct reference *r, const struct races *races)
{
	size_t nbyte;
	char *model = file_read(
		arena_format(&r->arena, "%s/%s", r->folder, r->model), &nbyte, &r->arena);
	if (!model || !session_open(&other->session, races->library, model, nbyte,
			      races->threads))
		return false;
	for (size_t i = 0; i < r->npassed; i++) {
		struct passed *p = &r->passed[i];
		const json_t *list = json_object_get(p->entry, "shape"), *extent;
		size_t size = (size_t)p->nelement * dtype_info[p->tensor.dtype].size, k;
		void *element = i < r->ninput ? p->element : calloc(1, size);
		int64_t shape[MAX_RANK];
		enum session_type type;
		json_array_foreach (list, k, extent)
			shape[k] = json_integer_value(extent);
		if (!element || !find_type(p->tensor.dtype, &type))
			return false;
		other->name[i] = p->name;
		other->element[i] = element;
		other->value[i] = session_tensor(&other->session, type, element, size,
			shape, json_array_size(list));
		if (!other->value[i])
			return false;
	}
	other->inputs = (struct session_ends){other->name, other->value, r->ninput};
	other->outputs = (struct session_ends){other->name + r->ninput,
		other->value + r->ninput, r->npassed - r->ninput};
	return session_run(&other->session, &other->inputs, &other->outputs);
}

/* A line of --explain about a step, and its share of the estimated time. */
struct step_line {
	char name[256], op[96];
	double share;
};

static int
compare_shares(const void *a, const void *b)
{
	const struct step_line *x = a, *y = b;
	return (x->share < y->share) - (x->share > y->share);
}

/* Prints the workspace and the steps that take the most time, by opgen's estimate for the
   first target. */
static void
print_explanation(struct reference *r)
{
	FILE *file = fopen(arena_format(&r->arena, "%s/explained", r->directory), "r");
	static struct step_line step[1 << 17];
	char line[LINE_SIZE];
	long long bytes, alive;
	size_t n = 0;
	int targets = 0;
	while (file && fgets(line, sizeof line, file)) {
		const char *share = strstr(line, " % of the time");
		targets += !strncmp(line, "steps for ", 10);
		if (sscanf(line,
			    "  workspace %lld bytes, %*[^;]; tensors that live at once "
			    "take %lld",
			    &bytes, &alive) == 2)
			printf("  workspace %lld bytes, at least %lld\n", bytes, alive);
		if (targets != 1 || !share || n == sizeof step / sizeof step[0] ||
			sscanf(line, "%*u %255s %95[^[]", step[n].name, step[n].op) != 2)
			continue;
		while (share > line &&
			(share[-1] == '.' || (share[-1] >= '0' && share[-1] <= '9')))
			share--;
		step[n++].share = strtod(share, NULL);
	}
	if (file)
		fclose(file);
	qsort(step, n, sizeof *step, compare_shares);
	for (size_t i = 0; i < n && i < STEPS_SHOWN; i++)
		printf("  %5.1f %%  %s: %s\n", step[i].share, step[i].name, step[i].op);
}

static void
print_refusal(struct reference *r)
{
	size_t size;
	const char *said = file_read(
		arena_format(&r->arena, "%s/said", r->directory), &size, &r->arena);
	printf("  refused: %.*s\n", said ? (int)strcspn(said, "\n") : 0,
		said ? said : "");
}

static void
print_costs(struct reference *r, double generating, double compiling)
{
	struct stat file;
	if (!stat(arena_format(&r->arena, "%s/net.c", r->directory), &file))
		printf("  %.0f KB of C in %.2f s, compiled in %.1f s\n",
			(double)file.st_size / 1024, generating, compiling);
}

/* How far the results lie apart, of the largest value of each tensor. */
static double
distance(const struct reference *r, const struct other *other)
{
	double worst = 0;
	for (size_t i = r->ninput; i < r->npassed; i++) {
		const struct passed *p = &r->passed[i];
		struct operand got = {.dtype = p->tensor.dtype, .constant = p->element};
		struct operand wanted = {
			.dtype = p->tensor.dtype, .constant = other->element[i]};
		double largest = 0, off = 0;
		for (int64_t k = 0; k < p->nelement; k++) {
			double x = operand_number(&wanted, k);
			off = fmax(off, fabs(operand_number(&got, k) - x));
			largest = fmax(largest, fabs(x));
		}
		worst = fmax(worst, largest > 0 ? off / largest : off);
	}
	return worst;
}

/* Generates and compiles a network. */
static bool
make_own(struct own *own, struct reference *r, const struct races *races)
{
	const char *mode = arena_format(&r->arena, "--numerics=%s", races->numerics);
	const char *parts = races->threads < 2 ? NULL
					       : arena_format(&r->arena, "--parts=%d",
							 races->threads);
	const char *const emit[] = {"-onet.c", "--header=net.h", mode, parts, NULL};
	const char *const explain[] = {"--explain", "-oexplained", mode, parts, NULL};
	double start = children(), generated;
	own->reference = r;
	if (reference_generate(r, emit)) {
		print_refusal(r);
		return false;
	}
	generated = children();
	if (!reference_compile(r) || !(own->function = reference_load_function(r)))
		return false;
	print_costs(r, generated - start, children() - generated);
	if (!reference_generate(r, explain))
		print_explanation(r);
	return true;
}

/* The bytes of all outputs, one after the other. */
static unsigned char *
outputs_of(struct reference *r, size_t *nbyte)
{
	unsigned char *all = NULL;
	*nbyte = 0;
	for (size_t i = r->ninput; i < r->npassed; i++) {
		const struct passed *p = &r->passed[i];
		size_t n = (size_t)p->nelement * dtype_info[p->tensor.dtype].size;
		unsigned char *more = realloc(all, *nbyte + n);
		if (!more)
			exit(3);
		all = more;
		memcpy(all + *nbyte, p->element, n);
		memset(p->element, 0xa5, n);
		*nbyte += n;
	}
	return all;
}

/* Whether a network's parts compute the bits of the whole. */
static bool
same_bits(struct own *own)
{
	size_t n;
	run_own(own);
	unsigned char *expected = outputs_of(own->reference, &n);
	run_team(own);
	unsigned char *got = outputs_of(own->reference, &n);
	bool same = !memcmp(expected, got, n);
	free(expected);
	free(got);
	if (!same)
		fprintf(stderr, "bench: its parts compute other bits\n");
	return same;
}

static bool
begin_team(struct own *own, const struct races *races)
{
	own->team = team_begin(run_steps, own, races->threads);
	return own->team;
}

/* Races a network on threads against the same on one: seconds, or 0. onnxruntime's
   threads, which go on spinning for long, are not there yet. */
static double
race_threads(struct own *own, const struct races *races)
{
	struct lane lane[] = {{{"opgen", run_team, NULL, own}, true, .right = true},
		{{"opgen on one", run_own, NULL, own}, true, .right = true}};
	reference_arguments(own->reference, own->argument);
	if (!reference_load_steps(own->reference, &own->steps) || !begin_team(own, races))
		return false;
	bool same = same_bits(own);
	if (same) {
		race(lane, 2, races->rounds);
		printf("  %d steps on %d threads: %.3f ms, %.2f times as fast as on "
		       "one\n",
			own->steps.nstep, races->threads, lane[0].seconds * 1e3,
			lane[1].ratio);
	}
	team_end(own->team);
	return lane[0].seconds;
}

/* One network; how many times faster opgen's code is, or 0. */
static double
race_network(struct reference *r, const struct races *races)
{
	struct own own = {0};
	struct other *other = calloc(1, sizeof *other);
	bool threads = races->threads > 1;
	double seconds = 0;
	struct lane lane[] = {{{"opgen", threads ? run_team : run_own, NULL, &own},
				      threads, .right = true},
		{{"ort", run_other, NULL, other}, threads, .right = true}};
	if (!other || !make_own(&own, r, races))
		return 0;
	if (threads)
		seconds = race_threads(&own, races);
	/* onnxruntime's threads inherit the cores that a team's caller has until it
	   begins. */
	if ((threads && !seconds) || !open_other(other, r, races) ||
		(threads && !begin_team(&own, races)))
		return 0;
	lane[0].contender.run(&own);
	race(lane, 2, races->rounds);
	printf("  opgen %.3f ms, onnxruntime %.3f ms: ratio %.2f; results differ by %.1e "
	       "of the largest value\n",
		(threads ? seconds : lane[0].seconds) * 1e3, lane[1].seconds * 1e3,
		lane[1].ratio, distance(r, other));
	if (threads)
		team_end(own.team);
	return lane[1].ratio;
}

static bool
is_wanted(const char *model, char *const *word, int nword)
{
	for (int i = 0; i < nword; i++)
		if (strstr(model, word[i]))
			return true;
	return !nword;
}

int
main(int argc, char **argv)
{
	const char *folder = getenv("OPGEN_MODELS");
	static struct reference r;
	struct arena arena = {0};
	struct races races = {0};
	double logarithms = 0;
	int n = 0;
	if (argc > 5)
		races = (struct races){argv[1], argv[3], atoi(argv[4]), atoi(argv[5])};
	if (races.threads < 1 || races.threads > MOST_THREADS || !folder ||
		!(folder = realpath(folder, NULL))) {
		fprintf(stderr,
			"usage: OPGEN_MODELS=DIR networks ORT TARGET NUMERICS ROUNDS "
			"THREADS [WORD...]\n");
		return 2;
	}
	const char *references = arena_format(&arena, "%s/graph-refs", folder);
	json_t *list = reference_list(references);
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (!is_wanted(reference_model(list, i), argv + 6, argc - 6))
			continue;
		printf("%s\n", reference_model(list, i));
		fflush(stdout);
		reference_begin(&r, folder, references, json_array_get(list, i),
			arena_format(&arena, "%s/bench/whole/%zu", build_directory(), i),
			argv[2]);
		double ratio = race_network(&r, &races);
		if (ratio > 0) {
			logarithms += log(ratio);
			n++;
		}
		arena_clear(&r.arena);
	}
	if (n)
		printf("%d networks, geometric mean of the ratios %.2f\n", n,
			exp(logarithms / n));
	arena_free(&arena);
	return 0;
}

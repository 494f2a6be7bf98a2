#include "support/reference.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "spec/npy.h"
#include "support/harness.h"

static enum dtype
dtype_of(const char *name)
{
	for (int i = 0; i < DTYPE_COUNT; i++)
		if (dtype_info[i].name && !strcmp(dtype_info[i].name, name))
			return (enum dtype)i;
	fprintf(stderr, "no type is called %s\n", name);
	exit(3);
}

/* Numbers of the inputs, as the list says. */
static void
fill(struct passed *p)
{
	uint32_t s = (uint32_t)json_integer_value(json_object_get(p->entry, "seed"));
	float *x = p->element;

	for (int64_t i = 0; i < p->nelement; i++) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		x[i] = (float)(s >> 8) / 16777216.0f * 2.0f - 1.0f;
	}
}

static void
add_tensors(struct reference *r, const json_t *object)
{
	const char *name;
	json_t *entry;

	json_object_foreach ((json_t *)object, name, entry) {
		struct passed *p = &r->passed[r->npassed];
		const json_t *shape = json_object_get(entry, "shape"), *extent;
		const char *type = json_string_value(json_object_get(entry, "dtype"));
		size_t i;

		if (r->npassed++ == MOST_TENSORS) {
			fprintf(stderr, "%s has too many tensors\n", r->model);
			exit(3);
		}
		*p = (struct passed){.name = name, .entry = entry, .nelement = 1};
		p->tensor.dtype = dtype_of(type);
		json_array_foreach (shape, i, extent)
			p->nelement *= json_integer_value(extent);
		p->element =
			calloc((size_t)p->nelement + 1, dtype_info[p->tensor.dtype].size);
		if (!p->element) {
			perror(name);
			exit(3);
		}
	}
}

/* "--shape x=1,3,24,24" */
static const char *
shape_of(const struct passed *p, struct arena *arena)
{
	const char *text = arena_format(arena, "%s=", p->name);
	const json_t *shape = json_object_get(p->entry, "shape"), *extent;
	size_t i;

	json_array_foreach (shape, i, extent)
		text = arena_format(arena, "%s%s%lld", text, i ? "," : "",
			(long long)json_integer_value(extent));
	return text;
}

int
reference_generate(struct reference *r, const char *const *option)
{
	const char *argv[8 * MOST_TENSORS];
	struct arena *arena = &r->arena;
	size_t n = 0;

	argv[n++] = arena_format(arena, "%s/opgen", build_directory());
	argv[n++] = arena_format(arena, "%s/%s", r->folder, r->model);
	for (size_t i = 0; i < r->npassed; i++) {
		argv[n++] = i < r->ninput ? "--begin" : "--end";
		argv[n++] = r->passed[i].name;
		if (i >= r->ninput)
			continue;
		argv[n++] = "--shape";
		argv[n++] = shape_of(&r->passed[i], arena);
	}
	argv[n++] = "--graph";
	argv[n++] = "--name=net";
	argv[n++] = "--workspace=static";
	argv[n++] = "--max-output=64M";
	argv[n++] = arena_format(arena, "--target=%s", r->target);
	while (*option)
		argv[n++] = *option++;
	argv[n] = NULL;
	return run_command(&(struct run){.argv = argv,
		.directory = r->directory,
		.output = arena_format(arena, "%s/printed", r->directory),
		.messages = arena_format(arena, "%s/said", r->directory)});
}

/* Functions of C that take all arguments in a list, as no caller of C can otherwise pass
   as many as there are. */
static void
write_caller(const struct reference *r, struct arena *arena)
{
	const char *argument = "", *text;

	for (size_t i = 0; i < r->npassed; i++)
		argument = arena_format(arena, "%s%sp[%zu]", argument, i ? ", " : "", i);
	text = arena_format(arena,
		"#include \"net.h\"\n"
		"void call(void *const *p);\nvoid\ncall(void *const *p)\n"
		"{\n\tnet(%s);\n}\n"
		"#ifdef NET_STEPS\n"
		"extern const int call_nstep;\nconst int call_nstep = NET_STEPS;\n"
		"void call_part(void *const *p, int step, int part);\n"
		"void\ncall_part(void *const *p, int step, int part)\n"
		"{\n\tnet_step_part(%s, step, part);\n}\n"
		"#endif\n",
		argument, argument);
	file_write(arena_format(arena, "%s/call.c", r->directory), text, strlen(text));
}

bool
reference_compile(struct reference *r)
{
	struct arena *arena = &r->arena;
	const char *runtime = realpath("runtime", NULL);
	const char *argv[] = {"cc", "-O2", "-shared", "-fPIC", "-I",
		runtime ? runtime : "runtime", "net.c", "call.c",
		arena_format(arena, "%s/libopgen_runtime.a", build_directory()), "-lm",
		"-o", "net.so", NULL};

	write_caller(r, arena);
	return !run_command(&(struct run){.argv = argv, .directory = r->directory});
}

/* What has a name in net.so; NULL, after a message, when there is none. */
static void *
find_symbol(struct reference *r, const char *name)
{
	void *library =
		dlopen(arena_format(&r->arena, "%s/net.so", r->directory), RTLD_NOW);
	void *symbol = library ? dlsym(library, name) : NULL;

	if (!symbol)
		fprintf(stderr, "%s\n", dlerror());
	return symbol;
}

reference_function *
reference_load_function(struct reference *r)
{
	void *symbol = find_symbol(r, "call");
	reference_function *function = NULL;

	if (symbol)
		memcpy(&function, &symbol, sizeof symbol);
	return function;
}

bool
reference_load_steps(struct reference *r, struct reference_steps *steps)
{
	const int *nstep = find_symbol(r, "call_nstep");
	void *symbol = find_symbol(r, "call_part");

	if (!nstep || !symbol)
		return false;
	steps->nstep = *nstep;
	memcpy(&steps->run, &symbol, sizeof symbol);
	return true;
}

void
reference_arguments(const struct reference *r, void **argument)
{
	for (size_t i = 0; i < r->npassed; i++)
		argument[i] = r->passed[i].element;
}

void
reference_call(struct reference *r, reference_function *function)
{
	void *argument[MOST_TENSORS];

	reference_arguments(r, argument);
	function(argument);
}

double
reference_distance(struct reference *r, struct passed *p)
{
	const char *file = json_string_value(json_object_get(p->entry, "file"));
	int64_t every = json_integer_value(json_object_get(p->entry, "every"));
	struct operand got = {.dtype = p->tensor.dtype, .constant = p->element};
	struct operand wanted = {.dtype = p->tensor.dtype};
	double largest = 0, worst = 0;

	if (!npy_read(&p->tensor, false, p->name,
		    arena_format(&r->arena, "%s/%s", r->references, file), NULL,
		    &r->source, &r->arena))
		return INFINITY;
	wanted.constant = p->tensor.constant;
	if (p->tensor.nelement != (p->nelement + every - 1) / every)
		return INFINITY;
	for (int64_t i = 0; i < p->tensor.nelement; i++) {
		double x = operand_number(&wanted, i);
		double off = fabs(operand_number(&got, i * every) - x);

		largest = fabs(x) > largest ? fabs(x) : largest;
		worst = off <= worst ? worst : off;
	}
	return isnan(worst) ? INFINITY : worst / (largest > 0 ? largest : 1);
}

json_t *
reference_list(const char *references)
{
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/list.json", references);
	json_t *root = json_load_file(path, 0, NULL);
	json_t *list = json_incref(json_object_get(root, "models"));

	json_decref(root);
	if (!list) {
		fprintf(stderr, "%s is not there, or no list of models\n", path);
		exit(3);
	}
	arena_free(&arena);
	return list;
}

const char *
reference_model(const json_t *list, size_t i)
{
	return json_string_value(json_object_get(json_array_get(list, i), "model"));
}

void
reference_begin(struct reference *r, const char *folder, const char *references,
	const json_t *entry, const char *directory, const char *target)
{
	*r = (struct reference){.folder = folder,
		.references = references,
		.model = json_string_value(json_object_get(entry, "model")),
		.directory = directory,
		.target = target};
	source_from_text(&r->source, references, "", 0);
	directory_remove(directory);
	directory_make(directory);
	add_tensors(r, json_object_get(entry, "inputs"));
	r->ninput = r->npassed;
	add_tensors(r, json_object_get(entry, "outputs"));
	for (size_t i = 0; i < r->ninput; i++)
		fill(&r->passed[i]);
}

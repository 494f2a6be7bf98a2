#include "support/model_subject.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diag/source_read.h"
#include "import/import_node.h"
#include "import/read.h"
#include "import/ready.h"
#include "model/format.h"
#include "network/make.h"
#include "ops/plan_node.h"
#include "schedule/schedule.h"
#include "support/case.h"
#include "support/element.h"
#include "support/emitted.h"
#include "support/subject.h"
#include "support/variant.h"

bool
model_subject_read(struct model_subject *subject, const char *path)
{
	struct source *source = &subject->source;
	enum format format;

	if (source_read(source, path, format_limit, &subject->arena) != SOURCE_READ)
		return false;
	format = format_of(source->text, source->size);
	if (format == FORMAT_SPEC || format == FORMAT_TEXT || !format_is_read(format)) {
		fprintf(stderr, "%s: not taken for a model\n", path);
		return false;
	}
	if (!candidates_read(&subject->candidates, source, format, subject->options.opset,
		    &subject->options.overrides, &subject->arena, &subject->arena))
		return false;
	candidates_try(&subject->candidates, &subject->arena);
	return true;
}

void
model_subject_say(struct model_subject *subject, const struct model *model)
{
	struct overrides *overrides = &subject->options.overrides;
	struct arena *arena = &subject->arena;

	for (size_t i = 0; i < model->nvalue; i++)
		for (size_t k = 0; k < model->value[i].shape.rank; k++) {
			struct bytes symbol = model->value[i].shape.extent[k].symbol;
			struct dim_override dim = {symbol.text, k ? 32 : 1, false};
			size_t old = 0;

			while (old < overrides->ndim && symbol.size &&
				strcmp(overrides->dim[old].name, symbol.text))
				old++;
			if (!symbol.size || old < overrides->ndim)
				continue;
			overrides->dim = arena_grow(arena, overrides->dim,
				overrides->ndim, sizeof *overrides->dim);
			overrides->dim[overrides->ndim++] = dim;
		}
}

/* The spec's tensors with other shapes. */
static bool
reshape(struct spec *spec, const json_t *shapes, struct arena *arena)
{
	struct tensor *tensor = arena_array(arena, struct tensor, spec->ntensor);

	memcpy(tensor, spec->tensor, spec->ntensor * sizeof *tensor);
	for (size_t i = 0; i < spec->node->ninput; i++) {
		const struct input *input = &spec->node->input[i];
		struct tensor *changed = &tensor[input->tensor];
		const json_t *shape = json_object_get(shapes, input->name);

		if (!shape || changed->constant)
			continue;
		changed->rank = (int)json_array_size(shape);
		changed->nelement = 1;
		for (int k = 0; k < changed->rank; k++) {
			changed->shape[k] =
				json_integer_value(json_array_get(shape, (size_t)k));
			changed->nelement *= changed->shape[k];
		}
	}
	spec->tensor = tensor;
	return true;
}

bool
model_subject_plan(struct model_subject *subject, const struct candidate *candidate,
	enum constants constants, const json_t *shapes, struct plan *plan)
{
	struct arena *arena = &subject->arena;
	struct spec *spec = arena_new(arena, struct spec);
	struct import import =
		import_begin(spec, &subject->candidates, 1, constants, arena);

	*plan = (struct plan){0};
	if (!import_node(&import, candidate, &subject->source))
		return false;
	if (shapes) {
		/* What the file declares is another shape's. */
		import.nodes->declared = NULL;
		if (!reshape(spec, shapes, arena))
			return false;
	}
	return plan_node(spec, spec->node, plan, &subject->source, arena);
}

bool
model_subject_emit(
	struct model_subject *subject, const struct plan *plan, const char *c_file)
{
	struct settings settings =
		settings_resolve(&(struct settings){0}, &(struct settings){0});
	struct schedule schedule = {0};
	const struct schedule *only = &schedule;
	uint64_t ncode;

	if (!network_schedule(&schedule, plan, "", &settings, UINT64_C(1) << 30,
		    &subject->source, NULL, &subject->arena))
		return false;
	/* Which constants a network's code names is known once it is proven. */
	if (schedule.plan->kind == PLAN_NETWORK &&
		schedule_prove(&schedule, NULL, &subject->arena))
		return false;
	return emit_file(c_file, &only, 1, &ncode);
}

static void *
allocate(struct arena *arena, const struct operand *operand)
{
	return arena_alloc_array(
		arena, (size_t)operand->nelement, dtype_info[operand->dtype].size);
}

/* The results are the expected ones, as far as the type lets them. */
static bool
compare(const struct plan *plan, const void *expected, const void *result,
	struct arena *arena)
{
	static const struct tolerance by_type[DTYPE_COUNT] = {
		[DTYPE_FLOAT32] = {1e-5, 0, 1},
		[DTYPE_FLOAT64] = {1e-12, 0, 1},
		[DTYPE_FLOAT16] = {0x1p-10, 0, 1},
		[DTYPE_BFLOAT16] = {0x1p-7, 0, 1},
	};
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	const char *difference =
		plan->kind == PLAN_MOVE
			? elements_compare_bits(dtype, 0, expected, result, n, arena)
			: elements_compare(
				  dtype, &by_type[dtype], expected, result, n, arena);

	if (difference)
		fprintf(stderr, "%s\n", difference);
	return !difference;
}

static bool
call(struct model_subject *subject, const struct plan *plan, void *function,
	const json_t *inputs, const json_t *expected)
{
	struct arena *arena = &subject->arena;
	struct emitted emitted = {.function = function, .plan = plan};
	const void *input[MAX_OPERAND] = {0};
	void *wanted = allocate(arena, &plan->dst),
	     *got = arena_alloc(arena, emitted_nbyte(plan));

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];
		void *elements;

		if (operand->constant)
			continue;
		elements = allocate(arena, operand);
		input[i] = elements;
		if (!case_elements(json_object_get(inputs, operand->name), operand->dtype,
			    (size_t)operand->nelement, elements)) {
			fprintf(stderr, "%s: not %" PRId64 " elements are given\n",
				operand->name, operand->nelement);
			return false;
		}
	}
	if (!case_elements(
		    expected, plan->dst.dtype, (size_t)plan->dst.nelement, wanted)) {
		fprintf(stderr, "the output has %" PRId64 " elements, %zu are expected\n",
			plan->dst.nelement, json_array_size(expected));
		return false;
	}
	emitted_call(&emitted, PLACED_AT_END, input, got);
	return compare(plan, wanted, got, arena);
}

bool
model_subject_run(struct model_subject *subject, const struct plan *plan,
	const char *c_file, const json_t *inputs, const json_t *expected)
{
	/* tcc takes a sixth of gcc's time. gcc sees these with sanitizers, and when there
	   is time for everything. */
	bool slowly = is_sanitized() || is_exhaustive();
	struct compilation compilation = {
		slowly ? "gcc" : "tcc", "-std=c99", is_sanitized() ? "-O0" : "-O1", NULL};
	const char *shared = arena_format(&subject->arena, "%s.so", c_file);
	void *library, *function;
	bool same;

	if (!emitted_compile(&compilation, c_file, shared, &subject->arena))
		return false;
	library = dlopen(shared, RTLD_NOW | RTLD_LOCAL);
	function = library ? dlsym(library, plan->name) : NULL;
	if (!function) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	same = call(subject, plan, function, inputs, expected);
	dlclose(library);
	return same;
}

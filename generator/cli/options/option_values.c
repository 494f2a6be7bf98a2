#include "cli/options/option_values.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/paths.h"
#include "cli/options/reading.h"
#include "diag/choices.h"
#include "diag/diagnostics.h"
#include "diag/names.h"
#include "diag/place.h"
#include "ops/common/layouts.h"
#include "spec/shape.h"

enum {
	JOBS_LIMIT = 1024
};

/* Reads digits into *number. Returns the text after them, or NULL if there are none or
   the number does not fit. */
static const char *
read_digits(const char *text, uint64_t *number)
{
	const char *end = text;

	*number = 0;
	for (; *end >= '0' && *end <= '9'; end++) {
		uint64_t digit = (uint64_t)(*end - '0');

		if (*number > (UINT64_MAX - digit) / 10)
			return NULL;
		*number = *number * 10 + digit;
	}
	return end > text ? end : NULL;
}

/* A number of bytes: digits, and K, M or G for a power of 1024. */
bool
value_bytes(struct reading *reading, enum option_id id, const char *value, uint64_t *to)
{
	static const char suffixes[] = "KMG";
	uint64_t bytes;
	const char *suffix = read_digits(value, &bytes);
	const char *found = suffix && *suffix ? strchr(suffixes, *suffix) : NULL;
	int shift = found ? 10 * (int)(found - suffixes + 1) : 0;

	if (!suffix || suffix[found != NULL] || bytes > UINT64_MAX >> shift)
		return wrong("%s: expected bytes below 2^64, such as 65536 or 64M, got "
			     "%s",
			option_rule[id].name, quoted(value, reading->arena));
	*to = bytes << shift;
	return true;
}

bool
value_prefix(struct reading *reading, const char *value)
{
	const char *refusal = prefix_refusal(value);

	if (refusal)
		return wrong("--prefix: %s %s", quoted(value, reading->arena), refusal);
	reading->options->prefix = value;
	return true;
}

bool
value_name(struct reading *reading, const char *value)
{
	const char *refusal = name_refusal(value);

	if (refusal)
		return wrong("--name: %s %s", quoted(value, reading->arena), refusal);
	reading->options->name = value;
	return true;
}

/* Stores which of some words, ended by NULL, the value is; false, after a message, if it
   is none. */
static bool
find_word(struct reading *reading, enum option_id id, const char *value,
	const char *const *word, size_t *found)
{
	size_t n = 0;

	for (; word[n]; n++)
		if (!strcmp(word[n], value)) {
			*found = n;
			return true;
		}
	return wrong("%s",
		choices_refusal(option_rule[id].name, value, word, n, reading->arena));
}

bool
value_from(struct reading *reading, const char *value)
{
	size_t i;

	if (!find_word(reading, OPTION_FROM, value, format_word, &i))
		return false;
	reading->options->from = format_find(value);
	return true;
}

bool
value_weights(struct reading *reading, const char *value)
{
	static const char *const word[] = {"embed", "param", NULL};
	size_t i;

	if (!find_word(reading, OPTION_WEIGHTS, value, word, &i))
		return false;
	reading->options->model.param = i == 1;
	return true;
}

bool
value_constants(struct reading *reading, const char *value)
{
	static const char *const word[] = {
		[HOME_EMBEDDED] = "embed",
		[HOME_C_FILE] = ".c",
		[HOME_BINARY] = ".bin",
		[HOME_EXTERN] = "extern",
	};
	struct options *options = reading->options;

	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		bool is_file = *word[i] == '.';

		if (is_file ? !path_ends_in(value, word[i]) : strcmp(value, word[i]) != 0)
			continue;
		options->settings.constants = (enum constants_home)i;
		options->constants = is_file ? value : NULL;
		return true;
	}
	return wrong("--constants: expected embed, extern, or a file FILE.c or FILE.bin, "
		     "got %s",
		quoted(value, reading->arena));
}

/* Whether all layouts are named, each operand once. */
static bool
add_layout(struct reading *reading, const char *text, size_t length)
{
	struct options *options = reading->options;
	const char *equals = memchr(text, '=', length);
	struct option layout = {0};
	size_t word;

	if (!equals || equals == text || equals + 1 == text + length)
		return wrong("--layout: expected OPERAND=LAYOUT, such as X=NHWC or "
			     "X=NHWC,Y=NHWC, got %s",
			quoted(arena_copy_text(reading->arena, text, length),
				reading->arena));
	layout.where = &place_command_line;
	layout.name = arena_copy_text(reading->arena, text, (size_t)(equals - text));
	layout.value = arena_copy_text(
		reading->arena, equals + 1, (size_t)(text + length - equals - 1));
	if (!find_word(reading, OPTION_LAYOUT, layout.value, layout_word, &word))
		return false;
	for (size_t i = 0; i < options->nlayout; i++)
		if (!strcmp(options->layout[i].name, layout.name))
			return wrong("--layout: %s is given twice",
				quoted(layout.name, reading->arena));
	options->layout = arena_grow(reading->arena, options->layout, options->nlayout,
		sizeof *options->layout);
	options->layout[options->nlayout++] = layout;
	return true;
}

bool
value_layout(struct reading *reading, const char *value)
{
	for (;;) {
		size_t length = strcspn(value, ",");

		if (!add_layout(reading, value, length))
			return false;
		if (!value[length])
			return true;
		value += length + 1;
	}
}

/* It stands in a string of C. */
bool
value_section(struct reading *reading, const char *value)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789._$,-";

	if (value[strspn(value, letters)])
		return wrong("--section: expected a name of letters, digits and . _ $ , "
			     "-, got %s",
			quoted(value, reading->arena));
	reading->options->settings.section = value;
	return true;
}

bool
value_diagnostics(struct reading *reading, const char *value)
{
	size_t i;

	return find_word(reading, OPTION_DIAGNOSTICS, value, diagnostics_word, &i);
}

bool
value_list_format(struct reading *reading, const char *value)
{
	static const char *const word[] = {"json", NULL};
	size_t i;

	if (value && !find_word(reading, OPTION_LIST_NODES, value, word, &i))
		return false;
	reading->options->model.json = value != NULL;
	return true;
}

bool
value_opset(struct reading *reading, const char *value)
{
	uint64_t opset;
	const char *end = read_digits(value, &opset);

	if (!end || *end || !opset || opset > INT32_MAX)
		return wrong("--opset: expected a number such as 13, got %s",
			quoted(value, reading->arena));
	reading->options->model.opset = (int64_t)opset;
	return true;
}

bool
value_jobs(struct reading *reading, const char *value)
{
	uint64_t jobs;
	const char *end = read_digits(value, &jobs);

	if (!end || *end || !jobs || jobs > JOBS_LIMIT)
		return wrong("--jobs: expected a number of processes from 1 to %d, got "
			     "%s",
			JOBS_LIMIT, quoted(value, reading->arena));
	reading->options->jobs = (size_t)jobs;
	return true;
}

/* Splits NAME=VALUE at its last '='; NULL when either is empty. */
static const char *
split(struct reading *reading, const char *value, const char **behind)
{
	const char *equals = strrchr(value, '=');

	if (!equals || equals == value || !equals[1])
		return NULL;
	*behind = equals + 1;
	return arena_copy_text(reading->arena, value, (size_t)(equals - value));
}

/* Numbers separated by commas; false if there is anything else. */
static bool
read_extents(struct shape_override *shape, const char *text, struct arena *arena)
{
	int64_t *extent = NULL;

	for (;;) {
		uint64_t number;
		const char *end = read_digits(text, &number);

		if (!end || number > (uint64_t)EXTENT_LIMIT || shape->rank == KNOWN_RANK)
			return false;
		extent = arena_grow(arena, extent, shape->rank, sizeof *extent);
		extent[shape->rank++] = (int64_t)number;
		shape->extent = extent;
		if (*end != ',')
			return !*end;
		text = end + 1;
	}
}

bool
value_shape(struct reading *reading, const char *value)
{
	struct overrides *overrides = &reading->options->model.overrides;
	struct shape_override shape = {0};
	const char *text;

	shape.tensor = split(reading, value, &text);
	if (!shape.tensor || !read_extents(&shape, text, reading->arena))
		return wrong("--shape: expected TENSOR=EXTENTS, such as x=1,3,24,24, got "
			     "%s",
			quoted(value, reading->arena));
	for (size_t i = 0; i < overrides->nshape; i++)
		if (!strcmp(overrides->shape[i].tensor, shape.tensor))
			return wrong("--shape: %s is given twice",
				quoted(shape.tensor, reading->arena));
	overrides->shape = arena_grow(reading->arena, overrides->shape, overrides->nshape,
		sizeof *overrides->shape);
	overrides->shape[overrides->nshape++] = shape;
	return true;
}

bool
value_dim(struct reading *reading, const char *value)
{
	struct overrides *overrides = &reading->options->model.overrides;
	struct dim_override dim = {0};
	const char *text, *end = NULL;
	uint64_t length;

	dim.name = split(reading, value, &text);
	if (dim.name)
		end = read_digits(text, &length);
	if (!end || *end || length > (uint64_t)EXTENT_LIMIT)
		return wrong("--dim: expected NAME=LENGTH, such as batch=1, got %s",
			quoted(value, reading->arena));
	for (size_t i = 0; i < overrides->ndim; i++)
		if (!strcmp(overrides->dim[i].name, dim.name))
			return wrong("--dim: %s is given twice",
				quoted(dim.name, reading->arena));
	dim.length = (int64_t)length;
	overrides->dim = arena_grow(
		reading->arena, overrides->dim, overrides->ndim, sizeof *overrides->dim);
	overrides->dim[overrides->ndim++] = dim;
	return true;
}

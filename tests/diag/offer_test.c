#include "support/rows.h"

#include <string.h>

#include "cli/options/usage.h"
#include "diag/habit.h"
#include "diag/offer.h"
#include "model/format.h"
#include "ops/op.h"
#include "schedule/kernel_choice.h"
#include "target/target.h"

/* A misspelt word, and which of some candidates is offered; NULL: none. */
struct offer_row {
	const char *claim;
	const char *word;
	const char *nearest;
};

#define SCOPE \
	"model/tf_op_layer_resnet/stage_1/block_2/separable_conv2d/depthwise/" \
	"FusedBatchNormV3"
#define LONG_WORD \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

/* clang-format off */
static const char *const names[] = {
	"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "strides", "X", "W",
	SCOPE "/Conv_1", SCOPE "/Conv_12", "other/" SCOPE, "input_1", "",
};

static const struct offer_row name_rows[] = {
	{"a letter dropped", "stride", "strides"},
	{"a letter added", "padss", "pads"},
	{"a letter replaced", "dilatians", "dilations"},
	{"neighbours swapped", "kernel_sahpe", "kernel_shape"},
	{"letter case counts nothing", "KERNEL_SHAPE", "kernel_shape"},
	{"case alone is enough for one letter", "x", "X"},
	{"another letter is another word", "Y", NULL},
	{"one word for another is too far", "group", NULL},
	{"three letters off in a long word", "kernelshap", "kernel_shape"},
	{"nothing resembles nothing", "", NULL},
	{"a long word resembles nothing", LONG_WORD, NULL},
	{"a long name has as few slips", SCOPE "/Covn_12", SCOPE "/Conv_12"},
	{"the nearer of two", SCOPE "/Conv_2", SCOPE "/Conv_1"},
	{"a letter dropped at a long name's beginning", "odel/tf_op_layer_resnet/stage_1/block_2/separable_conv2d/depthwise/FusedBatchNormV3/Conv_12", SCOPE "/Conv_12"},
	{"letters dropped at its end", "other/model/tf_op_layer_resnet/stage_1/block_2/separable_conv2d/depthwise/FusedBatchNo", "other/" SCOPE},
	{"a scope left out makes a part", "FusedBatchNormV3/Conv_12", SCOPE "/Conv_12"},
	{"a part has three letters", "V3", NULL},
	{"an output's number is no matter", "input_1:0", "input_1"},
	{"scopes are no slips", "model/keras_layer_mobilenet/stage_1/block_2/separable_conv2d/depthwise/FusedBatchNormV3/Conv_1", NULL},
};

static const char *const words[] = {
	"AveragePool", "LpPool", "Conv", "DepthToSpace", "pads", "kernel_shape", "group", "count_include_pad",
	"X", "W", "B", "float32", "bfloat16", "o", "version", "SAME_UPPER", "x86-64-v4",
};

static const struct offer_row word_rows[] = {
	{"another program's word", "padding", "'pads'"},
	{"its dimensions are no matter", "AvgPool2d", "'AveragePool'"},
	{"nor is how it is put together", "avg_pool", "'AveragePool'"},
	{"opgen's word with dimensions", "Conv2D", "'Conv'"},
	{"opgen's word put together otherwise", "depth_to_space", "'DepthToSpace'"},
	{"opgen's word with other signs", "x86_64_v4", "'x86-64-v4'"},
	{"a short word", "f32", "'float32'"},
	{"a word in plural", "weights", "'W'"},
	{"a word for what is there, not for another list's", "kernel", "'kernel_shape'"},
	{"a letter", "v", "'version'"},
	{"a remark goes with some", "DepthwiseConv2D", "'Conv' with group"},
	{"what is the opposite is said", "exclude-pad", "'count_include_pad', its opposite"},
	{"a misspelt word", "kernel_sahpe", "'kernel_shape'"},
	{"nothing for another thing", "MaxPool", NULL},
	{"nothing for nothing", "", NULL},
	{"nothing for signs alone", "--", NULL},
	{"nothing for a long word", LONG_WORD, NULL},
};

/* Words that are in no table of the program's that a test can see. */
static const char *const other_words[] = {
	"op", "dtype", "attributes", "opset", "name", "options", "inputs", "file", "data", "shape",
	"strict", "fma", "fast", "full", "window", "embed", "param", "native",
};
/* clang-format on */

static void
name_holds(void **state)
{
	const struct offer_row *row = *state;
	size_t i = nearest_name(row->word, names, countof(names));

	if (row->nearest) {
		assert_true(i < countof(names));
		assert_string_equal(names[i], row->nearest);
	} else {
		assert_int_equal(i, countof(names));
	}
}

static void
word_holds(void **state)
{
	const struct offer_row *row = *state;
	struct arena arena = {0};
	const char *offer = word_offer(row->word, words, countof(words), &arena);
	const char *expected =
		row->nearest ? arena_format(&arena, "; did you mean %s?", row->nearest)
			     : "";

	assert_string_equal(offer, expected);
	arena_free(&arena);
}

static bool
is_among(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] && !strcmp(word, list[i]))
			return true;
	return false;
}

static bool
is_word_of(const char *word, const struct op *op)
{
	if (!strcmp(op->name, word))
		return true;
	for (const struct input_rule *input = op->input; input->name; input++)
		if (!strcmp(input->name, word))
			return true;
	for (const struct attribute_rule *rule = op->attribute; rule->name; rule++) {
		size_t n = 0;

		while (rule->choice && rule->choice[n])
			n++;
		if (!strcmp(rule->name, word) || is_among(word, rule->choice, n))
			return true;
	}
	return false;
}

static bool
is_word(const char *word)
{
	bool found = target_find(word) || format_find(word) != FORMAT_UNKNOWN ||
		     dtype_find(word) != DTYPE_NONE || domain_find(word) ||
		     is_among(word, other_words, countof(other_words));

	for (size_t i = 0; i < nkernel; i++)
		found |= !strcmp(kernel_table[i]->name, word);
	for (size_t i = 0; i < nop; i++)
		found |= is_word_of(word, op_table[i]);
	for (int i = 0; i < NOPTION; i++)
		found |= !strcmp(
			option_rule[i].name + strspn(option_rule[i].name, "-"), word);
	return found;
}

static void
what_habits_stand_for_there_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < nhabit; i++)
		if (!is_word(habit_table[i].legal))
			fail_msg("%s: opgen has no %s", habit_table[i].word,
				habit_table[i].legal);
}

static void
names_are_listed_once(void **state)
{
	static const char *const few[] = {"a", "b", "a"};
	static const char *const many[] = {
		"1", "2", "3", "4", "5", "6", "7", "8", "8", "9", "10"};
	struct arena arena = {0};

	(void)state;
	assert_string_equal(names_list(few, 3, &arena), "'a', 'b'");
	assert_string_equal(names_list(many, countof(many), &arena),
		"'1', '2', '3', '4', '5', '6', '7', '8', ...");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_habits_stand_for_there_is),
		cmocka_unit_test(names_are_listed_once),
	};

	return run_table("names", name_rows, name_holds) +
	       run_table("words", word_rows, word_holds) +
	       cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}

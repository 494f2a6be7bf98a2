#include "usage.h"

#include <string.h>

#include "kernel_choice.h"
#include "out.h"
#include "target.h"

/* Columns of an option with its value. */
enum {
	NAME_WIDTH = 20
};

/* clang-format off */
const struct option_rule option_rule[NOPTION] = {
	[OPTION_OUTPUT]         = {"-o",           "FILE",  "the C file; '-' or absent: standard output"},
	[OPTION_HEADER]         = {"--header",     "FILE",  "also write a header: prototypes, shapes and sizes"},
	[OPTION_TARGET]         = {"--target",     "LIST",  "what the code is for: one of those below, or several"},
	[OPTION_NUMERICS]       = {"--numerics",   "MODE",  "strict, fma: sums fused; fast, fast:4: transformed"},
	[OPTION_UNROLL]         = {"--unroll",     "LEVEL", "full: no loops; window: some; auto: what is faster"},
	[OPTION_KERNEL]         = {"--kernel",     "NAME",  "the kernel design, one of those below; else the fastest"},
	[OPTION_MAX_OUTPUT]     = {"--max-output", "BYTES", "refuse to emit more code; default 16M, also K and G"},
	[OPTION_PREFIX]         = {"--prefix",     "P",     "put before every external name"},
	[OPTION_EXPLAIN]        = {"--explain",    NULL,    "no C: print what was resolved and chosen, and the cost"},
	[OPTION_EMIT_CODE]      = {"--emit-code",  NULL,    "no C: print the statements that it is made of, a line each"},
	[OPTION_CHECK]          = {"--check",      NULL,    "write nothing; exit 1 with a diff if OUT would change"},
	[OPTION_DEPFILE]        = {"-MD",          NULL,    "also write OUT.c.d, a depfile that names every file read"},
	[OPTION_DEPFILE_NAME]   = {"-MF",          "FILE",  "the same, to FILE"},
	[OPTION_SYNC]           = {"--sync",       NULL,    "end only when the files would outlast a power cut"},
	[OPTION_FROM]           = {"--from",       "FORMAT", "what SPEC is: spec, onnx, tensorflow, openvino"},
	[OPTION_LIST_NODES]     = {"--list-nodes", "[=json]", "print a model's nodes: which are ready, or why not"},
	[OPTION_NODE]           = {"--node",       "NODE",  "compile this one: NAME, #INDEX or @OUTPUT; repeatable"},
	[OPTION_ALL_NODES]      = {"--all-nodes",  NULL,    "compile every node, to -o FILE.c, or each in -o DIR"},
	[OPTION_KEEP_GOING]     = {"--keep-going", NULL,    "with --all-nodes: leave out what is not ready"},
	[OPTION_SHAPE]          = {"--shape",      "T=1,3", "the shape of a model's tensor T; repeatable"},
	[OPTION_DIM]            = {"--dim",        "N=1",   "the length of a model's dimension N; repeatable"},
	[OPTION_OPSET]          = {"--opset",      "N",     "the operator set of a model that names none"},
	[OPTION_WEIGHTS]        = {"--weights",    "WHERE", "embed: constants of the model; param: arguments"},
	[OPTION_EMIT_SPEC]      = {"--emit-spec",  NULL,    "no C: write the nodes as a spec, constants as .npy"},
	[OPTION_LIST]           = {"--list",       NULL,    "print the operations with their versions and types"},
	[OPTION_DESCRIBE]       = {"--describe",   "OP",    "print an operation's inputs and attributes"},
	[OPTION_VERSION]        = {"--version",    NULL,    "print opgen's version"},
	[OPTION_HELP]           = {"--help",       NULL,    "print this; also -h"},
};
/* clang-format on */

bool
option_is_optional(enum option_id id)
{
	const char *value = option_rule[id].value;

	return value && value[0] == '[';
}

void
usage_put(struct out *out)
{
	out_text(out, "usage: opgen [options] SPEC... -o OUT.c\n\n");
	out_text(out,
		"Turns specs of tensor operations into a C file. SPEC may also be a\n");
	out_text(out, "model: ONNX, a TensorFlow graph, or an OpenVINO IR's .xml.\n");
	out_text(out, "SPEC or OUT may be '-', standard input or output.\n\n");
	for (int id = 0; id < NOPTION; id++) {
		const struct option_rule *rule = &option_rule[id];
		const char *space = option_is_optional((enum option_id)id) ? "" : " ";
		int width = NAME_WIDTH - (int)strlen(rule->name) - (int)strlen(space);

		out_format(out, "  %s%s%-*s%s\n", rule->name, space, width,
			rule->value ? rule->value : "", rule->summary);
	}
	out_text(out, "\ntargets:\n");
	for (size_t i = 0; i < ntarget; i++) {
		const struct target *target = &target_table[i];

		out_format(out, "  %-*s%s\n", NAME_WIDTH, target->name, target->summary);
	}
	out_format(out, "  %-*s%s\n", NAME_WIDTH, "native",
		"the best of them for the machine that opgen runs on");
	out_text(out, "  a,b,c               all in one file; the best one is chosen at "
		      "run time\n");
	out_text(out, "\nkernel designs:\n");
	for (size_t i = 0; i < nkernel; i++)
		out_format(out, "  %-*s%s\n", NAME_WIDTH, kernel_table[i]->name,
			kernel_table[i]->summary);
	out_text(out, "\nexit status:\n");
	out_text(out, "  0  written, or nothing to do\n");
	out_text(out, "  1  the spec was refused, or --check found a difference\n");
	out_text(out, "  2  wrong usage\n");
	out_text(out, "  3  a file could not be read or written, or memory ran out\n");
}

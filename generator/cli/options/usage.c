#include "cli/options/usage.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "base/out.h"
#include "schedule/kernel_choice.h"
#include "target/target.h"

/* Columns of an option with its value. */
enum {
	NAME_WIDTH = 22
};

/* clang-format off */
const char *const option_group_title[NOPTION_GROUP] = {
	[GROUP_OUTPUT]      = "output",
	[GROUP_CODE]        = "code",
	[GROUP_MEMORY]      = "memory",
	[GROUP_MODELS]      = "models",
	[GROUP_INFORMATION] = "information",
};

const struct option_rule option_rule[NOPTION] = {
	[OPTION_OUTPUT]         = {"-o",           "FILE",  "write the C file here; absent or '-': to standard output", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_HEADER]         = {"--header",     "FILE",  "also write a header: prototypes, shapes and sizes", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_REPORT]         = {"--report",     "FILE",  "also write a page for browsers: what was made, and why", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_SELF_TEST]      = {"--self-test",  "FILE",  "also write a program that tests the functions' results", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_MANIFEST]       = {"--manifest",   "FILE",  "also write hashes, options, costs and proofs, as JSON", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_NINJA]          = {"--ninja",      "FILE",  "also write a build file for Ninja: objects and a library", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_DEPFILE]        = {"-MD",          NULL,    "also write a depfile, OUT.c.d, that names every file read", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_DEPFILE_NAME]   = {"-MF",          "FILE",  "also write a depfile, with this name", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_CHECK]          = {"--check",      NULL,    "write nothing; print a diff and exit 1 if a file would change", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_SYNC]           = {"--sync",       NULL,    "wait until the files would survive a power cut", GROUP_OUTPUT, USAGE_NONE},
	[OPTION_MAX_OUTPUT]     = {"--max-output", "BYTES", "refuse to write more code than this: 64K, 16M (default), 1G", GROUP_OUTPUT, USAGE_NONE},

	[OPTION_TARGET]         = {"--target",     "LIST",  "generate code for these targets, listed below", GROUP_CODE, USAGE_TARGETS},
	[OPTION_NUMERICS]       = {"--numerics",   "MODE",  "choose how sums are rounded, see below", GROUP_CODE, USAGE_NUMERICS},
	[OPTION_UNROLL]         = {"--unroll",     "LEVEL", "choose how much is written out, see below", GROUP_CODE, USAGE_UNROLL},
	[OPTION_KERNEL]         = {"--kernel",     "NAME",  "use this kernel design, not the fastest; --kernel help lists them", GROUP_CODE, USAGE_KERNELS},
	[OPTION_LAYOUT]         = {"--layout",     "X=NHWC", "take or give an operand with its channels last: X=NHWC,Y=NHWC", GROUP_CODE, USAGE_NONE},
	[OPTION_PARTS]          = {"--parts",      "N",     "also emit NAME_part, of a network NAME_step_part: N parts of the work, for threads", GROUP_CODE, USAGE_NONE},
	[OPTION_PREFIX]         = {"--prefix",     "P",     "put P before every external name", GROUP_CODE, USAGE_NONE},
	[OPTION_NAME]           = {"--name",       "N",     "name the only function; by default the file or node does", GROUP_CODE, USAGE_NONE},

	[OPTION_CONSTANTS]      = {"--constants",  "WHERE", "keep constants there, see below", GROUP_MEMORY, USAGE_CONSTANTS},
	[OPTION_SECTION]        = {"--section",    "NAME",  "put constants into this section of the linker's", GROUP_MEMORY, USAGE_NONE},
	[OPTION_WORKSPACE]      = {"--workspace",  "WHERE", "keep what is computed in between there, see below", GROUP_MEMORY, USAGE_WORKSPACE},
	[OPTION_MAX_STACK]      = {"--max-stack",  "BYTES", "choose kernels with no more arrays on the stack: 4K", GROUP_MEMORY, USAGE_NONE},
	[OPTION_MAX_WORKSPACE]  = {"--max-workspace", "BYTES", "compute bands in a graph until its workspace takes no more: 64K", GROUP_MEMORY, USAGE_NONE},
	[OPTION_CODE_SIZE]      = {"--code-size",  "BYTES", "choose kernels whose machine code takes no more, estimated: 6K", GROUP_MEMORY, USAGE_NONE},
	[OPTION_MAX_CONSTANTS]  = {"--max-constants", "BYTES", "refuse a graph that computes more constants: 64M, 1G (default)", GROUP_MEMORY, USAGE_NONE},

	[OPTION_LIST_NODES]     = {"--list-nodes", "[=json]", "list a model's nodes: which are ready, or why not", GROUP_MODELS, USAGE_NONE},
	[OPTION_GRAPH]          = {"--graph",      NULL,    "compile a model's nodes as one function", GROUP_MODELS, USAGE_NONE},
	[OPTION_BEGIN]          = {"--begin",      "T",     "with --graph: make tensor T an argument; repeatable", GROUP_MODELS, USAGE_NONE},
	[OPTION_END]            = {"--end",        "T",     "with --graph: make tensor T a result; repeatable", GROUP_MODELS, USAGE_NONE},
	[OPTION_NODE]           = {"--node",       "NODE",  "compile this node: NAME, #INDEX or @OUTPUT; repeatable", GROUP_MODELS, USAGE_NONE},
	[OPTION_ALL_NODES]      = {"--all-nodes",  NULL,    "compile every node, to -o FILE.c, or one file each in -o DIR", GROUP_MODELS, USAGE_NONE},
	[OPTION_KEEP_GOING]     = {"--keep-going", NULL,    "with --all-nodes: leave out nodes that are refused", GROUP_MODELS, USAGE_NONE},
	[OPTION_JOBS]           = {"--jobs",       "N",     "with --all-nodes: work in N processes; default: one a core", GROUP_MODELS, USAGE_NONE},
	[OPTION_SHAPE]          = {"--shape",      "T=1,3", "set the shape of a model's tensor T; repeatable", GROUP_MODELS, USAGE_NONE},
	[OPTION_DIM]            = {"--dim",        "N=1",   "set a model's dimension N; repeatable", GROUP_MODELS, USAGE_NONE},
	[OPTION_OPSET]          = {"--opset",      "N",     "set the operator set of an ONNX model that names none", GROUP_MODELS, USAGE_NONE},
	[OPTION_FROM]           = {"--from",       "FORMAT", "read SPEC as spec, onnx, tensorflow or openvino", GROUP_MODELS, USAGE_NONE},
	[OPTION_WEIGHTS]        = {"--weights",    "WHERE", "make weights constants (embed, default) or arguments (param)", GROUP_MODELS, USAGE_NONE},
	[OPTION_EMIT_SPEC]      = {"--emit-spec",  NULL,    "write the nodes as a spec, constants as .npy files, not C", GROUP_MODELS, USAGE_NONE},

	[OPTION_EXPLAIN]        = {"--explain",    NULL,    "print the shapes, the kernel design and its cost, not C", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_EMIT_CODE]      = {"--emit-code",  NULL,    "print the statements from which the C is printed, not C", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_LIST]           = {"--list",       NULL,    "list the operations with their versions and types", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_DESCRIBE]       = {"--describe",   "OP",    "describe an operation's inputs and attributes", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_SCHEMA]         = {"--schema",     NULL,    "print a JSON Schema of specs, for editors", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_DIAGNOSTICS]    = {"--diagnostics", "HOW",  "write messages as text (default), json or sarif", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_VERSION]        = {"--version",    NULL,    "print the versions of opgen and its libraries", GROUP_INFORMATION, USAGE_NONE},
	[OPTION_HELP]           = {"--help",       NULL,    "print this help; also -h", GROUP_INFORMATION, USAGE_NONE},
};

static const char *const list_title[NUSAGE_LIST] = {
	[USAGE_TARGETS]  = "targets",
	[USAGE_NUMERICS] = "numerics",
	[USAGE_UNROLL]   = "unroll levels",
	[USAGE_KERNELS]  = "kernel designs",
	[USAGE_CONSTANTS] = "places of constants",
	[USAGE_WORKSPACE] = "workspaces",
	[USAGE_STATUS]   = "exit status",
};

/* Entries of a list after those of another room's table. */
static const struct usage_word own_word[NUSAGE_LIST][5] = {
	[USAGE_TARGETS] = {
		{"native", "the best of these for the machine that opgen runs on"},
		{"a,b,c", "several in one file; each call runs the first that the machine supports"},
	},
	[USAGE_NUMERICS] = {
		{"strict", "round every multiplication and every addition; default of targets without fma"},
		{"fma", "fuse the multiply-adds of sums; default of those that have it"},
		{"fast", "as the default; 3x3 convolutions may be transformed, zero and subnormal weights left out"},
		{"fast:4", "as fast, with larger transforms: fewer multiplications, larger errors"},
	},
	[USAGE_UNROLL] = {
		{"full", "no loops, every index a number; --kernel overrides it"},
		{"window", "taps written out, loops over output positions and channels"},
		{"auto", "full while that is faster, else window; the default"},
		{"small", "loops wherever they are shorter, one for borders and interior: for microcontrollers"},
	},
	[USAGE_CONSTANTS] = {
		{"embed", "in the C file; the default"},
		{"FILE.c", "in a C file of their own"},
		{"FILE.bin", "in a binary that the caller loads, or links, and passes"},
		{"extern", "in arrays that the product defines"},
	},
	[USAGE_WORKSPACE] = {
		{"argument", "the caller passes it; the default of graphs"},
		{"static", "an array of the file's own: calls must not overlap; graphs alone"},
		{"stack", "arrays of the functions; the default of single operations"},
	},
	[USAGE_STATUS] = {
		{"0", "written, or nothing to do"},
		{"1", "the spec or model was refused, or --check found a difference"},
		{"2", "wrong usage"},
		{"3", "a file could not be read or written, memory ran out, or a bug of opgen"},
	},
};
/* clang-format on */

bool
option_is_optional(enum option_id id)
{
	const char *value = option_rule[id].value;

	return value && value[0] == '[';
}

struct usage_word
usage_word(enum usage_list list, size_t i)
{
	if (list == USAGE_TARGETS && i < ntarget)
		return (struct usage_word){target_table[i].name, target_table[i].summary};
	if (list == USAGE_KERNELS && i < nkernel)
		return (struct usage_word){
			kernel_table[i]->name, kernel_table[i]->summary};
	if (list == USAGE_TARGETS)
		i -= ntarget;
	if (list == USAGE_KERNELS)
		i -= nkernel;
	return own_word[list][i];
}

void
usage_put_list(struct out *out, enum usage_list list)
{
	struct usage_word word;

	out_format(out, "%s:\n", list_title[list]);
	for (size_t i = 0; (word = usage_word(list, i)).name; i++)
		out_format(out, "  %-*s%s\n", NAME_WIDTH, word.name, word.summary);
}

static void
put_group(struct out *out, enum option_group group)
{
	out_format(out, "\n%s:\n", option_group_title[group]);
	for (int id = 0; id < NOPTION; id++) {
		const struct option_rule *rule = &option_rule[id];
		const char *space = option_is_optional((enum option_id)id) ? "" : " ";
		int width = NAME_WIDTH - (int)strlen(rule->name) - (int)strlen(space);

		if (rule->group == group)
			out_format(out, "  %s%s%-*s%s\n", rule->name, space, width,
				rule->value ? rule->value : "", rule->summary);
	}
}

void
usage_put(struct out *out)
{
	out_text(out, "usage: opgen [options] SPEC... -o OUT.c\n");
	out_text(out, "such as opgen net.onnx --graph -o net.c --header net.h\n\n");
	out_text(out, "Generates C for networks and tensor operations. SPEC is a model "
		      "(ONNX, a\n");
	out_text(out, "TensorFlow graph, or the .xml of an OpenVINO IR), or describes an "
		      "operation,\n");
	out_text(out, "several or a network in JSON. '-' is standard input, or standard "
		      "output.\n");
	for (int group = 0; group < NOPTION_GROUP; group++)
		put_group(out, (enum option_group)group);
	for (int list = USAGE_TARGETS; list < NUSAGE_LIST; list++) {
		if (list == USAGE_KERNELS)
			continue; /* too many: --kernel help prints them */
		out_text(out, "\n");
		usage_put_list(out, (enum usage_list)list);
	}
}

bool
wrong(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain_of(
		COMPLAINT_USAGE, "opgen --help lists the options", format, arguments);
	va_end(arguments);
	return false;
}

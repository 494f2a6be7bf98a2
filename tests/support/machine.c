#include "support/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

static const char *const nothing[] = {NULL};
static const char *const qemu[] = {"qemu-aarch64", NULL};
static const char *const node[] = {"node", "tests/support/wasi.mjs", NULL};

/* A program's stack in WebAssembly is 64 KiB unless the linker is told, which is less
   than what code without optimisation may take for the variables of one function. */
static const char stack_of_wasm[] = "-Wl,-z,stack-size=1048576";

/* clang-format off */
static const struct machine machine_table[] = {
	{"native",  "native",       {"gcc", "clang"},   {NULL, NULL},       NULL, nothing},
	{"aarch64", "aarch64",      {"aarch64-linux-gnu-gcc", "clang"},
	                            {NULL, "--target=aarch64-linux-gnu"},   NULL, qemu},
	{"wasm",    "wasm-simd128", {"clang", "clang"},
	                            {"--target=wasm32-wasi", "--target=wasm32-wasi"},
	                            stack_of_wasm, node},
};
/* clang-format on */

/* What every program has besides the functions that it runs. */
static const char *const part[] = {"tests/support/runner.c", "tests/support/fenced.c",
	"tests/support/invoke.c", "runtime/opgen_runtime.c"};

const struct machine *
machine_find(const char *name)
{
	for (size_t i = 0; i < countof(machine_table); i++)
		if (!strcmp(machine_table[i].name, name))
			return &machine_table[i];
	return NULL;
}

const struct machine *
machine_asked_for(void)
{
	const char *name = getenv("OPGEN_MACHINE");
	const struct machine *machine = name ? machine_find(name) : NULL;

	if (name && !machine) {
		fprintf(stderr, "OPGEN_MACHINE: %s: no such machine\n", name);
		exit(2);
	}
	return machine;
}

bool
is_left_out(const char *name)
{
	const char *list = getenv("OPGEN_WITHOUT");
	size_t length = strlen(name);

	for (; list && *list; list += strcspn(list, ", ")) {
		list += strspn(list, ", ");
		if (strcspn(list, ", ") == length && !strncmp(list, name, length))
			return true;
	}
	return false;
}

struct compilation
machine_compilation(const struct machine *machine, size_t i)
{
	struct compilation compilation = compilation_of(i);
	size_t which = !strcmp(compilation.compiler, "clang");

	compilation.compiler = machine->compiler[which];
	compilation.machine = machine->option[which];
	return compilation;
}

static const char *
object_of(const struct machine *machine, size_t i, struct arena *arena)
{
	return arena_format(
		arena, "%s/tests/%s/%zu.o", build_directory(), machine->name, i);
}

/* A command line under construction. */
struct command {
	const char *word[32];
	size_t n;
};

static void
add(struct command *command, const char *word)
{
	if (word)
		command->word[command->n++] = word;
}

static void
add_all(struct command *command, const char *const *word)
{
	while (*word)
		add(command, *word++);
}

bool
machine_compile(const struct machine *machine, size_t compiler, const char *level,
	const char *const *word)
{
	static const char *const usual[] = {
		"-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Iruntime", "-Itests", NULL};
	struct command command = {0};
	struct run run = {.argv = command.word};

	add(&command, machine->compiler[compiler]);
	add(&command, machine->option[compiler]);
	add_all(&command, usual);
	add(&command, level);
	add_all(&command, word);
	return !run_command(&run);
}

void
machine_prepare(const struct machine *machine, struct arena *arena)
{
	directory_make(
		arena_format(arena, "%s/tests/%s", build_directory(), machine->name));
	for (size_t i = 0; i < countof(part); i++) {
		const char *word[] = {
			"-c", part[i], "-o", object_of(machine, i, arena), NULL};

		if (machine_compile(machine, 0, "-O2", word))
			continue;
		fprintf(stderr,
			"%s does not compile for %s; OPGEN_WITHOUT=%s leaves it out\n",
			machine->compiler[0], machine->name, machine->name);
		exit(3);
	}
}

bool
machine_link(const struct machine *machine, const char *object, const char *c_file,
	const char *program, struct arena *arena)
{
	struct command command = {0};

	add(&command, "-static");
	add(&command, object);
	add(&command, c_file);
	for (size_t i = 0; i < countof(part); i++)
		add(&command, object_of(machine, i, arena));
	add(&command, "-lm");
	add(&command, machine->link);
	add(&command, "-o");
	add(&command, program);
	return machine_compile(machine, 0, "-O2", command.word);
}

bool
machine_run(const struct machine *machine, const char *program, const char *input,
	const char *output)
{
	struct command command = {0};
	struct run run = {.argv = command.word, .input = input, .output = output};
	int status;

	add_all(&command, machine->emulator);
	add(&command, program);
	status = run_command(&run);
	if (status)
		fprintf(stderr, "%s exits with %d on %s\n", program, status,
			machine->name);
	return !status;
}

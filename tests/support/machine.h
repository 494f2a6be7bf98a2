#ifndef OPGEN_TESTS_MACHINE_H
#define OPGEN_TESTS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "support/emitted.h"

struct arena;

/* A machine, and how programs are built for it and run: "native" is this one, the others
   have emulators. */
struct machine {
	const char *name;            /* "aarch64" */
	const char *target;          /* opgen's target for its vectors */
	const char *compiler[2];     /* in the place of gcc and of clang */
	const char *option[2];       /* an option that each compiler needs, or NULL */
	const char *link;            /* an option for linking, or NULL */
	const char *const *emulator; /* the command before the program, ended by NULL */
};

/* The machine that OPGEN_MACHINE names; NULL if there is none. Ends the program when
   there is no such machine. */
const struct machine *machine_asked_for(void);

const struct machine *machine_find(const char *name);

/* Whether OPGEN_WITHOUT, a list of machines and targets, leaves this one out. */
bool is_left_out(const char *name);

/* compilation_of for the machine. */
struct compilation machine_compilation(const struct machine *machine, size_t i);

/* Runs the machine's first or second compiler at a level, with further arguments, ended
   by NULL; false, after the compiler's messages, on failure. */
bool machine_compile(const struct machine *machine, size_t compiler, const char *level,
	const char *const *word);

/* Compiles the machine's part of every program with emitted functions:
   tests/support/runner.c, the fences and the runtime. Ends the program when that fails.
 */
void machine_prepare(const struct machine *machine, struct arena *arena);

/* Links an object with emitted functions and the C file that runner.h describes into a
   program; false, after messages, on failure. */
bool machine_link(const struct machine *machine, const char *object, const char *c_file,
	const char *program, struct arena *arena);

/* Runs a program, its input and output in files. Prints how it ended and returns false
   unless it succeeded. */
bool machine_run(const struct machine *machine, const char *program, const char *input,
	const char *output);

#endif

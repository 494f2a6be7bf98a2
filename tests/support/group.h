#ifndef OPGEN_TESTS_GROUP_H
#define OPGEN_TESTS_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct work;

/* The cases of a test program; read() fills in the case of a given index. */
struct suite {
	size_t ncase;
	bool (*read)(struct work *work);
	const char *directory; /* the folder of the cases' own directories */
};

/* Cases whose functions share a file, so that compilers, linkers and emulators start once
   for all of them. Functions that return false have printed why. */
struct group {
	size_t index; /* decides how it is compiled */
	struct work *work;
	size_t nwork;
};

/* The cases of a full group. A group that repeats a single case, because its group
   failed, has the failed group's index. */
size_t group_size(void);

/* Whether anything of a case is compiled or run. */
bool is_compiled(const struct work *work);

/* Compiles the file of all functions in one way, or in every way, and runs each function
   on its case's data and on harder data. The results must be the case's and, bit for bit,
   the reference interpreter's. plain_file has the functions in plain C, for every
   compiler. */
bool group_execute(const struct group *group, const char *c_file, const char *plain_file);

/* The same by way of a program for another machine; one way of compiling, and less data.
 */
bool group_execute_elsewhere(
	const struct group *group, const struct machine *machine, const char *c_file);

/* Does everything for so many cases, by index. On failure, files stay. */
bool group_run(const struct suite *suite, const size_t *index, size_t n);

#endif

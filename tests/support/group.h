#ifndef OPGEN_TESTS_GROUP_H
#define OPGEN_TESTS_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct work;

/* The cases of a test program; read fills in the case of this index. */
struct suite {
	size_t ncase;
	bool (*read)(struct work *work);
	const char *directory; /* where the cases' own directories are */
};

/* Cases whose functions share a file, so that compilers, linkers and emulators begin once
   for all of them. Functions that return false have printed why. */
struct group {
	size_t index; /* decides how it is compiled */
	struct work *work;
	size_t nwork;
};

/* As many cases as a group has. Some have fewer; so has one of a single case, tried once
   more because its group failed, under that group's index. */
size_t group_size(void);

/* Whether there is anything to run, or to say to compilers, of a case. */
bool is_compiled(const struct work *work);

/* Compiles the file of all functions in one way, or in every way, and runs each on its
   case's data and on harder data: the results have to be those of the case and, bit for
   bit, those of the reference interpreter. plain_file holds those in plain C, which every
   compiler takes. */
bool group_execute(const struct group *group, const char *c_file, const char *plain_file);

/* The same by way of a program for another machine; one way of compiling, and less data.
 */
bool group_execute_elsewhere(
	const struct group *group, const struct machine *machine, const char *c_file);

/* Everything that so many cases demand, by their indices. What was made stays on
   failure. */
bool group_run(const struct suite *suite, const size_t *index, size_t n);

#endif

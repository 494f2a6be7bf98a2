#ifndef OPGEN_TESTS_OPGEN_H
#define OPGEN_TESTS_OPGEN_H

struct run;

/* For programs that run opgen hundreds of times. With sanitizers, whose start takes 50 ms
   of processor time, opgen's main runs in a copy of this process in place of the program.
 */

/* What the test program allocates from here on may be lost: leaks are opgen's. Chooses,
   by OPGEN_SEED, the runs in which they are looked for. */
void opgen_begin(void);

/* As run_command does; argv[0] is the program. */
int opgen_run(const struct run *run);

#endif

/* Threads that wait for the next call without sleeping, as those of a product at work do.
 */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <stdbool.h>

struct team;

/* The work of one thread in a call, by its number, from 0. */
typedef void team_fn(struct team *team, void *state, int number);

/* Starts threads, of which the caller is number 0, each on a core of its own; NULL, after
   a message, when they cannot be had. */
struct team *team_begin(team_fn *work, void *state, int threads);

/* Calls the work on all threads, and waits until it is done. */
void team_call(struct team *team);

/* Waits, in a call, until all threads have come here. */
void team_barrier(struct team *team);

void team_end(struct team *team);

#endif

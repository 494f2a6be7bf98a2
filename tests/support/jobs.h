#ifndef OPGEN_TESTS_JOBS_H
#define OPGEN_TESTS_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;

enum job_state {
	JOB_WAITING,
	JOB_RUNNING,
	JOB_PASSED,
	JOB_FAILED
};

/* A process and its tasks. */
struct job {
	const size_t *task;
	size_t ntask;
	enum job_state state;
	pid_t process;
	int signal;    /* what ended it, or 0 */
	size_t singly; /* the first of the jobs that repeat its tasks one by one, or 0 */
};

/* Tasks in separate processes, as many at a time as the machine has cores, so that a
   crash does not end other tests. Several tasks can share a process; if that fails, each
   is repeated by itself to find the culprit. */
struct jobs {
	bool (*work)(const size_t *task, size_t ntask);
	const char *directory; /* where the jobs' logs are */
	struct job
		*job; /* first the shared jobs; task i is done by job i modulo nshared */
	size_t nshared, njob, nstarted, nrunning;
};

/* Begins tasks 0 to ntask - 1, up to nshare in a process; those of one process are far
   apart, because neighbours are often alike. A job prints to its log; work() returns
   whether its tasks passed. */
void jobs_begin(struct jobs *jobs, bool (*work)(const size_t *task, size_t ntask),
	size_t ntask, size_t nshare, const char *directory, struct arena *arena);

/* Waits for a task, starting others meanwhile. If the task failed, so does the test, with
   its output and how it ended. If a job fails but its tasks pass one by one, the first of
   them fails. */
void jobs_assert(struct jobs *jobs, size_t task, struct arena *arena);

#endif

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

/* Tasks that a process does. */
struct job {
	const size_t *task;
	size_t ntask;
	enum job_state state;
	pid_t process;
	int signal;    /* what ended it, or 0 */
	size_t singly; /* the first of the jobs that do its tasks one by one, or 0 */
};

/* Tasks that are done in processes of their own, as many at a time as the machine has
   cores: a crash does not end the other tests, and an early end of one lets the next
   begin. Some tasks may share a process; if that fails, each is done once more by
   itself, which tells them apart. */
struct jobs {
	bool (*work)(const size_t *task, size_t ntask);
	const char *directory; /* where the jobs' logs are */
	struct job *job;       /* first those that share; a task's number modulo nshared
				  is its job's */
	size_t nshared, njob, nstarted, nrunning;
};

/* Tasks from 0 to ntask - 1, up to nshare of a process, which are far from each other:
   neighbours are often alike. What a job prints goes to its log; work returns whether its
   tasks passed. */
void jobs_begin(struct jobs *jobs, bool (*work)(const size_t *task, size_t ntask),
	size_t ntask, size_t nshare, const char *directory, struct arena *arena);

/* Waits for a task, starting others meanwhile; the test fails when the task did, with
   what it printed and how it ended. Where a job fails whose tasks pass one by one, the
   first of them fails. */
void jobs_assert(struct jobs *jobs, size_t task, struct arena *arena);

#endif

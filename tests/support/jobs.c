#include "support/jobs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/test.h"

/* Even the whole product of compilers for the largest case ends in this many seconds. */
enum {
	JOB_SECONDS = 4 * 3600
};

static const char *
log_path(const struct jobs *jobs, size_t index, struct arena *arena)
{
	return arena_format(arena, "%s/%zu.log", jobs->directory, index);
}

void
jobs_begin(struct jobs *jobs, bool (*work)(const size_t *task, size_t ntask),
	size_t ntask, size_t nshare, const char *directory, struct arena *arena)
{
	size_t *task = arena_array(arena, size_t, ntask);

	*jobs = (struct jobs){.work = work, .directory = directory};
	/* Every task may be done twice. */
	jobs->job = arena_array(arena, struct job, 2 * ntask);
	jobs->nshared = (ntask + nshare - 1) / nshare;
	for (; jobs->njob < jobs->nshared; jobs->njob++) {
		struct job *job = &jobs->job[jobs->njob];

		job->task = task;
		for (size_t i = jobs->njob; i < ntask; i += jobs->nshared)
			*task++ = i;
		job->ntask = (size_t)(task - job->task);
	}
	directory_make(directory);
}

static void
start(struct jobs *jobs, struct arena *arena)
{
	size_t index = jobs->nstarted++;
	struct job *job = &jobs->job[index];
	const char *path = log_path(jobs, index, arena);
	int log;

	fflush(NULL);
	job->process = fork();
	if (job->process < 0) {
		perror("fork");
		exit(3);
	}
	if (!job->process) {
		bool passed;

		log = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
		dup2(log, STDOUT_FILENO);
		dup2(log, STDERR_FILENO);
		crash_by_signals();
		alarm(JOB_SECONDS);
		passed = jobs->work(job->task, job->ntask);
		fflush(NULL);
		_exit(passed ? 0 : 1);
	}
	job->state = JOB_RUNNING;
	jobs->nrunning++;
}

/* The log of a job that passed is of no interest. */
static void
end(struct jobs *jobs, size_t index, int status, struct arena *arena)
{
	struct job *job = &jobs->job[index];

	jobs->nrunning--;
	job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (WIFEXITED(status) && !WEXITSTATUS(status)) {
		job->state = JOB_PASSED;
		unlink(log_path(jobs, index, arena));
		return;
	}
	job->state = JOB_FAILED;
	if (job->ntask == 1)
		return;
	job->singly = jobs->njob;
	for (size_t i = 0; i < job->ntask; i++)
		jobs->job[jobs->njob++] = (struct job){.task = &job->task[i], .ntask = 1};
}

/* Waits until some job ends. */
static void
reap(struct jobs *jobs, struct arena *arena)
{
	int status;
	pid_t process = wait(&status);

	for (size_t i = 0; i < jobs->nstarted; i++)
		if (jobs->job[i].state == JOB_RUNNING && jobs->job[i].process == process)
			end(jobs, i, status, arena);
}

/* Returns whether the job passed. */
static bool
wait_for(struct jobs *jobs, size_t index, struct arena *arena)
{
	long ncore = sysconf(_SC_NPROCESSORS_ONLN);
	struct job *job = &jobs->job[index];

	while (job->state < JOB_PASSED) {
		while (jobs->nstarted < jobs->njob && (long)jobs->nrunning < ncore)
			start(jobs, arena);
		reap(jobs, arena);
	}
	return job->state == JOB_PASSED;
}

/* Whether a job failed whose tasks pass one by one. */
static bool
fails_together(struct jobs *jobs, const struct job *job, struct arena *arena)
{
	for (size_t i = 0; i < job->ntask; i++)
		if (!wait_for(jobs, job->singly + i, arena))
			return false;
	return true;
}

void
jobs_assert(struct jobs *jobs, size_t task, struct arena *arena)
{
	size_t index = task % jobs->nshared, size;
	struct job *job = &jobs->job[index];
	const char *text;

	if (wait_for(jobs, index, arena))
		return;
	if (job->singly) {
		size_t single = job->singly + task / jobs->nshared;

		if (!wait_for(jobs, single, arena))
			index = single;
		else if (task != job->task[0] || !fails_together(jobs, job, arena))
			return;
	}
	/* CMocka would cut a long message. */
	text = file_read(log_path(jobs, index, arena), &size, arena);
	fprintf(stderr, "%s\n", text ? text : "no log");
	if (jobs->job[index].signal)
		fprintf(stderr, "ended by signal %d\n", jobs->job[index].signal);
	fail();
}

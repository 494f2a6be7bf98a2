#include "jobs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "harness.h"
#include "test.h"

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
jobs_begin(struct jobs *jobs, bool (*work)(size_t index), size_t njob,
	const char *directory, struct arena *arena)
{
	*jobs = (struct jobs){.work = work, .directory = directory, .njob = njob};
	jobs->job = arena_array(arena, struct job, njob);
	directory_make(directory);
}

/* CMocka catches these and goes on with the next test, which a job must not do. */
static void
crash_by_signals(void)
{
	static const int caught[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};

	for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
		signal(caught[i], SIG_DFL);
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
		passed = jobs->work(index);
		fflush(NULL);
		_exit(passed ? 0 : 1);
	}
	job->state = JOB_RUNNING;
	jobs->nrunning++;
}

/* Waits until some job ends. */
static void
reap(struct jobs *jobs)
{
	int status;
	pid_t process = wait(&status);

	for (size_t i = 0; i < jobs->nstarted; i++) {
		struct job *job = &jobs->job[i];

		if (job->state != JOB_RUNNING || job->process != process)
			continue;
		job->state = WIFEXITED(status) && !WEXITSTATUS(status) ? JOB_PASSED
								       : JOB_FAILED;
		job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
		jobs->nrunning--;
	}
}

/* Returns NULL when the job passed, else what it printed and how it ended. */
static const char *
wait_for(struct jobs *jobs, size_t index, struct arena *arena)
{
	long ncore = sysconf(_SC_NPROCESSORS_ONLN);
	struct job *job = &jobs->job[index];
	const char *path = log_path(jobs, index, arena), *text;
	size_t size;

	while (job->state < JOB_PASSED) {
		while (jobs->nstarted < jobs->njob && (long)jobs->nrunning < ncore)
			start(jobs, arena);
		reap(jobs);
	}
	text = file_read(path, &size, arena);
	unlink(path);
	if (job->state == JOB_PASSED)
		return NULL;
	if (job->signal)
		return arena_format(
			arena, "%sended by signal %d", text ? text : "", job->signal);
	return text ? text : "no log";
}

void
jobs_assert(struct jobs *jobs, size_t index, struct arena *arena)
{
	const char *message = wait_for(jobs, index, arena);

	/* CMocka would cut a long message. */
	if (message) {
		fprintf(stderr, "%s\n", message);
		fail();
	}
}

#include "temporary.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "arena.h"
#include "paths.h"

/* The C file, its header and the depfile are pending at the same time. */
enum {
	PENDING_LIMIT = 4,
	TRIES = 10000
};

/* The one thing that a signal handler must be able to find. */
static const char *volatile pending[PENDING_LIMIT];

static const int fatal_signal[] = {SIGHUP, SIGINT, SIGTERM};

enum {
	NFATAL = sizeof fatal_signal / sizeof fatal_signal[0]
};

void
temporary_remove_all(void)
{
	for (int i = 0; i < PENDING_LIMIT; i++)
		if (pending[i])
			unlink(pending[i]);
}

static void
remove_pending(int signal_number)
{
	temporary_remove_all();
	raise(signal_number);
}

/* The handler resets itself, so that raising the signal again ends the program as the
   signal would have. Signals that were ignored when the program began stay so. */
static void
catch_signals(void)
{
	struct sigaction action = {
		.sa_handler = remove_pending, .sa_flags = (int)SA_RESETHAND};
	struct sigaction old;

	sigemptyset(&action.sa_mask);
	for (int i = 0; i < NFATAL; i++)
		sigaddset(&action.sa_mask, fatal_signal[i]);
	for (int i = 0; i < NFATAL; i++)
		if (!sigaction(fatal_signal[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(fatal_signal[i], &action, NULL);
}

static void
set_pending(const char *old, const char *path)
{
	int i = 0;

	while (i < PENDING_LIMIT && pending[i] != old)
		i++;
	assert(i < PENDING_LIMIT);
	pending[i] = path;
}

/* Creates the file while no signal can fall between its birth and the note of it. */
static int
create_pending(const char *path)
{
	sigset_t blocked, before;
	int descriptor;

	sigemptyset(&blocked);
	for (int i = 0; i < NFATAL; i++)
		sigaddset(&blocked, fatal_signal[i]);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (descriptor >= 0)
		set_pending(NULL, path);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return descriptor;
}

int
temporary_create(const char *target, char **path, struct arena *arena)
{
	int descriptor = -1;

	catch_signals();
	for (int i = 0; i < TRIES && descriptor < 0; i++) {
		/* The target's own name is left out: with it the name could get too long.
		 */
		*path = path_beside(target,
			arena_format(arena, ".opgen-%ld-%d", (long)getpid(), i), arena);
		descriptor = create_pending(*path);
		if (descriptor < 0 && errno != EEXIST)
			return -1;
	}
	return descriptor;
}

bool
temporary_rename(const char *path, const char *target)
{
	if (rename(path, target))
		return false;
	set_pending(path, NULL);
	return true;
}

void
temporary_remove(const char *path)
{
	unlink(path);
	set_pending(path, NULL);
}

#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/descriptor.h"
#include "base/paths.h"

enum {
	TRIES = 10000
};

/* Every signal that ends a program and can be caught, except real-time signals. */
static const int fatal_signal[] = {
	SIGHUP,
	SIGINT,
	SIGQUIT,
	SIGILL,
	SIGTRAP,
	SIGABRT,
	SIGBUS,
	SIGFPE,
	SIGUSR1,
	SIGSEGV,
	SIGUSR2,
	SIGPIPE,
	SIGALRM,
	SIGTERM,
	SIGXCPU,
	SIGXFSZ,
	SIGVTALRM,
	SIGPROF,
	SIGSYS,
#ifdef SIGPOLL
	SIGPOLL,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
#ifdef SIGPWR
	SIGPWR,
#endif
};

enum {
	NFATAL = sizeof fatal_signal / sizeof fatal_signal[0]
};

/* The newest pending file, which the signal handler must be able to find. It changes only
   while signals are blocked. */
static struct temporary *volatile pending;

static void
fill_fatal(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < NFATAL; i++)
		sigaddset(set, fatal_signal[i]);
#ifdef SIGRTMIN
	for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
		sigaddset(set, number);
#endif
}

void
temporary_remove_all(void)
{
	for (const struct temporary *t = pending; t; t = t->next)
		unlink(t->path);
}

static void
end_by_signal(int number)
{
	temporary_remove_all();
	raise(number);
}

/* Signals that were ignored when the program began stay ignored. */
static void
catch_signal(int number, const struct sigaction *action)
{
	struct sigaction old;

	if (!sigaction(number, NULL, &old) && old.sa_handler == SIG_DFL)
		sigaction(number, action, NULL);
}

/* The handler resets itself, so that raising the signal again ends the program as the
   signal would have. */
static void
catch_signals(void)
{
	struct sigaction action = {
		.sa_handler = end_by_signal, .sa_flags = (int)SA_RESETHAND};

	fill_fatal(&action.sa_mask);
	for (size_t i = 0; i < NFATAL; i++)
		catch_signal(fatal_signal[i], &action);
#ifdef SIGRTMIN
	for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
		catch_signal(number, &action);
#endif
}

static void
block_signals(sigset_t *before)
{
	sigset_t fatal;

	fill_fatal(&fatal);
	sigprocmask(SIG_BLOCK, &fatal, before);
}

static void
unblock_signals(const sigset_t *before)
{
	int error = errno;

	sigprocmask(SIG_SETMASK, before, NULL);
	errno = error;
}

/* Creates the file with signals blocked, so that none comes before the file is
   registered. */
static int
create_pending(struct temporary *temporary)
{
	sigset_t before;
	int descriptor;

	block_signals(&before);
	descriptor = descriptor_open(temporary->path, O_WRONLY | O_CREAT | O_EXCL);
	if (descriptor >= 0) {
		temporary->next = pending;
		pending = temporary;
	}
	unblock_signals(&before);
	return descriptor;
}

/* To be called while signals are blocked. */
static void
forget(struct temporary *temporary)
{
	if (pending == temporary) {
		pending = temporary->next;
	} else {
		struct temporary *t = pending;

		while (t->next != temporary)
			t = t->next;
		t->next = temporary->next;
	}
	*temporary = (struct temporary){.path = NULL};
}

int
temporary_create(struct temporary *temporary, const char *target, struct arena *arena)
{
	long first = pending ? pending->number + 1 : 0;
	int descriptor = -1;

	if (!pending)
		catch_signals();
	for (int i = 0; i < TRIES && descriptor < 0; i++) {
		temporary->number = first + i;
		/* The target's own name is left out: with it the name could get too long.
		 */
		temporary->path = path_beside(target,
			arena_format(arena, ".opgen-%ld-%ld", (long)getpid(),
				temporary->number),
			arena);
		descriptor = create_pending(temporary);
		if (descriptor < 0 && errno != EEXIST)
			break;
	}
	if (descriptor < 0)
		temporary->path = NULL;
	return descriptor;
}

bool
temporary_rename(struct temporary *temporary, const char *target)
{
	sigset_t before;
	bool renamed;

	block_signals(&before);
	renamed = !rename(temporary->path, target);
	if (renamed)
		forget(temporary);
	unblock_signals(&before);
	return renamed;
}

void
temporary_remove(struct temporary *temporary)
{
	sigset_t before;

	block_signals(&before);
	unlink(temporary->path);
	forget(temporary);
	unblock_signals(&before);
}

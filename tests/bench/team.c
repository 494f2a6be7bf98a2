#include "team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	SPINS = 1 << 14,  /* until a waiting thread lets another one run, */
	YIELDS = 1 << 10, /* and so often until it sleeps: another library is timed */
	LINE = 64         /* bytes that only one core writes at a time */
};

struct member {
	struct team *team;
	int number;
	pthread_t thread;
};

struct team {
	team_fn *work;
	void *state;
	struct member *member;
	int threads;
	cpu_set_t cores; /* the caller's, when the team began */
	atomic_bool over;
	/* Calls that have begun; threads that are done with one, or that have come to a
	   barrier, in all calls. */
	_Alignas(LINE) atomic_long call;
	_Alignas(LINE) atomic_long done;
	_Alignas(LINE) atomic_long arrived;
	_Alignas(LINE) atomic_int asleep;
	pthread_mutex_t mutex;
	pthread_cond_t begun;
};

static bool
spin(atomic_long *number, long wanted, int yields)
{
	for (int i = 0; atomic_load_explicit(number, memory_order_acquire) < wanted; i++)
		if (i >= SPINS + yields)
			return false;
		else if (i >= SPINS)
			sched_yield();
	return true;
}

static void
wait_for(atomic_long *number, long wanted)
{
	while (!spin(number, wanted, YIELDS))
		continue;
}

static void
sleep_until(struct team *t, long call)
{
	pthread_mutex_lock(&t->mutex);
	atomic_fetch_add(&t->asleep, 1);
	while (atomic_load(&t->call) < call)
		pthread_cond_wait(&t->begun, &t->mutex);
	atomic_fetch_sub(&t->asleep, 1);
	pthread_mutex_unlock(&t->mutex);
}

/* Begins a call; who sleeps says so before it looks for one. */
static long
begin(struct team *t)
{
	long call = atomic_fetch_add(&t->call, 1) + 1;
	if (atomic_load(&t->asleep)) {
		pthread_mutex_lock(&t->mutex);
		pthread_cond_broadcast(&t->begun);
		pthread_mutex_unlock(&t->mutex);
	}
	return call;
}

/* Moves a thread to a core of its own: one that wakes up may share that of the thread
   that woke it for milliseconds. */
static void
pin(const struct team *t, int number)
{
	cpu_set_t own;
	CPU_ZERO(&own);
	for (size_t i = 0, n = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &t->cores) && n++ == (size_t)number)
			CPU_SET(i, &own);
	sched_setaffinity(0, sizeof own, &own);
}

static void *
run(void *argument)
{
	struct member *m = argument;
	struct team *t = m->team;
	pin(t, m->number);
	for (long call = 1;; call++) {
		if (!spin(&t->call, call, YIELDS))
			sleep_until(t, call);
		if (atomic_load(&t->over))
			return NULL;
		t->work(t, t->state, m->number);
		atomic_fetch_add_explicit(&t->done, 1, memory_order_release);
	}
}

struct team *
team_begin(team_fn *work, void *state, int threads)
{
	struct team *t = aligned_alloc(LINE, (sizeof *t + LINE - 1) / LINE * LINE);
	struct member *member = calloc((size_t)threads, sizeof *member);
	if (!t || !member) {
		perror("bench");
		return NULL;
	}
	*t = (struct team){
		.work = work, .state = state, .member = member, .threads = threads};
	sched_getaffinity(0, sizeof t->cores, &t->cores);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->begun, NULL);
	for (int i = 1; i < threads; i++) {
		member[i] = (struct member){.team = t, .number = i};
		if (pthread_create(&member[i].thread, NULL, run, &member[i])) {
			perror("bench");
			return NULL;
		}
	}
	pin(t, 0);
	return t;
}

void
team_call(struct team *t)
{
	long call = begin(t);
	t->work(t, t->state, 0);
	wait_for(&t->done, call * (t->threads - 1));
}

void
team_barrier(struct team *t)
{
	long n = atomic_fetch_add(&t->arrived, 1);
	wait_for(&t->arrived, (n / t->threads + 1) * t->threads);
}

void
team_end(struct team *t)
{
	atomic_store(&t->over, true);
	begin(t);
	for (int i = 1; i < t->threads; i++)
		pthread_join(t->member[i].thread, NULL);
	sched_setaffinity(0, sizeof t->cores, &t->cores);
	free(t->member);
	free(t);
}

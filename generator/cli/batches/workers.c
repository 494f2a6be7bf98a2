#include "cli/batches/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/arena.h"
#include "base/complain.h"
#include "base/descriptor.h"
#include "base/temporary.h"
#include "deliver/out_file.h"
#include "diag/diagnostics.h"

/* What a process is asked to do. */
struct request {
	uint64_t piece;
	int32_t round;
};

/* What it says, with bytes behind it. */
enum saying {
	SAYING_COMPLAINT, /* number: enum complaint; its text, a NUL, and a hint if any */
	SAYING_OUTPUT,    /* for standard output */
	SAYING_DONE       /* number: enum status; the answer */
};

struct said {
	uint32_t saying, number;
	uint64_t size;
};

/* A saying that waits until those of earlier pieces have been passed on. */
struct kept {
	struct kept *next;
	struct said said;
	char *bytes; /* a NUL behind them */
};

/* A piece of the round. */
struct piece {
	size_t number;
	bool begun, done;
	bool lost; /* its process has ended instead */
	struct kept *first, *last;
};

struct worker {
	pid_t process;      /* 0: it has ended */
	int asks, answers;  /* the ends of its pipes that are here */
	struct piece *busy; /* with this one; NULL: it waits */
};

enum {
	NOBODY = -1
};

struct workers {
	const struct work *work;
	struct worker *worker;
	size_t nworker; /* 0: the work is done here */
	int *owner;     /* of each piece, which worker has made it first */
	struct arena *arena;
};

/* In a worker: the pipe that leads to the first process. */
static int telling = -1;

/* A pipe that nobody reads ends the process: the first one is gone. */
static void
say(enum saying saying, uint32_t number, const char *bytes, size_t size)
{
	const struct said said = {(uint32_t)saying, number, size};

	if (!descriptor_write(telling, &said, sizeof said) ||
		!descriptor_write(telling, bytes, size)) {
		temporary_remove_all();
		_exit(STATUS_FAILED);
	}
}

static void
say_complaint(enum complaint kind, const char *hint, const char *text)
{
	size_t size = strlen(text) + 1, nhint = hint ? strlen(hint) : 0;
	char *bytes = malloc(size + nhint);

	/* Where there is no memory, none is left for the hint. */
	if (!bytes) {
		say(SAYING_COMPLAINT, (uint32_t)kind, text, size);
		return;
	}
	memcpy(bytes, text, size);
	memcpy(bytes + size, hint ? hint : "", nhint);
	say(SAYING_COMPLAINT, (uint32_t)kind, bytes, size + nhint);
	free(bytes);
}

/* Passes on what was printed since the last time. */
static void
say_output(void)
{
	char bytes[4096];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(STDOUT_FILENO, bytes, sizeof bytes, at)) > 0) {
		say(SAYING_OUTPUT, 0, bytes, (size_t)n);
		at += n;
	}
	if (n < 0 || ftruncate(STDOUT_FILENO, 0) || lseek(STDOUT_FILENO, 0, SEEK_SET) < 0)
		give_up("a temporary file: %s", strerror(errno));
}

/* Standard output becomes a file without a name. */
static void
keep_output(void)
{
	FILE *stream = tmpfile();

	if (!stream || dup2(fileno(stream), STDOUT_FILENO) < 0)
		give_up("a temporary file: %s", strerror(errno));
	fclose(stream);
}

/* Elsewhere it ends after its piece, when nobody asks any more. */
static void
end_with_parent(void)
{
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
}

static void
serve(const struct work *work, int asked)
{
	struct request request;
	char answer[ANSWER_LIMIT];

	end_with_parent();
	complain_to(say_complaint);
	diagnostics_leave();
	if (work->prints)
		keep_output();
	work->begin(work->context);
	while (descriptor_read(asked, &request, sizeof request) ==
		(ssize_t)sizeof request) {
		enum status status;

		answer[0] = '\0';
		status = work->make(
			work->context, request.round, (size_t)request.piece, answer);
		if (work->prints)
			say_output();
		say(SAYING_DONE, (uint32_t)status, answer, strlen(answer));
	}
	_exit(STATUS_DONE);
}

/* A worker must not keep the pipes of others open: they would never see their end. */
static void
close_pipes(const struct workers *workers)
{
	for (size_t i = 0; i < workers->nworker; i++) {
		descriptor_close(workers->worker[i].asks);
		descriptor_close(workers->worker[i].answers);
	}
}

/* Starts one more; false, with errno set, if the system has no room. */
static bool
start(struct workers *workers)
{
	int ask[2], answer[2];
	pid_t process;

	if (pipe(ask))
		return false;
	if (pipe(answer)) {
		descriptor_close(ask[0]);
		descriptor_close(ask[1]);
		return false;
	}
	process = fork();
	if (!process) {
		close_pipes(workers);
		descriptor_close(ask[1]);
		descriptor_close(answer[0]);
		telling = answer[1];
		serve(workers->work, ask[0]);
	}
	descriptor_close(ask[0]);
	descriptor_close(answer[1]);
	if (process < 0) {
		descriptor_close(ask[1]);
		descriptor_close(answer[0]);
		return false;
	}
	workers->worker[workers->nworker++] =
		(struct worker){.process = process, .asks = ask[1], .answers = answer[0]};
	return true;
}

struct workers *
workers_begin(const struct work *work, size_t nworker, struct arena *arena)
{
	struct workers *workers = arena_new(arena, struct workers);

	if (nworker > work->npiece)
		nworker = work->npiece;
	*workers = (struct workers){.work = work,
		.worker = arena_array(arena, struct worker, nworker),
		.owner = arena_array(arena, int, work->npiece),
		.arena = arena};
	for (size_t i = 0; i < work->npiece; i++)
		workers->owner[i] = NOBODY;
	/* What is in a buffer would be written by each process. */
	fflush(NULL);
	/* Fewer processes do as well, and none at all. */
	while (nworker > 1 && workers->nworker < nworker && start(workers))
		;
	return workers;
}

/* Adds a complaint of the first process to what was said of a piece. hint: a line after
   it, or "". */
static void
complain_for(struct piece *piece, const char *text, const char *hint, struct arena *arena)
{
	struct kept *kept = arena_new(arena, struct kept);
	size_t size = strlen(text) + 1, nhint = strlen(hint);

	kept->said = (struct said){SAYING_COMPLAINT, COMPLAINT_FAILURE, size + nhint};
	kept->bytes = arena_alloc(arena, size + nhint + 1);
	memcpy(kept->bytes, text, size);
	memcpy(kept->bytes + size, hint, nhint);
	if (piece->last)
		piece->last->next = kept;
	else
		piece->first = kept;
	piece->last = kept;
}

/* A process that ends without a complaint has been ended by somebody else. */
static void
report_end(const struct workers *workers, struct piece *piece, int ended)
{
	const struct work *work = workers->work;
	const char *how = "has ended", *hint = "";

	if (piece->last && piece->last->said.saying == SAYING_COMPLAINT)
		return;
	if (WIFSIGNALED(ended))
		how = arena_format(
			workers->arena, "was ended by signal %d", WTERMSIG(ended));
	if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL)
		hint = "The usual reason is that the machine has no memory left; fewer "
		       "--jobs need less.";
	complain_for(piece,
		arena_format(workers->arena, "a process of opgen %s, at node '%s'", how,
			work->name(work->context, piece->number)),
		hint, workers->arena);
}

static void
lose(struct workers *workers, struct worker *worker)
{
	int ended = 0;

	/* That it waits for. */
	descriptor_close(worker->asks);
	descriptor_close(worker->answers);
	while (waitpid(worker->process, &ended, 0) < 0 && errno == EINTR)
		;
	worker->process = 0;
	if (worker->busy) {
		report_end(workers, worker->busy, ended);
		worker->busy->lost = true;
		worker->busy->done = true;
		worker->busy = NULL;
	}
}

static bool
read_whole(int descriptor, void *to, size_t size)
{
	return descriptor_read(descriptor, to, size) == (ssize_t)size;
}

/* Hears one saying of a worker. Returns whether its piece is done. */
static bool
hear(struct workers *workers, struct worker *worker)
{
	struct piece *piece = worker->busy;
	struct kept *kept = arena_new(workers->arena, struct kept);

	if (!read_whole(worker->answers, &kept->said, sizeof kept->said)) {
		lose(workers, worker);
		return piece != NULL;
	}
	kept->bytes = arena_alloc(workers->arena, kept->said.size + 1);
	if (!read_whole(worker->answers, kept->bytes, kept->said.size)) {
		lose(workers, worker);
		return piece != NULL;
	}
	if (!piece)
		return false;
	if (piece->last)
		piece->last->next = kept;
	else
		piece->first = kept;
	piece->last = kept;
	if (kept->said.saying != SAYING_DONE)
		return false;
	piece->done = true;
	worker->busy = NULL;
	return true;
}

/* Passes on what a process printed for its piece; false if that failed. */
static bool
pass_output(const struct piece *piece)
{
	bool prints = false;
	struct out out;

	for (const struct kept *kept = piece->first; kept; kept = kept->next) {
		if (kept->said.saying != SAYING_OUTPUT)
			continue;
		if (!prints && !out_open(&out, NULL))
			return false;
		prints = true;
		out_bytes(&out, kept->bytes, kept->said.size);
	}
	return !prints || out_commit(&out);
}

static void
pass_complaint(const struct kept *kept)
{
	const char *hint = kept->bytes + strlen(kept->bytes) + 1;
	bool hints = hint < kept->bytes + kept->said.size;

	complain_of((enum complaint)kept->said.number, hints ? hint : NULL, "%s",
		kept->bytes);
}

/* Passes on what a process said of its piece, and the result. */
static bool
pass(struct workers *workers, int round, const struct piece *piece)
{
	const struct work *work = workers->work;

	for (const struct kept *kept = piece->first; kept; kept = kept->next) {
		enum status status = (enum status)kept->said.number;

		if (kept->said.saying == SAYING_COMPLAINT)
			pass_complaint(kept);
		if (kept->said.saying != SAYING_DONE)
			continue;
		if (!pass_output(piece))
			status = STATUS_FAILED;
		return work->take(
			work->context, round, piece->number, status, kept->bytes);
	}
	return false;
}

/* The next piece that a worker may begin, or NULL. */
static struct piece *
find_piece(const struct workers *workers, int worker, struct piece *piece, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int owner = workers->owner[piece[i].number];

		if (!piece[i].begun && (owner == NOBODY || owner == worker))
			return &piece[i];
	}
	return NULL;
}

static void
ask(struct workers *workers, int i, int round, struct piece *piece)
{
	struct worker *worker = &workers->worker[i];
	const struct request request = {piece->number, round};

	piece->begun = true;
	workers->owner[piece->number] = i;
	worker->busy = piece;
	if (descriptor_write(worker->asks, &request, sizeof request))
		return;
	/* If it has ended, how it did is what matters. */
	if (errno != EPIPE)
		complain_for(piece,
			arena_format(workers->arena,
				"a process of opgen cannot be given node '%s': %s",
				workers->work->name(
					workers->work->context, piece->number),
				strerror(errno)),
			"", workers->arena);
	lose(workers, worker);
}

/* Gives work to all that wait for some; what only a process could do that has ended is
   lost. */
static void
ask_all(struct workers *workers, int round, struct piece *piece, size_t n)
{
	for (size_t i = 0; i < workers->nworker; i++) {
		struct worker *worker = &workers->worker[i];
		struct piece *next = NULL;

		if (!worker->busy)
			next = find_piece(workers, (int)i, piece, n);
		if (!next)
			continue;
		if (worker->process) {
			ask(workers, (int)i, round, next);
		} else if (workers->owner[next->number] == (int)i) {
			report_end(workers, next, 0);
			next->begun = next->done = next->lost = true;
		}
	}
}

/* Waits until some worker says something, and hears it; returns how many pieces are done
   by that, and stores the last one. */
static size_t
hear_all(struct workers *workers, const struct piece **last)
{
	struct arena own = {0};
	struct pollfd *descriptor = arena_array(&own, struct pollfd, workers->nworker);
	size_t ndone = 0;

	for (size_t i = 0; i < workers->nworker; i++)
		descriptor[i] = (struct pollfd){.fd = workers->worker[i].process
							      ? workers->worker[i].answers
							      : -1,
			.events = POLLIN};
	if (poll(descriptor, workers->nworker, -1) < 0 && errno != EINTR)
		give_up("the processes of opgen cannot be heard: %s", strerror(errno));
	for (size_t i = 0; i < workers->nworker; i++) {
		const struct piece *piece = workers->worker[i].busy;

		if (descriptor[i].revents && hear(workers, &workers->worker[i])) {
			*last = piece;
			ndone++;
		}
	}
	arena_free(&own);
	return ndone;
}

static bool
is_any(const struct workers *workers)
{
	for (size_t i = 0; i < workers->nworker; i++)
		if (workers->worker[i].process)
			return true;
	return false;
}

static bool
round_of_many(struct workers *workers, int round, const size_t *number, size_t n)
{
	const struct work *work = workers->work;
	struct piece *piece = arena_array(workers->arena, struct piece, n);
	size_t npassed = 0, ndone = 0;

	for (size_t i = 0; i < n; i++)
		piece[i].number = number[i];
	while (npassed < n) {
		const struct piece *last = NULL;

		ask_all(workers, round, piece, n);
		for (; npassed < n && piece[npassed].done; npassed++)
			if (!pass(workers, round, &piece[npassed]))
				return false;
		if (npassed == n)
			break;
		if (!is_any(workers)) {
			complain_of(COMPLAINT_FAILURE, NULL,
				"the processes of opgen have ended");
			return false;
		}
		ndone += hear_all(workers, &last);
		if (last)
			work->tell(work->context, round, ndone, n, last->number);
	}
	return true;
}

/* The same without processes. */
static bool
round_of_one(struct workers *workers, int round, const size_t *number, size_t n)
{
	const struct work *work = workers->work;
	bool good = true;

	for (size_t i = 0; i < n && good; i++) {
		struct arena own = {0};
		char *answer = arena_alloc(&own, ANSWER_LIMIT);
		enum status status;

		work->tell(work->context, round, i + 1, n, number[i]);
		status = work->make(work->context, round, number[i], answer);
		good = work->take(work->context, round, number[i], status, answer);
		arena_free(&own);
	}
	return good;
}

bool
workers_round(struct workers *workers, int round, const size_t *piece, size_t n)
{
	return workers->nworker ? round_of_many(workers, round, piece, n)
				: round_of_one(workers, round, piece, n);
}

void
workers_end(struct workers *workers)
{
	for (size_t i = 0; i < workers->nworker; i++) {
		struct worker *worker = &workers->worker[i];

		if (worker->process && worker->busy)
			kill(worker->process, SIGTERM);
		if (worker->process) {
			worker->busy = NULL;
			lose(workers, worker);
		}
	}
}

size_t
workers_cores(void)
{
	long n = 1;

#ifdef _SC_NPROCESSORS_ONLN
	n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
	return n > 1 ? (size_t)n : 1;
}

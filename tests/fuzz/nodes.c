/* Draws nodes of every operation and tries what is made of each:

     nodes NUMBER COUNT     nodes from that number on; COUNT 60s: for a minute

   A node that something is wrong with is written to build/fuzz/findings, as a spec that
   opgen takes, and ends the program with status 1; its number and a count of 1 try it
   again. */

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "deliver/emit_npy.h"
#include "deliver/emit_spec.h"
#include "deliver/out_file.h"
#include "drawn/judge.h"
#include "schedule/kernel_choice.h"
#include "support/emitted.h"
#include "support/harness.h"

enum {
	MOST_MEMORY = 512 * 1024 * 1024
};

static const char findings[] = "build/fuzz/findings";

static double
seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void
write_constants(const struct drawn *d, struct arena *arena)
{
	size_t nfile;
	struct constant_file *file = emit_spec_files(&d->spec, &nfile, arena);

	for (size_t i = 0; i < nfile; i++) {
		struct out out;

		if (!out_open(&out, arena_format(arena, "%s/%s", findings, file[i].name)))
			exit(3);
		emit_npy(&out, &file[i]);
		out_commit(&out);
	}
}

/* The node at hand as a spec, beside its constants. */
static void
write_finding(const struct drawn *d, const char *wrong)
{
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/%s.json", findings, d->node.name);
	struct out out;
	size_t size;

	directory_make(findings);
	write_constants(d, &arena);
	if (!out_open(&out, path))
		exit(3);
	emit_spec(&out, &d->spec, &d->settings);
	out_commit(&out);
	fprintf(stderr, "%s: %s\n%s", path, wrong, file_read(path, &size, &arena));
	arena_free(&arena);
}

static void
print_counts(const struct judge *j, double seconds)
{
	for (size_t i = 0; i < nop; i++)
		printf("%10" PRIu64 " %s of %s\n", j->nop[i], op_table[i]->name,
			op_table[i]->domain);
	for (size_t i = 0; i < nkernel; i++)
		printf("%10" PRIu64 " %s, %" PRIu64 " in place of an operand, %" PRIu64
		       " could not be\n",
			j->nkernel[i], kernel_table[i]->name, j->nover[i], j->napart[i]);
	printf("%10" PRIu64 " compared by their expressions, too\n", j->nexpressed);
	printf("nodes: %" PRIu64 ", %" PRIu64 " draws refused, %" PRIu64
	       " statements, %.0f nodes a minute\n",
		j->nnode, j->nrefused, j->statements, (double)j->nnode / seconds * 60);
}

/* The node at hand, for the end of the program to tell, if that is no end of its own. */
static volatile uint64_t at_hand;
static volatile bool is_done;

static void
tell(void)
{
	if (!is_done)
		fprintf(stderr, "nodes: the end came at node %" PRIu64 "\n", at_hand);
}

static void
crash(int number)
{
	/* Not safe in a signal, but the program ends anyway. */
	tell();
	signal(number, SIG_DFL);
	raise(number);
}

/* Crashes tell the node, and so does the end of memory, of which no node needs much. */
static void
watch(void)
{
	const struct rlimit most = {MOST_MEMORY, MOST_MEMORY};

	signal(SIGSEGV, crash);
	signal(SIGABRT, crash);
	signal(SIGFPE, crash);
	atexit(tell);
	/* Sanitizers keep memory of their own. */
	if (!is_sanitized())
		setrlimit(RLIMIT_DATA, &most);
}

static void
usage(void)
{
	fprintf(stderr, "usage: nodes NUMBER COUNT|SECONDSs\n");
	exit(2);
}

int
main(int argc, char **argv)
{
	static struct judge judge;
	double begin = seconds_now();
	const char *wrong = NULL;
	char *behind, *end;
	uint64_t first, count;
	bool timed;

	if (argc != 3)
		usage();
	first = strtoull(argv[1], &end, 10);
	count = strtoull(argv[2], &behind, 10);
	timed = !strcmp(behind, "s");
	if (*end || (*behind && !timed))
		usage();
	watch();
	for (uint64_t i = 0; !wrong; i++) {
		if (timed ? seconds_now() - begin >= (double)count : i >= count)
			break;
		at_hand = first + i;
		wrong = judge_node(&judge, at_hand);
	}
	is_done = true;
	print_counts(&judge, seconds_now() - begin);
	if (wrong)
		write_finding(&judge.drawn, wrong);
	arena_free(&judge.arena);
	return wrong != NULL;
}

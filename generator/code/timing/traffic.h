#ifndef OPGEN_CODE_TRAFFIC_H
#define OPGEN_CODE_TRAFFIC_H

#include "code/walk/walk.h"
#include "target/processor.h"

/* An estimate of the memory lines that loops touch, and how many of them miss each cache:
   if all passes of a loop together fit a cache, its lines are fetched once. */

enum {
	STREAM_TERMS = 8, /* loops that move a stream; further ones are ignored */
	MOST_STREAMS =
		48 /* of a body; beyond that, streams of the same object are joined */
};

/* Bytes of an object, in pieces between `low` and `high`. */
struct stream {
	const struct variable *object; /* parameter, array or constant */
	int parameter;                 /* its number, or -1 */
	bool written;
	int64_t low, high;
	double pieces, bytes;
	double room; /* bytes of the nearest cache that a piece takes, at least: pieces at
			equal distances can share its sets */
	double ways; /* of the nearest cache that all pieces take together where they
			share sets; 0: one at most */
	int nterm;
	struct {
		int loop;
		int64_t inc; /* bytes, every `divide` passes */
		double divide;
		int64_t modulo; /* so many places, then the first again; 0: no end */
	} term[STREAM_TERMS];
};

struct traffic {
	struct stream *stream; /* MOST_STREAMS of them */
	size_t nstream;
	double lines[CACHES]; /* that miss each cache, all caches empty at first */
};

/* Adds an access to an address: `bytes` bytes in so many pieces between low and high. */
void traffic_add(struct traffic *traffic, const struct walk *walk,
	const struct walk_place *place, const struct stream *what);

/* Turns the traffic of a body into that of a loop, the walk's loop of that number, with
   so many passes. */
void traffic_repeat(struct traffic *traffic, int loop, double passes,
	const struct processor *processor);

/* The lines that miss each cache when all of this is repeated: none if everything
   fits. */
void traffic_settle(struct traffic *traffic, const struct processor *processor);

/* Adds the traffic of a part to that of the body around it. */
void traffic_join(struct traffic *traffic, const struct traffic *part);

#endif

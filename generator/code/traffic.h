#ifndef OPGEN_CODE_TRAFFIC_H
#define OPGEN_CODE_TRAFFIC_H

#include "code/walk.h"
#include "target/processor.h"

/* The lines of memory that loops go through, roughly, and how many of them come from
   behind each cache: those of a loop whose passes together fit a cache come once. */

enum {
	STREAM_TERMS = 8, /* loops that move a stream; further ones are not seen */
	MOST_STREAMS = 48 /* of a body; those of the same object are one beyond it */
};

/* Bytes of an object, in pieces between `low` and `high`. */
struct stream {
	const struct variable *object; /* parameter, array or constant */
	int parameter;                 /* its number, or -1 */
	bool written;
	int64_t low, high;
	double pieces, bytes;
	double room; /* bytes of the nearest cache that a piece takes, at least: those
			that lie evenly far apart share its sets */
	int nterm;
	struct {
		int loop;
		int64_t inc; /* bytes, a pass */
	} term[STREAM_TERMS];
};

struct traffic {
	struct stream *stream; /* MOST_STREAMS of them */
	size_t nstream;
	double lines[CACHES]; /* that come from behind each cache, all caches empty */
};

/* Adds what is at a place: `bytes` of them in so many pieces between low and high. */
void traffic_add(struct traffic *traffic, const struct walk *walk,
	const struct walk_place *place, const struct stream *what);

/* What a body does once becomes what a loop does in so many passes: the walk's loop of
   that number. */
void traffic_repeat(struct traffic *traffic, int loop, double passes,
	const struct processor *processor);

/* Lines that come from behind each cache where all of this is done again and again: none
   where everything fits it. */
void traffic_settle(struct traffic *traffic, const struct processor *processor);

/* Adds a part that stands in a body. */
void traffic_join(struct traffic *traffic, const struct traffic *part);

#endif

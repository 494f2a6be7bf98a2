#ifndef OPGEN_CODE_REGIONS_H
#define OPGEN_CODE_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets of bytes that loops reach: a run of bytes, again and again at equal distances, and
   all of that again. Questions about them are answered exactly, by their distances: the
   work grows with the number of sets, not with what they hold. */

struct arena;

enum {
	REGION_DIMS = 20
};

struct region_dim {
	int64_t inc, count;
};

/* The bytes offset + sum of k * inc + 0..length-1, k from 0 to count - 1 for each dim.
   The dims' incs fall, each is larger than what lies within it unless sets overlap, and
   no count is 1. */
struct region {
	int64_t offset, length;
	int ndim;
	struct region_dim dim[REGION_DIMS];
	bool twice; /* bytes were reached more than once that are in it once now */
};

struct region region_run(int64_t offset, int64_t length);

/* The set again and again: count times, inc bytes apart. False: it has too many dims. */
bool region_repeat(struct region *region, int64_t inc, int64_t count);

/* Bytes from the first to the last one; offset + region_extent() is the end. */
int64_t region_extent(const struct region *region);

/* Makes one set of two where that is exact: those that touch or overlap, or follow each
   other at a distance. */
bool region_join(struct region *region, const struct region *other);

/* The same for those of a list that are alike; returns how many are left. */
size_t regions_compact(struct region *region, size_t n);

/* What a question asks of. */
struct regions {
	const struct region *region;
	size_t n;
};

/* Whether all of a set is in others; false where that is not easily seen. */
bool regions_cover(struct regions of, const struct region *what, struct arena *scratch);

/* Whether two sets have a byte in common; true where that is not easily seen. */
bool regions_meet(const struct region *a, const struct region *b, struct arena *scratch);

/* Goes through all of a set, cut into pieces in which the same regions are there: `byte`
   is the first one of a piece, `there` are the numbers of the regions that hold it. It
   ends where visit() returns false, and where the sets are too little alike; then it
   returns false, too. */
typedef bool region_visit(void *context, int64_t byte, const size_t *there, size_t n);
bool regions_visit(struct regions of, const struct region *what, region_visit *visit,
	void *context, struct arena *scratch);

#endif

#ifndef OPGEN_CODE_REGIONS_H
#define OPGEN_CODE_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sets of bytes that loops reach: a run of bytes, repeated at equal distances, all of
   that repeated again, and so on. Questions about them are answered exactly, from the
   distances: the work grows with the number of sets, not with their size. */

struct arena;

enum {
	REGION_DIMS = 20
};

struct region_dim {
	int64_t inc, count;
};

/* The bytes offset + sum of k * inc + 0..length-1, with k from 0 to count - 1 for each
   dim. The dims' incs descend; each exceeds the extent of the dims after it, unless
   repetitions overlap; no count is 1. */
struct region {
	int64_t offset, length;
	int ndim;
	bool twice; /* some of its bytes were reached more than once */
	struct region_dim dim[REGION_DIMS];
};

/* Makes a run of bytes; copies a set with the dims that are there, because most have
   few. */
static inline void
region_set_run(struct region *region, int64_t offset, int64_t length)
{
	region->offset = offset;
	region->length = length;
	region->ndim = 0;
	region->twice = false;
}

static inline void
region_copy(struct region *to, const struct region *from)
{
	memcpy(to, from,
		offsetof(struct region, dim) + (size_t)from->ndim * sizeof from->dim[0]);
}

struct region region_run(int64_t offset, int64_t length);

/* Repeats the set count times, inc bytes apart. False: too many dims. */
bool region_repeat(struct region *region, int64_t inc, int64_t count);

/* Bytes from the first to the last, so that offset + region_extent() is the end. */
int64_t region_extent(const struct region *region);

/* Whether bytes of the one lie between the first and the last of the other. */
bool region_is_near(const struct region *a, const struct region *b);

/* Joins two sets if the result is exact: sets that touch, overlap, or continue one
   another at a distance. */
bool region_join(struct region *region, const struct region *other);

/* The same for sets of a list that have the same form; returns how many are left. */
size_t regions_compact(struct region *region, size_t n);

/* A list of sets. */
struct regions {
	const struct region *region;
	size_t n;
};

/* Whether others cover a set; false also if that is hard to tell. */
bool regions_cover(struct regions of, const struct region *what, struct arena *scratch);

/* Whether two sets have a byte in common; true also if that is hard to tell. */
bool regions_meet(const struct region *a, const struct region *b, struct arena *scratch);

/* Visits all of a set, cut into pieces that are in the same regions: `byte` is the first
   byte of a piece, `there` lists the regions that contain it. Returns false when visit()
   does, or when the sets are too irregular. */
typedef bool region_visit(void *context, int64_t byte, const size_t *there, size_t n);
bool regions_visit(struct regions of, const struct region *what, region_visit *visit,
	void *context, struct arena *scratch);

/* The first byte of 0 to size - 1 that is in no set; -1: there is none. */
int64_t regions_gap(struct regions sets, int64_t size, struct arena *scratch);

/* Whether sets have so many bytes in all, and none has a byte twice. */
bool regions_are_bytes(struct regions sets, int64_t size);

#endif

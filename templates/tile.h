#ifndef OPGEN_TEMPLATES_TILE_H
#define OPGEN_TEMPLATES_TILE_H

#include "kernels/kernel.h"
#include "kernels/vector.h"
#include "put.h"

/* What the templates of kernel_tiles share. */

/* What the function that is being printed is about. */
struct scope {
	const struct schedule *schedule;
	const struct tiles *tiles;
	const struct spelling *spelling;
	const struct window_plan *window;
	const struct tile *tile;
	const struct vector_type *vector; /* NULL: plain C */
	bool fused;                       /* numerics fma */
	struct weight_steps steps;
	bool conv, bias, blocks;    /* blocks: the input channels have several */
	int64_t src_at, weights_at; /* added to what is read: of an input channel */
	int64_t copied;  /* elements of each channel's inputs, where they are a copy */
	bool copies;     /* and the function is the one that makes it */
	bool late;       /* stores_late() */
	bool by_blocks;  /* the function is about one block, and adds to sums in memory */
	const char *tab; /* the indentation of the innermost statements */
};

struct out;

struct scope scope_of(const struct schedule *schedule, const struct tile *tile);

/* tile.c.in: the arguments that every inner function has, types and names; a function's
   head; one term of a sum, x and w being expressions of the sum's type; a note that
   inputs are not read; a whole function. */
void emit_arguments(struct out *out, const struct scope *s);
void emit_head(struct out *out, const struct scope *s);
void emit_term(struct out *out, const struct scope *s, const char *sum, const char *x,
	const char *w);
void emit_unused(struct out *out, const struct scope *s, const char *tab);
void emit_tile(struct out *out, const struct schedule *schedule, const struct tile *tile);

/* nests.c.in: the functions of a class, and the one that calls them for every position; a
   loop around calls, where its count is more than one; elements of the weights of one
   tile of channels, as they are, or packed. The variables of loops around calls. */
extern const char *const loop_variable[MAX_AXIS];
void emit_planes_of_class(
	struct out *out, const struct schedule *schedule, size_t number);
void emit_loop(struct out *out, const char *variable, int64_t count, char *tab);
void emit_loop_end(struct out *out, int64_t count, char *tab);
int64_t weights_of_tile(
	const struct tiles *t, const struct channel_class *class, bool packed);

/* tile_plane.c.in: a function whose window is a whole plane. */
void emit_plane(struct out *out, const struct scope *s);

/* tile_sums.c.in: a function that keeps a sum for every output of its tile. */
void emit_sums(struct out *out, const struct scope *s);

/* input_channels.c.in: the counters of a function's loops, declared; the loop over the
   input channels, in blocks where there are several: clear begins the sums of a block,
   add adds them to the totals. */
void emit_counters(struct out *out, const struct scope *s);
void emit_channel_loop(struct out *out, const struct scope *s,
	void (*clear)(struct out *out, const struct scope *s),
	void (*add)(struct out *out, const struct scope *s));

/* channels.c.in, columns.c.in: functions of vectors, and their taps. */
enum {
	NAME_SIZE = 64
};
void emit_vector_channels(struct out *out, const struct scope *s);
void emit_vector_columns(struct out *out, const struct scope *s);
void emit_taps_of_channels(
	struct out *out, const struct scope *s, const char *x, const char *w);
void emit_taps_of_columns(
	struct out *out, const struct scope *s, const char *x, const char *w);

/* gathers.c.in: a name and a number; the name of a kind of variable of a channel's
   column, sum2 of one output channel, sum2_1 of several; the lanes of a shuffle, more
   than a few on a line of their own; a vector of inputs, whose name is that of a load, or
   of lanes of several sources: loads, other such vectors, or zeros. Those that there are
   already are marked. */
const char *numbered(const char *stem, size_t number, char *name);
const char *column_name(const struct scope *s, const char *kind, size_t column,
	int64_t channel, char *name);
void emit_lanes(struct out *out, const struct scope *s, const uint8_t *lane);
void emit_gather(struct out *out, const struct scope *s, size_t number, const char *x,
	bool *have_load, bool *have, char *name);

/* column_terms.c.in: the terms of columns first to end-1; the variables that those have
   weights in, if any: "weight", or "weight0" and so on. */
void emit_column_terms(struct out *out, const struct scope *s, size_t first, size_t end,
	const char *x, const char *w);
void emit_weight_variables(struct out *out, const struct scope *s);

/* channels.c.in: the bias of a vector of a tile's channels, or zeros. */
void emit_bias(struct out *out, const struct scope *s, int vector);

/* blocks.c.in: where the loop over blocks is the outermost, a call in it; what comes
   before it: a plane's sums begin as the bias; and what comes behind: they are stored. */
void emit_call_of_block(
	struct out *out, const struct scope *s, const struct nest *nest, const char *tab);
void emit_sums_of_plane(struct out *out, const struct scope *s);
void emit_stores_of_plane(struct out *out, const struct scope *s);

/* Output channels of a tile's vector. */
int64_t channels_of(const struct scope *s, int vector);

/* store.c.in: `count` lanes of blocks of 16 bytes turned into vectors lane<first>…; a
   function that stores vectors of channels as rows, and its name. */
void emit_transposed(struct out *out, const struct scope *s, const char *from,
	int64_t step, int64_t rows, int64_t first, int64_t count, const char *tab);
void emit_store(
	struct out *out, const struct schedule *schedule, const struct store *store);
void emit_store_name(struct out *out, const struct scope *s, int64_t positions,
	int64_t channels, int64_t step);
/* Stores all outputs of a tile, from an array of sums to a place in dst; whether it does
   so in a loop, over "part". And a share of those that the call before has left, after
   `done` of the `of` steps of an input channel. */
void emit_parts(struct out *out, const struct scope *s, const char *from, const char *to,
	const char *tab);
bool has_part_loop(const struct scope *s);
void emit_waiting(struct out *out, const struct scope *s, size_t done, size_t of);

/* tile_rows.c.in: how many sums it has, and how many lanes each; the loop over the lanes;
   an index that moves with it; what follows the name of a lane's sum; the taps of an
   input channel, x and w naming its input and weights. */
int64_t sums(const struct tile *t);
int64_t lanes(const struct tile *t);
void emit_lane_loop(struct out *out, const struct scope *s);
struct index lane_index(const struct scope *s, int64_t step, int64_t offset);
const char *lane(const struct scope *s);
void emit_taps(struct out *out, const struct scope *s, const char *x, const char *w);

#endif

/* Measures the table of generator/target/processor.c on this machine and prints it. */

#include "calibrate_report.h"
#include "calibrate_sample.h"
#include "calibrate_scalar.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	LINE_FLOATS = 16, /* of a line of the caches */
	LINE = 64,        /* its bytes */
	HOT_BYTES = 4096, /* that are always in the nearest cache */
	ROOM_CACHES = 8,  /* so many next caches hold what lies behind them */
	WALKS = 10,       /* of which the fastest counts */
	TYPES = 4
};
/* What is walked where nothing tells the sizes of caches. */
static const int64_t ROOM_BYTES = INT64_C(64) << 20;
static const double SLOWER = 2;

/* Lanes that stay where they are, every second lane of blocks of 16 bytes and of both
   vectors where one instruction takes those, and what needs several or has no pattern. */
#ifdef __x86_64__

#define KIND opgen_f32x8
#define NAME whole
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#define BLENDED 0, 9, 2, 11, 4, 13, 6, 15
#define NEAR 0, 2, 8, 10, 4, 6, 12, 14
#define WITHIN 0, 2, 8, 10, 4, 6, 12, 14
#define ACROSS 0, 2, 4, 6, 8, 10, 12, 14
#include "calibrate_type.h"

#define KIND opgen_f32x8
#define NAME narrow
#define TARGET OPGEN_X86_64_V4
#define LANES 8
#define BLENDED 0, 9, 2, 11, 4, 13, 6, 15
#define NEAR 0, 2, 8, 10, 4, 6, 12, 14
#define WITHIN 0, 2, 4, 6, 8, 10, 12, 14
#define ACROSS 0, 7, 9, 5, 14, 2, 13, 3
#include "calibrate_type.h"

#define KIND opgen_f32x16
#define NAME wide
#define TARGET OPGEN_X86_64_V4
#define LANES 16
#define BLENDED 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31
#define NEAR 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30
#define WITHIN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ACROSS 0, 7, 17, 5, 30, 2, 21, 3, 9, 24, 11, 19, 1, 26, 14, 8
#include "calibrate_type.h"

#else

#define KIND opgen_f32x4
#define NAME whole
#define TARGET OPGEN_AARCH64
#define LANES 4
#define BLENDED 0, 5, 2, 7
#define NEAR 0, 2, 4, 6
#define WITHIN 0, 2, 4, 6
#define ACROSS 3, 0, 6, 5
#include "calibrate_type.h"

#endif

/* Memory. */

/* Zeros. */
static void *
memory_new(int64_t bytes)
{
	void *memory = NULL;

	if (posix_memalign(&memory, 4096, (size_t)bytes)) {
		fprintf(stderr, "calibrate: no memory\n");
		exit(3);
	}
	memset(memory, 0, (size_t)bytes);
	return memory;
}

static uint32_t
drawn(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(*state >> 32);
}

/* Two walkers on one circle through lines in no order: each finds its next place where it
   stands, and walks on from where it was. */
struct walkers {
	const uint32_t *place;
	uint32_t a, b;
};

static struct walkers
walkers_on(void *memory, int64_t bytes)
{
	uint32_t *place = memory, nline = (uint32_t)(bytes / LINE);
	uint64_t state = 1;
	struct walkers w = {place, 0, 0};

	for (uint32_t i = 0; i < nline; i++)
		place[i * LINE_FLOATS] = i * LINE_FLOATS;
	for (uint32_t i = nline - 1; i > 0; i--) {
		uint32_t *one = &place[i * LINE_FLOATS];
		uint32_t *other = &place[drawn(&state) % i * LINE_FLOATS];
		uint32_t kept = *one;

		*one = *other;
		*other = kept;
	}
	for (uint32_t i = 0; i < nline / 2; i++)
		w.b = place[w.b];
	return w;
}

static void
walk(void *memory, int64_t turns)
{
	struct walkers *w = memory;
	uint32_t a = w->a;

	for (; turns > 0; turns--)
		a = w->place[a];
	w->a = a;
}

/* One load of each line, which comes from behind for it. */
static void
stream(void *memory, int64_t lines)
{
	const uint32_t *p = memory;

	for (; lines > 0; lines -= 4, p += 4 * LINE_FLOATS) {
		uint32_t a = p[0], b = p[LINE_FLOATS];
		uint32_t c = p[2 * LINE_FLOATS], d = p[3 * LINE_FLOATS];

		KEEP_WORD(a);
		KEEP_WORD(b);
		KEEP_WORD(c);
		KEEP_WORD(d);
	}
}

/* What Linux says of a cache for data; 0: nothing. */
static int64_t
told_bytes(int level)
{
	for (int i = 0; i < 8; i++) {
		char path[96], type[16] = "";
		int its_level = 0;
		long kibibytes = 0;
		static const char *const names[] = {"level", "type", "size"};

		for (int k = 0; k < 3; k++) {
			FILE *file;

			snprintf(path, sizeof path,
				"/sys/devices/system/cpu/cpu0/cache/index%d/%s", i,
				names[k]);
			file = fopen(path, "r");
			if (!file)
				return 0;
			if ((k == 0 && fscanf(file, "%d", &its_level) != 1) ||
				(k == 1 && fscanf(file, "%15s", type) != 1) ||
				(k == 2 && fscanf(file, "%ldK", &kibibytes) != 1))
				its_level = 0;
			fclose(file);
		}
		if (its_level == level && strcmp(type, "Instruction"))
			return kibibytes * INT64_C(1024);
	}
	return 0;
}

/* The cycles of a step in so many bytes. */
static double
walked_step(void *room, int64_t bytes)
{
	struct walkers w = walkers_on(room, bytes);
	struct sample step = {0};

	for (int i = 0; i < WALKS; i++)
		sample_run(&step, walk, &w);
	return sample_cycles(&step);
}

/* As many bytes, a power of two, as are walked at the pace of the first ones, or little
   slower, as addresses in many pages are. */
static int64_t
walked_bytes(void *room, int64_t first)
{
	double step = walked_step(room, first);
	int64_t bytes = first;

	while (2 * bytes <= ROOM_BYTES && walked_step(room, 2 * bytes) < SLOWER * step)
		bytes *= 2;
	return bytes;
}

/* The core. */

/* Two additions for a load, none of which waits for another. */
#define MIXED(i, p) \
	x##i += y; \
	KEEP_WORD(x##i); \
	if (i % 2) { \
		uint32_t z = p[i]; \
		KEEP_WORD(z); \
		KEEP_MEMORY; \
	}
#define EIGHT(each, p) \
	each(0, p) each(1, p) each(2, p) each(3, p) each(4, p) each(5, p) each(6, p) \
		each(7, p)
enum {
	MIXED_OPERATIONS = 24
};
static void
mixed(void *memory, int64_t turns)
{
	const uint32_t *p = memory;
	uint32_t y = *p, x0 = y, x1 = y, x2 = y, x3 = y, x4 = y, x5 = y, x6 = y, x7 = y;

	for (; turns > 0; turns--) {
		EIGHT(MIXED, p)
		EIGHT(MIXED, p)
	}
}

/* Two loads that come from behind the caches, so many operations apart. While both are in
   sight they wait at the same time. */
#define APART_BY(n) \
	static void apart_by_##n(void *memory, int64_t turns) \
	{ \
		struct walkers *w = memory; \
		for (; turns > 0; turns--) { \
			w->a = w->place[w->a]; \
			__asm__ volatile(".rept " #n "\n\tnop\n\t.endr" ::: "memory"); \
			w->b = w->place[w->b]; \
			__asm__ volatile(".rept " #n "\n\tnop\n\t.endr" ::: "memory"); \
		} \
	}
#define DISTANCES(each) \
	each(32) each(64) each(96) each(128) each(160) each(192) each(224) each(256) \
		each(288) each(320) each(352) each(384) each(416) each(448) each(480) \
			each(512) each(544) each(576) each(608) each(640) each(704) \
				each(768) each(896) each(1024) each(2048)
#define DISTANCE_ROW(n) {n, apart_by_##n},
DISTANCES(APART_BY)
static const struct {
	int operations;
	void (*run)(void *memory, int64_t turns);
} distances[] = {DISTANCES(DISTANCE_ROW)};
enum {
	DISTANCES_TIMED = sizeof distances / sizeof distances[0]
};

/* The last distance at which two loads take not much longer than one; -1: they never take
   longer. */
static int
window_of(const struct sample time[DISTANCES_TIMED])
{
	double one = fmin(sample_cycles(&time[0]), sample_cycles(&time[1]));
	int last = DISTANCES_TIMED - 1;

	if (sample_cycles(&time[last]) < 1.5 * one)
		return -1;
	while (sample_cycles(&time[last]) > 1.5 * one)
		last--;
	return distances[last].operations;
}

/* Registers that a function has to save. */
#ifdef __x86_64__
#define SAVED "rbx", "r12", "r13", "r14"
#else
#define SAVED "x19", "x20", "x21", "x22"
#endif
static __attribute__((noinline)) void
called(void)
{
	__asm__ volatile("" ::: SAVED);
}

#define CALL(i, function) function();
static void
calls(void *memory, int64_t turns)
{
	(void)memory;
	for (; turns > 0; turns--) {
		TWELVE(CALL, called)
	}
}

/* Loops of 1 to 15 passes that no processor can foresee, and as many passes in all in
   loops of 8. */
static uint32_t
drawn_passes(uint64_t *state)
{
	return 1 + drawn(state) % 15;
}

static void
loops_that_vary(void *memory, int64_t turns)
{
	uint32_t next = drawn_passes(memory);

	for (; turns > 0; turns--) {
		uint32_t k = next;

		/* Known before it is wanted. */
		next = drawn_passes(memory);
		for (; k > 0; k--)
			KEEP_WORD(k);
	}
}

static void
loops_of_eight(void *memory, int64_t turns)
{
	uint32_t next = drawn_passes(memory);

	for (; turns > 0; turns--) {
		uint32_t k = 8;

		KEEP_WORD(next);
		next = drawn_passes(memory);
		for (; k > 0; k--)
			KEEP_WORD(k);
	}
}

/* All that is timed. */

struct core_times {
	struct sample mixed, calls, vary, eight;
	struct sample distance[DISTANCES_TIMED], line[CACHES];
};

/* Each round has memory of its own, because caches hold more of some pages than of
   others. */
static void
core_round(struct core_times *t, const int64_t bytes[CACHES], void *hot)
{
	void *room = memory_new(ROOM_CACHES * bytes[1]);
	struct walkers w = walkers_on(room, ROOM_CACHES * bytes[1]);
	uint64_t state = 1;

	sample_run(&t->mixed, mixed, hot);
	sample_run(&t->calls, calls, hot);
	sample_run(&t->vary, loops_that_vary, &state);
	sample_run(&t->eight, loops_of_eight, &state);
	for (int i = 0; i < DISTANCES_TIMED; i++)
		sample_run(&t->distance[i], distances[i].run, &w);
	sample_turns(&t->line[0], stream, room, bytes[1] * 2 / 3 / LINE);
	sample_turns(&t->line[1], stream, room, ROOM_CACHES * bytes[1] / LINE);
	free(room);
}

/* Of one type. */
struct type_times {
	const struct loops *loops;
	void (*there_and_back)(void *memory, int64_t turns);
	struct sample apart[WORKS], chain[WORKS], back;
};

static void
type_round(struct type_times *t, void *hot)
{
	sample_run(&t->back, t->there_and_back, hot);
	for (int k = 0; k < WORKS; k++) {
		const struct loops *l = &t->loops[k];

		if (l->apart)
			sample_run(&t->apart[k], l->apart, hot);
		if (l->chain)
			sample_run(&t->chain[k], l->chain, hot);
	}
}

/* The table. */

/* What the works of a type take; negative: not measured. */
struct pace {
	double apart[WORKS], latency[WORKS];
};

static struct pace
pace_of(const struct type_times *t)
{
	struct pace pace;

	for (int k = 0; k < WORKS; k++) {
		const struct loops *l = &t->loops[k];
		bool loads = k == WORK_LOAD || k == WORK_LOAD_PART || k == WORK_SET1_LOAD;

		pace.apart[k] = l->apart ? sample_cycles(&t->apart[k]) / OPERATIONS : -1;
		pace.latency[k] =
			l->chain ? sample_cycles(&t->chain[k]) / OPERATIONS : -1;
		if (loads && l->chain)
			pace.latency[k] -= sample_cycles(&t->back) / OPERATIONS / 2;
	}
	/* What is converted was loaded. */
	pace.latency[WORK_CONVERT] -= sample_cycles(&t->chain[WORK_LOAD]) / OPERATIONS;
	return pace;
}

static const struct pace no_pace;

/* As many units as do this work at once, where most of the last one is seen. Dividers are
   one, however fast. */
static double
units_of(enum unit unit, const struct pace *pace)
{
	static const enum work typical[UNITS] = {[UNIT_ARITHMETIC] = WORK_ADD,
		[UNIT_SHUFFLE] = WORK_SHUFFLE,
		[UNIT_DIVIDER] = WORK_DIVIDE,
		[UNIT_LOAD] = WORK_LOAD,
		[UNIT_STORE] = WORK_STORE};
	double apart = pace->apart[typical[unit]];

	if (apart < 0)
		return -1;
	return unit == UNIT_DIVIDER || apart > 1 ? 1 : floor(1 / apart + 0.3);
}

/* The units that work goes to are the old row's. */
static void
fill_width(struct calibrated *c, enum width w, const struct pace *pace)
{
	for (int u = 0; u < UNITS; u++)
		c->now.units[w][u] = pace == &no_pace ? -1 : units_of((enum unit)u, pace);
	for (int k = 0; k < WORKS; k++) {
		enum unit unit = c->old->work[w][k].unit;
		double units = c->now.units[w][unit];
		struct work_time *time = &c->now.work[w][k];

		*time = (struct work_time){unit, -1, -1};
		if (pace == &no_pace)
			continue;
		if (pace->apart[k] >= 0)
			time->busy = pace->apart[k] *
				     (units < 0 ? c->old->units[w][unit] : units);
		time->latency = pace->latency[k];
	}
}

/* Sizes of the caches. */
static void
measure_bytes(int64_t bytes[CACHES])
{
	void *room;

	for (int i = 0; i < CACHES; i++)
		bytes[i] = told_bytes(i + 1);
	if (bytes[0] && bytes[1])
		return;
	room = memory_new(ROOM_BYTES);
	bytes[0] = walked_bytes(room, HOT_BYTES);
	bytes[1] = walked_bytes(room, 4 * bytes[0]);
	free(room);
}

/* What is the same in all rows. */
static struct processor
core_of(const struct core_times *t, const int64_t bytes[CACHES])
{
	struct processor core = {0};

	core.issue = floor(MIXED_OPERATIONS / sample_cycles(&t->mixed) + 0.5);
	core.window = window_of(t->distance);
	core.call = sample_cycles(&t->calls) / OPERATIONS;
	core.loop = sample_cycles(&t->vary) - sample_cycles(&t->eight);
	for (int i = 0; i < CACHES; i++) {
		core.cache[i].bytes = bytes[i];
		core.cache[i].line = sample_cycles(&t->line[i]);
	}
	return core;
}

static void
report(const char *name, const struct processor *old, const struct processor *core,
	const struct pace *const pace[WIDTHS])
{
	struct calibrated c = {name, old, *core};

	for (int w = 0; w < WIDTHS; w++)
		fill_width(&c, (enum width)w, pace[w]);
	calibrate_print(&c);
	calibrate_compare(&c);
}

/* The types that this machine has; the first one is plain floats. */
static int
types_here(struct type_times types[TYPES])
{
	int n = 0;

	types[n++] = (struct type_times){
		.loops = scalar_loops, .there_and_back = scalar_there_and_back};
#ifdef __x86_64__
	if (OPGEN_HAS_X86_64_V3)
		types[n++] = (struct type_times){
			.loops = whole_loops, .there_and_back = whole_there_and_back};
	if (OPGEN_HAS_X86_64_V4) {
		types[n++] = (struct type_times){
			.loops = narrow_loops, .there_and_back = narrow_there_and_back};
		types[n++] = (struct type_times){
			.loops = wide_loops, .there_and_back = wide_there_and_back};
	}
#else
	types[n++] = (struct type_times){
		.loops = whole_loops, .there_and_back = whole_there_and_back};
#endif
	return n;
}

static struct processor
measure(struct type_times *types, int ntype)
{
	static const struct core_times none;
	struct core_times times = none;
	void *hot = memory_new(HOT_BYTES);
	int64_t bytes[CACHES];

	measure_bytes(bytes);
	for (int round = 0; round < ROUNDS; round++) {
		core_round(&times, bytes, hot);
		for (int i = 0; i < ntype; i++)
			type_round(&types[i], hot);
	}
	free(hot);
	return core_of(&times, bytes);
}

int
main(void)
{
	struct type_times types[TYPES];
	int ntype = types_here(types);
	struct processor core = measure(types, ntype);
	struct pace pace[TYPES];

	for (int i = 0; i < ntype; i++)
		pace[i] = pace_of(&types[i]);
#ifdef __x86_64__
	if (ntype > 1)
		report("processor_avx2", &processor_avx2, &core,
			(const struct pace *const[]){&pace[1], &no_pace, &pace[0]});
	if (ntype > 2) {
		bool halves = units_of(UNIT_ARITHMETIC, &pace[3]) < 2;

		report(halves ? "processor_avx512_halves" : "processor_avx512",
			halves ? &processor_avx512_halves : &processor_avx512, &core,
			(const struct pace *const[]){&pace[3], &pace[2], &pace[0]});
	}
#else
	report("processor_128", &processor_128, &core,
		(const struct pace *const[]){&pace[1], &no_pace, &pace[0]});
#endif
	report("processor_plain", &processor_plain, &core,
		(const struct pace *const[]){&pace[0], &pace[0], &pace[0]});
	return 0;
}

/* Measures the table of generator/processor.c on this machine and prints it.

   The unit is the core's cycle, which is what an addition takes in a chain of them: such
   a chain is timed in turns with everything else. Of many short runs the shortest counts,
   so that other programs on the machine disturb little. */

#include "calibrate_report.h"

#include "opgen_vector.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	LINE_FLOATS = 16, /* of a line of the caches */
	LINE = 64,        /* its bytes */
	HOT_BYTES = 4096, /* that are always in the nearest cache */
	REPETITIONS = 200,
	UNIT_TURNS = 2000, /* of the chain of additions */
	OPERATIONS = 12    /* of a turn */
};
/* Of a run, in seconds: many of them pass between two interruptions. */
static const double SLICE = 20e-6;
/* What is walked where nothing tells the sizes of caches. */
static const int64_t ROOM_BYTES = INT64_C(64) << 20;

/* Compilers know nothing of a value from here on. */
#ifdef __x86_64__
#define KEEP(x) __asm__ volatile("" : "+x"(x))
#define SAVED "rbx", "r12", "r13", "r14"
#else
#define KEEP(x) __asm__ volatile("" : "+w"(x))
#define SAVED "x19", "x20", "x21", "x22"
#endif
#define KEEP_WORD(x) __asm__ volatile("" : "+r"(x))
#define KEEP_MEMORY __asm__ volatile("" ::: "memory")

#define TWELVE(each, detail) \
	each(0, detail) each(1, detail) each(2, detail) each(3, detail) each(4, detail) \
		each(5, detail) each(6, detail) each(7, detail) each(8, detail) \
			each(9, detail) each(10, detail) each(11, detail)

/* The two loops of a kind of work; NULL: there is none. */
struct loops {
	void (*apart)(void *memory, int64_t turns);
	void (*chain)(void *memory, int64_t turns);
};

/* Plain floats, by the names that vectors' operations have. */
typedef float scalar;
#define scalar_set1(x) (x)
#define scalar_fma(x, y, z) opgen_fmaf(x, y, z)
#define scalar_abs(x) fabsf(x)
#define scalar_sqrt(x) sqrtf(x)
#define scalar_root(x, p) opgen_rootf(x, p)
#define scalar_load(p) (*(p))
#define scalar_load_float16(p) opgen_float16_to_float(*(p))
#define scalar_store(p, x) (*(p) = (x))
#define scalar_first(x) opgen_float_bits(x)
#define scalar_from(x) opgen_float_from_bits(x)

#define KIND scalar
#define TARGET
#include "calibrate_type.h"

/* Lanes that stay where they are, every second lane, and what no pattern is in. */
#ifdef __x86_64__

#define KIND opgen_f32x8
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#define BLENDED 0, 9, 2, 11, 4, 13, 6, 15
#define WITHIN 0, 2, 8, 10, 4, 6, 12, 14
#define ACROSS 0, 2, 4, 6, 8, 10, 12, 14
#include "calibrate_type.h"

#define KIND opgen_f32x16
#define TARGET OPGEN_X86_64_V4
#define LANES 16
#define BLENDED 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31
#define WITHIN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ACROSS 0, 7, 17, 5, 30, 2, 21, 3, 9, 24, 11, 19, 1, 26, 14, 8
#include "calibrate_type.h"

#else

#define KIND opgen_f32x4
#define TARGET OPGEN_AARCH64
#define LANES 4
#define BLENDED 0, 5, 2, 7
#define WITHIN 0, 2, 4, 6
#define ACROSS 3, 0, 6, 5
#include "calibrate_type.h"

#endif

/* Time. */

static double
smaller(double a, double b)
{
	return a < b ? a : b;
}

#define ADDITION(i, y) \
	x += y; \
	KEEP_WORD(x);
static void
additions(void *memory, int64_t turns)
{
	uint64_t x = 0, y = 1;

	(void)memory;
	KEEP_WORD(y);
	for (; turns > 0; turns--) {
		TWELVE(ADDITION, y)
	}
}

static double
seconds(void (*run)(void *memory, int64_t turns), void *memory, int64_t turns)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	run(memory, turns);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (double)(end.tv_sec - begin.tv_sec) +
	       (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
}

/* The cycles of a turn, when there are so many of them. */
static double
turn_of(void (*run)(void *memory, int64_t turns), void *memory, int64_t turns)
{
	double best = 1e9, unit = 1e9;

	for (int i = 0; i < REPETITIONS; i++) {
		unit = smaller(unit, seconds(additions, NULL, UNIT_TURNS));
		best = smaller(best, seconds(run, memory, turns));
	}
	return best / (double)turns / (unit / UNIT_TURNS / OPERATIONS);
}

/* As many turns as fill a slice of time. */
static double
cycles(void (*run)(void *memory, int64_t turns), void *memory)
{
	int64_t turns = 8;

	while (seconds(run, memory, turns) < SLICE)
		turns *= 2;
	return turn_of(run, memory, turns);
}

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

	for (; turns > 0; turns--)
		w->a = w->place[w->a];
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

/* As many bytes, a power of two, as are walked at the pace of the first ones. */
static int64_t
walked_bytes(void *room, int64_t first)
{
	struct walkers w = walkers_on(room, first);
	double pace = cycles(walk, &w);
	int64_t bytes = first;

	for (; 2 * bytes <= ROOM_BYTES; bytes *= 2) {
		w = walkers_on(room, 2 * bytes);
		if (cycles(walk, &w) > 1.5 * pace)
			break;
	}
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
		KEEP_MEMORY;
	}
}

/* Loads that miss, so many operations apart. While both are in sight they wait together.
 */
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

/* The last distance before the time is nearer to what the farthest takes than to what the
   nearest takes; -1: they do not differ. */
static int
measured_window(struct walkers *w)
{
	size_t n = sizeof distances / sizeof distances[0];
	double near = cycles(distances[0].run, w), far = cycles(distances[n - 1].run, w);

	if (far < 1.5 * near)
		return -1;
	for (size_t i = 1; i < n; i++)
		if (cycles(distances[i].run, w) > (near + far) / 2)
			return distances[i - 1].operations;
	return -1;
}

/* Saves registers as functions of some size do. */
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

/* Loops of 1 to 15 passes that nobody can foresee, and as many passes in all in loops of
   8. */
static void
loops_that_vary(void *memory, int64_t turns)
{
	uint64_t *state = memory;

	for (; turns > 0; turns--)
		for (uint32_t k = 1 + drawn(state) % 15; k > 0; k--)
			KEEP_WORD(k);
}

static void
loops_of_eight(void *memory, int64_t turns)
{
	uint64_t *state = memory;

	for (; turns > 0; turns--) {
		uint32_t k = 1 + drawn(state) % 15;

		KEEP_WORD(k);
		for (k = 8; k > 0; k--)
			KEEP_WORD(k);
	}
}

/* The table. */

/* What the works of a type take; negative: not measured. */
struct pace {
	double apart[WORKS], latency[WORKS];
};

static struct pace
pace_of(const struct loops *loops, void (*there_and_back)(void *memory, int64_t turns),
	void *hot)
{
	static const enum work loads[] = {WORK_LOAD, WORK_LOAD_PART, WORK_SET1_LOAD};
	double back = cycles(there_and_back, hot) / OPERATIONS / 2;
	struct pace pace;

	for (int k = 0; k < WORKS; k++) {
		const struct loops *l = &loops[k];

		pace.apart[k] = l->apart ? cycles(l->apart, hot) / OPERATIONS : -1;
		pace.latency[k] = l->chain ? cycles(l->chain, hot) / OPERATIONS : -1;
	}
	/* What is converted was loaded. */
	pace.latency[WORK_CONVERT] -= pace.latency[WORK_LOAD];
	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
		if (loops[loads[i]].chain)
			pace.latency[loads[i]] -= back;
	return pace;
}

static const struct pace no_pace;

/* So many units as do this work at once; but dividers are one, however fast. */
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
	return unit == UNIT_DIVIDER || apart > 1 ? 1 : floor(1 / apart + 0.5);
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

/* Sizes and lines of the caches. */
static void
measure_caches(struct processor *core)
{
	int64_t first = told_bytes(1), next = told_bytes(2);
	void *room;

	if (!first || !next) {
		room = memory_new(ROOM_BYTES);
		first = walked_bytes(room, HOT_BYTES);
		next = walked_bytes(room, 4 * first);
		free(room);
	}
	room = memory_new(8 * next);
	core->cache[0].bytes = first;
	core->cache[1].bytes = next;
	core->cache[0].line = turn_of(stream, room, next * 2 / 3 / LINE);
	core->cache[1].line = turn_of(stream, room, 8 * next / LINE);
	free(room);
}

/* What is the same in all rows. */
static struct processor
core_measured(void *hot)
{
	struct processor core = {0};
	struct walkers walkers;
	uint64_t state = 1;
	void *room;

	measure_caches(&core);
	room = memory_new(8 * core.cache[1].bytes);
	walkers = walkers_on(room, 8 * core.cache[1].bytes);
	core.window = measured_window(&walkers);
	free(room);
	core.issue = floor(MIXED_OPERATIONS / cycles(mixed, hot) + 0.5);
	core.call = cycles(calls, hot) / OPERATIONS;
	core.loop = cycles(loops_that_vary, &state) - cycles(loops_of_eight, &state);
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

int
main(void)
{
	void *hot = memory_new(HOT_BYTES);
	struct processor core = core_measured(hot);
	struct pace plain = pace_of(scalar_loops, scalar_there_and_back, hot);

	/* C's pow knows no vectors, and nobody measures what is called for one lane of
	   them. */
#ifdef __x86_64__
	struct pace eight, sixteen;

	if (OPGEN_HAS_X86_64_V3) {
		eight = pace_of(opgen_f32x8_loops, opgen_f32x8_there_and_back, hot);
		report("processor_avx2", &processor_avx2, &core,
			(const struct pace *const[]){&eight, &no_pace, &plain});
	}
	if (OPGEN_HAS_X86_64_V4) {
		sixteen = pace_of(opgen_f32x16_loops, opgen_f32x16_there_and_back, hot);
		report("processor_avx512", &processor_avx512, &core,
			(const struct pace *const[]){&sixteen, &eight, &plain});
	}
#else
	struct pace four = pace_of(opgen_f32x4_loops, opgen_f32x4_there_and_back, hot);

	report("processor_128", &processor_128, &core,
		(const struct pace *const[]){&four, &no_pace, &plain});
#endif
	report("processor_plain", &processor_plain, &core,
		(const struct pace *const[]){&plain, &plain, &plain});
	free(hot);
	return 0;
}

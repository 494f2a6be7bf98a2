#include "target/processor.h"

/* Where `ninja calibrate` measured it: processor_avx512 is of an Emerald Rapids; so is
   processor_avx2, but for its units, divider and caches, which are of a Zen 3, as
   processors without AVX-512 load two vectors a cycle and store one. Narrow vectors of
   processor_avx512 have no units that some processor with AVX-512 lacks: Zen 4 and Zen
   5 load two of any width a cycle, and Intel's shuffle the lanes of one, though with
   lanes that stay near a Zen 5 does twice as many. processor_avx512_halves is a Zen
   4, which takes a whole register in two halves: its units, and the rest of
   processor_avx512. With the work as measured, too, or with divisions that are no slower,
   as there, that Zen 4 got choices that were 2 to 10 % slower (ninja regret). Whole
   registers' divisions and roots lie between an Emerald Rapids, where they take twice as
   long as narrow ones, and a Zen 5, where they take as long. Differently from what it
   prints, a loop that ends takes what ends that are foreseen and others take in the mean;
   a blend by a mask has the mask on its way, and costs a quarter of an operation where
   the mask is the multiply-add's own (127 Convs with padding, Zen 5); with AVX2, a chain
   of fused multiply-adds takes half a cycle more for each, since eight sums, just enough
   for two units, do not keep them busy (ninja regret, Zen 5); and lines come while others
   are on their way: on Emerald Rapids those from beyond the second cache, on Zen 3
   those from it. What was not measured keeps the proportions. By the races of `ninja
   regret`, a Zen 3 does not hide what seldom runs, direct-oc's deferred stores; on
   other processors it counts as hidden, as it did when their choices were raced. */

/* clang-format off */
#define WORK(near, fma, blend, divide, root) { \
	[WORK_ADD]        = {UNIT_ARITHMETIC, 1, 4}, \
	[WORK_FMA]        = fma, \
	[WORK_LOGIC]      = {UNIT_ARITHMETIC, 0.67, 1}, \
	[WORK_BLEND]      = blend, \
	[WORK_MASK]       = {UNIT_ARITHMETIC, 0.25, 0}, \
	[WORK_DIVIDE]     = {UNIT_DIVIDER, divide, 14}, \
	[WORK_SQRT]       = {UNIT_DIVIDER, root, 18}, \
	[WORK_ROOT]       = {UNIT_ARITHMETIC, 120, 160}, \
	[WORK_POWER]      = {UNIT_ARITHMETIC, 120, 60}, \
	[WORK_SHUFFLE]    = {UNIT_SHUFFLE, 1, 2}, \
	[WORK_NEAR]       = {UNIT_SHUFFLE, near, 2}, \
	[WORK_CROSS]      = {UNIT_SHUFFLE, 2, 5}, \
	[WORK_CONVERT]    = {UNIT_SHUFFLE, 1, 7}, \
	[WORK_LOAD]       = {UNIT_LOAD, 1, 6}, \
	[WORK_LOAD_PART]  = {UNIT_LOAD, 1.5, 8}, \
	[WORK_SET1_LOAD]  = {UNIT_LOAD, 1, 6}, \
	[WORK_STORE]      = {UNIT_STORE, 1, 1}, \
	[WORK_STORE_PART] = {UNIT_STORE, 2, 1}}
#define FMA          {UNIT_ARITHMETIC, 1, 4}
#define FMA_AVX2     {UNIT_ARITHMETIC, 1, 4.5}
/* The C library's function, which checks the processor first. */
#define FMA_BY_CALL  {UNIT_ARITHMETIC, 20, 16}
#define BLEND        {UNIT_ARITHMETIC, 1, 1}
/* The mask is first moved to a mask register. */
#define BLEND_BY_MASK {UNIT_SHUFFLE, 1, 3}
#define WIDE   {2, 1, 1, 2, 1}
#define NARROW {2, 1, 1, 2, 2}
#define HALVES {1, 1, 0.5, 1, 0.5}
#define AVX2   {2, 2, 1, 2, 1}

/* What was fastest, mostly in float32, with gcc 12 and clang 14, on three processors with
   AVX-512, of them Zen 4 and Zen 5, and on a Zen 3. No other machine has been measured: all
   have the same. On a Zen 5, loads are foreseen that move on by 1792 bytes, and not by
   1920; Intel's manuals say 2 KiB. Loads of whole lines are up to a tenth slower from some
   1 KiB on (2x2 pools of 40 and 48 columns); one that lies on two lines takes 1.4 cycles, as
   4.5 of direct-ow's operations (3x3 pools of 22 columns). */
#define TUNING { \
	.near_bytes = 32 * 1024, .near_ways = 8, .far_bytes = 512 * 1024, .far_cost = 4, \
	.foreseen_bytes = 1856, .foreseen_lines = 1088, .foreseen_from = 8, \
	.prefetch = 2048, .prefetch_products = 8 * 1024, .line_operations = 6, \
	.staged_for = 4, .crowded_terms = 128, \
	.oc = {.few_sums = 16, .deferred_registers = 12, .deferred_terms = 600, \
		.code = {.hot = 2304, .all = 5000}}, \
	.ow = {.store = 2, .call = 6, .inlined = 2, .add = 8, .in_flight = 100, .weight = 0.75, \
		.crossing = 4.5, .line = 9, .narrow = 0.7, .lines = 0.09, .shifted = 0.06, \
		.wide = 0.1, .near = 0.06, .code = 0.014, .term_bytes = 22, \
		.room = {.hot = 1200, .all = 5000}}, \
	.plain = {.lanes = 16, .side = 8, .narrow_lanes = 32, .row = 48, .row_terms = 128, \
		.crowded_row = 32, .crowded_row_terms = 256}, \
	.winograd = {.width = 112, .height = 8, .products = 56}, \
	.sparse_sums = 8, .planes_at_once = 4, \
	.shuffle_cost = 2, .shuffle_bytes = 16, .copied_bytes = 16, \
	.straight_operations = 256, .straight_calls = 64}
#define INSTRUCTIONS .operation_bytes = 11, .load_bytes = 8, .overlap = 0.85, .spill = 0.75

#define AVX512(whole) { \
	.name = "a core with AVX-512, in cycles", \
	.issue = 6, .window = 400, \
	.units = {whole, NARROW, NARROW}, \
	.work = {WORK(1, FMA, BLEND_BY_MASK, 7, 9), WORK(0.5, FMA, BLEND, 5, 6), WORK(1, FMA_BY_CALL, BLEND, 3, 4)}, \
	.call = 4, .loop = 6, .plain_bytes = 32, \
	.cache = {{48 * 1024, 1.5}, {2 * 1024 * 1024, 4}}, \
	.code_bytes = 36 * 1024, .fetch = 12, INSTRUCTIONS, \
	.tuning = TUNING, \
}

const struct processor processor_avx512 = AVX512(WIDE);
const struct processor processor_avx512_halves = AVX512(HALVES);

const struct processor processor_avx2 = {
	.name = "a core with AVX2, in cycles",
	.issue = 6, .window = 400,
	.units = {AVX2, AVX2, AVX2},
	.work = {WORK(1, FMA_AVX2, BLEND, 3, 5), WORK(1, FMA_AVX2, BLEND, 3, 5), WORK(1, FMA_BY_CALL, BLEND, 3, 5)},
	.call = 4, .loop = 6, .plain_bytes = 32,
	.cache = {{32 * 1024, 1}, {512 * 1024, 2.8}},
	.code_bytes = 36 * 1024, .fetch = 12, INSTRUCTIONS, .seldom = 1,
	.tuning = TUNING,
};

const struct processor processor_128 = {
	.name = "a core with vectors of 16 bytes, in cycles",
	.issue = 4, .window = 200,
	.units = {WIDE, WIDE, WIDE},
	.work = {WORK(1, FMA, BLEND, 5, 9), WORK(1, FMA, BLEND, 5, 9), WORK(1, FMA, BLEND, 3, 6)},
	.call = 4, .loop = 6, .plain_bytes = 16,
	.cache = {{32 * 1024, 2}, {512 * 1024, 4}},
	.code_bytes = 36 * 1024, .fetch = 12, INSTRUCTIONS,
	.tuning = TUNING,
};

const struct processor processor_plain = {
	.name = "a core whose compiler makes vectors of 16 bytes of plain loops, in cycles",
	.issue = 4, .window = 200,
	.units = {WIDE, WIDE, WIDE},
	.work = {WORK(1, FMA, BLEND, 5, 9), WORK(1, FMA, BLEND, 5, 9), WORK(1, FMA_BY_CALL, BLEND, 3, 6)},
	.call = 4, .loop = 6, .plain_bytes = 16,
	.cache = {{32 * 1024, 2}, {512 * 1024, 4}},
	.code_bytes = 36 * 1024, .fetch = 12, INSTRUCTIONS,
	.tuning = TUNING,
};

/* One instruction after the other, each as soon as the one before it is done, and no
   caches: a row is the number of instructions. Runtime functions: root, power. */
#define IN_ORDER(n) {UNIT_ARITHMETIC, n, n}
#define COUNTS(add, fma, logic, divide, sqrt, root, power, convert) { \
	[WORK_ADD]        = IN_ORDER(add), \
	[WORK_FMA]        = IN_ORDER(fma), \
	[WORK_LOGIC]      = IN_ORDER(logic), \
	[WORK_BLEND]      = IN_ORDER(1), \
	[WORK_MASK]       = IN_ORDER(1), \
	[WORK_DIVIDE]     = IN_ORDER(divide), \
	[WORK_SQRT]       = IN_ORDER(sqrt), \
	[WORK_ROOT]       = IN_ORDER(root), \
	[WORK_POWER]      = IN_ORDER(power), \
	[WORK_SHUFFLE]    = IN_ORDER(1), \
	[WORK_NEAR]       = IN_ORDER(1), \
	[WORK_CROSS]      = IN_ORDER(1), \
	[WORK_CONVERT]    = IN_ORDER(convert), \
	[WORK_LOAD]       = IN_ORDER(1), \
	[WORK_LOAD_PART]  = IN_ORDER(1), \
	[WORK_SET1_LOAD]  = IN_ORDER(1), \
	[WORK_STORE]      = IN_ORDER(1), \
	[WORK_STORE_PART] = IN_ORDER(1)}
#define ONE {1, 1, 1, 1, 1}
#define FLASH INT64_C(1) << 40
#define MICROCONTROLLER(core, calls, counts) { \
	.name = core ", without vectors and caches, in instructions", \
	.issue = 1, .window = 1, \
	.units = {ONE, ONE, ONE}, .work = {counts, counts, counts}, \
	.call = calls, .pass = 5, \
	.cache = {{FLASH, 0}, {FLASH, 0}}, \
	.code_bytes = FLASH, .fetch = 4, .operation_bytes = 4, .load_bytes = 4, .spill = 2, \
	.tuning = TUNING, \
}

/* The two of Arm are what `ninja calibrate-m4` counts under qemu, with gcc 12 at -O2, but for
   fused multiply-adds, which are there counted with a copy of the addend that sums do
   without; rv32 has Cortex-M0's counts. */
const struct processor processor_cortex_m4 = MICROCONTROLLER("a Cortex-M4", 16, COUNTS(1, 1, 1, 1, 4, 85, 7000, 34));
const struct processor processor_cortex_m0 = MICROCONTROLLER("a Cortex-M0", 7, COUNTS(90, 1260, 2, 390, 280, 1900, 22000, 94));
const struct processor processor_rv32 = MICROCONTROLLER("a RISC-V core", 7, COUNTS(90, 1260, 2, 390, 280, 1900, 22000, 94));
/* clang-format on */

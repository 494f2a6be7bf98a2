#include "target/target.h"

#include "target/processor.h"

#include <string.h>

/* aarch64 has 32 registers, but compilers use some for inputs that they load early: with
   fewer left for sums, gcc and clang do not spill. Where floats are computed by calls,
   `scalars` are the registers that a call keeps, without those of addresses and
   counters. */
/* clang-format off */
const struct target target_table[] = {
	{.name = "generic", .tag = "generic",
	 .summary = "strict ISO C99 without extensions, for every machine",
	 .processor = &processor_plain,
	 .code = {CODE_THUMB, CODE_X86_64}, .ncode = 2},
	{.name = "x86-64-v3", .tag = "v3", .summary = "AVX2 and FMA, vectors of 32 bytes",
	 .has_fma = true, .vector_bytes = 32, .block_bytes = 16, .registers = 16, .processor = &processor_avx2,
	 .code = {CODE_X86_64_V3}, .ncode = 1,
	 .attribute = "OPGEN_X86_64_V3 ", .machine = "defined(__x86_64__)",
	 .supported = "OPGEN_HAS_X86_64_V3"},
	{.name = "x86-64-v4", .tag = "v4", .summary = "AVX-512, vectors of 64 bytes",
	 .has_fma = true, .vector_bytes = 64, .narrow_bytes = 32, .near_block_bytes = 16, .registers = 32, .masks = true, .processor = &processor_avx512, .halves = &processor_avx512_halves,
	 .code = {CODE_X86_64_V4}, .ncode = 1,
	 .attribute = "OPGEN_X86_64_V4 ", .machine = "defined(__x86_64__)",
	 .supported = "OPGEN_HAS_X86_64_V4"},
	{.name = "aarch64", .tag = "neon", .summary = "NEON, vectors of 16 bytes",
	 .has_fma = true, .vector_bytes = 16, .registers = 26, .processor = &processor_128,
	 .attribute = "OPGEN_AARCH64 ",
	 .machine = "defined(__aarch64__) && !defined(__AARCH64EB__)"},
	{.name = "wasm-simd128", .tag = "simd128",
	 .summary = "WebAssembly, vectors of 16 bytes; has no fused multiply-add",
	 .vector_bytes = 16, .registers = 16, .processor = &processor_128,
	 .attribute = "OPGEN_WASM_SIMD128 ", .machine = "defined(__wasm__)"},
	{.name = "cortex-m4", .tag = "m4",
	 .summary = "Arm's Cortex-M4, M7, M33 with DSP and a unit for float; no vectors",
	 .has_fma = true, .scalars = 32, .processor = &processor_cortex_m4,
	 .code = {CODE_THUMB}, .ncode = 1,
	 .machine = "defined(__ARM_FEATURE_DSP) && defined(__ARM_FP) && (__ARM_FP & 4)",
	 .flags = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard"},
	{.name = "cortex-m0", .tag = "m0",
	 .summary = "Arm's Cortex-M0, M0+, M3: floats by calls; no vectors",
	 .scalars = 4, .processor = &processor_cortex_m0,
	 .machine = "defined(__thumb__)", .flags = "-mcpu=cortex-m0"},
	{.name = "rv32", .tag = "rv32",
	 .summary = "RISC-V of 32 bits, rv32imac: floats by calls; no vectors",
	 .scalars = 8, .processor = &processor_rv32,
	 .machine = "defined(__riscv) && __riscv_xlen == 32",
	 .flags = "-march=rv32imac -mabi=ilp32"},
};
/* clang-format on */

const size_t ntarget = sizeof target_table / sizeof target_table[0];

/* The name of the best target for this machine. */
static const char *
native(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		return "x86-64-v4";
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return "x86-64-v3";
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
	return "aarch64";
#endif
	return "generic";
}

const struct target *
target_find(const char *name)
{
	if (!strcmp(name, "native"))
		name = native();
	for (size_t i = 0; i < ntarget; i++)
		if (!strcmp(target_table[i].name, name))
			return &target_table[i];
	return NULL;
}

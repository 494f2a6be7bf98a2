#include "target/code_size.h"

/* clang-format off */
static const double bytes[NPART][NCODE_MACHINE][NCODE_LEVEL] = {
#define PART(name, thumb_os, thumb_o2, x86_os, x86_o2, v3_os, v3_o2, v4_os, v4_o2) \
	[PART_##name] = {{thumb_os, thumb_o2}, {x86_os, x86_o2}, {v3_os, v3_o2}, {v4_os, v4_o2}},
#include "target/code_parts.def"
#undef PART
};
/* clang-format on */

const char *const code_part_name[NPART] = {
#define PART(name, thumb_os, thumb_o2, x86_os, x86_o2, v3_os, v3_o2, v4_os, v4_o2) \
	[PART_##name] = #name,
#include "target/code_parts.def"
#undef PART
};

const char *const code_machine_name[NCODE_MACHINE] = {
	[CODE_THUMB] = "Thumb-2",
	[CODE_X86_64] = "x86-64",
	[CODE_X86_64_V3] = "x86-64-v3",
	[CODE_X86_64_V4] = "x86-64-v4",
};

const char *const code_level_name[NCODE_LEVEL] = {
	[CODE_OS] = "-Os",
	[CODE_O2] = "-O2",
};

double
code_part_bytes(enum code_part part, enum code_machine machine, enum code_level level)
{
	return bytes[part][machine][level];
}

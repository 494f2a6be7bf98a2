#ifndef OPGEN_TARGET_CODE_SIZE_H
#define OPGEN_TARGET_CODE_SIZE_H

/* The table of bytes of machine code, by which the size of code is estimated.
   `ninja calibrate-size` fits it to what gcc makes of the goldens. */

/* What functions are made of, as far as it decides the bytes of their code
   (target/code_parts.def). */
enum code_part {
	PART_NOTHING,
#define PART(name, thumb_os, thumb_o2, x86_os, x86_o2, v3_os, v3_o2, v4_os, v4_o2) \
	PART_##name,
#include "target/code_parts.def"
#undef PART
	NPART
};

/* Their names, as in the table. */
extern const char *const code_part_name[NPART];

enum code_machine {
	CODE_THUMB, /* Thumb-2, with floats in hardware */
	CODE_X86_64,
	CODE_X86_64_V3,
	CODE_X86_64_V4,
	NCODE_MACHINE
};
extern const char *const code_machine_name[NCODE_MACHINE];

/* gcc's, of optimisation. */
enum code_level {
	CODE_OS,
	CODE_O2,
	NCODE_LEVEL
};
extern const char *const code_level_name[NCODE_LEVEL];

/* Bytes that a part takes in the mean. */
double code_part_bytes(
	enum code_part part, enum code_machine machine, enum code_level level);

#endif

#ifndef OPGEN_CODE_WORK_H
#define OPGEN_CODE_WORK_H

#include "code/statements/code.h"
#include "target/processor.h"

/* Which row of a processor's table is the time of a value's operation. */

struct target;

enum width width_of(const struct target *target, struct code_type type);

/* Of a value that is no number, variable, load or call; a multiply-add in two roundings
   is its addition. */
enum work work_of(const struct target *target, const struct value *v);

#endif

#ifndef OPGEN_IMPORT_IMPORT_TEXT_H
#define OPGEN_IMPORT_IMPORT_TEXT_H

#include "model/model.h"
#include "ops/op.h"
#include "spec/spec.h"

struct arena;

/* Stores an attribute of an IR, which is a text, with the type that the operation's rule
   has; or says what is there instead. */
const char *import_text(const struct attribute_rule *rule, struct bytes text,
	struct attribute *to, struct arena *arena);

#endif

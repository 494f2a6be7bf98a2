#ifndef OPGEN_SPEC_ELEMENT_H
#define OPGEN_SPEC_ELEMENT_H

#include "base/dtype.h"

#include <stdbool.h>
#include <stdint.h>

/* The result of storing a value as an element. */
enum element_status {
	ELEMENT_STORED,
	ELEMENT_OUT_OF_RANGE,
	ELEMENT_WRONG_TYPE
};

/* Each stores a value as an element of a type that is not complex, in the machine's
   representation, rounded to nearest even where the type has fewer bits. A finite value
   that would become infinite is out of range. Integer types accept no real numbers. */
enum element_status element_from_int(void *element, enum dtype dtype, int64_t value);
enum element_status element_from_real(void *element, enum dtype dtype, double value);

/* From the words for numbers that JSON cannot write: "NaN", "Infinity", "-Infinity". */
enum element_status element_from_word(void *element, enum dtype dtype, const char *word);

/* The type of a complex type's parts; any other type itself. */
enum dtype element_part(enum dtype dtype);

/* What an element of that type may be, in words. */
const char *element_wanted(enum dtype dtype);

/* The numbers of a type that is not complex, in words. */
const char *element_range(enum dtype dtype);

#endif

#ifndef OPGEN_DIAG_RESERVED_H
#define OPGEN_DIAG_RESERVED_H

#include <stddef.h>

/* Why an identifier is taken, as the end of a message: "is a keyword of C"; or NULL.
   Taken are keywords of C and C++, the C standard library, and what the headers that
   emitted code includes declare on POSIX systems. */
const char *reserved_reason(const char *name);

/* Keyword i of C and C++; NULL after the last. */
const char *reserved_keyword(size_t i);

#endif

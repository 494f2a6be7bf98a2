#ifndef OPGEN_TEST_H
#define OPGEN_TEST_H

/* What every CMocka program needs, in the order that cmocka.h asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define countof(array) (sizeof(array) / sizeof(array)[0])

#endif

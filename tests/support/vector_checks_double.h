/* The checks of a vector of doubles. */

#define ELEMENT double
#define RANDOM random_double
#define SAME same_double
#define SCALAR_FMA opgen_fma
#define SCALAR_MULADD opgen_muladd
#define SCALAR_ABS fabs
#define SCALAR_SQRT sqrt
#define SCALAR_ROOT opgen_root
#define SCALAR(name) opgen_##name
#define BITS opgen_double_bits
#define DIGESTS double_digest
#include "support/vector_checks_type.h"

#undef VECTOR
#undef TARGET
#undef LANES
#undef ELEMENT
#undef RANDOM
#undef SAME
#undef SCALAR_FMA
#undef SCALAR_MULADD
#undef SCALAR_ABS
#undef SCALAR_SQRT
#undef SCALAR_ROOT
#undef SCALAR
#undef BITS
#undef DIGESTS

#ifndef OPGEN_BASE_VERSION_H
#define OPGEN_BASE_VERSION_H

/* What --version prints and every emitted file names. */
#define OPGEN_VERSION "0.1.0"

#endif

#ifndef OPGEN_DELIVER_EMIT_NPY_H
#define OPGEN_DELIVER_EMIT_NPY_H

struct constant_file;
struct out;

/* Writes a constant as a numpy file. */
void emit_npy(struct out *out, const struct constant_file *file);

#endif

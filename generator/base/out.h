#ifndef OPGEN_BASE_OUT_H
#define OPGEN_BASE_OUT_H

#include "base/arena.h"
#include "base/temporary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sha256;
struct progress;

/* A full buffer that is kept. */
struct out_buffer {
	struct out_buffer *next;
	const char *bytes; /* OUT_BUFFER of them */
};

/* A file on its way: text is collected and handed to a descriptor, and only a complete
   file takes the place of the old one. */
struct out {
	const char *path;    /* as messages print it; NULL: counted only */
	struct arena arena;  /* the paths */
	struct arena memory; /* the buffer, until the output is complete */
	char *buffer;        /* OUT_BUFFER bytes */
	size_t used;
	bool whole;                     /* nothing is handed on before all is put */
	struct out_buffer *kept, *last; /* in place of that, first one first; or NULL */
	uint64_t written;               /* bytes put so far, constants included */
	uint64_t constant;              /* those of them between out_begin_constant and
					   out_end_constant */
	uint64_t constant_began;
	struct progress *progress; /* told what is written, or NULL */
	struct sha256 *sha256;     /* of what is handed on, or NULL */
	bool sync;                 /* set after opening: a power cut leaves it, once
				      committed */
	int descriptor;            /* where full buffers go; -1: nowhere */
	struct temporary beside;   /* the file that is written beside the target */
	const char *target;        /* its place, symbolic links followed; NULL: none */
	const char *directory;     /* of that place */
	int error;                 /* errno of the first failure, 0 while all is well */
};

enum {
	OUT_BUFFER = 64 * 1024
};

/* Appending. Failures are kept in out->error and reported by out_commit. */
void out_bytes(struct out *out, const char *bytes, size_t size);
void out_text(struct out *out, const char *text);
void out_shown(struct out *out, const char *text); /* as a terminal can show it */
void out_int(struct out *out, int64_t value);
void out_uint(struct out *out, uint64_t value);
void out_format(struct out *out, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* Where the next line begins, for out_wrap; and what was put since then, which has no end
   of a line yet, cut behind commas into lines of so many columns where it is longer. The
   cuts are made at the outermost parentheses. */
size_t out_line(struct out *out);
void out_wrap(struct out *out, size_t line, size_t columns);

/* What is put in between is constant data, which --max-output does not count. */
void out_begin_constant(struct out *out);
void out_end_constant(struct out *out);

/* Hands on what is in the buffer. */
void out_flush(struct out *out);

/* Keeps errno, the reason of a failure. */
void out_fail(struct out *out);

#endif

#ifndef OPGEN_OUT_H
#define OPGEN_OUT_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file on its way: text is collected and handed to a stream, and only a complete file
   takes the place of the old one. */
struct out {
	const char *path;   /* as messages print it; NULL: counted only */
	struct arena arena; /* the buffer and the paths */
	char *buffer;       /* OUT_BUFFER bytes */
	size_t used;
	uint64_t written;  /* bytes put so far, constants included */
	uint64_t constant; /* those of them between out_begin_constant and
			      out_end_constant */
	uint64_t constant_began;
	FILE *stream;       /* where full buffers go; NULL: nowhere */
	char *beside;       /* the file that is written beside the target, or NULL */
	const char *target; /* path with symbolic links followed, or NULL */
	int error;          /* errno of the first failure, 0 while all is well */
};

enum {
	OUT_BUFFER = 64 * 1024
};

/* Opens an output. NULL or "-" is standard output; what is no regular file is written
   directly; otherwise a temporary file beside the target is. On failure prints why and
   returns false (exit status 3). */
bool out_open(struct out *out, const char *path);

/* An output that only counts what is put into it. */
void out_open_counting(struct out *out);

/* An output whose bytes are compared with the file at path afterwards, by
   out_finish_check; nothing is written near path. */
bool out_open_check(struct out *out, const char *path);

/* Hands on everything that was put, and closes the stream: from here on nothing but the
   renaming is left to fail. out_commit does it where it was not done. On failure prints
   why, drops the output and returns false (exit status 3). */
bool out_complete(struct out *out);

/* Puts the file in its place, unless the bytes there are the same already: then the old
   file is left untouched. On failure prints why, leaves the old file whole and returns
   false (exit status 3). */
bool out_commit(struct out *out);

/* Ends an output of out_open_check: prints a unified diff of one hunk to diff and stores
   false in *same when the file is missing or differs. Returns false on failure. */
bool out_finish_check(struct out *out, FILE *diff, bool *same);

/* Drops an output; what was there stays. Also ends a counting output. */
void out_discard(struct out *out);

/* Appending. Failures are kept in out->error and reported by out_commit. */
void out_bytes(struct out *out, const char *bytes, size_t size);
void out_text(struct out *out, const char *text);
void out_int(struct out *out, int64_t value);
void out_uint(struct out *out, uint64_t value);
void out_format(struct out *out, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* What is put in between is constant data, which --max-output does not count. */
void out_begin_constant(struct out *out);
void out_end_constant(struct out *out);

#endif

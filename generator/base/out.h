#ifndef OPGEN_BASE_OUT_H
#define OPGEN_BASE_OUT_H

#include "base/arena.h"
#include "base/temporary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sha256;
struct progress;

/* A buffer that is kept. */
struct out_buffer {
	struct out_buffer *next;
	const char *bytes;
	size_t size; /* of what is in it */
};

/* A file being written: text is collected and written to a temporary file, and only a
   complete file replaces the old one. */
struct out {
	const char *path;    /* as messages print it; NULL: counted only */
	struct arena arena;  /* the paths */
	struct arena memory; /* the buffer, until the output is complete */
	char *buffer;        /* OUT_BUFFER bytes */
	size_t used;
	bool whole;                     /* nothing is written before all text is there */
	struct out_buffer *kept, *last; /* buffers until then, in order; or NULL */
	uint64_t written;               /* bytes so far, constants included */
	uint64_t constant;              /* those of them between out_begin_constant and
					   out_end_constant */
	uint64_t constant_began;
	struct progress *progress; /* is told what is written; or NULL */
	struct sha256 *sha256;     /* of what is written; or NULL */
	bool sync; /* set after opening: the committed file must survive a power cut */
	int descriptor;          /* where full buffers go; -1: nowhere */
	struct temporary beside; /* the temporary file beside the target */
	const char *target;      /* its path, symbolic links followed; NULL: none */
	const char *directory;   /* the target's */
	int error;               /* errno of the first failure, 0 while all is well */
};

enum {
	OUT_BUFFER = 64 * 1024
};

/* Appending. Failures are kept in out->error and reported by out_commit. */
void out_bytes(struct out *out, const char *bytes, size_t size);
void out_text(struct out *out, const char *text);
void out_shown(struct out *out, const char *text); /* as a terminal can show it */
/* What stands in a string of JSON: characters that a terminal cannot show are escaped, as
   \u202e. Quotes and backslashes are the caller's. What is not UTF-8 stays as it is. */
void out_json(struct out *out, const char *text, size_t size);
void out_int(struct out *out, int64_t value);
void out_uint(struct out *out, uint64_t value);
void out_format(struct out *out, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* out_line marks where a line begins. out_wrap takes the text since then, which has no
   newline yet, and breaks it into lines of at most so many columns, after commas within
   the outermost parentheses. */
size_t out_line(struct out *out);
void out_wrap(struct out *out, size_t line, size_t columns);

/* Text between the two is constant data, which --max-output does not count. */
void out_begin_constant(struct out *out);
void out_end_constant(struct out *out);

/* Writes what is in the buffer. */
void out_flush(struct out *out);

/* Keeps errno as the reason of the failure. */
void out_fail(struct out *out);

#endif

#ifndef OPGEN_DELIVER_OUT_FILE_H
#define OPGEN_DELIVER_OUT_FILE_H

#include "base/out.h"

#include <stdbool.h>

/* Opens an output. NULL or "-" is standard output; what is no regular file is written
   directly; otherwise a temporary file beside the target is. On failure prints why and
   returns false (exit status 3). */
bool out_open(struct out *out, const char *path);

/* An output that only counts what is put into it. */
void out_open_counting(struct out *out);

/* An output to standard error, for a message of many lines, and its end. */
void out_open_message(struct out *out);
void out_end_message(struct out *out);

/* An output whose bytes are compared with the file at path afterwards, by
   out_finish_check; nothing is written near path. */
bool out_open_check(struct out *out, const char *path);

/* Hands on everything that was put, and closes the file: from here on nothing but the
   renaming is left to fail. out_commit does it where it was not done. On failure prints
   why, drops the output and returns false (exit status 3). */
bool out_complete(struct out *out);

/* Puts the file in its place, unless the bytes there are the same already: then the old
   file is left untouched. On failure prints why, leaves the old file whole and returns
   false (exit status 3). */
bool out_commit(struct out *out);

/* Ends an output of out_open_check: puts a unified diff of one hunk into another output
   and stores false in *same when the file is missing or differs. Returns false on
   failure. */
bool out_finish_check(struct out *out, struct out *diff, bool *same);

/* Drops an output; what was there stays. Also ends a counting output. */
void out_discard(struct out *out);

#endif

#ifndef OPGEN_DELIVER_OUT_FILE_H
#define OPGEN_DELIVER_OUT_FILE_H

#include "base/out.h"

#include <stdbool.h>

/* Opens an output. NULL or "-" is standard output. Files that are not regular are written
   directly; otherwise a temporary file beside the target is. On failure prints why and
   returns false (exit status 3). */
bool out_open(struct out *out, const char *path);

/* An output that only counts bytes. */
void out_open_counting(struct out *out);

/* Opens an output to standard error, for a message of many lines; and closes it. */
void out_open_message(struct out *out);
void out_end_message(struct out *out);

/* An output whose bytes are compared with the file at path afterwards, by
   out_finish_check; nothing is written near path. */
bool out_open_check(struct out *out, const char *path);

/* Writes everything and closes the file, so that only the renaming can still fail;
   out_commit does this if it was not done. On failure prints why, drops the output and
   returns false (exit status 3). */
bool out_complete(struct out *out);

/* Renames the file into place, unless the old file has the same bytes: then that is left
   untouched. On failure prints why, leaves the old file whole and returns false (exit
   status 3). */
bool out_commit(struct out *out);

/* Ends an output of out_open_check: puts a unified diff of one hunk into another output
   and stores false in *same when the file is missing or differs. Returns false on
   failure. */
bool out_finish_check(struct out *out, struct out *diff, bool *same);

/* Drops an output; the old file stays. Also ends a counting output. */
void out_discard(struct out *out);

#endif

#ifndef OPGEN_DIAG_HABIT_H
#define OPGEN_DIAG_HABIT_H

#include <stddef.h>

/* A word that users of other programs write. */
struct habit {
	const char *word; /* in small letters and digits: "avgpool" stands for "avg_pool",
			     "AvgPool2d" and so on */
	const char *legal;  /* opgen's */
	const char *remark; /* what else has to be said behind it, with a blank or a comma
			       in front; or NULL */
};

/* The rows of a word have one for each list of opgen's words that it may be meant for. */
extern const struct habit habit_table[];
extern const size_t nhabit;

#endif

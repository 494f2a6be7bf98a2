#ifndef OPGEN_DIAG_HABIT_H
#define OPGEN_DIAG_HABIT_H

#include <stddef.h>

/* A word that users of other programs write. */
struct habit {
	const char *word; /* in small letters and digits: "avgpool" stands for "avg_pool",
			     "AvgPool2d" and so on */
	const char *legal;  /* opgen's */
	const char *remark; /* what the message adds, beginning with a blank or a comma;
			       or NULL */
};

/* A word has one row for each list of opgen's words in which it may be meant. */
extern const struct habit habit_table[];
extern const size_t nhabit;

#endif

#ifndef CALIBRATE_REPORT_H
#define CALIBRATE_REPORT_H

#include "target/processor.h"

/* A row of the table, as it is and as it was measured. What is negative could not be
   measured. */
struct calibrated {
	const char *name; /* of the variable */
	const struct processor *old;
	struct processor now;
};

/* Prints the row as processor.c has it; what could not be measured is the old one's, and
   a comment says so. */
void calibrate_print(const struct calibrated *c);

/* Prints what was measured beside what the table says, for people. */
void calibrate_compare(const struct calibrated *c);

#endif

#ifndef OPGEN_REPORT_AXES_H
#define OPGEN_REPORT_AXES_H

struct axis;
struct out;

/* Draws the windows of an axis over its input and padding, one for each span of outputs
   that read the same taps. An axis without spans has no drawing. */
void axis_draw(struct out *out, const struct axis *axis);

#endif

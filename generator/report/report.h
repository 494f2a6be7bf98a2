#ifndef OPGEN_REPORT_REPORT_H
#define OPGEN_REPORT_REPORT_H

struct out;
struct unit;

/* The page of --report: one HTML file that needs no other. Defined in
   templates/report.html.in. */
void report_put(struct out *out, const struct unit *unit);

#endif

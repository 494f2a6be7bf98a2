#ifndef OPGEN_REPORT_HTML_H
#define OPGEN_REPORT_HTML_H

#include <stddef.h>
#include <stdint.h>

struct out;

/* Puts text in a page, between tags or in an attribute in double quotes. What a
   terminal could not show is escaped as in messages. */
void html_text(struct out *out, const char *text);
void html_bytes(struct out *out, const char *text, size_t size);

/* A count with its digits in groups of three; UINT64_MAX is "more than 2^64". */
void html_count(struct out *out, uint64_t count);

/* How long so many cycles take at 3 GHz, in a unit that suits it: "0.41 ms". */
void html_time(struct out *out, double cycles);

/* A number of bytes, in a unit that suits it: "3.1 MiB". */
void html_size(struct out *out, uint64_t bytes);

#endif

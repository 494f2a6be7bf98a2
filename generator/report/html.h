#ifndef OPGEN_REPORT_HTML_H
#define OPGEN_REPORT_HTML_H

#include <stddef.h>
#include <stdint.h>

struct out;

/* Text in a page: between tags, or as an attribute in double quotes. What a terminal
   could not show is escaped as messages do it. */
void html_text(struct out *out, const char *text);
void html_bytes(struct out *out, const char *text, size_t size);

/* A count with its digits in groups of three; UINT64_MAX is "more than 2^64". */
void html_count(struct out *out, uint64_t count);

/* Bytes in the unit that suits them: "3.1 MiB". */
void html_size(struct out *out, uint64_t bytes);

#endif

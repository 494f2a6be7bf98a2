#include "base/complain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "base/status.h"

enum {
	MESSAGE_LIMIT = 16 * 1024 /* bytes: two paths and some words */
};

/* Set once, before anything can fail. What asks for memory in vain has nobody else to
   tell. */
static void (*taker)(enum complaint kind, const char *hint, const char *message);

void
complain_to(void (*take)(enum complaint kind, const char *hint, const char *message))
{
	taker = take;
}

/* Allocates nothing: memory may be what ran out. */
void
vcomplain_of(enum complaint kind, const char *hint, const char *format, va_list arguments)
{
	char message[MESSAGE_LIMIT];

	vsnprintf(message, sizeof message, format, arguments);
	if (taker) {
		taker(kind, hint, message);
		return;
	}
	fputs(kind == COMPLAINT_REMARK ? "opgen: " : "opgen: error: ", stderr);
	shown_print(stderr, message);
	fputc('\n', stderr);
	if (hint)
		fprintf(stderr, "%s\n", hint);
}

void
complain_of(enum complaint kind, const char *hint, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain_of(kind, hint, format, arguments);
	va_end(arguments);
}

void
complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain_of(COMPLAINT_USAGE, NULL, format, arguments);
	va_end(arguments);
}

void
give_up(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain_of(COMPLAINT_FAILURE, NULL, format, arguments);
	va_end(arguments);
	exit(STATUS_FAILED);
}

void
give_up_reading(const char *path)
{
	give_up("cannot read %s: %s", path, strerror(errno));
}

#include "base/complain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "base/status.h"

enum {
	MESSAGE_LIMIT = 16 * 1024 /* bytes: two paths and what is said of them */
};

/* No memory is asked for: there may be none left. */
void
vcomplain(const char *format, va_list arguments)
{
	char message[MESSAGE_LIMIT];

	vsnprintf(message, sizeof message, format, arguments);
	fputs("opgen: error: ", stderr);
	shown_print(stderr, message);
	fputc('\n', stderr);
}

void
complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain(format, arguments);
	va_end(arguments);
}

void
give_up(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vcomplain(format, arguments);
	va_end(arguments);
	exit(STATUS_FAILED);
}

void
give_up_reading(const char *path)
{
	give_up("cannot read %s: %s", path, strerror(errno));
}

#ifndef OPGEN_BASE_COMPLAIN_H
#define OPGEN_BASE_COMPLAIN_H

#include <stdarg.h>
#include <stdnoreturn.h>

/* "opgen: error: …" on standard error, for what is wrong with the command line or the
   machine. What is wrong with a spec or model is told by source_error. */
void complain(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;
void vcomplain(const char *format, va_list arguments);

/* The same, and the end of the program with exit status 3: the machine failed. What is
   still pending of files is removed on the way out. */
noreturn void give_up(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

/* Gives up because of a file that is there and cannot be read; errno tells why. */
noreturn void give_up_reading(const char *path);

#endif

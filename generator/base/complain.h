#ifndef OPGEN_BASE_COMPLAIN_H
#define OPGEN_BASE_COMPLAIN_H

#include <stdarg.h>
#include <stdnoreturn.h>

/* What a message is about that is about no spec or model. */
enum complaint {
	COMPLAINT_USAGE,   /* the command line is wrong */
	COMPLAINT_FAILURE, /* the machine failed */
	COMPLAINT_BUG,     /* opgen is wrong */
	COMPLAINT_REMARK   /* no mistake: what helps with the one before */
};

/* "opgen: error: …" on standard error, for what is wrong with the command line. What is
   wrong with a spec or model is told by source_error. */
void complain(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

/* The same for another kind. hint is a line by itself after it, or NULL. */
void complain_of(enum complaint kind, const char *hint, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;
void vcomplain_of(
	enum complaint kind, const char *hint, const char *format, va_list arguments);

/* Who is told of complaints in place of standard error; NULL: nobody. */
void complain_to(
	void (*take)(enum complaint kind, const char *hint, const char *message));

/* The machine failed: the message, and the end of the program with exit status 3. What is
   still pending of files is removed on the way out. */
noreturn void give_up(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

/* Gives up because a file that exists cannot be read; errno says why. */
noreturn void give_up_reading(const char *path);

#endif

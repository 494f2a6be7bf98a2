#ifndef OPGEN_SOURCE_H
#define OPGEN_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arena;

enum {
	SOURCE_ERROR_LIMIT = 20,
	SOURCE_MESSAGE_LIMIT = 16 * 1024 /* bytes: a few names, all of them escaped; only
					    the key of a spec can be longer */
};

/* The way from the whole text to a value in it, last step first: a member of an object
   or an entry of a list. NULL stands for the whole text. */
struct place {
	const struct place *parent;
	const char *key; /* the member's name, or NULL for a list's entry */
	size_t index;    /* which entry; meaningless with a key */
	bool at_key;     /* the key itself is meant, not its value */
};

/* A spec's text and what was said about it. */
struct source {
	const char *path; /* as messages print it; "<stdin>" for standard input */
	const char *text; /* a UTF-8 byte order mark is skipped; NUL behind the end */
	size_t size;      /* bytes */
	size_t skipped;   /* bytes of byte order mark in front of text: columns count from
			     text */
	bool is_model;    /* bytes, not lines: source_error tells places in words */
	FILE *messages;   /* where errors and warnings go; NULL: stderr */
	char *first;      /* SOURCE_MESSAGE_LIMIT bytes for the first error's text, in
			     place of any message; NULL: messages are printed */
	size_t nerror;    /* errors reported, those beyond SOURCE_ERROR_LIMIT included */
	size_t nwarning;  /* warnings reported, likewise */
};

/* What reading a file can come to; the message has been printed. */
enum source_status {
	SOURCE_READ,
	SOURCE_REFUSED, /* the text is larger than it may be: exit status 1 */
	SOURCE_FAILED   /* the machine could not read it: exit status 3 */
};

enum {
	SOURCE_SIZE_LIMIT = 16 * 1024 * 1024, /* of a spec */
	SOURCE_START = 4096 /* bytes that tell how large the file may be */
};

/* Reads the file, or standard input when path is "-". limit is how many bytes a file may
   have that begins like this; one that has more is refused. The text lives in the arena.
   */
enum source_status source_read(struct source *source, const char *path,
	size_t (*limit)(const char *start, size_t size), struct arena *arena);

/* Text that is there already; it is not copied. */
void source_from_text(
	struct source *source, const char *path, const char *text, size_t size);

/* Reports a mistake: `path:line:column: error: …`, the source line clipped around the
   column, a caret. The place must exist in the text; where a step of it does not, the
   nearest enclosing value is shown. Of more than SOURCE_ERROR_LIMIT errors the rest is
   only counted, and one closing line says so. A model, and a source without a text (text
   NULL), has its place told in words: `net.onnx: node 2: pads: error: …`. */
void source_error(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* The same, counted from the text's first byte; for text that is not valid JSON. */
void source_error_at(struct source *source, size_t offset, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* Whether all errors that are shown have been; looking for more is of no use then. */
bool source_is_full(const struct source *source);

/* As source_error, with `warning:`, and counted by itself. */
void source_warning(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* Where in the text the value (or key) at a place begins: its offset in bytes. */
size_t source_locate(const struct source *source, const struct place *where);

/* A place one step further: a member's value, a list's entry. */
const struct place *place_member(
	const struct place *parent, const char *key, struct arena *arena);
const struct place *place_entry(
	const struct place *parent, size_t index, struct arena *arena);

/* The key of the member whose value is at a place; of what is no member, the place. */
const struct place *place_key(const struct place *where, struct arena *arena);

#endif

#ifndef OPGEN_TESTS_PAGE_H
#define OPGEN_TESTS_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A fenced block of a page of Markdown, or a comment that holds commands. The words after
   the language say what a test does with it: tests/README.md lists them. */
struct block {
	size_t line;          /* of the opening fence, from 1 */
	const char *language; /* "console"; "" where there is none */
	const char *mark;     /* "run"; "" where there is none */
	const char *file;     /* the word after the mark; "" where there is none */
	const char *text;     /* the lines between the fences */
};

/* A link or an image to a file of the repository, or the path of one as code. */
struct link {
	size_t line;
	const char *path;   /* from the root */
	const char *anchor; /* of a heading there; "" for none */
};

struct page {
	const char *path; /* from the root */
	struct block *block;
	size_t nblock;
	struct link *link;
	size_t nlink;
	size_t indented; /* the first line of a block without fences, or 0 */
};

/* Reads a page's blocks and links. Ends the program where the page is missing. */
void page_read(struct page *page, const char *path, struct arena *arena);

/* Whether a page has a heading whose anchor this is. */
bool page_has_anchor(const char *path, const char *anchor, struct arena *arena);

/* Whether text is what expected shows. A line "..." of expected stands for any lines, and
   so do, unless whole is said, the beginning and the end; "..." at the end of a line
   stands for the rest of it. Returns NULL, or the first lines that are not there. */
const char *passage_missing(
	const char *text, const char *expected, bool whole, struct arena *arena);

#endif

#include "support/page.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/test.h"

/* A page on its way in. */
struct reading {
	struct page *page;
	struct arena *arena;
	const char *folder; /* the page's, with its slash; "" for the root */
	size_t number;      /* of the line at hand */
	bool after_blank;   /* whether the line before it is empty */
};

/* The line that *at begins, without its end; moves *at to the next one. NULL at the end
   of the text. */
static const char *
next_line(const char **at, struct arena *arena)
{
	size_t length = strcspn(*at, "\n");
	const char *line = arena_copy_text(arena, *at, length);

	if (!**at)
		return NULL;
	*at += length + ((*at)[length] == '\n');
	return line;
}

/* The next word of a line; moves *at past it. */
static const char *
next_word(const char **at, struct arena *arena)
{
	const char *begin = *at + strspn(*at, " ");
	size_t length = strcspn(begin, " ");

	*at = begin + length;
	return arena_copy_text(arena, begin, length);
}

/* Adds the block whose first line was read, and moves *at past its last one, which is
   the fence, or the end of the comment. */
static void
read_block(struct reading *reading, const char *words, const char *end, const char **at)
{
	struct page *page = reading->page;
	struct block block = {.line = reading->number};
	const char *begin = *at;
	const char *last = begin, *line;

	block.language = next_word(&words, reading->arena);
	block.mark = next_word(&words, reading->arena);
	block.file = next_word(&words, reading->arena);
	while ((line = next_line(at, reading->arena)) && strcmp(line, end) != 0) {
		reading->number++;
		last = *at;
	}
	reading->number++;
	block.text = arena_copy_text(reading->arena, begin, (size_t)(last - begin));
	page->block = arena_grow(reading->arena, page->block, page->nblock, sizeof block);
	page->block[page->nblock++] = block;
}

/* "a/b/../c" as "a/c". */
static const char *
without_dots(const char *path, struct arena *arena)
{
	char *made = arena_copy_text(arena, path, strlen(path));
	char *up;

	while ((up = strstr(made, "/../"))) {
		char *from = up;

		while (from > made && from[-1] != '/')
			from--;
		memmove(from, up + 4, strlen(up + 4) + 1);
	}
	return made;
}

static void
add_link(struct reading *reading, const char *path, const char *anchor)
{
	struct page *page = reading->page;

	page->link =
		arena_grow(reading->arena, page->link, page->nlink, sizeof *page->link);
	page->link[page->nlink++] = (struct link){
		reading->number, without_dots(path, reading->arena), anchor};
}

/* [words](path#anchor); what lies elsewhere has a scheme. */
static void
read_links(struct reading *reading, const char *line)
{
	for (const char *at = line; (at = strstr(at, "](")); at++) {
		size_t npath = strcspn(at + 2, "#)");
		const char *path = arena_copy_text(reading->arena, at + 2, npath);
		const char *anchor = at[2 + npath] == '#' ? at + 3 + npath : ")";

		anchor = arena_copy_text(reading->arena, anchor, strcspn(anchor, ")"));
		if (strstr(path, "://"))
			continue;
		add_link(reading,
			*path ? arena_format(
					reading->arena, "%s%s", reading->folder, path)
			      : reading->page->path,
			anchor);
	}
}

/* Whether code in a line is the path of a file, and of no file in particular: names in
   capitals stand for others. */
static bool
is_path(const char *code)
{
	static const char *const folder[] = {
		"generator/", "templates/", "runtime/", "tests/", "samples/"};

	if (strspn(code, "abcdefghijklmnopqrstuvwxyzREADME0123456789_-./") !=
		strlen(code))
		return false;
	for (size_t i = 0; i < countof(folder); i++)
		if (!strncmp(code, folder[i], strlen(folder[i])))
			return true;
	return false;
}

/* Paths in backquotes, always from the root. */
static void
read_code(struct reading *reading, const char *line)
{
	const char *open = strchr(line, '`');

	while (open) {
		size_t length = strcspn(open + 1, "`");
		const char *code = arena_copy_text(reading->arena, open + 1, length);

		if (is_path(code))
			add_link(reading, code, "");
		open += length + 1;
		open = *open ? strchr(open + 1, '`') : NULL;
	}
}

static void
read_line(struct reading *reading, const char *line, const char **at)
{
	bool is_indented = !strncmp(line, "    ", 4) || *line == '\t';

	if (!strncmp(line, "```", 3)) {
		read_block(reading, line + 3, "```", at);
	} else if (!strcmp(line, "<!-- run")) {
		read_block(reading, "sh run", "-->", at);
	} else {
		read_links(reading, line);
		read_code(reading, line);
		if (is_indented && reading->after_blank && !reading->page->indented)
			reading->page->indented = reading->number;
	}
	reading->after_blank = !*line;
}

static const char *
read_text(const char *path, struct arena *arena)
{
	size_t size;
	const char *text = file_read(path, &size, arena);

	if (text)
		return text;
	fprintf(stderr, "%s is missing\n", path);
	exit(3);
}

void
page_read(struct page *page, const char *path, struct arena *arena)
{
	const char *at = read_text(path, arena), *line, *slash = strrchr(path, '/');
	struct reading reading = {.page = page, .arena = arena};

	*page = (struct page){.path = path};
	reading.folder =
		slash ? arena_copy_text(arena, path, (size_t)(slash + 1 - path)) : "";
	while ((line = next_line(&at, arena))) {
		reading.number++;
		read_line(&reading, line, &at);
	}
}

/* The anchor that sites give a heading: small letters, blanks as dashes, no other signs.
 */
static const char *
anchor_of(const char *heading, struct arena *arena)
{
	char *anchor = arena_copy_text(arena, heading, strlen(heading));
	char *end = anchor;

	for (; *heading; heading++) {
		if (isalnum((unsigned char)*heading) || strchr("-_", *heading))
			*end++ = (char)tolower((unsigned char)*heading);
		else if (*heading == ' ')
			*end++ = '-';
	}
	*end = '\0';
	return anchor;
}

bool
page_has_anchor(const char *path, const char *anchor, struct arena *arena)
{
	const char *at = read_text(path, arena), *line;
	bool in_block = false;

	while ((line = next_line(&at, arena))) {
		size_t level = strspn(line, "#");

		if (!strncmp(line, "```", 3))
			in_block = !in_block;
		if (!in_block && level && line[level] == ' ' &&
			!strcmp(anchor_of(line + level + 1, arena), anchor))
			return true;
	}
	return false;
}

/* Whether text begins with the lines of expected; stores where the rest of it begins. A
   line of expected that ends in dots stands for all that begin as it does. */
static bool
lines_match(const char *text, const char *expected, size_t nexpected, const char **rest)
{
	const char *end = expected + nexpected;

	while (expected < end) {
		size_t n = strcspn(expected, "\n");
		size_t length = strcspn(text, "\n");
		bool is_begin = n > 3 && !strncmp(expected + n - 3, "...", 3);
		size_t ncompared = is_begin ? n - 3 : n;

		if (is_begin ? length < ncompared : length != n)
			return false;
		if (strncmp(text, expected, ncompared) != 0 || !text[length])
			return false;
		text += length + 1;
		expected += n + 1;
	}
	*rest = text;
	return true;
}

/* The bytes of lines before the next line of nothing but dots, or the end. */
static size_t
passage_length(const char *lines)
{
	const char *at = lines;

	while (*at && strncmp(at, "...\n", 4) != 0)
		at += strcspn(at, "\n") + 1;
	return (size_t)(at - lines);
}

const char *
passage_missing(const char *text, const char *expected, bool whole, struct arena *arena)
{
	bool anywhere = !whole; /* whether the next lines need not come at once */

	while (*expected) {
		size_t length = passage_length(expected);

		while (!lines_match(text, expected, length, &text)) {
			if (!anywhere || !*text)
				return arena_copy_text(arena, expected, length);
			text += strcspn(text, "\n");
			text += *text == '\n';
		}
		expected += length;
		anywhere = *expected || !whole;
		expected += *expected ? strlen("...\n") : 0;
	}
	return anywhere || !*text ? NULL : text;
}

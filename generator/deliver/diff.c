#include "deliver/diff.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/out.h"

enum {
	CONTEXT = 3
};

/* The beginning of a line, and the line's number. */
struct line {
	size_t offset;
	size_t number; /* lines before it */
};

bool
text_map(struct text *text, int descriptor)
{
	struct stat status;
	void *bytes;

	*text = (struct text){0};
	if (fstat(descriptor, &status))
		return false;
	if (!status.st_size)
		return true;
	bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
	if (bytes == MAP_FAILED)
		return false;
	*text = (struct text){bytes, (size_t)status.st_size};
	return true;
}

void
text_unmap(struct text *text)
{
	if (text->bytes)
		munmap((void *)text->bytes, text->size);
	*text = (struct text){0};
}

bool
text_equal(const struct text *a, const struct text *b)
{
	return a->size == b->size && (!a->size || !memcmp(a->bytes, b->bytes, a->size));
}

/* The end of the line that begins at offset, its newline included. */
static size_t
line_end(const struct text *text, size_t offset)
{
	const char *newline = memchr(text->bytes + offset, '\n', text->size - offset);

	return newline ? (size_t)(newline - text->bytes) + 1 : text->size;
}

static bool
is_line_start(const struct text *text, size_t offset)
{
	return !offset || text->bytes[offset - 1] == '\n';
}

/* The first line in which two texts differ. */
static struct line
first_difference(const struct text *a, const struct text *b)
{
	struct line line = {0};

	while (line.offset < a->size && line.offset < b->size) {
		size_t end = line_end(a, line.offset);

		if (end != line_end(b, line.offset) ||
			memcmp(a->bytes + line.offset, b->bytes + line.offset,
				end - line.offset) != 0)
			break;
		line.offset = end;
		line.number++;
	}
	return line;
}

/* Bytes of the equal whole lines at the end of both texts, not reaching before offset. */
static size_t
common_end(const struct text *a, const struct text *b, size_t offset)
{
	size_t limit = (a->size < b->size ? a->size : b->size) - offset;
	size_t n = 0;

	while (n < limit && a->bytes[a->size - n - 1] == b->bytes[b->size - n - 1])
		n++;
	while (n && !(is_line_start(a, a->size - n) && is_line_start(b, b->size - n)))
		n--;
	return n;
}

/* The line n lines before another, or the first one. */
static struct line
lines_before(const struct text *text, struct line line, size_t n)
{
	for (; n && line.number; n--) {
		line.number--;
		line.offset--;
		while (!is_line_start(text, line.offset))
			line.offset--;
	}
	return line;
}

/* The offset n lines after another, or the end. */
static size_t
lines_after(const struct text *text, size_t offset, size_t n)
{
	for (; n && offset < text->size; n--)
		offset = line_end(text, offset);
	return offset;
}

static size_t
count_lines(const struct text *text, size_t begin, size_t end)
{
	size_t n = 0;

	for (; begin < end; n++)
		begin = line_end(text, begin);
	return n;
}

static void
put_lines(struct out *out, const char *mark, const struct text *text, size_t begin,
	size_t end)
{
	while (begin < end) {
		size_t next = line_end(text, begin);

		out_text(out, mark);
		out_bytes(out, text->bytes + begin, next - begin);
		if (text->bytes[next - 1] != '\n')
			out_text(out, "\n\\ No newline at end of file\n");
		begin = next;
	}
}

/* One side of a hunk's heading. A side without lines is named by the line before it. */
static void
put_range(struct out *out, const char *mark, size_t first, size_t nline)
{
	out_format(out, "%s%zu,%zu ", mark, nline ? first + 1 : first, nline);
}

static bool
is_text(const struct text *text)
{
	return !text->size || !memchr(text->bytes, '\0', text->size);
}

static void
put_hunk(
	struct out *out, const char *path, const struct text *from, const struct text *to)
{
	struct line changed = first_difference(from, to);
	struct line begin = lines_before(from, changed, CONTEXT);
	size_t common = common_end(from, to, changed.offset);
	size_t from_end = lines_after(from, from->size - common, CONTEXT);
	size_t to_end = lines_after(to, to->size - common, CONTEXT);

	out_text(out, "--- ");
	out_shown(out, path);
	out_text(out, "\n+++ ");
	out_shown(out, path);
	out_text(out, " (would be written)\n@@ ");
	put_range(out, "-", begin.number, count_lines(from, begin.offset, from_end));
	put_range(out, "+", begin.number, count_lines(to, begin.offset, to_end));
	out_text(out, "@@\n");
	put_lines(out, " ", from, begin.offset, changed.offset);
	put_lines(out, "-", from, changed.offset, from->size - common);
	put_lines(out, "+", to, changed.offset, to->size - common);
	put_lines(out, " ", from, from->size - common, from_end);
}

void
diff_put(
	struct out *out, const char *path, const struct text *from, const struct text *to)
{
	if (is_text(from) && is_text(to)) {
		put_hunk(out, path, from, to);
		return;
	}
	out_text(out, "Binary files ");
	out_shown(out, path);
	out_text(out, " and ");
	out_shown(out, path);
	out_text(out, " (would be written) differ\n");
}

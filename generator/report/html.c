#include "report/html.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/out.h"
#include "base/shown.h"

static void
put_piece(struct out *out, const char *piece, size_t size)
{
	switch (*piece) {
	case '&':
		out_text(out, "&amp;");
		break;
	case '<':
		out_text(out, "&lt;");
		break;
	case '>':
		out_text(out, "&gt;");
		break;
	case '"':
		out_text(out, "&quot;");
		break;
	case '\'':
		out_text(out, "&#39;");
		break;
	default:
		out_bytes(out, piece, size);
	}
}

void
html_bytes(struct out *out, const char *text, size_t size)
{
	const char *end = text + size;

	while (text < end) {
		char shown[SHOWN_LIMIT];
		size_t n;

		if (*text == '\n' || *text == '\t') {
			out_bytes(out, text++, 1);
			continue;
		}
		text += shown_piece(text, (size_t)(end - text), shown, &n);
		put_piece(out, shown, n);
	}
}

void
html_text(struct out *out, const char *text)
{
	html_bytes(out, text, strlen(text));
}

void
html_count(struct out *out, uint64_t count)
{
	char digits[32];
	int n = snprintf(digits, sizeof digits, "%" PRIu64, count);

	if (count == UINT64_MAX) {
		out_text(out, "more than 2<sup>64</sup>");
		return;
	}
	for (int i = 0; i < n; i++) {
		out_bytes(out, &digits[i], 1);
		/* A narrow blank where no line breaks. */
		if (n - i > 1 && (n - i) % 3 == 1)
			out_text(out, "\xe2\x80\xaf");
	}
}

void
html_time(struct out *out, double cycles)
{
	static const char *const unit[] = {"ns", "\xc2\xb5s", "ms", "s"};
	double time = cycles / 3;
	int i = 0;

	for (; time >= 1000 && i < 3; i++)
		time /= 1000;
	out_format(out, time < 10 ? "%.2f %s" : "%.0f %s", time, unit[i]);
}

void
html_size(struct out *out, uint64_t bytes)
{
	static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	double size = (double)bytes / 1024;
	int i = 0;

	if (bytes < 1024) {
		out_format(out, "%" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
		return;
	}
	for (; size >= 1024 && i < 5; i++)
		size /= 1024;
	out_format(out, size < 10 ? "%.1f %s" : "%.0f %s", size, unit[i]);
}

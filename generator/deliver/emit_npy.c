#include "deliver/emit_npy.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/byte_order.h"
#include "base/out.h"
#include "deliver/emit_spec.h"
#include "spec/npy.h"
#include "spec/spec.h"

enum {
	PREFACE = 10,  /* bytes of a numpy file before its header's text */
	ALIGNMENT = 64 /* of the elements */
};

/* Puts numbers of `size` bytes each, the least significant byte first. */
static void
put_bytes(struct out *out, const char *bytes, size_t n, size_t size)
{
	if (is_little_endian()) {
		out_bytes(out, bytes, n);
		return;
	}
	for (size_t i = 0; i < n; i += size)
		for (size_t k = size; k > 0; k--)
			out_bytes(out, bytes + i + k - 1, 1);
}

static void
put_elements(struct out *out, const struct constant_file *file)
{
	const struct dtype_info *info = &dtype_info[file->dtype];
	size_t size = info->kind == KIND_COMPLEX ? info->size / 2 : info->size;
	size_t n = (size_t)file->tensor->nelement, each = 1;
	const char *bytes = file->tensor->constant;

	if (!file->tensor->splat) {
		each = n;
		n = 1;
	}
	for (; n > 0; n--)
		put_bytes(out, bytes, each * info->size, size);
}

void
emit_npy(struct out *out, const struct constant_file *file)
{
	struct arena arena = {0};
	const struct tensor *tensor = file->tensor;
	const char *shape = "", *header;
	size_t size;
	unsigned char preface[PREFACE] = "\x93NUMPY\x01";

	for (int i = 0; i < tensor->rank; i++)
		shape = arena_format(&arena, "%s%" PRId64 "%s", shape, tensor->shape[i],
			i + 1 < tensor->rank ? ", "
			: tensor->rank == 1  ? ","
					     : "");
	header = arena_format(&arena,
		"{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }",
		dtype_info[file->dtype].size > 1 ? "<" : "|", npy_descr[file->dtype],
		shape);
	size = (PREFACE + strlen(header) + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT -
	       PREFACE;
	preface[8] = (unsigned char)(size % 256);
	preface[9] = (unsigned char)(size / 256);
	out_bytes(out, (const char *)preface, PREFACE);
	out_format(out, "%-*s\n", (int)size - 1, header);
	put_elements(out, file);
	arena_free(&arena);
}

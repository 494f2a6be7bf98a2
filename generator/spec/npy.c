#include "spec/npy.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/byte_order.h"
#include "diag/foreign.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/data_file.h"
#include "spec/npy_header.h"
#include "spec/shape.h"

enum {
	MAGIC_SIZE = 6,
	HEADER_LIMIT = 10000, /* bytes; numpy itself refuses longer ones */
	CHUNK = 64 * 1024
};

/* A file being read, and where to report mistakes in it. */
struct npy {
	int file;
	int64_t size, at; /* bytes of the file, and how many have been read */
	const char *name, *path;
	const struct place *where;
	struct source *source;
	struct arena *arena;
};

const char *const npy_descr[DTYPE_COUNT] = {
	[DTYPE_FLOAT32] = "f4",
	[DTYPE_FLOAT64] = "f8",
	[DTYPE_FLOAT16] = "f2",
	[DTYPE_BFLOAT16] = "u2",
	[DTYPE_BOOL] = "b1",
	[DTYPE_INT8] = "i1",
	[DTYPE_INT16] = "i2",
	[DTYPE_INT32] = "i4",
	[DTYPE_INT64] = "i8",
	[DTYPE_UINT8] = "u1",
	[DTYPE_UINT16] = "u2",
	[DTYPE_UINT32] = "u4",
	[DTYPE_UINT64] = "u8",
	[DTYPE_QINT8] = "i1",
	[DTYPE_COMPLEX64] = "c8",
	[DTYPE_COMPLEX128] = "c16",
};

static bool refuse(const struct npy *npy, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

static bool
refuse(const struct npy *npy, const char *format, ...)
{
	char words[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(words, sizeof words, format, arguments);
	va_end(arguments);
	source_error(npy->source, npy->where, "%s: %s: %s", npy->name,
		quoted(npy->path, npy->arena), words);
	return false;
}

/* Reads the next size bytes; false when there are fewer. */
static bool
take(struct npy *npy, void *to, size_t size)
{
	if (!data_file_read(npy->file, npy->path, to, size, npy->at))
		return false;
	npy->at += (int64_t)size;
	return true;
}

static bool
read_header(struct npy *npy, struct npy_header *header, struct tensor *tensor)
{
	unsigned char start[MAGIC_SIZE + 2 + 4];
	char text[HEADER_LIMIT];
	size_t nlength, length = 0;
	const char *wrong;

	if (!take(npy, start, MAGIC_SIZE + 2) || memcmp(start, "\x93NUMPY", MAGIC_SIZE))
		return refuse(
			npy, "not a .npy file%s", foreign_remark(npy->file, npy->arena));
	if (start[MAGIC_SIZE] < 1 || start[MAGIC_SIZE] > 3)
		return refuse(
			npy, "expected .npy format 1, 2 or 3, got %d", start[MAGIC_SIZE]);
	nlength = start[MAGIC_SIZE] == 1 ? 2 : 4;
	if (!take(npy, start + MAGIC_SIZE + 2, nlength))
		return refuse(npy, "it ends within its header");
	for (size_t i = 0; i < nlength; i++)
		length |= (size_t)start[MAGIC_SIZE + 2 + i] << 8 * i;
	if (length > HEADER_LIMIT)
		return refuse(npy, "its header has %zu bytes; at most %d make sense",
			length, HEADER_LIMIT);
	if (!take(npy, text, length))
		return refuse(npy, "it ends within its header");
	wrong = npy_header_parse(header, tensor, text, length);
	return !wrong || refuse(npy, "%s", wrong);
}

static bool
check_type(const struct npy *npy, const struct npy_header *header, enum dtype dtype)
{
	const char *descr = header->descr, *wanted = npy_descr[dtype];
	bool one_byte = dtype_info[dtype].size == 1;

	if (!strcmp(descr + 1, wanted) && strchr(one_byte ? "<>|" : "<>", *descr))
		return true;
	return refuse(npy, "expected elements of %s ('<%s' or '>%s'%s), got %s",
		dtype_info[dtype].name, wanted, wanted,
		dtype == DTYPE_BFLOAT16 ? ", the bits" : "", quoted(descr, npy->arena));
}

static bool
check_shape(
	const struct npy *npy, const struct tensor *tensor, const struct tensor *found)
{
	size_t size = (size_t)tensor->rank * sizeof *tensor->shape;

	if (tensor->rank == found->rank && !memcmp(tensor->shape, found->shape, size))
		return true;
	return refuse(npy, "expected the shape %s, got %s",
		shape_text(tensor, npy->arena), shape_text(found, npy->arena));
}

static void
reverse_words(unsigned char *bytes, size_t size, size_t word)
{
	for (size_t i = 0; i < size; i += word)
		for (size_t a = i, b = i + word - 1; a < b; a++, b--) {
			unsigned char byte = bytes[a];

			bytes[a] = bytes[b];
			bytes[b] = byte;
		}
}

/* The destinations of the elements of a file in Fortran order, one after the other. */
struct scatter {
	const struct tensor *tensor;
	int64_t inc[MAX_RANK]; /* elements from one to the next along each axis */
	int64_t index[MAX_RANK];
	int64_t offset;
};

static void
scatter_begin(struct scatter *scatter, const struct tensor *tensor)
{
	int64_t inc = 1;

	*scatter = (struct scatter){.tensor = tensor};
	for (int i = tensor->rank - 1; i >= 0; i--) {
		scatter->inc[i] = inc;
		inc *= tensor->shape[i];
	}
}

static void
scatter_step(struct scatter *scatter)
{
	for (int i = 0; i < scatter->tensor->rank; i++) {
		scatter->offset += scatter->inc[i];
		if (++scatter->index[i] < scatter->tensor->shape[i])
			return;
		scatter->offset -= scatter->inc[i] * scatter->index[i];
		scatter->index[i] = 0;
	}
}

/* Reads all elements; if the file is in Fortran order, moves each to its place. */
static bool
read_elements(struct npy *npy, const struct npy_header *header,
	const struct tensor *tensor, unsigned char *elements)
{
	size_t size = dtype_info[tensor->dtype].size;
	size_t n = (size_t)tensor->nelement;
	unsigned char chunk[CHUNK];
	struct scatter scatter;

	if (!header->fortran_order)
		return take(npy, elements, n * size);
	scatter_begin(&scatter, tensor);
	while (n > 0) {
		size_t part = n < CHUNK / size ? n : CHUNK / size;

		if (!take(npy, chunk, part * size))
			return false;
		for (size_t i = 0; i < part; i++) {
			memcpy(elements + (size_t)scatter.offset * size, chunk + i * size,
				size);
			scatter_step(&scatter);
		}
		n -= part;
	}
	return true;
}

static bool
check_bools(
	const struct npy *npy, const struct tensor *tensor, const unsigned char *element)
{
	for (int64_t i = 0; i < tensor->nelement; i++)
		if (element[i] > 1)
			return refuse(
				npy, "expected bools of 0 or 1, got %d", element[i]);
	return true;
}

static bool
read_file(struct npy *npy, struct tensor *tensor, bool has_shape)
{
	const struct dtype_info *info = &dtype_info[tensor->dtype];
	size_t word = info->kind == KIND_COMPLEX ? info->size / 2 : info->size;
	struct npy_header header = {0};
	struct tensor found = *tensor;
	unsigned char *elements;
	int64_t left;

	if (!read_header(npy, &header, &found) ||
		!check_type(npy, &header, tensor->dtype))
		return false;
	if (!shape_count(&found))
		return refuse(npy, "the shape %s has too many elements",
			shape_text(&found, npy->arena));
	if (has_shape && !check_shape(npy, tensor, &found))
		return false;
	left = npy->size - npy->at;
	if (left != found.nelement * (int64_t)info->size)
		return refuse(npy,
			"expected %" PRId64
			" bytes of elements for the shape %s, got %" PRId64,
			found.nelement * (int64_t)info->size,
			shape_text(&found, npy->arena), left);

	elements = arena_alloc_array(npy->arena, (size_t)found.nelement, info->size);
	if (!read_elements(npy, &header, &found, elements))
		return refuse(npy, "cannot be read to its end");
	if ((header.descr[0] == '<') != is_little_endian())
		reverse_words(elements, (size_t)left, word);
	if (info->kind == KIND_BOOL && !check_bools(npy, &found, elements))
		return false;
	found.constant = elements;
	*tensor = found;
	return true;
}

bool
npy_read(struct tensor *tensor, bool has_shape, const char *name, const char *path,
	const struct place *where, struct source *source, struct arena *arena)
{
	struct npy npy = {.name = name,
		.path = path,
		.where = where,
		.source = source,
		.arena = arena};
	const char *why;
	bool good;

	npy.file = data_file_open(path, &npy.size, &why);
	if (npy.file < 0)
		return refuse(&npy, "%s", why);
	good = read_file(&npy, tensor, has_shape);
	close(npy.file);
	return good;
}

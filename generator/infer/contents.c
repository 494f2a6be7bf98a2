#include "infer/contents.h"

#include <assert.h>
#include <string.h>

bool
content_is_known(const struct contents *contents, size_t i)
{
	return contents->known >> i & 1;
}

bool
contents_complete(const struct contents *contents)
{
	return contents->known == (UINT32_C(1) << contents->count) - 1;
}

bool
contents_add_unknown(struct contents *contents)
{
	if (contents->count == CONTENT_LIMIT)
		return false;
	contents->count++;
	return true;
}

bool
contents_add(struct contents *contents, union number number)
{
	if (!contents_add_unknown(contents))
		return false;
	contents->known |= UINT32_C(1) << (contents->count - 1);
	contents->number[contents->count - 1] = number;
	return true;
}

bool
contents_add_int(struct contents *contents, int64_t i)
{
	return contents_add(contents, (union number){.i = i});
}

bool
contents_add_from(struct contents *contents, const struct contents *other, size_t i)
{
	if (!content_is_known(other, i))
		return contents_add_unknown(contents);
	return contents_add(contents, other->number[i]);
}

bool
contents_follow(enum dtype dtype)
{
	switch (dtype_info[dtype].kind) {
	case KIND_FLOAT:
	case KIND_BOOL:
	case KIND_SIGNED:
	case KIND_UNSIGNED:
		return true;
	case KIND_NONE:
	case KIND_HALF:
	case KIND_COMPLEX:
		break;
	}
	return false;
}

/* Element i of a type; false when it does not fit a number. */
static bool
read_number(enum dtype dtype, const void *elements, size_t i, union number *number)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
		number->f = (double)((const float *)elements)[i];
		return true;
	case DTYPE_FLOAT64:
		number->f = ((const double *)elements)[i];
		return true;
	case DTYPE_BOOL:
	case DTYPE_UINT8:
		number->i = ((const uint8_t *)elements)[i];
		return true;
	case DTYPE_INT8:
	case DTYPE_QINT8:
		number->i = ((const int8_t *)elements)[i];
		return true;
	case DTYPE_INT16:
		number->i = ((const int16_t *)elements)[i];
		return true;
	case DTYPE_UINT16:
		number->i = ((const uint16_t *)elements)[i];
		return true;
	case DTYPE_INT32:
		number->i = ((const int32_t *)elements)[i];
		return true;
	case DTYPE_UINT32:
		number->i = ((const uint32_t *)elements)[i];
		return true;
	case DTYPE_INT64:
		number->i = ((const int64_t *)elements)[i];
		return true;
	case DTYPE_UINT64:
		number->i = (int64_t)((const uint64_t *)elements)[i];
		return number->i >= 0;
	default:
		return false;
	}
}

void
contents_read(struct contents *contents, enum dtype dtype, const void *elements,
	size_t count, bool splat)
{
	*contents = (struct contents){.real = dtype_info[dtype].kind == KIND_FLOAT};
	for (size_t i = 0; i < count; i++) {
		union number number = {.i = 0};

		/* Zero has the same bits in all of these types. */
		if (!elements || read_number(dtype, elements, splat ? 0 : i, &number))
			contents_add(contents, number);
		else
			contents_add_unknown(contents);
	}
}

void
contents_write(const struct contents *contents, enum dtype dtype, void *elements)
{
	assert(!contents->real && contents_complete(contents));
	for (size_t i = 0; i < contents->count; i++) {
		int64_t number = contents->number[i].i;

		switch (dtype_info[dtype].size) {
		case 1:
			((uint8_t *)elements)[i] = (uint8_t)number;
			break;
		case 2:
			((uint16_t *)elements)[i] = (uint16_t)number;
			break;
		case 4:
			((uint32_t *)elements)[i] = (uint32_t)number;
			break;
		default:
			((uint64_t *)elements)[i] = (uint64_t)number;
		}
	}
}

#include "ops/shape/moved.h"

#include "base/checked.h"
#include "ops/op.h"

static struct misfit
misfit(enum misfit_kind kind, size_t at)
{
	return (struct misfit){.kind = kind, .at = at};
}

struct misfit
shape_axes(const int64_t *entry, size_t n, size_t rank, int *axis)
{
	bool named[KNOWN_RANK] = {false};

	for (size_t i = 0; i < n; i++) {
		size_t place;

		if (!axis_place(entry[i], rank, &place))
			return misfit(MISFIT_AXIS, i);
		if (named[place])
			return misfit(MISFIT_TWICE, i);
		named[place] = true;
		axis[i] = (int)place;
	}
	return misfit(FITS, 0);
}

void
shape_reverse(size_t rank, int *perm)
{
	for (size_t i = 0; i < rank; i++)
		perm[i] = (int)(rank - 1 - i);
}

void
shape_transpose(const struct dims *src, const int *perm, struct dims *dst)
{
	dst->rank = src->rank;
	for (size_t i = 0; i < src->rank; i++)
		dst->extent[i] = src->extent[perm[i]];
}

enum misfit_kind
shape_concat(const struct dims *more, size_t axis, struct dims *dst)
{
	if (more->rank != dst->rank)
		return MISFIT_EXTENT;
	for (size_t i = 0; i < dst->rank; i++) {
		int64_t *extent = &dst->extent[i];

		if (i == axis)
			continue;
		if (*extent == UNKNOWN)
			*extent = more->extent[i];
		else if (more->extent[i] != UNKNOWN && more->extent[i] != *extent)
			return MISFIT_EXTENT;
	}
	return extent_add(dst->extent[axis], more->extent[axis], &dst->extent[axis])
		       ? FITS
		       : MISFIT_SIZE;
}

bool
shape_part(int64_t extent, size_t i, size_t n, bool uneven, int64_t *part)
{
	int64_t count = (int64_t)n, size, left;

	*part = UNKNOWN;
	if (extent == UNKNOWN)
		return true;
	size = extent / count + (extent % count != 0);
	left = extent - size * (int64_t)i;
	*part = left < 0 ? 0 : left < size ? left : size;
	return uneven || extent % count == 0;
}

struct misfit
shape_lengths(int64_t extent, int64_t *length, size_t n)
{
	int64_t left = extent;
	size_t open = n;

	for (size_t i = 0; i < n; i++) {
		if (length[i] > 0 && left != UNKNOWN)
			left -= length[i] > left ? left : length[i];
		if (length[i] != -1)
			continue;
		if (open < n)
			return misfit(MISFIT_TWICE, i);
		open = i;
	}
	if (open < n)
		length[open] = left;
	return misfit(FITS, 0);
}

enum misfit_kind
shape_pad(int64_t *extent, int64_t before, int64_t after)
{
	if (*extent == UNKNOWN)
		return FITS;
	if (add_overflows(*extent, before, extent) ||
		add_overflows(*extent, after, extent) || *extent > LENGTH_LIMIT)
		return MISFIT_SIZE;
	return *extent < 0 ? MISFIT_EXTENT : FITS;
}

struct misfit
shape_tile(const int64_t *repeats, struct dims *dims)
{
	for (size_t i = 0; i < dims->rank; i++) {
		if (repeats[i] < 0)
			return misfit(MISFIT_VALUE, i);
		if (!extent_multiply(dims->extent[i], repeats[i], &dims->extent[i]))
			return misfit(MISFIT_SIZE, i);
	}
	return misfit(FITS, 0);
}

/* The extent that makes dst have as many elements as src. Extents kept from the same axis
   of src need not be known for that. */
static int64_t
left_over(const struct dims *src, const struct dims *dst, const bool *kept, size_t open)
{
	int64_t have = 1, want = 1;

	for (size_t i = 0; i < src->rank; i++)
		if ((i >= dst->rank || !kept[i]) &&
			!extent_multiply(have, src->extent[i], &have))
			return UNKNOWN;
	for (size_t i = 0; i < dst->rank; i++)
		if (i != open && !kept[i] &&
			!extent_multiply(want, dst->extent[i], &want))
			return UNKNOWN;
	if (have == UNKNOWN || want == UNKNOWN || want == 0 || have % want)
		return UNKNOWN;
	return have / want;
}

/* Whether a shape has as many elements as src, as far as these are known. Beside an
   extent that was open no other is 0: any would do for it. */
static bool
same_elements(const struct dims *src, const struct dims *dst, bool has_open, size_t open)
{
	int64_t have, want;

	if (!dims_concrete(src))
		return true;
	if (!dims_product(src, 0, src->rank, &have) ||
		!dims_product(dst, 0, dst->rank, &want) || want != have)
		return false;
	for (size_t i = 0; has_open && i < dst->rank; i++)
		if (i != open && dst->extent[i] == 0)
			return false;
	return true;
}

/* Adds one extent of a new shape. kept: it is the source's of the same axis. */
static enum misfit_kind
add_entry(const struct dims *src, int64_t entry, bool zero_keeps, struct dims *dst,
	bool *kept)
{
	size_t place = dst->rank;

	*kept = entry == 0 && zero_keeps;
	if (!*kept)
		return dims_add(dst, entry) ? FITS : MISFIT_VALUE;
	if (src && place >= src->rank)
		return MISFIT_AXIS;
	return dims_add(dst, src ? src->extent[place] : UNKNOWN) ? FITS : MISFIT_VALUE;
}

struct misfit
shape_reshape(const struct dims *src, const int64_t *entry, size_t n, bool zero_keeps,
	struct dims *dst)
{
	bool kept[KNOWN_RANK] = {false}, has_open = false;
	size_t open = 0, again = 0;

	*dst = (struct dims){.rank = 0};
	for (size_t i = 0; i < n; i++) {
		enum misfit_kind kind =
			add_entry(src, entry[i], zero_keeps, dst, &kept[i]);

		if (kind != FITS)
			return misfit(kind, i);
		if (dst->extent[i] != UNKNOWN || kept[i])
			continue;
		if (has_open && !again)
			again = i;
		has_open = true;
		open = i;
	}
	if (again)
		return misfit(MISFIT_TWICE, again);
	if (src && has_open)
		dst->extent[open] = left_over(src, dst, kept, open);
	if (src && !same_elements(src, dst, has_open, open))
		return misfit(MISFIT_WHOLE, 0);
	return misfit(FITS, 0);
}

bool
shape_flatten(const struct dims *src, size_t axis, struct dims *dst)
{
	dst->rank = 2;
	return dims_product(src, 0, axis, &dst->extent[0]) &&
	       dims_product(src, axis, src->rank, &dst->extent[1]);
}

struct misfit
shape_squeeze(const struct dims *src, const int *axis, size_t n, struct dims *dst)
{
	bool drops[KNOWN_RANK];

	for (size_t i = 0; i < src->rank; i++)
		drops[i] = !axis && src->extent[i] == 1;
	for (size_t i = 0; axis && i < n; i++) {
		int64_t extent = src->extent[axis[i]];

		if (extent != 1 && extent != UNKNOWN)
			return misfit(MISFIT_EXTENT, i);
		drops[axis[i]] = true;
	}
	dst->rank = 0;
	for (size_t i = 0; i < src->rank; i++)
		if (!drops[i])
			dst->extent[dst->rank++] = src->extent[i];
	return misfit(FITS, 0);
}

void
shape_unsqueeze(const struct dims *src, const int *axis, size_t n, struct dims *dst)
{
	bool added[KNOWN_RANK] = {false};
	size_t from = 0;

	for (size_t i = 0; i < n; i++)
		added[axis[i]] = true;
	dst->rank = src->rank + n;
	for (size_t i = 0; i < dst->rank; i++)
		dst->extent[i] = added[i] ? 1 : src->extent[from++];
}

bool
shape_gather(const struct dims *src, const struct dims *indices, size_t axis,
	size_t batch, struct dims *dst)
{
	dst->rank = 0;
	return dims_add_part(dst, src, 0, axis) &&
	       dims_add_part(dst, indices, batch, indices->rank) &&
	       dims_add_part(dst, src, axis + 1, src->rank);
}

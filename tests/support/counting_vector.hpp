/* opgen_vector.h for counted numbers: an operation on a vector counts once for each lane.
   counting.hpp includes this; emitted code then finds its own header read already. */
#ifndef OPGEN_VECTOR_H
#define OPGEN_VECTOR_H

#include <string.h>

#define OPGEN_X86_64_V3
#define OPGEN_X86_64_V4
#define OPGEN_KEEP_ORDER
#define OPGEN_PREFETCH(address) (void)(address)
#define OPGEN_RARELY(condition) (condition)
#define OPGEN_ALWAYS_INLINE static inline

template <class element, int n> struct lanes {
	element lane[n];

	element
	operator[](int i) const
	{
		return lane[i];
	}
};

template <int n> using floats = lanes<float, n>;

template <class element, int n>
static inline lanes<element, n>
shuffled(const lanes<element, n> &a, const lanes<element, n> &b, const int (&from)[n])
{
	lanes<element, n> x;

	for (int i = 0; i < n; i++)
		x.lane[i] = from[i] < n ? a.lane[from[i]] : b.lane[from[i] - n];
	return x;
}

#define OPGEN_SHUFFLE(type, a, b, ...) shuffled(a, b, {__VA_ARGS__})

template <int n>
static inline floats<n>
blended(const floats<n> &a, const floats<n> &b, int mask)
{
	floats<n> x;

	for (int i = 0; i < n; i++)
		x.lane[i] = (mask >> i & 1 ? b : a).lane[i];
	return x;
}

/* In which lane of a pair of vectors lane i of the lower or upper halves of their blocks
   of 16 bytes is, taken in turns. */
template <int n>
static inline floats<n>
interleaved(const floats<n> &a, const floats<n> &b, int half)
{
	floats<n> x;

	for (int i = 0; i < n; i++)
		x.lane[i] = (i % 2 ? b : a).lane[i / 4 * 4 + half + i % 4 / 2];
	return x;
}

template <int n>
static inline floats<n>
loaded(const counted *p, int count)
{
	floats<n> x = {};

	for (int i = 0; i < count; i++)
		x.lane[i] = p[i].load();
	return x;
}

/* Blocks of four, so many of them, step elements apart. */
template <int n>
static inline floats<n>
loaded_parts(const counted *p, ptrdiff_t step, int count)
{
	floats<n> x = {};

	for (int i = 0; i < 4 * count; i++)
		x.lane[i] = p[i / 4 * step + i % 4].load();
	return x;
}

template <int n>
static inline void
store(counted *p, const floats<n> &x, int count)
{
	for (int i = 0; i < count; i++)
		p[i] = x.lane[i];
}

template <int n>
static inline floats<n>
filled(const counted &number)
{
	const float value = number.load();
	floats<n> x;

	for (int i = 0; i < n; i++)
		x.lane[i] = value;
	return x;
}

#define ELEMENTWISE(operation, counter) \
	template <int n> \
	static inline floats<n> operator operation( \
		const floats<n> &a, const floats<n> &b) \
	{ \
		floats<n> x; \
\
		counts.count[counter] += n; \
		for (int i = 0; i < n; i++) \
			x.lane[i] = a.lane[i] operation b.lane[i]; \
		return x; \
	} \
	template <int n> \
	static inline floats<n> &operator operation##=(floats<n> &a, const floats<n> &b) \
	{ \
		return a = a operation b; \
	}

ELEMENTWISE(+, COUNT_ADDS)
ELEMENTWISE(-, COUNT_ADDS)
ELEMENTWISE(*, COUNT_MULTIPLIES)
ELEMENTWISE(/, COUNT_DIVISIONS)

template <int n>
static inline floats<n>
fused(const floats<n> &a, const floats<n> &b, const floats<n> &c)
{
	floats<n> x;

	counts.count[COUNT_FMAS] += n;
	for (int i = 0; i < n; i++)
		x.lane[i] = opgen_fmaf(a.lane[i], b.lane[i], c.lane[i]);
	return x;
}

template <int n>
static inline floats<n>
absolute(const floats<n> &a)
{
	floats<n> x;

	for (int i = 0; i < n; i++)
		x.lane[i] = fabsf(a.lane[i]);
	return x;
}

template <int n>
static inline floats<n>
root(const floats<n> &a, int64_t p)
{
	floats<n> x;

	counts.count[COUNT_ROOTS] += n;
	for (int i = 0; i < n; i++)
		x.lane[i] = opgen_rootf(a.lane[i], p);
	return x;
}

/* One type of floats under the names of its operations. */
#define FLOATS(type, n) \
	typedef floats<n> type; \
	static inline type type##_load(const counted *p) \
	{ \
		return loaded<n>(p, n); \
	} \
	static inline type type##_load_n(const counted *p, int count) \
	{ \
		return loaded<n>(p, count); \
	} \
	static inline type type##_load_parts( \
		const counted *p, ptrdiff_t step, int count) \
	{ \
		return loaded_parts<n>(p, step, count); \
	} \
	static inline void type##_store(counted *p, const type &x) \
	{ \
		store(p, x, n); \
	} \
	static inline void type##_store_n(counted *p, const type &x, int count) \
	{ \
		store(p, x, count); \
	} \
	static inline type type##_set1(const counted &number) \
	{ \
		return filled<n>(number); \
	} \
	static inline type type##_blend(const type &a, const type &b, int mask) \
	{ \
		return blended(a, b, mask); \
	} \
	static inline type type##_low(const type &a, const type &b) \
	{ \
		return interleaved(a, b, 0); \
	} \
	static inline type type##_high(const type &a, const type &b) \
	{ \
		return interleaved(a, b, 2); \
	} \
	static inline type type##_fma(const type &a, const type &b, const type &c) \
	{ \
		return fused(a, b, c); \
	} \
	static inline type type##_muladd(const type &a, const type &b, const type &c) \
	{ \
		return a * b + c; \
	} \
	static inline type type##_abs(const type &x) \
	{ \
		return absolute(x); \
	} \
	static inline type type##_sqrt(const type &x) \
	{ \
		return root(x, 2); \
	} \
	static inline type type##_root(const type &x, int64_t p) \
	{ \
		return root(x, p); \
	}

FLOATS(opgen_f32x8, 8)
FLOATS(opgen_f32x16, 16)

/* Movements: elements are four bytes, lanes may be several of them. */
template <class element, int n>
static inline lanes<element, n>
moved_from(const counted *p, ptrdiff_t at, int count)
{
	lanes<element, n> x = {};

	counts.count[COUNT_READS] += count * sizeof(element) / sizeof(counted);
	memcpy(&x, reinterpret_cast<const char *>(p) + at * sizeof(element),
		count * sizeof(element));
	return x;
}

template <class element, int n>
static inline void
moved_to(counted *p, ptrdiff_t at, const lanes<element, n> &x)
{
	counts.count[COUNT_WRITES] += sizeof x / sizeof(counted);
	memcpy(reinterpret_cast<char *>(p) + at * sizeof(element), &x, sizeof x);
}

#define MOVES(type, element, n) \
	typedef lanes<element, n> type; \
	static inline type type##_load(const counted *p, ptrdiff_t at) \
	{ \
		return moved_from<element, n>(p, at, n); \
	} \
	static inline type type##_load_n(const counted *p, ptrdiff_t at, int count) \
	{ \
		return moved_from<element, n>(p, at, count); \
	} \
	static inline void type##_store(counted *p, ptrdiff_t at, const type &x) \
	{ \
		moved_to(p, at, x); \
	}

MOVES(opgen_u32x4, uint32_t, 4)
MOVES(opgen_u32x8, uint32_t, 8)
MOVES(opgen_u32x16, uint32_t, 16)
MOVES(opgen_u64x2, uint64_t, 2)
MOVES(opgen_u64x4, uint64_t, 4)
MOVES(opgen_u64x8, uint64_t, 8)

#endif

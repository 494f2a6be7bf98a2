/* Included in front of emitted C that is compiled as C++: `float` becomes a class that
   computes the same and counts what was done. */
#ifndef OPGEN_TESTS_COUNTING_HPP
#define OPGEN_TESTS_COUNTING_HPP

#include "opgen_runtime.h"

enum counter {
#define COUNTER(name, one, several, always) COUNT_##name,
#include "code/walk/counters.def"
#undef COUNTER
	NCOUNTER
};

extern "C" {

/* What of struct cost can be observed. */
struct counts {
	uint64_t count[NCOUNTER];
};

struct counts counts;

/* An address above the stack frames of the emitted code. */
static const char *stack_top;

/* Starts to count anew; to be called by whoever calls the emitted function. */
void
counting_begin(void)
{
	const char here = 0;

	counts = {};
	stack_top = &here + 65536;
}
}

/* What is not on the stack is an element of a tensor or of a constant array. */
static inline bool
is_element(const void *address)
{
	const char *at = static_cast<const char *>(address);

	return at > stack_top || at < stack_top - 8 * 1024 * 1024;
}

class counted
{
      public:
	counted() = default;
	counted(float number) : value(number)
	{
	}
	explicit counted(double number) : value(static_cast<float>(number))
	{
	}
	counted(const counted &other) : value(other.load())
	{
	}

	counted &
	operator=(const counted &other)
	{
		value = other.load();
		counts.count[COUNT_WRITES] += is_element(this);
		return *this;
	}

	float
	load() const
	{
		counts.count[COUNT_READS] += is_element(this);
		return value;
	}

	explicit operator double() const
	{
		return static_cast<double>(load());
	}

      private:
	float value;
};

static inline counted
operator+(const counted &a, const counted &b)
{
	counts.count[COUNT_ADDS]++;
	return a.load() + b.load();
}

static inline counted
operator*(const counted &a, const counted &b)
{
	counts.count[COUNT_MULTIPLIES]++;
	return a.load() * b.load();
}

static inline counted
operator/(const counted &a, const counted &b)
{
	counts.count[COUNT_DIVISIONS]++;
	return a.load() / b.load();
}

static inline counted &
operator+=(counted &a, const counted &b)
{
	return a = a + b;
}

static inline counted &
operator*=(counted &a, const counted &b)
{
	return a = a * b;
}

static inline counted &
operator/=(counted &a, const counted &b)
{
	return a = a / b;
}

static inline counted
opgen_muladdf(const counted &a, const counted &b, const counted &c)
{
	return a * b + c;
}

static inline counted
opgen_fmaf(const counted &a, const counted &b, const counted &c)
{
	counts.count[COUNT_FMAS]++;
	return opgen_fmaf(a.load(), b.load(), c.load());
}

static inline counted
opgen_rootf(const counted &x, int64_t p)
{
	counts.count[COUNT_ROOTS]++;
	return opgen_rootf(x.load(), p);
}

static inline counted
sqrtf(const counted &x)
{
	counts.count[COUNT_ROOTS]++;
	return sqrtf(x.load());
}

static inline counted
fabsf(const counted &x)
{
	return fabsf(x.load());
}

static inline double
counting_pow(double x, double p)
{
	counts.count[COUNT_POWERS]++;
	return opgen_pow(x, p);
}

static inline void *
counting_memcpy(void *to, const void *from, size_t size)
{
	counts.count[COUNT_READS] += is_element(from) ? size / sizeof(counted) : 0;
	counts.count[COUNT_WRITES] += is_element(to) ? size / sizeof(counted) : 0;
	return memcpy(to, from, size);
}

static inline void *
counting_memset(void *to, int byte, size_t size)
{
	counts.count[COUNT_WRITES] += is_element(to) ? size / sizeof(counted) : 0;
	return memset(to, byte, size);
}

#include "support/counting_vector.hpp"

#define float counted
#define opgen_pow counting_pow
#define memcpy counting_memcpy
#define memset counting_memset

#endif

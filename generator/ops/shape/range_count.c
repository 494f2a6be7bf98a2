#include "ops/shape/range_count.h"

#include <math.h>

static const int64_t far = INT64_C(1) << 60;

bool
range_count(int64_t start, int64_t limit, int64_t by, int64_t *count)
{
	if (by == 0 || start < -far || start > far || limit < -far || limit > far ||
		by < -far || by > far)
		return false;
	*count = by > 0 ? (limit - start + by - 1) / by : (start - limit - by - 1) / -by;
	if ((by > 0 && limit <= start) || (by < 0 && limit >= start))
		*count = 0;
	return true;
}

bool
range_count_real(double difference, double by, int64_t *count)
{
	double n = ceil(difference / by);

	if (!(fabs(n) < (double)far)) /* or NaN */
		return false;
	*count = n > 0 ? (int64_t)n : 0;
	return true;
}

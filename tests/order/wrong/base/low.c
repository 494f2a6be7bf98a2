#include "base/low.h"

#include "cli/high.h"

int
low(void)
{
	return high();
}

#include "cli/high.h"

#include "base/low.h"

int
high(void)
{
	return 1;
}

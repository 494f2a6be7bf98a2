#include "kernels/common/tile_code.h"

void
direct_oc_lower(struct tile_code *t)
{
	(void)t;
}

#include "kernels/common/tile_code.h"

void
direct_ow_lower(struct tile_code *t)
{
	(void)t;
}

#include "cli/up/stairs.h"

#include "cli/down/floor.h"

#include "base/second.h"

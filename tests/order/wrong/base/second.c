#include "base/first.h"

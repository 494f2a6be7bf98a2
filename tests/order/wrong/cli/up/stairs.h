enum { STAIRS };

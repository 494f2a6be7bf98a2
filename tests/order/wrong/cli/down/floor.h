enum { FLOOR };

enum {
	FLOOR
};

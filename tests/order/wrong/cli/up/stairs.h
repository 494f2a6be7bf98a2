enum {
	STAIRS
};

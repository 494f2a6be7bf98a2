/* The checks of the types of integers that are computed with; included by
   vector_checks.c. */

/* Every operation, on full and on partial vectors; memory after them is left alone. */
#define CHECK_INTEGERS(vector, element, lanes, target) \
	static target void compute_##vector(const element *a, const element *b, int n, \
		element *most, element *all, element *part) \
	{ \
		vector##_store(most, 0, \
			vector##_max(vector##_load(a, 0), vector##_load(b, 0))); \
		vector##_store(all, 0, vector##_set1(a[0])); \
		vector##_store_n(part, 1, vector##_load_n(a, 1, n), n); \
	} \
	static bool check_##vector##_integers(void) \
	{ \
		element a[lanes + 1], b[lanes], most[lanes], all[lanes]; \
		element part[lanes + 2]; \
		bool good = true; \
\
		for (int round = 0; round < 1000; round++) { \
			int n = round % (lanes + 1); \
\
			for (int i = 0; i <= lanes; i++) \
				a[i] = (element)next_random(&state); \
			for (int i = 0; i < lanes; i++) \
				b[i] = i % 4 ? (element)next_random(&state) : a[i]; \
			memset(part, 0x5a, sizeof part); \
			compute_##vector(a, b, n, most, all, part); \
			for (int i = 0; i < lanes; i++) { \
				element got = part[i + 1], untouched; \
\
				memset(&untouched, 0x5a, sizeof untouched); \
				good &= most[i] == (a[i] > b[i] ? a[i] : b[i]); \
				good &= all[i] == a[0]; \
				good &= got == (i < n ? a[i + 1] : untouched); \
			} \
		} \
		return good; \
	}

#define CHECK_PAIR(width, lanes, target) \
	CHECK_INTEGERS(opgen_i##width##x##lanes, int##width##_t, lanes, target) \
	CHECK_INTEGERS(opgen_u##width##x##lanes, uint##width##_t, lanes, target)

#ifdef __x86_64__
CHECK_PAIR(8, 8, OPGEN_X86_64_V3)
CHECK_PAIR(8, 16, OPGEN_X86_64_V3)
CHECK_PAIR(8, 32, OPGEN_X86_64_V3)
CHECK_PAIR(16, 8, OPGEN_X86_64_V3)
CHECK_PAIR(16, 16, OPGEN_X86_64_V3)
CHECK_PAIR(32, 8, OPGEN_X86_64_V3)
CHECK_PAIR(64, 4, OPGEN_X86_64_V3)
CHECK_PAIR(8, 64, OPGEN_X86_64_V4)
CHECK_PAIR(16, 32, OPGEN_X86_64_V4)
CHECK_PAIR(32, 16, OPGEN_X86_64_V4)
CHECK_PAIR(64, 8, OPGEN_X86_64_V4)
#else
CHECK_PAIR(8, 4, TARGET_128)
CHECK_PAIR(8, 16, TARGET_128)
CHECK_PAIR(16, 4, TARGET_128)
CHECK_PAIR(16, 8, TARGET_128)
CHECK_PAIR(32, 4, TARGET_128)
CHECK_PAIR(64, 2, TARGET_128)
#endif

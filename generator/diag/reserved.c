#include "diag/reserved.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define countof(array) (sizeof(array) / sizeof(array)[0])

/* Each list is sorted by strcmp. Names that begin with an underscore are left out,
   because a spec's name cannot. */

/* clang-format off */
/* C89 to C23. */
static const char *const c_keyword[] = {
	"alignas", "alignof", "auto", "bool", "break", "case", "char", "const",
	"constexpr", "continue", "default", "do", "double", "else", "enum", "extern",
	"false", "float", "for", "goto", "if", "inline", "int", "long", "nullptr",
	"register", "restrict", "return", "short", "signed", "sizeof", "static",
	"static_assert", "struct", "switch", "thread_local", "true", "typedef", "typeof",
	"typeof_unqual", "union", "unsigned", "void", "volatile", "while",
};

/* What C++98 to C++20 add, alternative tokens included. */
static const char *const cxx_keyword[] = {
	"and", "and_eq", "asm", "bitand", "bitor", "catch", "char16_t", "char32_t",
	"char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept",
	"const_cast", "consteval", "constinit", "decltype", "delete", "dynamic_cast",
	"explicit", "export", "friend", "mutable", "namespace", "new", "noexcept", "not",
	"not_eq", "operator", "or", "or_eq", "private", "protected", "public",
	"reinterpret_cast", "requires", "static_cast", "template", "this", "throw",
	"try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
};

/* Functions, types and macros of the C standard library, C89 to C23 with Annex K. */
static const char *const standard[] = {
	"ATOMIC_BOOL_LOCK_FREE", "ATOMIC_CHAR16_T_LOCK_FREE",
	"ATOMIC_CHAR32_T_LOCK_FREE", "ATOMIC_CHAR8_T_LOCK_FREE", "ATOMIC_CHAR_LOCK_FREE",
	"ATOMIC_FLAG_INIT", "ATOMIC_INT_LOCK_FREE", "ATOMIC_LLONG_LOCK_FREE",
	"ATOMIC_LONG_LOCK_FREE", "ATOMIC_POINTER_LOCK_FREE", "ATOMIC_SHORT_LOCK_FREE",
	"ATOMIC_VAR_INIT", "ATOMIC_WCHAR_T_LOCK_FREE", "BITINT_MAXWIDTH", "BOOL_MAX",
	"BOOL_WIDTH", "BUFSIZ", "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "CHAR_WIDTH",
	"CLOCKS_PER_SEC", "CMPLX", "CMPLXF", "CMPLXL", "CR_DECIMAL_DIG",
	"DBL_DECIMAL_DIG", "DBL_DIG", "DBL_EPSILON", "DBL_HAS_SUBNORM",
	"DBL_IS_IEC_60559", "DBL_MANT_DIG", "DBL_MAX", "DBL_MAX_10_EXP", "DBL_MAX_EXP",
	"DBL_MIN", "DBL_MIN_10_EXP", "DBL_MIN_EXP", "DBL_NORM_MAX", "DBL_SNAN",
	"DBL_TRUE_MIN", "DEC128_EPSILON", "DEC128_MANT_DIG", "DEC128_MAX",
	"DEC128_MAX_EXP", "DEC128_MIN", "DEC128_MIN_EXP", "DEC128_SNAN",
	"DEC128_TRUE_MIN", "DEC32_EPSILON", "DEC32_MANT_DIG", "DEC32_MAX",
	"DEC32_MAX_EXP", "DEC32_MIN", "DEC32_MIN_EXP", "DEC32_SNAN", "DEC32_TRUE_MIN",
	"DEC64_EPSILON", "DEC64_MANT_DIG", "DEC64_MAX", "DEC64_MAX_EXP", "DEC64_MIN",
	"DEC64_MIN_EXP", "DEC64_SNAN", "DEC64_TRUE_MIN", "DECIMAL_DIG",
	"DEC_EVAL_METHOD", "DEC_INFINITY", "DEC_NAN", "EDOM", "EILSEQ", "EOF", "ERANGE",
	"EXIT_FAILURE", "EXIT_SUCCESS", "FE_ALL_EXCEPT", "FE_DEC_DOWNWARD",
	"FE_DEC_TONEAREST", "FE_DEC_TONEARESTFROMZERO", "FE_DEC_TOWARDZERO",
	"FE_DEC_UPWARD", "FE_DFL_ENV", "FE_DFL_MODE", "FE_DIVBYZERO", "FE_DOWNWARD",
	"FE_INEXACT", "FE_INVALID", "FE_OVERFLOW", "FE_SNANS_ALWAYS_SIGNAL",
	"FE_TONEAREST", "FE_TONEARESTFROMZERO", "FE_TOWARDZERO", "FE_UNDERFLOW",
	"FE_UPWARD", "FILE", "FILENAME_MAX", "FLT_DECIMAL_DIG", "FLT_DIG", "FLT_EPSILON",
	"FLT_EVAL_METHOD", "FLT_HAS_SUBNORM", "FLT_IS_IEC_60559", "FLT_MANT_DIG",
	"FLT_MAX", "FLT_MAX_10_EXP", "FLT_MAX_EXP", "FLT_MIN", "FLT_MIN_10_EXP",
	"FLT_MIN_EXP", "FLT_NORM_MAX", "FLT_RADIX", "FLT_ROUNDS", "FLT_SNAN",
	"FLT_TRUE_MIN", "FOPEN_MAX", "FP_FAST_D32ADDD128", "FP_FAST_D32ADDD64",
	"FP_FAST_D32DIVD128", "FP_FAST_D32DIVD64", "FP_FAST_D32FMAD128",
	"FP_FAST_D32FMAD64", "FP_FAST_D32MULD128", "FP_FAST_D32MULD64",
	"FP_FAST_D32SQRTD128", "FP_FAST_D32SQRTD64", "FP_FAST_D32SUBD128",
	"FP_FAST_D32SUBD64", "FP_FAST_D64ADDD128", "FP_FAST_D64DIVD128",
	"FP_FAST_D64FMAD128", "FP_FAST_D64MULD128", "FP_FAST_D64SQRTD128",
	"FP_FAST_D64SUBD128", "FP_FAST_DADDL", "FP_FAST_DDIVL", "FP_FAST_DFMAL",
	"FP_FAST_DMULL", "FP_FAST_DSQRTL", "FP_FAST_DSUBL", "FP_FAST_FADD",
	"FP_FAST_FADDL", "FP_FAST_FDIV", "FP_FAST_FDIVL", "FP_FAST_FFMA",
	"FP_FAST_FFMAL", "FP_FAST_FMA", "FP_FAST_FMAD128", "FP_FAST_FMAD32",
	"FP_FAST_FMAD64", "FP_FAST_FMAF", "FP_FAST_FMAL", "FP_FAST_FMUL",
	"FP_FAST_FMULL", "FP_FAST_FSQRT", "FP_FAST_FSQRTL", "FP_FAST_FSUB",
	"FP_FAST_FSUBL", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_INT_DOWNWARD",
	"FP_INT_TONEAREST", "FP_INT_TONEARESTFROMZERO", "FP_INT_TOWARDZERO",
	"FP_INT_UPWARD", "FP_LLOGB0", "FP_LLOGBNAN", "FP_NAN", "FP_NORMAL",
	"FP_SUBNORMAL", "FP_ZERO", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "HUGE_VAL_D128",
	"HUGE_VAL_D32", "HUGE_VAL_D64", "I", "INFINITY", "INT16_C", "INT16_MAX",
	"INT16_MIN", "INT16_WIDTH", "INT32_C", "INT32_MAX", "INT32_MIN", "INT32_WIDTH",
	"INT64_C", "INT64_MAX", "INT64_MIN", "INT64_WIDTH", "INT8_C", "INT8_MAX",
	"INT8_MIN", "INT8_WIDTH", "INTMAX_C", "INTMAX_MAX", "INTMAX_MIN", "INTMAX_WIDTH",
	"INTPTR_MAX", "INTPTR_MIN", "INTPTR_WIDTH", "INT_FAST16_MAX", "INT_FAST16_MIN",
	"INT_FAST16_WIDTH", "INT_FAST32_MAX", "INT_FAST32_MIN", "INT_FAST32_WIDTH",
	"INT_FAST64_MAX", "INT_FAST64_MIN", "INT_FAST64_WIDTH", "INT_FAST8_MAX",
	"INT_FAST8_MIN", "INT_FAST8_WIDTH", "INT_LEAST16_MAX", "INT_LEAST16_MIN",
	"INT_LEAST16_WIDTH", "INT_LEAST32_MAX", "INT_LEAST32_MIN", "INT_LEAST32_WIDTH",
	"INT_LEAST64_MAX", "INT_LEAST64_MIN", "INT_LEAST64_WIDTH", "INT_LEAST8_MAX",
	"INT_LEAST8_MIN", "INT_LEAST8_WIDTH", "INT_MAX", "INT_MIN", "INT_WIDTH",
	"LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MONETARY", "LC_NUMERIC", "LC_TIME",
	"LDBL_DECIMAL_DIG", "LDBL_DIG", "LDBL_EPSILON", "LDBL_HAS_SUBNORM",
	"LDBL_IS_IEC_60559", "LDBL_MANT_DIG", "LDBL_MAX", "LDBL_MAX_10_EXP",
	"LDBL_MAX_EXP", "LDBL_MIN", "LDBL_MIN_10_EXP", "LDBL_MIN_EXP", "LDBL_NORM_MAX",
	"LDBL_SNAN", "LDBL_TRUE_MIN", "LLONG_MAX", "LLONG_MIN", "LLONG_WIDTH",
	"LONG_MAX", "LONG_MIN", "LONG_WIDTH", "L_tmpnam", "L_tmpnam_s", "MATH_ERREXCEPT",
	"MATH_ERRNO", "MB_CUR_MAX", "MB_LEN_MAX", "NAN", "NULL", "ONCE_FLAG_INIT",
	"PTRDIFF_MAX", "PTRDIFF_MIN", "PTRDIFF_WIDTH", "RAND_MAX", "RSIZE_MAX",
	"SCHAR_MAX", "SCHAR_MIN", "SCHAR_WIDTH", "SEEK_CUR", "SEEK_END", "SEEK_SET",
	"SHRT_MAX", "SHRT_MIN", "SHRT_WIDTH", "SIGABRT", "SIGFPE", "SIGILL", "SIGINT",
	"SIGSEGV", "SIGTERM", "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SIG_ATOMIC_WIDTH",
	"SIG_DFL", "SIG_ERR", "SIG_IGN", "SIZE_MAX", "SIZE_WIDTH", "TIME_ACTIVE",
	"TIME_MONOTONIC", "TIME_THREAD_ACTIVE", "TIME_UTC", "TMP_MAX", "TMP_MAX_S",
	"TSS_DTOR_ITERATIONS", "UCHAR_MAX", "UCHAR_WIDTH", "UINT16_C", "UINT16_MAX",
	"UINT16_WIDTH", "UINT32_C", "UINT32_MAX", "UINT32_WIDTH", "UINT64_C",
	"UINT64_MAX", "UINT64_WIDTH", "UINT8_C", "UINT8_MAX", "UINT8_WIDTH", "UINTMAX_C",
	"UINTMAX_MAX", "UINTMAX_WIDTH", "UINTPTR_MAX", "UINTPTR_WIDTH",
	"UINT_FAST16_MAX", "UINT_FAST16_WIDTH", "UINT_FAST32_MAX", "UINT_FAST32_WIDTH",
	"UINT_FAST64_MAX", "UINT_FAST64_WIDTH", "UINT_FAST8_MAX", "UINT_FAST8_WIDTH",
	"UINT_LEAST16_MAX", "UINT_LEAST16_WIDTH", "UINT_LEAST32_MAX",
	"UINT_LEAST32_WIDTH", "UINT_LEAST64_MAX", "UINT_LEAST64_WIDTH",
	"UINT_LEAST8_MAX", "UINT_LEAST8_WIDTH", "UINT_MAX", "UINT_WIDTH", "ULLONG_MAX",
	"ULLONG_WIDTH", "ULONG_MAX", "ULONG_WIDTH", "USHRT_MAX", "USHRT_WIDTH",
	"WCHAR_MAX", "WCHAR_MIN", "WCHAR_WIDTH", "WEOF", "WINT_MAX", "WINT_MIN",
	"WINT_WIDTH", "abort", "abort_handler_s", "abs", "aligned_alloc", "asctime",
	"asctime_s", "assert", "at_quick_exit", "atexit", "atof", "atoi", "atol",
	"atoll", "atomic_bool", "atomic_char", "atomic_char16_t", "atomic_char32_t",
	"atomic_char8_t", "atomic_compare_exchange_strong",
	"atomic_compare_exchange_strong_explicit", "atomic_compare_exchange_weak",
	"atomic_compare_exchange_weak_explicit", "atomic_exchange",
	"atomic_exchange_explicit", "atomic_fetch_add", "atomic_fetch_add_explicit",
	"atomic_fetch_and", "atomic_fetch_and_explicit", "atomic_fetch_or",
	"atomic_fetch_or_explicit", "atomic_fetch_sub", "atomic_fetch_sub_explicit",
	"atomic_fetch_xor", "atomic_fetch_xor_explicit", "atomic_flag",
	"atomic_flag_clear", "atomic_flag_clear_explicit", "atomic_flag_test_and_set",
	"atomic_flag_test_and_set_explicit", "atomic_init", "atomic_int",
	"atomic_int_fast16_t", "atomic_int_fast32_t", "atomic_int_fast64_t",
	"atomic_int_fast8_t", "atomic_int_least16_t", "atomic_int_least32_t",
	"atomic_int_least64_t", "atomic_int_least8_t", "atomic_intmax_t",
	"atomic_intptr_t", "atomic_is_lock_free", "atomic_llong", "atomic_load",
	"atomic_load_explicit", "atomic_long", "atomic_ptrdiff_t", "atomic_schar",
	"atomic_short", "atomic_signal_fence", "atomic_size_t", "atomic_store",
	"atomic_store_explicit", "atomic_thread_fence", "atomic_uchar", "atomic_uint",
	"atomic_uint_fast16_t", "atomic_uint_fast32_t", "atomic_uint_fast64_t",
	"atomic_uint_fast8_t", "atomic_uint_least16_t", "atomic_uint_least32_t",
	"atomic_uint_least64_t", "atomic_uint_least8_t", "atomic_uintmax_t",
	"atomic_uintptr_t", "atomic_ullong", "atomic_ulong", "atomic_ushort",
	"atomic_wchar_t", "bsearch", "bsearch_s", "btowc", "c16rtomb", "c32rtomb",
	"c8rtomb", "call_once", "calloc", "ckd_add", "ckd_mul", "ckd_sub", "clearerr",
	"clock", "clock_t", "cnd_broadcast", "cnd_destroy", "cnd_init", "cnd_signal",
	"cnd_t", "cnd_timedwait", "cnd_wait", "complex", "constraint_handler_t", "ctime",
	"ctime_s", "difftime", "div", "div_t", "double_t", "errno", "errno_t", "exit",
	"fclose", "fe_dec_getround", "fe_dec_setround", "feclearexcept", "fegetenv",
	"fegetexceptflag", "fegetmode", "fegetround", "feholdexcept", "femode_t",
	"fenv_t", "feof", "feraiseexcept", "ferror", "fesetenv", "fesetexcept",
	"fesetexceptflag", "fesetmode", "fesetround", "fetestexcept", "fetestexceptflag",
	"feupdateenv", "fexcept_t", "fflush", "fgetc", "fgetpos", "fgets", "fgetwc",
	"fgetws", "float_t", "fopen", "fopen_s", "fpclassify", "fpos_t", "fprintf",
	"fprintf_s", "fputc", "fputs", "fputwc", "fputws", "fread", "free",
	"free_aligned_sized", "free_sized", "freopen", "freopen_s", "fscanf", "fscanf_s",
	"fseek", "fsetpos", "ftell", "fwide", "fwprintf", "fwprintf_s", "fwrite",
	"fwscanf", "fwscanf_s", "getc", "getchar", "getenv", "getenv_s", "gets",
	"gets_s", "getwc", "getwchar", "gmtime", "gmtime_r", "gmtime_s",
	"ignore_handler_s", "imaginary", "imaxabs", "imaxdiv", "imaxdiv_t", "int128_t",
	"int16_t", "int32_t", "int64_t", "int8_t", "int_fast128_t", "int_fast16_t",
	"int_fast32_t", "int_fast64_t", "int_fast8_t", "int_least128_t", "int_least16_t",
	"int_least32_t", "int_least64_t", "int_least8_t", "intmax_t", "intptr_t",
	"isalnum", "isalpha", "isblank", "iscanonical", "iscntrl", "isdigit", "iseqsig",
	"isfinite", "isgraph", "isgreater", "isgreaterequal", "isinf", "isless",
	"islessequal", "islessgreater", "islower", "isnan", "isnormal", "isprint",
	"ispunct", "issignaling", "isspace", "issubnormal", "isunordered", "isupper",
	"iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype", "iswdigit",
	"iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper",
	"iswxdigit", "isxdigit", "iszero", "jmp_buf", "kill_dependency", "labs", "lconv",
	"ldiv", "ldiv_t", "llabs", "lldiv", "lldiv_t", "localeconv", "localtime",
	"localtime_r", "localtime_s", "longjmp", "malloc", "math_errhandling",
	"max_align_t", "mblen", "mbrlen", "mbrtoc16", "mbrtoc32", "mbrtoc8", "mbrtowc",
	"mbsinit", "mbsrtowcs", "mbsrtowcs_s", "mbstate_t", "mbstowcs", "mbstowcs_s",
	"mbtowc", "memalignment", "memccpy", "memchr", "memcmp", "memcpy", "memcpy_s",
	"memmove", "memmove_s", "memory_order", "memory_order_acq_rel",
	"memory_order_acquire", "memory_order_consume", "memory_order_relaxed",
	"memory_order_release", "memory_order_seq_cst", "memset", "memset_explicit",
	"memset_s", "mktime", "mtx_destroy", "mtx_init", "mtx_lock", "mtx_plain",
	"mtx_recursive", "mtx_t", "mtx_timed", "mtx_timedlock", "mtx_trylock",
	"mtx_unlock", "noreturn", "nullptr_t", "offsetof", "once_flag", "perror",
	"printf", "printf_s", "ptrdiff_t", "putc", "putchar", "puts", "putwc",
	"putwchar", "qsort", "qsort_s", "quick_exit", "raise", "rand", "realloc",
	"remove", "rename", "rewind", "rsize_t", "scanf", "scanf_s",
	"set_constraint_handler_s", "setbuf", "setjmp", "setlocale", "setvbuf",
	"sig_atomic_t", "signal", "signbit", "size_t", "snprintf", "snprintf_s",
	"snwprintf_s", "sprintf", "sprintf_s", "srand", "sscanf", "sscanf_s",
	"stdc_bit_ceil", "stdc_bit_ceil_uc", "stdc_bit_ceil_ui", "stdc_bit_ceil_ul",
	"stdc_bit_ceil_ull", "stdc_bit_ceil_us", "stdc_bit_floor", "stdc_bit_floor_uc",
	"stdc_bit_floor_ui", "stdc_bit_floor_ul", "stdc_bit_floor_ull",
	"stdc_bit_floor_us", "stdc_bit_width", "stdc_bit_width_uc", "stdc_bit_width_ui",
	"stdc_bit_width_ul", "stdc_bit_width_ull", "stdc_bit_width_us",
	"stdc_count_ones", "stdc_count_ones_uc", "stdc_count_ones_ui",
	"stdc_count_ones_ul", "stdc_count_ones_ull", "stdc_count_ones_us",
	"stdc_count_zeros", "stdc_count_zeros_uc", "stdc_count_zeros_ui",
	"stdc_count_zeros_ul", "stdc_count_zeros_ull", "stdc_count_zeros_us",
	"stdc_first_leading_one", "stdc_first_leading_one_uc",
	"stdc_first_leading_one_ui", "stdc_first_leading_one_ul",
	"stdc_first_leading_one_ull", "stdc_first_leading_one_us",
	"stdc_first_leading_zero", "stdc_first_leading_zero_uc",
	"stdc_first_leading_zero_ui", "stdc_first_leading_zero_ul",
	"stdc_first_leading_zero_ull", "stdc_first_leading_zero_us",
	"stdc_first_trailing_one", "stdc_first_trailing_one_uc",
	"stdc_first_trailing_one_ui", "stdc_first_trailing_one_ul",
	"stdc_first_trailing_one_ull", "stdc_first_trailing_one_us",
	"stdc_first_trailing_zero", "stdc_first_trailing_zero_uc",
	"stdc_first_trailing_zero_ui", "stdc_first_trailing_zero_ul",
	"stdc_first_trailing_zero_ull", "stdc_first_trailing_zero_us",
	"stdc_has_single_bit", "stdc_has_single_bit_uc", "stdc_has_single_bit_ui",
	"stdc_has_single_bit_ul", "stdc_has_single_bit_ull", "stdc_has_single_bit_us",
	"stdc_leading_ones", "stdc_leading_ones_uc", "stdc_leading_ones_ui",
	"stdc_leading_ones_ul", "stdc_leading_ones_ull", "stdc_leading_ones_us",
	"stdc_leading_zeros", "stdc_leading_zeros_uc", "stdc_leading_zeros_ui",
	"stdc_leading_zeros_ul", "stdc_leading_zeros_ull", "stdc_leading_zeros_us",
	"stdc_trailing_ones", "stdc_trailing_ones_uc", "stdc_trailing_ones_ui",
	"stdc_trailing_ones_ul", "stdc_trailing_ones_ull", "stdc_trailing_ones_us",
	"stdc_trailing_zeros", "stdc_trailing_zeros_uc", "stdc_trailing_zeros_ui",
	"stdc_trailing_zeros_ul", "stdc_trailing_zeros_ull", "stdc_trailing_zeros_us",
	"stderr", "stdin", "stdout", "strcat", "strcat_s", "strchr", "strcmp", "strcoll",
	"strcpy", "strcpy_s", "strcspn", "strdup", "strerror", "strerror_s",
	"strerrorlen_s", "strfromd", "strftime", "strlen", "strncat", "strncat_s",
	"strncmp", "strncpy", "strncpy_s", "strndup", "strnlen_s", "strpbrk", "strrchr",
	"strspn", "strstr", "strtod", "strtoimax", "strtok", "strtok_s", "strtold",
	"strtoll", "strtoul", "strtoull", "strtoumax", "strxfrm", "swprintf",
	"swprintf_s", "swscanf", "swscanf_s", "system", "thrd_busy", "thrd_create",
	"thrd_current", "thrd_detach", "thrd_equal", "thrd_error", "thrd_exit",
	"thrd_join", "thrd_nomem", "thrd_sleep", "thrd_start_t", "thrd_success",
	"thrd_t", "thrd_timedout", "thrd_yield", "time", "time_t", "timegm", "timespec",
	"timespec_get", "timespec_getres", "tm", "tmpfile", "tmpfile_s", "tmpnam",
	"tmpnam_s", "tolower", "toupper", "towctrans", "towlower", "towupper",
	"tss_create", "tss_delete", "tss_dtor_t", "tss_get", "tss_set", "tss_t",
	"uint128_t", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uint_fast128_t",
	"uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "uint_fast8_t",
	"uint_least128_t", "uint_least16_t", "uint_least32_t", "uint_least64_t",
	"uint_least8_t", "uintmax_t", "uintptr_t", "ungetc", "ungetwc", "unreachable",
	"va_arg", "va_copy", "va_end", "va_list", "va_start", "vfprintf", "vfprintf_s",
	"vfscanf", "vfscanf_s", "vfwprintf", "vfwprintf_s", "vfwscanf", "vfwscanf_s",
	"vprintf", "vprintf_s", "vscanf", "vscanf_s", "vsnprintf", "vsnprintf_s",
	"vsnwprintf_s", "vsprintf", "vsprintf_s", "vsscanf", "vsscanf_s", "vswprintf",
	"vswprintf_s", "vswscanf", "vswscanf_s", "vwprintf", "vwprintf_s", "vwscanf",
	"vwscanf_s", "wcrtomb", "wcrtomb_s", "wcscat", "wcscat_s", "wcschr", "wcscmp",
	"wcscoll", "wcscpy", "wcscpy_s", "wcscspn", "wcsftime", "wcslen", "wcsncat",
	"wcsncat_s", "wcsncmp", "wcsncpy", "wcsncpy_s", "wcsnlen_s", "wcspbrk",
	"wcsrchr", "wcsrtombs", "wcsrtombs_s", "wcsspn", "wcsstr", "wcstod", "wcstod128",
	"wcstod32", "wcstod64", "wcstof", "wcstoimax", "wcstok", "wcstok_s", "wcstol",
	"wcstold", "wcstoll", "wcstombs", "wcstombs_s", "wcstoul", "wcstoull",
	"wcstoumax", "wcsxfrm", "wctob", "wctomb", "wctomb_s", "wctrans", "wctrans_t",
	"wctype", "wctype_t", "wint_t", "wmemchr", "wmemcmp", "wmemcpy", "wmemcpy_s",
	"wmemmove", "wmemmove_s", "wmemset", "wprintf", "wprintf_s", "wscanf",
	"wscanf_s",
};

/* Functions that also exist with the suffixes of the floating types. */
static const char *const standard_math[] = {
	"acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi",
	"atanh", "atanpi", "cabs", "cacos", "cacosh", "canonicalize", "carg", "casin",
	"casinh", "catan", "catanh", "cbrt", "ccos", "ccosh", "ceil", "cexp", "cimag",
	"clog", "compoundn", "conj", "copysign", "cos", "cosh", "cospi", "cpow", "cproj",
	"creal", "csin", "csinh", "csqrt", "ctan", "ctanh", "d32add", "d32div", "d32fma",
	"d32mul", "d32sqrt", "d32sub", "d64add", "d64div", "d64fma", "d64mul", "d64sqrt",
	"d64sub", "dadd", "ddiv", "decodebin", "decodedec", "dfma", "dmul", "dsqrt",
	"dsub", "encodebin", "encodedec", "erf", "erfc", "exp", "exp10", "exp10m1",
	"exp2", "exp2m1", "expm1", "f32add", "f32div", "f32fma", "f32mul", "f32sqrt",
	"f32sub", "f32xadd", "f32xdiv", "f32xfma", "f32xmul", "f32xsqrt", "f32xsub",
	"f64add", "f64div", "f64fma", "f64mul", "f64sqrt", "f64sub", "f64xadd", "f64xdiv",
	"f64xfma", "f64xmul", "f64xsqrt", "f64xsub", "fabs", "fadd", "fdim", "fdiv",
	"ffma", "floor", "fma", "fmax", "fmaximum", "fmaximum_mag", "fmaximum_mag_num",
	"fmaximum_num", "fmin", "fminimum", "fminimum_mag", "fminimum_mag_num",
	"fminimum_num", "fmod", "fmul", "frexp", "fromfp", "fromfpx", "fsqrt", "fsub",
	"getpayload", "hypot", "ilogb", "ldexp", "lgamma", "llogb", "llquantexp",
	"llrint", "llround", "log", "log10", "log10p1", "log1p", "log2", "log2p1", "logb",
	"logp1", "lrint", "lround", "modf", "nan", "nearbyint", "nextafter", "nextdown",
	"nexttoward", "nextup", "pow", "pown", "powr", "quantize", "quantum", "remainder",
	"remquo", "rint", "rootn", "round", "roundeven", "rsqrt", "samequantum",
	"scalbln", "scalbn", "setpayload", "setpayloadsig", "sin", "sinh", "sinpi",
	"sqrt", "strfrom", "strto", "tan", "tanh", "tanpi", "tgamma", "totalorder",
	"totalordermag", "trunc", "ufromfp", "ufromfpx",
};

/* What else the headers that emitted code includes declare in the compilers' default
   modes, the macros of those modes, and C++'s namespace. */
static const char *const system_name[] = {
	"BIG_ENDIAN", "BYTE_ORDER", "FD_CLR", "FD_ISSET", "FD_SET", "FD_SETSIZE",
	"FD_ZERO", "HUGE_VAL_F128", "HUGE_VAL_F16", "HUGE_VAL_F32", "HUGE_VAL_F32X",
	"HUGE_VAL_F64", "HUGE_VAL_F64X", "LITTLE_ENDIAN", "MAXFLOAT", "NFDBITS",
	"PDP_ENDIAN", "SNAN", "SNANF", "SNANF128", "SNANF16", "SNANF32", "SNANF32X",
	"SNANF64", "SNANF64X", "SNANL", "WCONTINUED", "WEXITED", "WEXITSTATUS",
	"WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WNOHANG", "WNOWAIT",
	"WSTOPPED", "WSTOPSIG", "WTERMSIG", "WUNTRACED", "a64l", "alloca", "arc4random",
	"arc4random_buf", "arc4random_uniform", "basename", "bcmp", "bcopy", "be16toh",
	"be32toh", "be64toh", "blkcnt64_t", "blkcnt_t", "blksize_t", "bzero", "caddr_t",
	"canonicalize_file_name", "clearenv", "clockid_t", "comparison_fn_t", "daddr_t",
	"dev_t", "drand48", "drand48_data", "drand48_r", "ecvt", "ecvt_r", "erand48",
	"erand48_r", "explicit_bzero", "fcvt", "fcvt_r", "fd_mask", "fd_set", "ffs",
	"ffsl", "ffsll", "fsblkcnt64_t", "fsblkcnt_t", "fsfilcnt64_t", "fsfilcnt_t",
	"fsid_t", "gcvt", "getloadavg", "getpt", "getsubopt", "gid_t", "grantpt",
	"htobe16", "htobe32", "htobe64", "htole16", "htole32", "htole64", "i386", "id_t",
	"index", "initstate", "initstate_r", "ino64_t", "ino_t", "jrand48", "jrand48_r",
	"key_t", "l64a", "lcong48", "lcong48_r", "le16toh", "le32toh", "le64toh",
	"lgamma_r", "lgammaf128_r", "lgammaf16_r", "lgammaf32_r", "lgammaf32x_r",
	"lgammaf64_r", "lgammaf64x_r", "lgammaf_r", "lgammal_r", "linux", "locale_t",
	"loff_t", "lrand48", "lrand48_r", "memfrob", "memmem", "mempcpy", "memrchr",
	"mkdtemp", "mkostemp", "mkostemp64", "mkostemps", "mkostemps64", "mkstemp",
	"mkstemp64", "mkstemps", "mkstemps64", "mktemp", "mode_t", "mrand48", "mrand48_r",
	"nlink_t", "nrand48", "nrand48_r", "off64_t", "off_t", "on_exit", "pid_t",
	"posix_memalign", "posix_openpt", "pselect", "pthread_attr_t",
	"pthread_barrier_t", "pthread_barrierattr_t", "pthread_cond_t",
	"pthread_condattr_t", "pthread_key_t", "pthread_mutex_t", "pthread_mutexattr_t",
	"pthread_once_t", "pthread_rwlock_t", "pthread_rwlockattr_t",
	"pthread_spinlock_t", "pthread_t", "ptsname", "ptsname_r", "putenv", "qecvt",
	"qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort_r", "quad_t", "rand_r", "random",
	"random_data", "random_r", "rawmemchr", "reallocarray", "realpath", "register_t",
	"rindex", "rpmatch", "secure_getenv", "seed48", "seed48_r", "select", "setenv",
	"setstate", "setstate_r", "sigabbrev_np", "sigdescr_np", "signgam", "sigset_t",
	"srand48", "srand48_r", "srandom", "srandom_r", "ssize_t", "std", "stpcpy",
	"stpncpy", "strcasecmp", "strcasecmp_l", "strcasestr", "strchrnul", "strcoll_l",
	"strdupa", "strerror_l", "strerror_r", "strerrordesc_np", "strerrorname_np",
	"strfry", "strncasecmp", "strncasecmp_l", "strndupa", "strnlen", "strsep",
	"strsignal", "strtod_l", "strtof128_l", "strtof16_l", "strtof32_l", "strtof32x_l",
	"strtof64_l", "strtof64x_l", "strtof_l", "strtok_r", "strtol_l", "strtold_l",
	"strtoll_l", "strtoq", "strtoul_l", "strtoull_l", "strtouq", "strverscmp",
	"strxfrm_l", "suseconds_t", "timer_t", "timeval", "u_char", "u_int", "u_int16_t",
	"u_int32_t", "u_int64_t", "u_int8_t", "u_long", "u_quad_t", "u_short", "uid_t",
	"uint", "ulong", "unix", "unlockpt", "unsetenv", "useconds_t", "ushort", "valloc",
};

/* The same, with the suffixes of the floating types. */
static const char *const system_math[] = {
	"M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10", "M_LN2", "M_LOG10E",
	"M_LOG2E", "M_PI", "M_PI_2", "M_PI_4", "M_SQRT1_2", "M_SQRT2", "drem", "finite",
	"fmaxmag", "fminmag", "gamma", "isinf", "isnan", "j0", "j1", "jn", "scalb",
	"significand", "sincos", "y0", "y1", "yn",
};
/* clang-format on */

static const char *const suffix[] = {
	"", "f", "l", "f16", "f32", "f32x", "f64", "f64x", "f128", "d32", "d64", "d128"};

static const struct {
	const char *const *name;
	size_t nname;
	bool suffixed; /* each name also stands for itself with each suffix */
	const char *reason;
} list[] = {
	{c_keyword, countof(c_keyword), false, "is a keyword of C"},
	{cxx_keyword, countof(cxx_keyword), false, "is a keyword of C++"},
	{standard, countof(standard), false, "is a name of the C standard library"},
	{standard_math, countof(standard_math), true,
		"is a name of the C standard library"},
	{system_name, countof(system_name), false, "is a name of the system's C headers"},
	{system_math, countof(system_math), true, "is a name of the system's C headers"},
};

/* A name without one of its suffixes. */
struct stem {
	const char *text;
	size_t size;
};

static int
compare(const void *key, const void *entry)
{
	const struct stem *stem = key;
	const char *name = *(const char *const *)entry;
	int order = strncmp(stem->text, name, stem->size);

	return order || !name[stem->size] ? order : -1;
}

/* Whether a name is one of the list, followed by that suffix. */
static bool
is_listed(const char *name, const char *const *names, size_t nname, const char *ending)
{
	size_t size = strlen(name), nending = strlen(ending);
	struct stem stem = {name, size - nending};

	if (size < nending || strcmp(name + stem.size, ending))
		return false;
	return bsearch(&stem, names, nname, sizeof *names, compare) != NULL;
}

/* <inttypes.h> reserves all macros of this form (C11, 7.31.5). */
static bool
is_format_macro(const char *name)
{
	return (!strncmp(name, "PRI", 3) || !strncmp(name, "SCN", 3)) &&
	       ((name[3] >= 'a' && name[3] <= 'z') || name[3] == 'X' || name[3] == 'B');
}

const char *
reserved_reason(const char *name)
{
	for (size_t i = 0; i < countof(list); i++) {
		size_t nsuffix = list[i].suffixed ? countof(suffix) : 1;

		for (size_t s = 0; s < nsuffix; s++)
			if (is_listed(name, list[i].name, list[i].nname, suffix[s]))
				return list[i].reason;
	}
	return is_format_macro(name) ? "is a name of the C standard library" : NULL;
}

const char *
reserved_keyword(size_t i)
{
	if (i < countof(c_keyword))
		return c_keyword[i];
	i -= countof(c_keyword);
	return i < countof(cxx_keyword) ? cxx_keyword[i] : NULL;
}

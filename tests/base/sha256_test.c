/* SHA-256 of the messages of FIPS 180-4's examples, taken whole and in pieces. */
#include "base/sha256.h"

#include "support/test.h"

#include <string.h>

/* A text that is repeated, and its digest. */
struct row {
	const char *claim, *text;
	size_t times;
	const char *digest;
};

/* clang-format off */
static const struct row rows[] = {
	{"no bytes have a digest", "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	{"three bytes are one block", "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	{"56 bytes are two", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
	{"a million bytes come piece by piece", "aaaaaaaaaaaaaaaaaaaaaaaaa", 40000,
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};
/* clang-format on */

static void
digest_is_the_standards(void **state)
{
	const struct row *row = *state;
	struct sha256 sha256;
	char text[SHA256_TEXT];

	sha256_begin(&sha256);
	for (size_t i = 0; i < row->times; i++)
		sha256_add(&sha256, row->text, strlen(row->text));
	assert_int_equal(sha256.bytes, row->times * strlen(row->text));
	sha256_end(&sha256, text);
	assert_string_equal(text, row->digest);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){rows[i].claim, digest_is_the_standards,
			NULL, NULL, (void *)&rows[i]};
	return cmocka_run_group_tests(test, NULL, NULL) != 0;
}

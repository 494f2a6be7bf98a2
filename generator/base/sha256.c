#include "base/sha256.h"

void
sha256_begin(struct sha256 *sha256)
{
	SHA256Init(&sha256->state);
	sha256->bytes = 0;
}

void
sha256_add(struct sha256 *sha256, const void *bytes, size_t size)
{
	SHA256Update(&sha256->state, bytes, size);
	sha256->bytes += size;
}

void
sha256_end(struct sha256 *sha256, char text[SHA256_TEXT])
{
	SHA256End(&sha256->state, text);
}

#include "base/digest.h"

void
digest_begin(struct digest *digest)
{
	SHA256Init(&digest->state);
	digest->bytes = 0;
}

void
digest_add(struct digest *digest, const void *bytes, size_t size)
{
	SHA256Update(&digest->state, bytes, size);
	digest->bytes += size;
}

void
digest_end(struct digest *digest, char text[DIGEST_TEXT])
{
	SHA256End(&digest->state, text);
}

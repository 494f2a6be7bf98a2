#ifndef OPGEN_BASE_DIGEST_H
#define OPGEN_BASE_DIGEST_H

#include <sha2.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DIGEST_TEXT = SHA256_DIGEST_STRING_LENGTH /* 64 hexadecimal digits and a NUL */
};

/* SHA-256 (FIPS 180-4) of bytes as they come. */
struct digest {
	SHA2_CTX state;
	uint64_t bytes; /* so far */
};

void digest_begin(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t size);

/* Ends it: the digest in hexadecimal. */
void digest_end(struct digest *digest, char text[DIGEST_TEXT]);

#endif

#ifndef OPGEN_BASE_SHA256_H
#define OPGEN_BASE_SHA256_H

#include <sha2.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SHA256_TEXT = SHA256_DIGEST_STRING_LENGTH /* 64 hexadecimal digits and a NUL */
};

/* SHA-256 (FIPS 180-4) of bytes as they come. */
struct sha256 {
	SHA2_CTX state;
	uint64_t bytes; /* so far */
};

void sha256_begin(struct sha256 *sha256);
void sha256_add(struct sha256 *sha256, const void *bytes, size_t size);

/* Ends it: the digest in hexadecimal. */
void sha256_end(struct sha256 *sha256, char text[SHA256_TEXT]);

#endif

#include "deliver/claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/paths.h"

struct claim {
	const char *what, *path;
	struct path_identity identity;
	bool writes;
	size_t number; /* in the order in which they were made */
};

static void
claim_file(struct claims *claims, const char *what, const char *path, bool writes)
{
	struct claim claim = {.what = what, .writes = writes, .number = claims->nclaim};

	if (path_is_standard(path))
		return;
	claim.path = arena_copy_text(&claims->arena, path, strlen(path));
	if (!path_identify(&claim.identity, claim.path, &claims->arena))
		return;
	claims->claim =
		arena_grow(&claims->arena, claims->claim, claims->nclaim, sizeof claim);
	claims->claim[claims->nclaim++] = claim;
}

void
claims_read(struct claims *claims, const char *path)
{
	claim_file(claims, "input", path, false);
}

void
claims_write(struct claims *claims, const char *what, const char *path)
{
	claim_file(claims, what, path, true);
}

/* Sorts claims of one file together, with writers first. */
static int
compare_claims(const void *a, const void *b)
{
	const struct claim *one = a, *other = b;
	int order = path_compare(&one->identity, &other->identity);

	if (order)
		return order;
	if (one->writes != other->writes)
		return one->writes ? -1 : 1;
	return one->number < other->number ? -1 : 1;
}

/* Of several conflicts, reports the one whose first claim came first: files have no order
   of their own. */
const char *
claims_conflict(struct claims *claims)
{
	const struct claim *found = NULL;

	if (!claims->nclaim)
		return NULL;
	qsort(claims->claim, claims->nclaim, sizeof *claims->claim, compare_claims);
	for (size_t i = 1; i < claims->nclaim; i++) {
		const struct claim *claim = &claims->claim[i - 1];

		if (claim->writes &&
			!path_compare(&claim->identity, &claim[1].identity) &&
			(!found || claim->number < found->number))
			found = claim;
	}
	if (!found)
		return NULL;
	return arena_format(&claims->arena, "the %s %s and the %s %s are the same file",
		found->what, found->path, found[1].what, found[1].path);
}

bool
claims_hold(struct claims *claims)
{
	const char *conflict = claims_conflict(claims);

	if (conflict)
		complain("%s", conflict);
	return !conflict;
}

void
claims_free(struct claims *claims)
{
	arena_free(&claims->arena);
	*claims = (struct claims){.nclaim = 0};
}

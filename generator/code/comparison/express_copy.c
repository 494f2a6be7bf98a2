#include "code/comparison/express_copy.h"

#include "code/statements/access.h"

/* An operand whose elements are copied, or a number with which many are cleared. */
struct copied {
	struct expressions elements;
	const struct arithmetic *arithmetic;
	uint64_t number;
};

static uint64_t
copied_element(const void *context, int64_t k)
{
	const struct copied *c = context;

	return expressions_given(&c->elements, c->arithmetic, k);
}

static uint64_t
cleared_element(const void *context, int64_t k)
{
	(void)k;
	return ((const struct copied *)context)->number;
}

/* What elements are copied from, if that stays as it is. */
static bool
source_of(const struct machine *m, const struct statement *s, const struct slot *from,
	struct arena *arena, struct cells_source *source)
{
	const struct expressions *e = from->object ? &from->object->elements : NULL;
	struct copied *c;

	if (s->kind == STATEMENT_COPY && (!e || !e->operand || e->transformed))
		return false;
	c = arena_new(arena, struct copied);
	*c = (struct copied){.arithmetic = m->arithmetic, .number = express_number(m, 0)};
	if (s->kind == STATEMENT_COPY)
		c->elements = *e;
	source->element = s->kind == STATEMENT_COPY ? copied_element : cleared_element;
	source->context = c;
	return true;
}

void
express_copy(struct machine *m, const struct frame *f, const struct statement *s)
{
	const struct access a = access_of_move(s, &s->at);
	const struct slot to = express_place(m, f, &s->at);
	struct slot from = {0};
	const struct cells *cells;
	struct cells_source source;
	int64_t size, n, k;

	if (s->kind == STATEMENT_COPY)
		from = express_place(m, f, &s->from);
	if (to.object == &m->unknown) {
		express_forget(m);
		return;
	}
	if (!express_holds(m, f, to, 0))
		return;
	size = to.object->elements.size;
	n = a.length / size;
	if (!express_holds(m, f, to, n) ||
		(s->kind == STATEMENT_COPY && from.object != &m->unknown &&
			!express_holds(m, f, from, n)))
		return;
	m->work -= n;
	express_note_store(m, to.object);
	if (m->counts)
		return;
	cells = &to.object->elements.cells;
	k = to.at / size;
	if (n >= CELLS_PAGE && !express_picks(f, &s->from) &&
		source_of(m, s, &from, cells->arena, &source)) {
		cells_copy(cells, k, n, source, from.at / size);
		return;
	}
	for (int64_t i = 0; i < n; i++) {
		uint64_t digest = express_number(m, 0);

		if (s->kind == STATEMENT_COPY)
			digest = from.object == &m->unknown
					 ? DIGEST_NONE
					 : express_picked(m, f, &s->from, 0, from.object,
						   from.at / size + i);
		cells_set(cells, k + i, digest);
	}
}

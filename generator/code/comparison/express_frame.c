#include "code/comparison/express_frame.h"

#include "base/arena.h"

#include <string.h>

enum {
	FRAME_VALUES = 2 * MOST_UNITS /* room for values that is made at once */
};

void
express_fail(struct machine *m, const struct frame *f, const char *what, const char *name)
{
	m->over = true;
	if (!m->failure)
		m->failure = arena_format(
			m->arena, "%s: it %s %s", f->function->name, what, name);
}

void
express_add_memory(struct machine *m, struct object *o)
{
	if (o->listed < m->nmemory && m->memory[o->listed] == o)
		return;
	if (m->nmemory == m->room) {
		m->memory = arena_grow(m->arena, m->memory, m->room, sizeof *m->memory);
		m->room = m->room ? 2 * m->room : 1;
	}
	o->listed = m->nmemory;
	m->memory[m->nmemory++] = o;
}

struct object *
express_memory(struct machine *m, struct code_type type, int64_t n, struct arena *arena)
{
	struct object *o = arena_new(arena, struct object);

	o->elements.n = n * type.lanes;
	o->elements.cells = cells_begin(o->elements.n, arena);
	o->elements.size = (int64_t)dtype_info[type.dtype].size;
	express_add_memory(m, o);
	return o;
}

void
express_forget(struct machine *m)
{
	for (size_t i = 0; i < m->nmemory; i++)
		if (!m->memory[i]->elements.output)
			cells_clear(&m->memory[i]->elements.cells);
}

static struct frame *
new_frame(struct machine *m, const struct function *f)
{
	struct frame *frame = arena_new(&m->lasting, struct frame);

	frame->function = f;
	frame->arena = &m->lasting;
	frame->all_lanes = !m->some_lanes || effects_of_function(m->effects, f)->shuffles;
	frame->slot = arena_array(frame->arena, struct slot, f->nvariable);
	if (f->result.lanes)
		frame->result = arena_array(frame->arena, uint64_t, MOST_UNITS);
	return frame;
}

/* The frame that a function had before. What its variables held then is not read: the
   code is proven to set them first, and a machine that has stopped reads none. */
static struct frame **
frame_of(struct machine *m, const struct function *f)
{
	if (f->number >= m->nframe) {
		size_t n = 2 * f->number + 16;
		struct frame **more = arena_array(&m->lasting, struct frame *, n);

		if (m->nframe)
			memcpy(more, m->frame, m->nframe * sizeof *more);
		m->frame = more;
		m->nframe = n;
	}
	return &m->frame[f->number];
}

struct frame *
express_begin(struct machine *m, const struct function *f)
{
	struct frame **kept = frame_of(m, f);

	if (!*kept || (*kept)->runs || (*kept)->function != f)
		*kept = new_frame(m, f);
	(*kept)->runs = true;
	(*kept)->nmemory = m->nmemory;
	/* A function that the machine stops in returns nothing, not what it returned
	   before. */
	if (f->result.lanes)
		memset((*kept)->result, 0,
			(size_t)(f->result.lanes * express_units(m, f->result)) *
				sizeof *(*kept)->result);
	m->depth++;
	return *kept;
}

void
express_end(struct machine *m, struct frame *f)
{
	f->runs = false;
	m->nmemory = f->nmemory;
	m->depth--;
}

uint64_t *
express_add_variable(const struct machine *m, struct frame *f, const struct variable *v)
{
	int n = v->type.lanes * express_units(m, v->type);
	uint64_t *value;

	if (f->nvalue < n) {
		f->values = arena_array(f->arena, uint64_t, FRAME_VALUES);
		f->nvalue = FRAME_VALUES;
	}
	value = f->values;
	f->values += n;
	f->nvalue -= n;
	return f->slot[v->number].value = value;
}

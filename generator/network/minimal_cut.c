#include "network/minimal_cut.h"

#include "base/arena.h"

/* An edge and, beside it in the list, its reverse: number ^ 1. */
struct cut_edge {
	size_t to;
	size_t before; /* the next edge of where it begins, + 1; 0: none */
	int64_t room;  /* what may flow more */
};

static size_t
source_of(const struct cut *cut)
{
	return cut->nthing;
}

static size_t
sink_of(const struct cut *cut)
{
	return cut->nthing + 1;
}

void
cut_begin(struct cut *cut, size_t nthing, struct arena *arena)
{
	*cut = (struct cut){.nthing = nthing,
		.first = arena_array(arena, size_t, nthing + 2),
		.arena = arena};
}

static void
add_half(struct cut *cut, size_t from, size_t to, int64_t room)
{
	cut->edge = arena_grow(cut->arena, cut->edge, cut->nedge, sizeof *cut->edge);
	cut->edge[cut->nedge++] = (struct cut_edge){to, cut->first[from], room};
	cut->first[from] = cut->nedge;
}

static void
add_edge(struct cut *cut, size_t from, size_t to, int64_t there, int64_t back)
{
	if (!there && !back)
		return;
	add_half(cut, from, to, there);
	add_half(cut, to, from, back);
}

void
cut_add_yes(struct cut *cut, size_t thing, int64_t cost)
{
	add_edge(cut, thing, sink_of(cut), cost, 0);
}

void
cut_add_no(struct cut *cut, size_t thing, int64_t cost)
{
	add_edge(cut, source_of(cut), thing, cost, 0);
}

void
cut_add_differ(struct cut *cut, size_t a, size_t b, int64_t cost)
{
	add_edge(cut, a, b, cost, cost);
}

void
cut_add_no_yes(struct cut *cut, size_t no, size_t yes, int64_t cost)
{
	add_edge(cut, yes, no, cost, 0);
}

/* A search from the source along edges with room. */
struct search {
	size_t *by; /* for each thing that was reached, the edge to it, + 1 */
	size_t *queue;
};

static void
search(const struct cut *cut, struct search *s)
{
	size_t n = 0;

	for (size_t i = 0; i < cut->nthing + 2; i++)
		s->by[i] = 0;
	s->queue[n++] = source_of(cut);
	for (size_t i = 0; i < n; i++)
		for (size_t e = cut->first[s->queue[i]]; e; e = cut->edge[e - 1].before) {
			const struct cut_edge *edge = &cut->edge[e - 1];

			if (!edge->room || s->by[edge->to] || edge->to == source_of(cut))
				continue;
			s->by[edge->to] = e;
			s->queue[n++] = edge->to;
		}
}

/* Sends as much as there is room for along the way to the sink. */
static void
send(struct cut *cut, const size_t *by)
{
	int64_t most = INT64_MAX;

	for (size_t at = sink_of(cut); at != source_of(cut);) {
		size_t e = by[at] - 1;

		most = cut->edge[e].room < most ? cut->edge[e].room : most;
		at = cut->edge[e ^ 1].to;
	}
	for (size_t at = sink_of(cut); at != source_of(cut);) {
		size_t e = by[at] - 1;

		cut->edge[e].room -= most;
		cut->edge[e ^ 1].room += most;
		at = cut->edge[e ^ 1].to;
	}
}

const bool *
cut_find(struct cut *cut)
{
	size_t n = cut->nthing + 2;
	struct search s = {
		arena_array(cut->arena, size_t, n), arena_array(cut->arena, size_t, n)};
	bool *yes = arena_array(cut->arena, bool, n);

	for (search(cut, &s); s.by[sink_of(cut)]; search(cut, &s))
		send(cut, s.by);
	for (size_t i = 0; i < cut->nthing; i++)
		yes[i] = s.by[i] != 0;
	return yes;
}

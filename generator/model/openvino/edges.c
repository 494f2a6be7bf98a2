#include "model/openvino/edges.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diag/source.h"
#include "model/model.h"

/* A layer, or a port of a layer, to be found by its id. */
struct key {
	int64_t owner; /* the number of the port's layer; 0 for a layer */
	int64_t id;
	size_t which;
};

/* Keys in ascending order. */
struct keys {
	struct key *key;
	size_t nkey;
};

struct join {
	struct ir *ir;
	struct source *source;
	struct arena *arena;
	struct keys layers, inputs, outputs;
};

static int
compare(const void *left, const void *right)
{
	const struct key *a = left, *b = right;

	if (a->owner != b->owner)
		return a->owner < b->owner ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Sorts the keys; returns one of two that are equal, or NULL. */
static const struct key *
sort(struct keys *keys)
{
	if (keys->nkey > 0)
		qsort(keys->key, keys->nkey, sizeof *keys->key, compare);
	for (size_t i = 1; i < keys->nkey; i++)
		if (!compare(&keys->key[i - 1], &keys->key[i]))
			return &keys->key[i];
	return NULL;
}

static const struct key *
find(const struct keys *keys, int64_t owner, int64_t id)
{
	struct key wanted = {owner, id, 0};

	if (keys->nkey == 0)
		return NULL;
	return bsearch(&wanted, keys->key, keys->nkey, sizeof wanted, compare);
}

static bool
sort_layers(struct join *join)
{
	struct ir *ir = join->ir;
	const struct key *twice;

	join->layers.key = arena_array(join->arena, struct key, ir->nlayer);
	for (size_t i = 0; i < ir->nlayer; i++)
		join->layers.key[join->layers.nkey++] =
			(struct key){0, ir->layer[i].id, i};
	twice = sort(&join->layers);
	if (!twice)
		return true;
	source_error_at(join->source, ir->layer[twice->which].offset,
		"there are two layers with the id %" PRId64, twice->id);
	return false;
}

static bool
sort_ports(struct join *join, struct keys *keys, bool output)
{
	struct ir *ir = join->ir;
	const struct key *twice;

	keys->key = arena_array(join->arena, struct key, ir->nport);
	for (size_t i = 0; i < ir->nport; i++)
		if (ir->port[i].output == output)
			keys->key[keys->nkey++] = (struct key){
				(int64_t)ir->port[i].layer, ir->port[i].id, i};
	twice = sort(keys);
	if (!twice)
		return true;
	source_error_at(join->source, ir->layer[twice->owner].offset,
		"layer %s: there are two %s ports with the id %" PRId64,
		quoted_bytes(ir->layer[twice->owner].name, join->arena),
		output ? "output" : "input", twice->id);
	return false;
}

/* The port at one end of an edge, or NULL, which has been reported. */
static struct ir_port *
edge_end(struct join *join, const struct ir_edge *edge, bool from)
{
	int64_t layer = from ? edge->from_layer : edge->to_layer;
	int64_t id = from ? edge->from_port : edge->to_port;
	const struct key *owner = find(&join->layers, 0, layer), *port;

	if (!owner) {
		source_error_at(join->source, edge->offset,
			"edge: no layer has the id %" PRId64, layer);
		return NULL;
	}
	port = find(from ? &join->outputs : &join->inputs, (int64_t)owner->which, id);
	if (!port) {
		source_error_at(join->source, edge->offset,
			"edge: layer %s has no %s port with the id %" PRId64,
			quoted_bytes(join->ir->layer[owner->which].name, join->arena),
			from ? "output" : "input", id);
		return NULL;
	}
	return &join->ir->port[port->which];
}

static bool
join_edge(struct join *join, const struct ir_edge *edge)
{
	const struct ir_port *from = edge_end(join, edge, true);
	struct ir_port *to = from ? edge_end(join, edge, false) : NULL;

	if (!to)
		return false;
	if (to->value != NO_VALUE) {
		source_error_at(join->source, edge->offset,
			"edge: another one leads to input port %" PRId64
			" of layer %s too",
			to->id,
			quoted_bytes(join->ir->layer[to->layer].name, join->arena));
		return false;
	}
	to->value = from->value;
	return true;
}

/* The layers that each layer's edges lead to, in one list. */
struct followers {
	size_t *first; /* where the list of each layer begins in `layer`, and where the
			  last ends */
	size_t *layer;
	size_t *nwaiting; /* edges to each layer from layers that are not done */
};

static struct followers
list_followers(const struct ir *ir, const size_t *maker, struct arena *arena)
{
	struct followers f = {
		arena_array(arena, size_t, ir->nlayer + 2),
		arena_array(arena, size_t, ir->nport),
		arena_array(arena, size_t, ir->nlayer),
	};

	for (size_t i = 0; i < ir->nport; i++)
		if (!ir->port[i].output && ir->port[i].value != NO_VALUE)
			f.first[maker[ir->port[i].value] + 2]++;
	for (size_t i = 2; i < ir->nlayer + 2; i++)
		f.first[i] += f.first[i - 1];
	for (size_t i = 0; i < ir->nport; i++)
		if (!ir->port[i].output && ir->port[i].value != NO_VALUE) {
			f.layer[f.first[maker[ir->port[i].value] + 1]++] =
				ir->port[i].layer;
			f.nwaiting[ir->port[i].layer]++;
		}
	return f;
}

/* A layer of a circle: goes back along edges from a layer that was never done to
   another such layer, until it comes to a layer for the second time. */
static size_t
find_circle(const struct ir *ir, const size_t *maker, const struct followers *f,
	struct arena *arena)
{
	bool *seen = arena_array(arena, bool, ir->nlayer);
	size_t at = 0;

	while (!f->nwaiting[at])
		at++;
	while (!seen[at]) {
		const struct ir_port *port = &ir->port[ir->layer[at].port];

		seen[at] = true;
		while (port->output || port->value == NO_VALUE ||
			!f->nwaiting[maker[port->value]])
			port++;
		at = maker[port->value];
	}
	return at;
}

static bool
check_circles(struct join *join)
{
	const struct ir *ir = join->ir;
	size_t *maker = arena_array(join->arena, size_t, ir->nport);
	size_t *done = arena_array(join->arena, size_t, ir->nlayer), ndone = 0;
	struct followers f;
	size_t at;

	for (size_t i = 0; i < ir->nport; i++)
		if (ir->port[i].output)
			maker[ir->port[i].value] = ir->port[i].layer;
	f = list_followers(ir, maker, join->arena);
	for (size_t i = 0; i < ir->nlayer; i++)
		if (!f.nwaiting[i])
			done[ndone++] = i;
	for (size_t i = 0; i < ndone; i++)
		for (size_t j = f.first[done[i]]; j < f.first[done[i] + 1]; j++)
			if (!--f.nwaiting[f.layer[j]])
				done[ndone++] = f.layer[j];
	if (ndone == ir->nlayer)
		return true;
	at = find_circle(ir, maker, &f, join->arena);
	source_error_at(join->source, ir->layer[at].offset,
		"layer %s: the edges lead from its output back to its input",
		quoted_bytes(ir->layer[at].name, join->arena));
	return false;
}

bool
ir_join(struct ir *ir, struct source *source, struct arena *arena)
{
	struct join join = {ir, source, arena, .layers = {NULL, 0}};

	if (!sort_layers(&join) || !sort_ports(&join, &join.inputs, false) ||
		!sort_ports(&join, &join.outputs, true))
		return false;
	for (size_t i = 0; i < ir->nport; i++)
		if (!ir->port[i].output)
			ir->port[i].value = NO_VALUE;
	for (size_t i = 0; i < ir->nedge; i++)
		if (!join_edge(&join, &ir->edge[i]))
			return false;
	return check_circles(&join);
}

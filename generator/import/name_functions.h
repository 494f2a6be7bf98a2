#ifndef OPGEN_IMPORT_NAME_FUNCTIONS_H
#define OPGEN_IMPORT_NAME_FUNCTIONS_H

struct arena;
struct candidates;

/* Gives each candidate a unique, legal function name, made from the node's name or its
   output's, with its index appended if names collide. */
void name_functions(struct candidates *candidates, struct arena *arena);

/* The same for the nodes of a graph, of which each gets the last parts of its name that
   tell it from the others, and its title. */
void name_steps(struct candidates *candidates, struct arena *arena);

#endif

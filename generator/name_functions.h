#ifndef OPGEN_NAME_FUNCTIONS_H
#define OPGEN_NAME_FUNCTIONS_H

struct arena;
struct nodes;

/* Gives each of a model's candidates a function's name of its own: legal, made of the
   node's name, or of its output's, and with its index where names are alike. */
void name_functions(struct nodes *nodes, struct arena *arena);

#endif

#ifndef OPGEN_IMPORT_NAME_FUNCTIONS_H
#define OPGEN_IMPORT_NAME_FUNCTIONS_H

struct arena;
struct candidates;

/* Gives each of a model's candidates a function's name of its own: legal, made of the
   node's name, or of its output's, and with its index where names are alike. */
void name_functions(struct candidates *candidates, struct arena *arena);

#endif

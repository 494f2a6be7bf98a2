#ifndef OPGEN_CLI_SCHEMA_H
#define OPGEN_CLI_SCHEMA_H

#include "schedule/node_settings.h"

#include <jansson.h>
#include <stdbool.h>

struct op;
struct out;

/* --schema: a JSON Schema (2020-12) of specs. Every spec that opgen takes is valid
   against it. What needs more than one value at a time, such as the length of strides, it
   leaves to opgen. Defined in templates/schema.json.in. */
void schema_put(struct out *out);

/* What the template takes from the tables that specs are checked with. */
json_t *schema_name(void);
json_t *schema_op(void);
json_t *schema_domain(void);
json_t *schema_dtype(void);
json_t *schema_layout(void);
json_t *schema_options(enum settings_of of);
json_t *schema_extents(void);
json_t *schema_domains(void); /* which operation each has */
/* What each operation takes in all its versions, or in the one that is meant. */
json_t *schema_operations(bool only_versions);
json_t *schema_of_op(const struct op *op);
json_t *schema_of_versions(const struct op *op);
bool schema_has_versions(const struct op *op);

/* Puts a schema, and releases it. */
void schema_json(struct out *out, json_t *json);

#endif

#ifndef OPGEN_CLI_SCHEMA_H
#define OPGEN_CLI_SCHEMA_H

#include "schedule/node_settings.h"

#include <jansson.h>
#include <stdbool.h>

struct op;
struct out;

/* --schema: a JSON Schema (2020-12) of specs. Every spec that opgen accepts is valid
   against it. Rules that need several values at a time, such as how many strides there
   must be, are left to opgen. Defined in templates/schema.json.in. */
void schema_put(struct out *out);

/* Parts of the schema, from the tables with which specs are checked. */
json_t *schema_name(void);
json_t *schema_op(void);
json_t *schema_domain(void);
json_t *schema_dtype(void);
json_t *schema_layout(void);
json_t *schema_options(enum settings_of of);
json_t *schema_extents(void);
json_t *schema_domains(void); /* the operations of each domain */
/* What each operation accepts in all its versions, or in the version that "opset"
   names. */
json_t *schema_operations(bool only_versions);
json_t *schema_of_op(const struct op *op);
json_t *schema_of_versions(const struct op *op);
bool schema_has_versions(const struct op *op);

/* Puts a schema as text, and releases it. */
void schema_json(struct out *out, json_t *json);

#endif

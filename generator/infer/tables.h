#ifndef OPGEN_INFER_TABLES_H
#define OPGEN_INFER_TABLES_H

struct rule;
struct rules;

/* Each is defined in a file of its name: the rules of opgen's operations, by their places
   in op_table, and those of each format's other operations. */
extern const struct rule own_rules[];
extern const struct rules onnx_rules, tensorflow_rules, openvino_rules;

#endif

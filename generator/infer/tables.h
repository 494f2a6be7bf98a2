#ifndef OPGEN_INFER_TABLES_H
#define OPGEN_INFER_TABLES_H

struct rules;

/* The rules of each format's operations; each is defined in a file of its name. */
extern const struct rules onnx_rules, tensorflow_rules, openvino_rules;

#endif

#ifndef OPGEN_SCHEDULE_LOWER_H
#define OPGEN_SCHEDULE_LOWER_H

struct code_builder;
struct schedule;

/* Lowers a schedule's plan to functions with its kernel, or by its parts. */
void schedule_lower(const struct schedule *schedule, struct code_builder *code);

#endif

#ifndef OPGEN_CODE_BUILD_H
#define OPGEN_CODE_BUILD_H

#include "code/statements/builder.h"
#include "code/statements/values.h"
#include "code/statements/variables.h"

/* Puts functions together, statement by statement. A finished function goes to the sink;
   unless the sink keeps it, its body is then freed, so that memory does not grow with the
   code. Names and parameters live as long as the builder's arena. */

/* A builder for one target's functions. Both arenas are the caller's. When a function
   ends, what `body` holds moves to `arena` if the sink keeps functions, and is freed
   otherwise. */
struct code_builder code_begin(struct arena *arena, struct arena *body,
	const struct code_sink *sink, const char *attribute);

/* Begins a function without parameters or result; comment may be NULL. Ends it, and
   returns the function for others to call. Everything built in between goes into it. */
struct function *code_function(struct code_builder *code, enum linkage linkage,
	const char *name, const char *comment);
const struct function *code_end_function(struct code_builder *code);

/* Declarations. An array that is declared at once. */
struct variable *code_let_array(struct code_builder *code, struct code_type type,
	const char *name, int64_t length, int alignment);
/* [n][m] variables, declared: sum3, or sum3_1 if m is above 1. */
const struct variable **code_variables(struct code_builder *code, struct code_type type,
	const char *stem, int64_t n, int64_t m);
/* Declares those counters that are wanted, and sets the others to NULL. Once the function
   ends, those are left out that no loop has used, and the blank line after them where a
   function would begin with it. */
struct wanted_counter {
	const struct variable **counter;
	const char *name;
	bool wanted;
};
void code_declare_counters(
	struct code_builder *code, const struct wanted_counter *counter, size_t n);
#define code_counters(code, ...) \
	code_declare_counters(code, (struct wanted_counter[]){__VA_ARGS__}, \
		sizeof(struct wanted_counter[]){__VA_ARGS__} / \
			sizeof(struct wanted_counter))
/* The counters of nested loops: i1, i2, …, numbered from `first` on. */
void code_nested_counters(struct code_builder *code, const struct variable **counter,
	size_t n, size_t first);
void code_declare(struct code_builder *code, struct variable *const *variable, size_t n);
/* A constant array of numbers within the function; the numbers are copied. */
const struct variable *code_table(struct code_builder *code, struct code_type type,
	const char *name, const double *number, int64_t n);

/* Statements, appended to the current body. */
const struct variable *code_let(struct code_builder *code, bool fixed, const char *name,
	const struct value *value);
/* Stores a value in a named variable; returns a reference to it. */
const struct value *code_named(
	struct code_builder *code, const struct value *value, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;
void code_set(struct code_builder *code, const struct variable *variable,
	const struct value *value);
void code_store(struct code_builder *code, struct address at, const struct value *value);
void code_store_n(struct code_builder *code, struct address at, const struct value *value,
	int64_t n);
/* Declares a pointer. reads: its target is only read; fixed: it does not move. A void
   pointer is converted. */
struct variable *code_let_pointer(struct code_builder *code, bool reads, bool fixed,
	struct code_type type, const char *name, struct address at);
/* The address that such a pointer, which may move, points to. */
struct address code_let_place(struct code_builder *code, bool reads,
	struct code_type type, const char *name, struct address at);
void code_point(
	struct code_builder *code, const struct variable *pointer, struct address at);
void code_copy(
	struct code_builder *code, struct address to, struct address from, int64_t n);
void code_clear(struct code_builder *code, struct address at, int64_t n);
void code_call(struct code_builder *code, const struct function *function,
	const struct argument *argument);
#define code_call_with(code, function, ...) \
	code_call(code, function, (struct argument[]){__VA_ARGS__})
void code_call_set(struct code_builder *code, const struct variable *variable,
	const struct function *function, const struct argument *argument);
void code_prefetch(struct code_builder *code, struct address at);
void code_order(struct code_builder *code);
void code_return(struct code_builder *code, const struct value *value);
void code_unused(struct code_builder *code, const struct variable *variable);
/* Marks the pointers among the parameters that no statement has used so far. */
void code_unused_parameters(struct code_builder *code);
void code_hook(struct code_builder *code, const char *network, size_t step, bool ends);
void code_comment(struct code_builder *code, const char *text);
void code_blank(struct code_builder *code);

/* Open a body, which code_end closes; code_ends closes n of them. A loop's passes are
   first, first + step, … below the limit, or the number `end`; code_loop counts from 0 by
   1. If the counter is NULL there is no loop, and the statements run once. */
void code_loop(struct code_builder *code, const struct variable *counter, int64_t count);
/* A loop if there are several passes; returns its counter, or NULL. */
const struct variable *code_loop_if(
	struct code_builder *code, const struct variable *counter, int64_t count);
void code_loop_to(struct code_builder *code, const struct variable *counter,
	int64_t first, int64_t step, struct limit limit);
void code_loop_by(struct code_builder *code, const struct variable *counter,
	int64_t first, int64_t step, int64_t end);
void code_block(struct code_builder *code);
void code_if(struct code_builder *code, struct condition condition);
void code_end(struct code_builder *code);
void code_ends(struct code_builder *code, int n);

#endif

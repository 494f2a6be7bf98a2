#ifndef OPGEN_CODE_RUN_MEMORY_H
#define OPGEN_CODE_RUN_MEMORY_H

#include "base/arena.h"
#include "code/comparison/effects.h"
#include "code/running/run_lanes.h"
#include "code/statements/code.h"

/* The memory of the interpreter: objects that know which of their bytes were written, the
   frames of functions, and addresses resolved to checked bytes. */

/* The bytes that pointers point to. */
struct object {
	unsigned char *bytes;
	/* One for each byte: nonzero once it has been written; NULL: all can be read. */
	unsigned char *set;
	int64_t size;
	/* The argument, by its number, that is to be written. */
	bool is_result;
	size_t argument;
};

/* What a variable holds, but for its value; which members count depends on its kind. */
struct slot {
	bool is_set;
	int64_t counter;
	struct object *object; /* pointers, arrays, constants; NULL: the null pointer */
	int64_t at;            /* pointers: bytes from the object's first */
};

/* A function while it runs. */
struct frame {
	const struct function *function;
	struct slot *slot;   /* by the variables' numbers */
	struct lanes *value; /* likewise; of those that are set */
	struct lanes result;
	bool returned;
};

enum {
	STACK_PIECE = 16 * 1024, /* bytes; of many runs all that they take */
	MESSAGE_SIZE = 200
};

/* Frames and arrays of running functions lie in pieces, one after the other; where one
   has no room left, the next is begun. */
struct stack {
	struct stack_piece {
		struct stack_piece *next;
		size_t size;
		unsigned char *bytes;
	} * piece;   /* the one that is begun */
	size_t used; /* bytes of it */
};

struct run_sample;

struct machine {
	struct arena arena;
	uint64_t statements; /* that have run */
	/* Where only some passes of loops are run, which ends after so many statements;
	   NULL: all are. */
	uint64_t most;
	struct run_sample *sample;
	struct effects_table effects;
	bool failed;                /* or ended */
	char message[MESSAGE_SIZE]; /* of the first failure */
	struct stack stack;
	/* Constants, made when they are first read. */
	struct constant {
		const struct variable *variable;
		struct object *object;
	} * constant;
	size_t nconstant;
};

/* The run fails; the first failure is kept, as "FUNCTION: what name at byte at". */
void machine_fail(struct machine *m, const struct frame *f, const char *what,
	const char *name, int64_t at);

/* Bytes of the stack, as they are and zeroed; the caller of a function restores the stack
   when it returns. An array of so many bytes there, none of them written. */
void *machine_take(struct machine *m, size_t size);
void *machine_push(struct machine *m, size_t size);
struct object *machine_array(struct machine *m, int64_t size);

/* The terms and the offset of an address, in elements; the same as an object and bytes,
   which may lie outside of it; an element of a table of int32 or int64. */
int64_t machine_element(
	struct machine *m, const struct frame *f, const struct address *at);
struct slot machine_place(
	struct machine *m, const struct frame *f, const struct address *at);
int64_t machine_table_element(
	struct machine *m, const struct frame *f, struct address at);

/* The `size` bytes that lie `move` bytes after an address, if all of them may be written,
   which marks them as written, or were written and may be read. Else the run fails, and
   NULL is returned. */
unsigned char *machine_bytes(struct machine *m, const struct frame *f,
	const struct address *at, int64_t move, size_t size, bool write);

#endif

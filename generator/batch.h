#ifndef OPGEN_BATCH_H
#define OPGEN_BATCH_H

#include "deliver.h"
#include "source.h"
#include "spec.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A file on its way from text to schedules. */
struct file {
	struct source source;
	struct spec spec;
	struct schedule *schedule; /* one for each node */
};

/* The spec files of one run, whose functions share one C file. */
struct batch {
	const struct options *options;
	struct file *file; /* one for each of the options' specs */
	size_t nfile;
	size_t nnode; /* of all files */
};

/* Reports functions of different files that have the same name; within a file the reader
   has done so. */
enum status batch_check_names(const struct batch *batch, struct arena *arena);

/* Reports functions whose names differ in case alone, or are macros of another function,
   where a header is asked for. */
enum status batch_check_macros(const struct batch *batch, struct arena *arena);

/* Reports a prefix and a name, each of them legal, that together are not. */
enum status batch_check_prefix(const struct batch *batch, struct arena *arena);

/* Reports code that opgen cannot prove. */
enum status batch_prove(const struct batch *batch, struct arena *arena);

/* Everything that the files came to, in their order, ready to be emitted. */
struct delivery batch_collect(const struct batch *batch, struct arena *arena);

/* Reports a path that no depfile can name, where one is asked for. */
enum status batch_check_depfile(const struct delivery *delivery);

/* Counts the C file, and reports one that is larger than the options allow. */
enum status batch_check_size(const struct batch *batch, struct delivery *delivery);

#endif

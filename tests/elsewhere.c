#include "work.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena.h"
#include "harness.h"
#include "machine.h"
#include "trial.h"

/* An emulator is some twenty times slower than the machine that it runs on. */
static const uint64_t quick_count = 100000;

static void
declare(FILE *file, const struct work *work, const struct variant *variant, size_t ninput)
{
	fprintf(file, "void %s%s(", variant->prefix, work->subject.plan.name);
	for (size_t i = 0; i < ninput; i++)
		fprintf(file, "const void *, ");
	fprintf(file, "void *);\n");
}

/* Writes the tables that runner.h declares. */
static void
write_tables(const struct work *work, const char *c_file)
{
	const struct plan *plan = &work->subject.plan;
	FILE *file = fopen(c_file, "w");
	size_t ninput = 0;

	if (!file) {
		perror(c_file);
		exit(3);
	}
	fprintf(file, "#include \"runner.h\"\nconst size_t input_size[] = {");
	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant) {
			fprintf(file, "%zu, ", operand_nbyte(&plan->operand[i]));
			ninput++;
		}
	fprintf(file, "0};\nconst size_t ninput = %zu, output_size = %zu;\n", ninput,
		operand_nbyte(&plan->dst));
	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			declare(file, work, &variants[i], ninput);
	fprintf(file, "void (*const functions[])(void) = {\n");
	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			fprintf(file, "\t(void (*)(void))%s%s,\n", variants[i].prefix,
				plan->name);
	fprintf(file,
		"};\nconst size_t nfunction = sizeof functions / sizeof *functions;\n");
	fclose(file);
}

/* Everything that the case is tried on: as many trials as there are, or -1. */
static int
make_trials(const struct work *work, struct trial *trial, const char *inputs)
{
	const struct plan *plan = &work->subject.plan;
	FILE *file = fopen(inputs, "wb");
	int n = 0;

	if (!file) {
		perror(inputs);
		exit(3);
	}
	for (int data = 0; data < NDATA; data++) {
		if (!trial_is_wanted(work, (enum data)data, quick_count))
			continue;
		if (!trial_make(&trial[n], work, (enum data)data)) {
			n = -1;
			break;
		}
		for (size_t i = 0; i < plan->noperand; i++)
			if (!plan->operand[i].constant)
				fwrite(trial[n].input[i], 1,
					operand_nbyte(&plan->operand[i]), file);
		n++;
	}
	fclose(file);
	return n;
}

static bool
check_outputs(const struct work *work, struct trial *trial, int ntrial, const char *path)
{
	size_t nbyte = operand_nbyte(&work->subject.plan.dst), size, used = 0;
	const char *outputs = file_read(path, &size, work->arena);
	bool all = true;

	for (int n = 0; n < ntrial; n++)
		for (size_t i = 0; i < 2 * nvariant(); i++) {
			const struct variant *variant = &variants[i / 2];

			if (!work->made[i / 2])
				continue;
			fprintf(stderr, "%s on %s, placed at the %s\n", variant->prefix,
				trial[n].name, i % 2 ? "beginning" : "end");
			if (used + nbyte > size) {
				fprintf(stderr, "no output\n");
				return false;
			}
			all &= trial_check(&trial[n], variant->numerics, outputs + used);
			used += nbyte;
		}
	return all;
}

bool
work_execute_elsewhere(
	const struct work *work, const struct machine *machine, const char *c_file)
{
	struct compilation compilation = machine_compilation(machine, work->index);
	const char *inputs = file_in(work, "inputs"), *outputs = file_in(work, "outputs");
	const char *tables = file_in(work, "tables.c"),
		   *program = file_in(work, "program");
	const char *object = arena_format(work->arena, "%s.o", c_file);
	struct trial trial[NDATA];
	int ntrial = make_trials(work, trial, inputs);

	if (ntrial <= 0)
		return ntrial == 0;
	fprintf(stderr, "%s %s %s\n", compilation.compiler, compilation.standard,
		compilation.level);
	write_tables(work, tables);
	return emitted_compile(&compilation, c_file, NULL, work->arena) &&
	       machine_link(machine, object, tables, program, work->arena) &&
	       machine_run(machine, program, arena_format(work->arena, "%d", ntrial),
		       inputs, outputs) &&
	       check_outputs(work, trial, ntrial, outputs);
}

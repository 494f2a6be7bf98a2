#include "support/group.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/machine.h"
#include "support/trial.h"
#include "support/work.h"

/* An emulator is some twenty times slower than the machine that it runs on. */
static const uint64_t quick_count = 100000;

/* Everything that a case is tried on. */
struct trials {
	struct trial trial[NDATA];
	int n;
};

static FILE *
open_file(const char *path)
{
	FILE *file = fopen(path, "wb");

	if (!file) {
		perror(path);
		exit(3);
	}
	return file;
}

static size_t
count_inputs(const struct plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++)
		n += !plan->operand[i].constant;
	return n;
}

static void
declare(FILE *file, const char *name, size_t ninput, size_t noutput)
{
	fprintf(file, "void %s(", name);
	for (size_t i = 0; i < ninput; i++)
		fprintf(file, "const void *, ");
	for (size_t i = 1; i < noutput; i++)
		fprintf(file, "void *, ");
	fprintf(file, "void *);\n");
}

/* Writes what a struct run_case points at. */
static void
write_work(FILE *file, const struct work *work)
{
	const struct plan *plan = &work->subject.plan;

	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			declare(file, work->schedule[i].name, count_inputs(plan),
				plan_noutput(plan));
	fprintf(file, "static void (*const functions_%zu[])(void) = {\n", work->index);
	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			fprintf(file, "\t(void (*)(void))%s,\n", work->schedule[i].name);
	fprintf(file, "};\nstatic const size_t size_%zu[] = {", work->index);
	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant)
			fprintf(file, "%zu, ", operand_nbyte(&plan->operand[i]));
	for (size_t i = 0; i < plan_noutput(plan); i++)
		fprintf(file, "%zu, ", operand_nbyte(plan_output(plan, i)));
	fprintf(file, "};\n");
}

/* Writes the table that runner.h declares. */
static void
write_table(const struct group *group, const struct trials *trials, const char *c_file)
{
	FILE *file = open_file(c_file);

	fprintf(file, "#include \"support/runner.h\"\n");
	for (size_t i = 0; i < group->nwork; i++)
		if (trials[i].n)
			write_work(file, &group->work[i]);
	fprintf(file, "const struct run_case run_cases[] = {\n");
	for (size_t i = 0; i < group->nwork; i++) {
		const struct work *work = &group->work[i];
		const struct plan *plan = &work->subject.plan;

		if (trials[i].n)
			fprintf(file,
				"\t{functions_%zu, sizeof functions_%zu / sizeof "
				"*functions_%zu, size_%zu, %zu, %zu, %d},\n",
				work->index, work->index, work->index, work->index,
				count_inputs(plan), plan_noutput(plan), trials[i].n);
	}
	fprintf(file, "};\nconst size_t nrun_case = sizeof run_cases / "
		      "sizeof *run_cases;\n");
	fclose(file);
}

/* Makes a case's trials, and writes their inputs. */
static bool
make_trials(const struct work *work, struct trials *trials, FILE *file)
{
	const struct plan *plan = &work->subject.plan;

	for (int data = 0; data < NDATA; data++) {
		struct trial *trial = &trials->trial[trials->n];

		if (work->c.refused ||
			!trial_is_wanted(work, (enum data)data, quick_count))
			continue;
		if (!trial_make(trial, work, (enum data)data))
			return false;
		for (size_t i = 0; i < plan->noperand; i++)
			if (!plan->operand[i].constant)
				fwrite(trial->input[i], 1,
					operand_nbyte(&plan->operand[i]), file);
		trials->n++;
	}
	return true;
}

static bool
read_outputs(const struct plan *plan, char *result, FILE *file)
{
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		size_t size = operand_nbyte(plan_output(plan, i));

		if (fread(result + emitted_place(plan, i), 1, size, file) != size)
			return false;
	}
	return true;
}

/* Takes a case's results from a file, in the order in which runner.c writes them. */
static bool
check_results(const struct work *work, struct trials *trials, FILE *file)
{
	const struct plan *plan = &work->subject.plan;
	bool all = true;

	for (struct trial *trial = trials->trial; trial < trials->trial + trials->n;
		trial++)
		for (size_t i = 0; i < 2 * nvariant(); i++) {
			if (!work->made[i / 2])
				continue;
			fprintf(stderr, "%s on %s, placed at the %s\n",
				work->schedule[i / 2].name, trial->name,
				i % 2 ? "beginning" : "end");
			if (!read_outputs(plan, trial->result, file)) {
				fprintf(stderr, "no output\n");
				return false;
			}
			all &= trial_check(
				trial, variants[i / 2].numerics, trial->result);
		}
	return all;
}

/* Makes the trials of all cases; false when a case's data is wrong. */
static bool
make_all(const struct group *group, struct trials *trials, const char *inputs)
{
	FILE *file = open_file(inputs);
	bool all = true;

	for (size_t i = 0; i < group->nwork; i++)
		all &= make_trials(&group->work[i], &trials[i], file);
	fclose(file);
	return all;
}

static bool
check_all(const struct group *group, struct trials *trials, const char *outputs)
{
	FILE *file = fopen(outputs, "rb");
	bool all = file != NULL;

	for (size_t i = 0; i < group->nwork && all; i++)
		all = check_results(&group->work[i], &trials[i], file);
	if (file)
		fclose(file);
	return all;
}

bool
group_execute_elsewhere(
	const struct group *group, const struct machine *machine, const char *c_file)
{
	const struct work *first = &group->work[0];
	struct compilation compilation = machine_compilation(machine, group->index);
	const char *inputs = file_in(first, "inputs"),
		   *outputs = file_in(first, "outputs");
	const char *table = file_in(first, "table.c"),
		   *program = file_in(first, "program");
	const char *object = arena_format(first->arena, "%s.o", c_file);
	struct trials *trials = arena_array(first->arena, struct trials, group->nwork);
	int n = 0;

	if (!make_all(group, trials, inputs))
		return false;
	for (size_t i = 0; i < group->nwork; i++)
		n += trials[i].n;
	fprintf(stderr, "%s %s %s\n", compilation.compiler, compilation.standard,
		compilation.level);
	write_table(group, trials, table);
	return !n ||
	       (emitted_compile(&compilation, c_file, NULL, first->arena) &&
		       machine_link(machine, object, table, program, first->arena) &&
		       machine_run(machine, program, inputs, outputs) &&
		       check_all(group, trials, outputs));
}

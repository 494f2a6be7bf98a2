/* Lets requests for memory of some commands fail, alone and with all that follow: the
   first ones, and a sample of the many like each other behind them; with OPGEN_ALL every
   one. Each time opgen must end with status 3 and say why, print nothing else and leave
   every file as it was; or, where the memory was not needed, do all as ever. And counts
   the bytes that each of many nodes takes. */

#include "support/test.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/failing.h"
#include "support/harness.h"
#include "support/onnx_model.h"
#include "support/sample.h"
#include "support/wire.h"

enum {
	ARGUMENT_LIMIT = 24,
	FIRST = 32, /* so many requests fail each time, */
	SAMPLE = 4  /* and of the others one of so many */
};

struct row {
	const char *claim;
	const char *line; /* the arguments, a space between them */
	int status;       /* with all the memory it wants */
	bool each;        /* a file for each node, whole or as it was */
	const char *told; /* what the messages hold then; NULL: "memory\n" */
};

/* What a file is at the start of a command: a copy, or a text. */
struct prepared {
	const char *name, *from, *text;
};

struct file {
	const char *name; /* seen from the directory */
	const char *bytes;
	size_t size;
};

struct files {
	struct file *file;
	size_t nfile;
};

/* What came of a command. */
struct outcome {
	int status;
	const char *output, *messages;
	size_t noutput, nmessage;
	struct files files;
};

/* clang-format off */
static const struct prepared prepared[] = {
	{"stem.json", "samples/stem/stem.json", NULL},
	{"weights.npy", "samples/stem/weights.npy", NULL},
	{"pair.json", "samples/pair/pair.json", NULL},
	{"tiles.json", "samples/tiles/tiles.json", NULL},
	{"half.json", "samples/half/half.json", NULL},
	{"net.onnx", "samples/smooth/smooth.onnx", NULL},
	{"external.onnx", "tests/models/onnx/encodings/external.onnx", NULL},
	{"external.bin", "tests/models/onnx/encodings/external.bin", NULL},
	{"cycle.onnx", "tests/models/onnx/malformed/cycle.onnx", NULL},
	{"function.pb", "tests/models/tensorflow/function.pb", NULL},
	{"ir.xml", "tests/models/openvino/seed_v10.xml", NULL},
	{"ir.bin", "tests/models/openvino/seed_v10.bin", NULL},
	{"wrong.json", NULL, "{\"op\": \"LpPool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 4]},\n"
		" \"attributes\": {\"kernel_shape\": [2, 2], \"padz\": [0]}, \"options\": {\"unroll\": \"fulll\"}}\n"},
	{"large.json", NULL, "{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 4, 32, 32]},\n"
		" \"attributes\": {\"kernel_shape\": [3, 3]}, \"options\": {\"unroll\": \"full\"}}\n"},
	{"x.c", NULL, "old\n"},
	{"x.h", NULL, "old\n"},
	{"x.c.d", NULL, "old\n"},
	{"list", NULL, "old\n"},
	{"s.json", NULL, "old\n"},
	{"up_Conv_W.npy", NULL, "old\n"},
};

static const struct row rows[] = {
	{"a self-test and a manifest", "stem.json -o x.c --self-test t.c --manifest m.json", 0, false, NULL},
	{"a spec with a constant, a header and a depfile", "stem.json -o x.c --header x.h -MD", 0, false, NULL},
	{"a file for several targets", "stem.json --unroll full --target x86-64-v4,x86-64-v3,generic -o x.c", 0, false, NULL},
	{"specs to standard output", "pair.json half.json", 0, false, NULL},
	{"more than a buffer to standard output", "large.json", 0, false, NULL},
	{"--check that finds a difference", "tiles.json -o x.c --check", 1, false, NULL},
	{"--explain of a spec", "half.json --explain -o list", 0, false, NULL},
	{"a spec that is refused", "wrong.json -o x.c", 1, false, NULL},
	{"a spec that is refused, as JSON", "wrong.json -o x.c --diagnostics=json", 1, false, "memory\", \"hint\": null}\n"},
	{"and as SARIF, which is whole", "wrong.json -o x.c --diagnostics=sarif", 1, false, "memory\"}}],\n   \"invocations\": [{\"executionSuccessful\": false, \"exitCode\": 3}]\n }]\n}\n"},
	{"a report", "tiles.json -o x.c --report x.h", 0, false, NULL},
	{"a transformed convolution", "net.onnx --dim batch=1 --node @phases --numerics fast --target x86-64-v4 -o x.c", 0, false, NULL},
	{"--list-nodes", "net.onnx --list-nodes -o list", 0, false, NULL},
	{"--list-nodes=json", "net.onnx --dim batch=1 --list-nodes=json", 0, false, NULL},
	{"--list-nodes=json of a graph", "net.onnx --dim batch=1 --graph --list-nodes=json", 0, false, NULL},
	{"--explain with what goes with the C", "half.json --explain -o list --header x.h --report x.html", 0, false, NULL},
	{"--emit-spec", "net.onnx --dim batch=1 --node @phases --emit-spec -o s.json", 0, false, NULL},
	{"--all-nodes", "net.onnx --dim batch=1 --all-nodes -o out --header out -MD", 0, true, NULL},
	{"--all-nodes by one process, with a build file", "net.onnx --dim batch=1 --all-nodes -o out --ninja out/build.ninja --jobs 1", 0, true, NULL},
	{"--all-nodes by three", "net.onnx --dim batch=1 --all-nodes -o out --ninja out/build.ninja --jobs 3", 0, true, NULL},
	{"--all-nodes that are explained", "net.onnx --dim batch=1 --all-nodes --explain", 0, false, NULL},
	{"a model of which no node is chosen", "net.onnx --dim batch=1", 1, false, NULL},
	{"a model's external data", "external.onnx --node @c -o x.c -MD", 0, false, NULL},
	{"a model with a cycle", "cycle.onnx --list-nodes", 0, false, NULL},
	{"a TensorFlow graph", "function.pb --node up/d2s -o x.c", 0, false, NULL},
	{"an IR and its weights", "ir.xml -o x.c -MD", 0, false, NULL},
	{"an IR that is listed", "ir.xml --list-nodes=json -o list", 0, false, NULL},
	{"--describe", "--describe Conv -o list", 0, false, NULL},
	{"--help", "--help", 0, false, NULL},
};
/* clang-format on */

static struct sample sample;
static struct arena all;      /* the program's */
static const char *directory; /* in which commands run */

static int
compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Adds all files below a part of the directory, hidden ones, too. */
static void
read_files(struct files *files, const char *part, struct arena *arena)
{
	struct dirent **entry;
	int n = scandir(arena_format(arena, "%s/%s", directory, part), &entry, NULL,
		compare_names);

	for (int i = 0; i < n; i++) {
		const char *name = arena_format(arena, "%s%s", part, entry[i]->d_name);
		const char *path = arena_format(arena, "%s/%s", directory, name);
		struct file file = {.name = name};
		struct stat status;

		if (strcmp(entry[i]->d_name, ".") && strcmp(entry[i]->d_name, "..") &&
			!stat(path, &status)) {
			if (S_ISDIR(status.st_mode)) {
				read_files(
					files, arena_format(arena, "%s/", name), arena);
			} else {
				file.bytes = file_read(path, &file.size, arena);
				files->file = arena_grow(arena, files->file, files->nfile,
					sizeof *files->file);
				files->file[files->nfile++] = file;
			}
		}
		free(entry[i]);
	}
	free(entry);
}

static const struct file *
find_file(const struct files *files, const char *name)
{
	for (size_t i = 0; i < files->nfile; i++)
		if (!strcmp(files->file[i].name, name))
			return &files->file[i];
	return NULL;
}

static bool
same_bytes(const char *a, size_t na, const char *b, size_t nb)
{
	return na == nb && !memcmp(a, b, na);
}

static bool
has_file(const struct files *files, const struct file *file)
{
	const struct file *found = find_file(files, file->name);

	return found && same_bytes(found->bytes, found->size, file->bytes, file->size);
}

static bool
has_all(const struct files *files, const struct files *wanted)
{
	for (size_t i = 0; i < wanted->nfile; i++)
		if (!has_file(files, &wanted->file[i]))
			return false;
	return true;
}

/* Makes the directory hold those files and no others. */
static void
restore(const struct files *files, const struct files *now, struct arena *arena)
{
	for (size_t i = 0; i < now->nfile; i++)
		if (!find_file(files, now->file[i].name))
			unlink(arena_format(
				arena, "%s/%s", directory, now->file[i].name));
	for (size_t i = 0; i < files->nfile; i++)
		if (!has_file(now, &files->file[i]))
			file_write(arena_format(arena, "%s/%s", directory,
					   files->file[i].name),
				files->file[i].bytes, files->file[i].size);
}

/* A command with failing.so, ready to run, and where its messages go. */
static struct run
prepare_run(const char *line, struct arena *arena)
{
	char *words = arena_copy_text(arena, line, strlen(line)), *rest = words;
	const char **argv = arena_array(arena, const char *, ARGUMENT_LIMIT);
	struct run run = {.argv = argv, .directory = directory};

	argv[0] = arena_format(arena, "%s/opgen", build_directory());
	for (int i = 1; (argv[i] = strtok_r(rest, " ", &rest)); i++)
		assert_true(i + 1 < ARGUMENT_LIMIT);
	run.output = arena_format(arena, "%s.out", directory);
	run.messages = arena_format(arena, "%s.err", directory);
	return run;
}

static struct outcome
read_outcome(const struct run *run, int status, struct arena *arena)
{
	struct outcome outcome = {.status = status};

	outcome.output = file_read(run->output, &outcome.noutput, arena);
	outcome.messages = file_read(run->messages, &outcome.nmessage, arena);
	read_files(&outcome.files, "", arena);
	return outcome;
}

static int
run_failing(const struct run *run)
{
	struct arena arena = {0};
	int status;

	/* LD_PRELOAD cannot have blanks. */
	setenv("LD_LIBRARY_PATH", arena_format(&arena, "%s/tests", build_directory()), 1);
	setenv("LD_PRELOAD", "failing.so", 1);
	status = run_command(run);
	unsetenv("LD_PRELOAD");
	arena_free(&arena);
	return status;
}

/* Requests for memory, and the bytes that were held at most. */
struct counted {
	unsigned long nrequest, most;
};

/* The outcome when no memory fails. */
static struct outcome
run_whole(const struct run *run, struct counted *counted, struct arena *arena)
{
	const char *path = arena_format(arena, "%s.count", directory);
	struct outcome outcome;
	size_t size;
	char *end;

	setenv("OPGEN_COUNT_MEMORY", path, 1);
	outcome = read_outcome(run, run_failing(run), arena);
	unsetenv("OPGEN_COUNT_MEMORY");
	counted->nrequest = strtoul(file_read(path, &size, arena), &end, 10);
	counted->most = strtoul(end, NULL, 10);
	return outcome;
}

/* Starts a command that waits for orders, and returns the socket for them. */
static int
begin_orders(const struct run *run, pid_t *process, struct arena *arena)
{
	int end[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, end), 0);
	fflush(NULL);
	*process = fork();
	assert_true(*process >= 0);
	if (!*process) {
		close(end[0]);
		setenv("OPGEN_FAIL_MEMORY", arena_format(arena, "%d", end[1]), 1);
		_exit(run_failing(run));
	}
	close(end[1]);
	return end[0];
}

static void
end_orders(int orders, pid_t process)
{
	int status;

	close(orders);
	assert_int_equal(waitpid(process, &status, 0), process);
	assert_int_equal(status, 0);
}

static bool
is_as_ever(const struct outcome *outcome, const struct outcome *whole)
{
	return outcome->status == whole->status &&
	       same_bytes(outcome->output, outcome->noutput, whole->output,
		       whole->noutput) &&
	       same_bytes(outcome->messages, outcome->nmessage, whole->messages,
		       whole->nmessage) &&
	       outcome->files.nfile == whole->files.nfile &&
	       has_all(&outcome->files, &whole->files);
}

/* What is wrong with the files, which may be as they were before and, where each is made
   by itself, as they are after; or NULL. */
static const char *
find_touched(const struct row *row, const struct files *files, const struct files *before,
	const struct files *after, struct arena *arena)
{
	for (size_t i = 0; i < files->nfile; i++)
		if (!has_file(before, &files->file[i]) &&
			!(row->each && has_file(after, &files->file[i])))
			return arena_format(arena, "%s is left", files->file[i].name);
	for (size_t i = 0; i < before->nfile; i++)
		if (!find_file(files, before->file[i].name))
			return arena_format(arena, "%s is gone", before->file[i].name);
	return NULL;
}

static const char *
find_fault(const struct row *row, const struct outcome *outcome,
	const struct files *before, const struct outcome *whole, struct arena *arena)
{
	if (is_as_ever(outcome, whole))
		return NULL;
	if (outcome->status != 3)
		return arena_format(
			arena, "exit status %d, %s", outcome->status, outcome->messages);
	if (!strstr(outcome->messages, row->told ? row->told : "memory\n"))
		return arena_format(arena, "the message is %s", outcome->messages);
	if (outcome->noutput)
		return "something is printed";
	return find_touched(row, &outcome->files, before, &whole->files, arena);
}

/* A row while its requests fail. */
struct trial {
	const struct row *row;
	struct run run;
	struct files before;
	struct outcome whole;
	int orders;
};

static void
fail_request(const struct trial *trial, struct failing_order order)
{
	struct arena arena = {0};
	struct outcome outcome;
	const char *fault;
	int status;

	assert_int_equal(write(trial->orders, &order, sizeof order), sizeof order);
	assert_int_equal(read(trial->orders, &status, sizeof status), sizeof status);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	outcome = read_outcome(&trial->run, status, &arena);
	fault = find_fault(trial->row, &outcome, &trial->before, &trial->whole, &arena);
	if (fault)
		fail_msg("when request %lu%s fails: %s", order.request,
			order.lasting ? "+" : "", fault);
	restore(&trial->before, &outcome.files, &arena);
	arena_free(&arena);
}

static void
command_holds(void **state)
{
	struct arena arena = {0};
	struct trial trial = {.row = *state};
	struct counted counted;
	pid_t process;

	trial.run = prepare_run(trial.row->line, &arena);
	read_files(&trial.before, "", &arena);
	trial.whole = run_whole(&trial.run, &counted, &arena);
	assert_int_equal(trial.whole.status, trial.row->status);
	assert_true(counted.nrequest > 0);
	restore(&trial.before, &trial.whole.files, &arena);
	trial.orders = begin_orders(&trial.run, &process, &arena);
	for (unsigned long i = 1; i <= counted.nrequest; i++) {
		if (i > FIRST && !sample_takes(&sample, SAMPLE))
			continue;
		fail_request(&trial, (struct failing_order){i, false});
		fail_request(&trial, (struct failing_order){i, true});
	}
	end_orders(trial.orders, process);
	arena_free(&arena);
}

/* What each node of a chain takes. */
struct chain {
	const char *claim;
	const char *op, *input; /* the operation, and its input's name in a spec */
	const char *options; /* of the command that reads an ONNX model; NULL: a spec */
	unsigned long most;  /* bytes */
};

/* clang-format off */
static const struct chain chains[] = {
	{"a listed node",                       "Relu",      "X",     "--list-nodes", 1300},
	{"a node of a spec that makes no code", "Identity",  "input", NULL,           1430},
	{"a node of ONNX that makes no code",   "Identity",  "input", "--graph",      1930},
	{"a fused node of a spec",              "Relu",      "X",     NULL,           1900},
	{"a fused node of ONNX",                "Relu",      "X",     "--graph",      2260},
	{"a fused node with a number",          "LeakyRelu", "X",     NULL,           2000},
};
/* clang-format on */

static struct bytes
bytes_of(const char *text)
{
	return (struct bytes){text, strlen(text)};
}

/* A graph of n nodes, each of which reads what the one before it makes. */
static struct bytes
chain_spec(const struct chain *chain, int n, struct arena *arena)
{
	struct bytes *part = arena_array(arena, struct bytes, n + 2);

	part[0] = bytes_of("{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": "
			   "{\"inputs\": {\"t0\": [4]}, \"nodes\": [");
	for (int i = 0; i < n; i++)
		part[i + 1] = bytes_of(arena_format(arena,
			"%s{\"op\": \"%s\", \"inputs\": {\"%s\": \"t%d\"}, \"output\": "
			"\"t%d\"}",
			i ? ", " : "", chain->op, chain->input, i, i + 1));
	part[n + 1] = bytes_of(arena_format(arena, "], \"outputs\": [\"t%d\"]}}\n", n));
	return wire_join(arena, part, (size_t)n + 2);
}

static struct bytes
chain_model(const struct chain *chain, int n, struct arena *arena)
{
	struct bytes *part = arena_array(arena, struct bytes, n + 2);

	part[0] = graph_of(arena, "input t0 1 4");
	for (int i = 0; i < n; i++)
		part[i + 1] = graph_of(arena, arena_format(arena, "node %s t%d t%d n%d",
						      chain->op, i, i + 1, i));
	part[n + 1] = graph_of(arena, arena_format(arena, "output t%d 1 4", n));
	return model_of(arena, wire_join(arena, part, (size_t)n + 2));
}

/* The bytes that opgen holds at most for a chain of n nodes. */
static unsigned long
chain_bytes(const struct chain *chain, int n, struct arena *arena)
{
	struct bytes file = chain->options ? chain_model(chain, n, arena)
					   : chain_spec(chain, n, arena);
	const char *name = chain->options ? "chain.onnx" : "chain.json";
	const char *path = arena_format(arena, "%s/%s", directory, name);
	struct run run = prepare_run(
		arena_format(arena, "%s %s", name, chain->options ? chain->options : ""),
		arena);
	struct counted counted;

	file_write(path, file.text, file.size);
	assert_int_equal(run_whole(&run, &counted, arena).status, 0);
	assert_int_equal(remove(path), 0);
	return counted.most;
}

static void
chain_holds(void **state)
{
	enum {
		FEW = 2000,
		MANY = 10000
	};
	const struct chain *chain = *state;
	struct arena arena = {0};
	unsigned long each =
		(chain_bytes(chain, MANY, &arena) - chain_bytes(chain, FEW, &arena)) /
		(MANY - FEW);

	if (each > chain->most)
		fail_msg("%lu bytes a node, more than %lu", each, chain->most);
	arena_free(&arena);
}

/* The files that every command finds. */
static int
prepare(void **state)
{
	static const char *const made[] = {"out/", ""};

	(void)state;
	directory = arena_format(&all, "%s/tests/failing_memory", build_directory());
	for (size_t i = 0; i < countof(made); i++) {
		struct files left = {0};

		directory_make(arena_format(&all, "%s/%s", directory, made[i]));
		read_files(&left, made[i], &all);
		restore(&(struct files){0}, &left, &all);
	}
	for (size_t i = 0; i < countof(prepared); i++) {
		const struct prepared *p = &prepared[i];
		size_t size = p->from ? 0 : strlen(p->text);
		const char *text = p->from ? file_read(p->from, &size, &all) : p->text;

		assert_non_null(text);
		file_write(arena_format(&all, "%s/%s", directory, p->name), text, size);
	}
	return 0;
}

int
main(void)
{
	struct CMUnitTest memory[countof(rows) + countof(chains)];
	int failed;

	sample = sample_begin("lets the same requests fail");
	for (size_t i = 0; i < countof(rows); i++)
		memory[i] = (struct CMUnitTest){
			rows[i].claim, command_holds, NULL, NULL, (void *)&rows[i]};
	for (size_t i = 0; i < countof(chains); i++)
		memory[countof(rows) + i] = (struct CMUnitTest){
			chains[i].claim, chain_holds, NULL, NULL, (void *)&chains[i]};
	failed = cmocka_run_group_tests(memory, prepare, NULL);
	arena_free(&all);
	return failed != 0;
}

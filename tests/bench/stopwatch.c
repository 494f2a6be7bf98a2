/* stopwatch FILE COMMAND...: runs the command, writes the seconds that it took to FILE.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int
main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: stopwatch FILE COMMAND...\n");
		return 2;
	}
	double start = now();
	pid_t child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	int status = 1;
	if (child < 0 || waitpid(child, &status, 0) < 0) {
		perror("stopwatch");
		return 3;
	}
	double seconds = now() - start;
	FILE *file = fopen(argv[1], "w");
	if (!file || fprintf(file, "%.4f\n", seconds) < 0 || fclose(file)) {
		perror(argv[1]);
		return 3;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

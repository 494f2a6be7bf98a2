/* stopwatch FILE COMMAND...: runs the command and writes to FILE the seconds of processor
   time that it took. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double
seconds_of(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

int
main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: stopwatch FILE COMMAND...\n");
		return 2;
	}
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
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	double seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
	FILE *file = fopen(argv[1], "w");
	if (!file || fprintf(file, "%.4f\n", seconds) < 0 || fclose(file)) {
		perror(argv[1]);
		return 3;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

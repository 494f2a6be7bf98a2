#include "base/progress.h"

#include "support/test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What comes out of standard error while it is a terminal, or a pipe. */
struct screen {
	int reader, error; /* error: what standard error was */
	char text[512];
};

static void
redirect(struct screen *screen, int reader, int writer)
{
	*screen = (struct screen){.reader = reader, .error = dup(STDERR_FILENO)};
	assert_true(screen->error >= 0);
	assert_int_equal(dup2(writer, STDERR_FILENO), STDERR_FILENO);
	close(writer);
}

static void
begin_terminal(struct screen *screen)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);

	assert_true(master >= 0 && !grantpt(master) && !unlockpt(master));
	redirect(screen, master, open(ptsname(master), O_RDWR | O_NOCTTY));
	assert_true(isatty(STDERR_FILENO));
}

static void
begin_pipe(struct screen *screen)
{
	int end[2];

	assert_int_equal(pipe(end), 0);
	redirect(screen, end[0], end[1]);
}

/* What was written since the last time. */
static const char *
look(struct screen *screen)
{
	ssize_t n;

	fcntl(screen->reader, F_SETFL, O_NONBLOCK);
	n = read(screen->reader, screen->text, sizeof screen->text - 1);
	screen->text[n > 0 ? n : 0] = '\0';
	return screen->text;
}

static void
end_screen(struct screen *screen)
{
	dup2(screen->error, STDERR_FILENO);
	close(screen->error);
	close(screen->reader);
}

/* What was written since the last time is that. What fails is told where standard error
   was. */
static void
expect(struct screen *screen, const char *text)
{
	if (!strcmp(look(screen), text))
		return;
	end_screen(screen);
	assert_string_equal(screen->text, text);
}

/* A program that has worked for so long that a line is due. */
static void
start_due(struct progress *progress, const char *path)
{
	progress_start(progress, path);
	if (progress->next > 0)
		progress->next = 1e-9;
}

static void
a_line_comes_and_goes(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, "specs/big.json");
	progress_begin(&progress, "proving", 200);
	expect(&screen, "\ropgen: big.json: proving, 0 %");
	progress_tell(&progress, 80);
	expect(&screen, "");
	progress.next = 1e-9;
	progress_tell(&progress, 80);
	expect(&screen, "\ropgen: big.json: proving, 40 %");
	progress.next = 1e-9;
	progress_pass(&progress, 100);
	expect(&screen, "\ropgen: big.json: proving, 50 %");
	progress_end(&progress);
	expect(&screen, "\r                              \r");
	progress_end(&progress);
	expect(&screen, "");
	end_screen(&screen);
}

static void
a_shorter_line_covers_a_longer_one(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, NULL);
	progress_begin(&progress, "measuring", 100);
	expect(&screen, "\ropgen: measuring, 0 %");
	progress.next = 1e-9;
	progress_begin(&progress, "writing", 100);
	expect(&screen, "\ropgen: writing, 0 %  ");
	end_screen(&screen);
}

static void
nodes_are_numbered(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, "model.onnx");
	progress_node(&progress, 3, 12, "conv1");
	progress_begin(&progress, "proving", 100);
	expect(&screen, "\ropgen: model.onnx: [3/12] conv1: proving, 0 %");
	progress_node(&progress, 0, 0, "");
	progress.next = 1e-9;
	progress_tell(&progress, 50);
	expect(&screen, "\ropgen: model.onnx: proving, 50 %             ");
	end_screen(&screen);
}

static void
nodes_that_are_done_are_counted(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, "model.onnx");
	progress_count(&progress, 12, 245, "conv1");
	expect(&screen, "\ropgen: model.onnx: [12/245] conv1");
	progress_count(&progress, 13, 245, "conv2");
	expect(&screen, "");
	progress.next = 1e-9;
	progress_count(&progress, 14, 245, "c\x1b[2J");
	expect(&screen, "\ropgen: model.onnx: [14/245] c\\x1b[2J");
	progress_end(&progress);
	expect(&screen, "\r                                    \r");
	end_screen(&screen);
}

static void
an_estimate_never_says_that_all_is_done(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, NULL);
	progress_begin(&progress, "proving", 0);
	expect(&screen, "\ropgen: proving, 0 %");
	progress.size = 10;
	progress.next = 1e-9;
	progress_tell(&progress, 1000);
	expect(&screen, "\ropgen: proving, 99 %");
	end_screen(&screen);
}

static void
a_name_is_shown_and_fits(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	start_due(&progress, "a/b\x1b[2J");
	progress_begin(&progress, "proving", 1);
	expect(&screen, "\ropgen: b\\x1b[2J: proving, 0 %");
	start_due(&progress, "0123456789012345678901234567890123456789.json");
	progress_node(&progress, 1000000, 1000000, "conv1");
	progress_begin(&progress, "measuring", 1);
	expect(&screen, "\ropgen: 0123456789012345678901234: [1000000/1000000] conv1: "
			"measuring, 0 %");
	end_screen(&screen);
}

static void
nothing_is_said_in_the_first_second(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_terminal(&screen);
	progress_start(&progress, "big.json");
	assert_true(progress.next > 0);
	progress_begin(&progress, "proving", 100);
	progress_tell(&progress, 50);
	progress_end(&progress);
	expect(&screen, "");
	end_screen(&screen);
}

static void
a_pipe_is_told_nothing(void **state)
{
	struct progress progress;
	struct screen screen;

	(void)state;
	begin_pipe(&screen);
	start_due(&progress, "big.json");
	progress_begin(&progress, "proving", 100);
	progress_tell(&progress, 50);
	progress_end(&progress);
	expect(&screen, "");
	end_screen(&screen);
}

int
main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(a_line_comes_and_goes),
		cmocka_unit_test(a_shorter_line_covers_a_longer_one),
		cmocka_unit_test(nodes_are_numbered),
		cmocka_unit_test(nodes_that_are_done_are_counted),
		cmocka_unit_test(an_estimate_never_says_that_all_is_done),
		cmocka_unit_test(a_name_is_shown_and_fits),
		cmocka_unit_test(nothing_is_said_in_the_first_second),
		cmocka_unit_test(a_pipe_is_told_nothing),
	};

	return cmocka_run_group_tests_name("progress", test, NULL, NULL);
}

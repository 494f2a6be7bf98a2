#include "calibrate_report.h"

#include <stdbool.h>
#include <stdio.h>

static const char *const unit_names[UNITS] = {
	[UNIT_ARITHMETIC] = "UNIT_ARITHMETIC",
	[UNIT_SHUFFLE] = "UNIT_SHUFFLE",
	[UNIT_DIVIDER] = "UNIT_DIVIDER",
	[UNIT_LOAD] = "UNIT_LOAD",
	[UNIT_STORE] = "UNIT_STORE",
};

static const char *const work_names[WORKS] = {
	[WORK_ADD] = "WORK_ADD",
	[WORK_FMA] = "WORK_FMA",
	[WORK_LOGIC] = "WORK_LOGIC",
	[WORK_BLEND] = "WORK_BLEND",
	[WORK_MASK] = "WORK_MASK",
	[WORK_DIVIDE] = "WORK_DIVIDE",
	[WORK_SQRT] = "WORK_SQRT",
	[WORK_ROOT] = "WORK_ROOT",
	[WORK_POWER] = "WORK_POWER",
	[WORK_SHUFFLE] = "WORK_SHUFFLE",
	[WORK_NEAR] = "WORK_NEAR",
	[WORK_CROSS] = "WORK_CROSS",
	[WORK_CONVERT] = "WORK_CONVERT",
	[WORK_LOAD] = "WORK_LOAD",
	[WORK_LOAD_PART] = "WORK_LOAD_PART",
	[WORK_SET1_LOAD] = "WORK_SET1_LOAD",
	[WORK_STORE] = "WORK_STORE",
	[WORK_STORE_PART] = "WORK_STORE_PART",
};

static const char *const width_names[WIDTHS] = {
	[WIDTH_FULL] = "full",
	[WIDTH_NARROW] = "narrow",
	[WIDTH_SCALAR] = "scalar",
};

static double
either(double now, double old)
{
	return now < 0 ? old : now;
}

/* The initialiser. */

static void
print_units(const struct calibrated *c)
{
	printf("\t.units = {\n");
	for (int w = 0; w < WIDTHS; w++) {
		const char *guess = "";

		printf("\t\t{");
		for (int u = 0; u < UNITS; u++) {
			double now = c->now.units[w][u];

			printf("%s%.3g", u ? ", " : "", either(now, c->old->units[w][u]));
			if (now < 0)
				guess = " /* in part not measured */";
		}
		printf("},%s\n", guess);
	}
	printf("\t},\n");
}

static void
print_work(const struct work_time *now, const struct work_time *old, const char *name)
{
	static const char *const guess[2][2] = {
		{"", " /* latency not measured */"},
		{" /* busy not measured */", " /* not measured */"},
	};

	printf("\t\t\t[%s]%*s= {%s, %.3g, %.3g},%s\n", name,
		(int)sizeof "WORK_STORE_PART" - snprintf(NULL, 0, "%s", name), "",
		unit_names[now->unit], either(now->busy, old->busy),
		either(now->latency, old->latency),
		guess[now->busy < 0][now->latency < 0]);
}

void
calibrate_print(const struct calibrated *c)
{
	const struct processor *now = &c->now, *old = c->old;

	printf("const struct processor %s = {\n", c->name);
	printf("\t.issue = %.3g, .window = %d,%s\n", now->issue,
		now->window < 0 ? old->window : now->window,
		now->window < 0 ? " /* window not measured */" : "");
	print_units(c);
	printf("\t.work = {\n");
	for (int w = 0; w < WIDTHS; w++) {
		printf("\t\t{\n");
		for (int k = 0; k < WORKS; k++)
			print_work(&now->work[w][k], &old->work[w][k], work_names[k]);
		printf("\t\t},\n");
	}
	printf("\t},\n");
	printf("\t.call = %.3g,\n", now->call);
	printf("\t.loop = %.3g, /* whose end is not foreseen */\n", now->loop);
	printf("\t.plain_bytes = %d, /* not measured */\n", old->plain_bytes);
	printf("\t.cache = {{%lld * 1024, %.3g}, {%lld * 1024, %.3g}},\n",
		(long long)now->cache[0].bytes / 1024, now->cache[0].line,
		(long long)now->cache[1].bytes / 1024, now->cache[1].line);
	printf("\t.code_bytes = %lld * 1024, .fetch = %.3g, /* not measured */\n",
		(long long)old->code_bytes / 1024, old->fetch);
	printf("\tINSTRUCTIONS, .tuning = TUNING, /* not measured */\n");
	printf("};\n\n");
}

/* The comparison. */

static bool
is_far(double old, double now)
{
	return now * 3 > old * 4 || now * 3 < old * 2;
}

static void
print_pair(double old, double now)
{
	if (now < 0)
		printf("   %20s", "");
	else
		printf("   %7.4g -> %-7.4g%c", old, now, is_far(old, now) ? '!' : ' ');
}

static void
compare(const char *group, const char *name, double old, double now)
{
	printf("%-8s%-16s", group, name);
	print_pair(old, now);
	printf("\n");
}

static void
compare_width(const struct calibrated *c, int w)
{
	for (int u = 0; u < UNITS; u++)
		if (c->now.units[w][u] >= 0)
			compare(width_names[w], unit_names[u], c->old->units[w][u],
				c->now.units[w][u]);
	for (int k = 0; k < WORKS; k++) {
		const struct work_time *old = &c->old->work[w][k];
		const struct work_time *now = &c->now.work[w][k];

		if (now->busy < 0 && now->latency < 0)
			continue;
		printf("%-8s%-16s", width_names[w], work_names[k]);
		print_pair(old->busy, now->busy);
		print_pair(old->latency, now->latency);
		printf("\n");
	}
}

void
calibrate_compare(const struct calibrated *c)
{
	const struct processor *now = &c->now, *old = c->old;

	printf("%s, the table -> measured: busy, latency; ! is off by more than a "
	       "third\n",
		c->name);
	compare("", "issue", old->issue, now->issue);
	if (now->window >= 0)
		compare("", "window", old->window, now->window);
	compare("", "call", old->call, now->call);
	compare("", "loop", old->loop, now->loop);
	if (now->pass > 0)
		compare("", "pass", old->pass, now->pass);
	for (int i = 0; i < CACHES; i++) {
		const char *name = i ? "cache 2" : "cache 1";

		compare(name, "KiB", (double)old->cache[i].bytes / 1024,
			(double)now->cache[i].bytes / 1024);
		compare(name, "line", old->cache[i].line, now->cache[i].line);
	}
	for (int w = 0; w < WIDTHS; w++)
		compare_width(c, w);
	printf("\n");
}

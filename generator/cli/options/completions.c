/* Prints a shell's completions of opgen's options, made from the tables of --help:
   completions bash|fish|zsh. */
#include <stdio.h>
#include <string.h>

#include "base/out.h"
#include "cli/options/usage.h"
#include "deliver/out_file.h"
#include "model/format.h"
#include "ops/op.h"

/* What may follow an option. */
enum follows {
	FOLLOWS_NOTHING,
	FOLLOWS_FILE,
	FOLLOWS_WORD, /* one of some words */
	FOLLOWS_LIST, /* some of them, separated by commas */
	FOLLOWS_TEXT  /* anything else */
};

static enum follows
follows(enum option_id id)
{
	const char *value = option_rule[id].value;

	if (!value || option_is_optional(id))
		return FOLLOWS_NOTHING;
	switch (id) {
	case OPTION_TARGET:
		return FOLLOWS_LIST;
	case OPTION_FROM:
	case OPTION_WEIGHTS:
	case OPTION_DESCRIBE:
		return FOLLOWS_WORD;
	case OPTION_CONSTANTS:
		return FOLLOWS_FILE;
	default:
		if (option_rule[id].list)
			return FOLLOWS_WORD;
		return strstr(value, "FILE") || strstr(value, "DIR") ? FOLLOWS_FILE
								     : FOLLOWS_TEXT;
	}
}

/* The words of a list, without entries that stand for several. */
static void
put_list(struct out *out, enum usage_list list)
{
	struct usage_word word;

	for (size_t i = 0; (word = usage_word(list, i)).name; i++)
		if (!strchr(word.name, ','))
			out_format(out, " %s", word.name);
}

/* The names of operations, each once: several domains can have the same name. */
static void
put_ops(struct out *out)
{
	for (size_t i = 0; i < nop; i++) {
		size_t first = 0;

		while (strcmp(op_table[first]->name, op_table[i]->name) != 0)
			first++;
		if (first == i)
			out_format(out, " %s", op_table[i]->name);
	}
}

/* The words that may follow an option, a blank before each. */
static void
put_words(struct out *out, enum option_id id)
{
	switch (id) {
	case OPTION_FROM:
		for (size_t i = 0; format_word[i]; i++)
			out_format(out, " %s", format_word[i]);
		break;
	case OPTION_WEIGHTS:
		out_text(out, " embed param");
		break;
	case OPTION_DESCRIBE:
		put_ops(out);
		break;
	default:
		put_list(out, option_rule[id].list);
		break;
	}
}

/* An option's summary between single quotes, with a backslash before what is special. */
static void
put_summary(struct out *out, enum option_id id, const char *special)
{
	for (const char *at = option_rule[id].summary; *at; at++) {
		if (*at == '\'')
			out_text(out, "'\\''");
		else if (strchr(special, *at))
			out_format(out, "\\%c", *at);
		else
			out_format(out, "%c", *at);
	}
}

/* The patterns of a case in bash: all options with the same kind of value. */
static void
put_pattern(struct out *out, enum follows what)
{
	const char *separator = "\t";

	for (int id = 0; id < NOPTION; id++)
		if (follows((enum option_id)id) == what) {
			out_format(out, "%s%s", separator, option_rule[id].name);
			separator = " | ";
		}
	out_text(out, ")\n");
}

static void
put_bash(struct out *out)
{
	out_text(out, "# Completions of opgen's options for bash.\n"
		      "_opgen()\n"
		      "{\n"
		      "\tlocal word=${COMP_WORDS[COMP_CWORD]} "
		      "before=${COMP_WORDS[COMP_CWORD - 1]} done=\n\n"
		      "\t# bash splits --option=value into three words.\n"
		      "\t[ \"$word\" != = ] || word=\n"
		      "\t[ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
		      "\tCOMPREPLY=()\n"
		      "\tcase $before in\n");
	for (int id = 0; id < NOPTION; id++) {
		enum follows what = follows((enum option_id)id);

		if (what != FOLLOWS_WORD && what != FOLLOWS_LIST)
			continue;
		out_format(out, "\t%s)\n", option_rule[id].name);
		if (what == FOLLOWS_LIST)
			out_text(out, "\t\tdone=${word%\"${word##*,}\"}\n");
		out_text(out, "\t\tCOMPREPLY=($(compgen -P \"$done\" -W '");
		put_words(out, (enum option_id)id);
		out_text(out, "' -- \"${word##*,}\"))\n\t\treturn\n\t\t;;\n");
	}
	put_pattern(out, FOLLOWS_FILE);
	out_text(out, "\t\treturn\n\t\t;;\n");
	put_pattern(out, FOLLOWS_TEXT);
	out_text(out, "\t\tcompopt +o default\n\t\treturn\n\t\t;;\n"
		      "\tesac\n"
		      "\tcase $word in\n"
		      "\t-*)\n"
		      "\t\tCOMPREPLY=($(compgen -W '");
	for (int id = 0; id < NOPTION; id++)
		out_format(out, " %s", option_rule[id].name);
	out_text(out, "' -- \"$word\"))\n"
		      "\t\t;;\n"
		      "\tesac\n"
		      "}\n"
		      "# Where the function finds nothing, file names are completed.\n"
		      "complete -o default -F _opgen opgen\n");
}

static void
put_zsh(struct out *out)
{
	out_text(out, "#compdef opgen\n"
		      "# Completions of opgen's options for zsh.\n"
		      "_arguments \\\n");
	for (int id = 0; id < NOPTION; id++) {
		const struct option_rule *rule = &option_rule[id];
		enum follows what = follows((enum option_id)id);
		bool is_long = !strncmp(rule->name, "--", 2);

		out_format(out, "\t'*%s%s[", rule->name,
			what == FOLLOWS_NOTHING ? ""
			: is_long               ? "="
						: "+");
		put_summary(out, (enum option_id)id, "[]:\\");
		out_text(out, "]");
		if (what == FOLLOWS_FILE) {
			out_format(out, ":%s:_files", rule->value);
		} else if (what == FOLLOWS_WORD) {
			out_format(out, ":%s:(", rule->value);
			put_words(out, (enum option_id)id);
			out_text(out, ")");
		} else if (what == FOLLOWS_LIST) {
			out_format(out, ":%s:_sequence compadd -", rule->value);
			put_words(out, (enum option_id)id);
		} else if (what == FOLLOWS_TEXT) {
			out_format(out, ":%s: ", rule->value);
		}
		out_text(out, "' \\\n");
	}
	out_text(out, "\t'*:SPEC:_files'\n");
}

static void
put_fish(struct out *out)
{
	out_text(out, "# Completions of opgen's options for fish.\n");
	for (int id = 0; id < NOPTION; id++) {
		const struct option_rule *rule = &option_rule[id];
		enum follows what = follows((enum option_id)id);
		const char *name = rule->name + strspn(rule->name, "-");
		char kind = name - rule->name == 2 ? 'l' : name[1] ? 'o' : 's';

		out_format(out, "complete -c opgen -%c %s", kind, name);
		if (what == FOLLOWS_FILE)
			out_text(out, " -r -F");
		else if (what != FOLLOWS_NOTHING)
			out_text(out, " -x");
		if (what == FOLLOWS_WORD || what == FOLLOWS_LIST) {
			out_text(out,
				what == FOLLOWS_LIST ? " -a '(__fish_append ," : " -a '");
			put_words(out, (enum option_id)id);
			out_text(out, what == FOLLOWS_LIST ? ")'" : "'");
		}
		out_text(out, " -d '");
		put_summary(out, (enum option_id)id, "\\");
		out_text(out, "'\n");
	}
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*put)(struct out *out);
	} shell[] = {{"bash", put_bash}, {"fish", put_fish}, {"zsh", put_zsh}};
	struct out out;

	for (size_t i = 0; argc == 2 && i < sizeof shell / sizeof shell[0]; i++)
		if (!strcmp(argv[1], shell[i].name)) {
			if (!out_open(&out, NULL))
				return 3;
			shell[i].put(&out);
			return out_commit(&out) ? 0 : 3;
		}
	fputs("usage: completions bash|fish|zsh\n", stderr);
	return 2;
}

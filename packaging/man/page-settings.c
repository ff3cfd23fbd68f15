/*
 * page-settings.c - referee.conf(5), from the table of settings.
 */
#include "packaging/man/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/quantity.h"
#include "referee/config/settings.h"
#include "referee/schedule/schedule.h"
#include "rules/rules.h"

/* The syntax of a file: config-syntax.h. */
static const char page_settings_syntax[] =
	"A line `KEY = VALUE` is a setting. Several values of one key are `KEY = { VALUE, VALUE }`, or "
	"several lines. A section `bot NAME { KEY = VALUE ... }` is a bot. A section "
	"`rules { KEY = VALUE ... }` is about the program that has the rules of the game.\n"
	"A value or a name is a word or a quoted text. A word has no blanks and none of "
	"`= { } ( ) , # \" '`. In double quotes a backslash begins an escape such as \\n, or joins two "
	"lines. In single quotes it escapes only the quote and itself. `${NAME}` and "
	"`${NAME:-VALUE}` stand for a variable of the environment, as a whole value or in double "
	"quotes.\n"
	"A comment is # or // to the end of the line, or stands between /* and */.\n"
	"Paths are relative to the folder in which the referee is started, if a setting does not say "
	"otherwise. All mistakes of a file are reported at once, each with file, line, the problem, and "
	"what would be right. `referee check FILE` reads the file and checks its bots.\n"
	"Options of referee-run(1) have the names of the settings, and win over the file.";

static const char page_settings_example[] =
	"name        = \"Connect Four cup\"\n"
	"game        = connect4\n"
	"rounds      = 2\n"
	"openings    = random:4\n"
	"movetime    = 100ms\n"
	"concurrency = 2\n"
	"db          = \"cup.db\"\n"
	"\n"
	"bot mine        { command = \"python3 mybot.py\" }\n"
	"bot alphabeta-4 { command = \"referee-bot --search alphabeta --depth 4\" }\n"
	"bot random      { command = \"referee-bot --search random\" }\n";

/* The forms of values that their names do not explain. */
static const struct command_line page_settings_values[] = {
	{"N", "A whole number. Numbers of positions, processes and files may end with K, M or G."},
	{"TIME", "A number with its unit: us, ms, s, m or h, as 100ms or 1.5s."},
	{"SIZE", "A number of bytes, or with K, M or G: 256M. K is 1024 bytes."},
	{"CLOCK", "MOVES/TIME+INCREMENT in seconds or minutes, as 60+0.6 or 40/1:30; or inf."},
	{"ELO, SHARE", "A decimal number, as 2.5 or 0.05."},
	{"PERCENT", "A number with %, as 10%."},
	{NULL, NULL},
};

/* --- a setting ------------------------------------------------------------------------------ */

/* Writes the range of numbers, times and sizes. The caller frees it; NULL: there is none. */
static char *page_setting_range(const struct setting *row)
{
	char min[QUANTITY_TEXT], max[QUANTITY_TEXT];
	const char *shape = row->value->shape;
	if (row->max == 0)
		return NULL;
	if (strcmp(shape, "TIME") == 0)
		return memory_print("From %s to %s.", quantity_write_time(row->min, min),
			quantity_write_time(row->max, max));
	if (strcmp(shape, "SIZE") == 0)
		return memory_print("From %s to %s.", quantity_write_size(row->min, min),
			quantity_write_size(row->max, max));
	if (strcmp(shape, "PERCENT") == 0)
		return memory_print(
			"From %" PRId64 "%% to %" PRId64 "%%.", row->min / 100, row->max / 100);
	if (*shape == 'N' || strncmp(shape, "GAMES", strlen("GAMES")) == 0)
		return memory_print("From %" PRId64 " to %" PRId64 ".", row->min, row->max);
	return NULL;
}

/* Adds a sentence to the text. */
static void page_setting_add(char **text, const char *sentence)
{
	char *longer = memory_print("%s%s%s", *text, **text != '\0' ? " " : "", sentence);
	free(*text);
	*text = longer;
}

/* The facts of the table beside the help: range, default, where it can be given, and the effect of
 * a change. */
static char *page_setting_facts(const struct setting *row, bool of_bot)
{
	char *facts = memory_copy(""), *range = page_setting_range(row);
	if (range != NULL)
		page_setting_add(&facts, range);
	if (settings_preset(row) != NULL) {
		char *preset = memory_print("Default: %s.", settings_preset(row));
		page_setting_add(&facts, preset);
		free(preset);
	}
	if (row->value->list)
		page_setting_add(&facts, "May be given several times.");
	if (!of_bot && (row->uses & SETTING_FLAG) == 0)
		page_setting_add(&facts, "In the file only.");
	if (!of_bot && (row->uses & SETTING_DEFINES) != 0)
		page_setting_add(&facts, "A change of it makes another tournament.");
	if (of_bot && (row->uses & SETTING_OF_PROGRAM) != 0)
		page_setting_add(&facts, "A change of it makes another bot.");
	free(range);
	return facts;
}

static void page_setting(struct mdoc *m, const struct setting *row, bool of_bot)
{
	char *tag = memory_print("`%s` = %s", row->key, row->value->shape);
	char *facts = page_setting_facts(row, of_bot),
	     *help = memory_print("%s. %s", row->help, facts);
	mdoc_entry(m, tag, help);
	free(help);
	free(facts);
	free(tag);
}

/* --- groups --------------------------------------------------------------------------------- */

static bool page_setting_is_of_class(const struct setting *row)
{
	return row->value == &value_class;
}

static bool page_setting_is_of_tournament(const struct setting *row)
{
	return !page_setting_is_of_class(row);
}

static bool page_setting_is_any(const struct setting *row)
{
	(void)row;
	return true;
}

/* The settings of the file, in groups. */
static const struct page_settings_group {
	const char *title, *about;
	const struct setting *rows;
	bool (*has)(const struct setting *row);
} page_settings_groups[] = {
	{"Settings of a tournament",
		"They stand outside of sections. All but those that are `in the file only` are options "
		"of referee-run(1) as well: `--KEY VALUE`.",
		settings_of_tournament, page_setting_is_of_tournament},
	{"Settings of a class",
		"The file of a class, class.conf, is a tournament file with these settings. It includes "
		"the bots that `referee class take` found in the submissions.",
		settings_of_tournament, page_setting_is_of_class},
	{"Settings of a bot",
		"They stand in a section `bot NAME { }`, one for each bot. A limit that a bot has of its "
		"own replaces that of the tournament.",
		settings_of_bot, page_setting_is_any},
	{"Settings of the rules",
		"A game `process:COMMAND` may have a section `rules { }` with these settings. They mean "
		"for the program of the rules what they mean for a bot.",
		settings_of_bot, settings_is_of_rules},
};

static void page_settings_group(struct mdoc *m, const struct page_settings_group *group)
{
	mdoc_section(m, group->title);
	mdoc_paragraphs(m, group->about);
	mdoc_list(m, true);
	for (const struct setting *row = group->rows; row->key != NULL; row++)
		if ((row->uses & SETTING_FILE) != 0 && group->has(row))
			page_setting(m, row, group->rows == settings_of_bot);
	mdoc_list_end(m);
}

static void page_settings_names(struct mdoc *m)
{
	mdoc_section(m, "Formats");
	mdoc_list(m, true);
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++)
		mdoc_entry(m, (*s)->name, (*s)->help);
	mdoc_list_end(m);
	mdoc_section(m, "Games that are built in");
	mdoc_paragraphs(m, "referee-protocol(7) has their parameters, moves and positions.");
	mdoc_list(m, true);
	for (int i = 0; all_rules[i] != NULL; i++)
		mdoc_entry(m, all_rules[i]->name, all_rules[i]->summary);
	mdoc_list_end(m);
}

void page_of_settings(struct mdoc *m)
{
	mdoc_section(m, "Description");
	mdoc_paragraphs(m,
		"A file defines a tournament: its game, its bots, its format and its limits. Any name "
		"will do. `referee run FILE` plays it, and plays on from where it stopped.");
	mdoc_paragraphs(m, page_settings_syntax);
	mdoc_section(m, "Values");
	mdoc_paragraphs(m,
		"In the lists below each key has the form of its value behind it. Words in "
		"small letters are literal; one of those between | is chosen.");
	mdoc_list(m, true);
	for (const struct command_line *v = page_settings_values; v->name != NULL; v++)
		mdoc_entry(m, v->name, v->help);
	mdoc_list_end(m);
	for (size_t i = 0; i < sizeof page_settings_groups / sizeof *page_settings_groups; i++)
		page_settings_group(m, &page_settings_groups[i]);
	page_settings_names(m);
	mdoc_section(m, "Examples");
	mdoc_paragraphs(m, "A tournament of three bots:");
	mdoc_literal(m, page_settings_example);
}

/*
 * The table of commands: every row has all that the help says, help starts with a verb, and what is
 * printed is what the rows have.
 */
#include "referee/commands/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "referee/config/settings.h"
#include "tests/lib/suite.h"

/* The verbs that help begins with. A new one is added here, and then read twice. */
static const char verbs[] =
	" accept add allow analyse ask begin bench build check close confine connect copy continue count derive do finish "
	"draw end exit find fit get give go import invite judge keep leave let link list listen log make "
	"measure merge move name pair play prefix print rate read remove replay report restore revoke run save say "
	"send serve set show start stop store take test try use wait watch write ";

static bool is_verb(const char *text)
{
	char word[32];
	int length = 0;
	word[length++] = ' ';
	for (; isalpha((unsigned char)*text) && length < 30; text++)
		word[length++] = (char)tolower((unsigned char)*text);
	word[length++] = ' ';
	word[length] = '\0';
	return strstr(verbs, word) != NULL;
}

static char *help_of(const struct command *c)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	command_print_help(c, out);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

START_TEST(every_command_has_its_name_its_group_and_a_summary_that_starts_with_a_verb)
	{
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			ck_assert_ptr_eq(command_find((*c)->name), *c);
			ck_assert_ptr_nonnull((*c)->run);
			ck_assert((*c)->group < COMMAND_GROUPS);
			ck_assert_msg(is_verb((*c)->summary), "%s: %s", (*c)->name, (*c)->summary);
			ck_assert_msg(strlen((*c)->summary) <= 80, "%s", (*c)->summary);
		}
	}
END_TEST

START_TEST(each_example_is_a_use_of_its_command_with_a_sentence_before_it)
	{
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			bool said = false;
			for (const char *const *e = (*c)->examples; e != NULL && *e != NULL; e++) {
				const char *words = *e;
				if (*words == '#') {
					ck_assert_msg(words[1] == ' ' &&
							      isupper((unsigned char)words[2]) &&
							      words[strlen(words) - 1] == '.',
						"%s", words);
					said = true;
					continue;
				}
				ck_assert_msg(said, "%s: no sentence is before it", words);
				ck_assert_msg(strncmp(words, "referee ", strlen("referee ")) == 0 &&
						      strncmp(words + strlen("referee "),
							      (*c)->name, strlen((*c)->name)) == 0,
					"%s", words);
			}
			ck_assert_msg(said, "%s has no example", (*c)->name);
		}
	}
END_TEST

START_TEST(every_option_has_help_that_starts_with_a_verb)
	{
		struct option_row row;
		for (const struct command *const *c = all_commands; *c != NULL; c++)
			for (const struct option_group *g = (*c)->options.groups;
				!option_group_ends(g); g++)
				for (size_t i = 0; option_group_row(g, i, &row); i++) {
					const struct setting *setting =
						settings_find(settings_of_tournament, row.name);
					if (row.help == NULL && setting != NULL &&
						strcmp(setting->key, row.name) != 0)
						continue; /* its older name */
					ck_assert_ptr_nonnull(row.help);
					ck_assert_msg(is_verb(row.help), "%s --%s: %s", (*c)->name,
						row.name, row.help);
					bool valued = row.kind != OPTION_SWITCH &&
						      row.kind != OPTION_CONSTANT;
					ck_assert_msg(g->words || (row.value != NULL) == valued,
						"%s --%s", (*c)->name, row.name);
					ck_assert_msg(
						row.kind != OPTION_NUMBER || row.min < row.max,
						"%s", row.name);
					ck_assert_msg(
						row.kind != OPTION_CHOICE || row.choices != NULL,
						"%s", row.name);
					ck_assert_msg(row.kind != OPTION_READ || row.read != NULL,
						"%s", row.name);
				}
	}
END_TEST

/* How often a command has an option of this name. */
static int count_named(const struct command *c, const char *name)
{
	struct option_row row;
	int count = 0;
	for (const struct option_group *g = c->options.groups; !option_group_ends(g); g++)
		for (size_t i = 0; !g->words && option_group_row(g, i, &row); i++)
			count += strcmp(row.name, name) == 0;
	return count;
}

START_TEST(an_option_stands_in_a_command_once_and_what_it_needs_is_there)
	{
		struct option_row row;
		for (const struct command *const *c = all_commands; *c != NULL; c++)
			for (const struct option_group *g = (*c)->options.groups;
				!option_group_ends(g); g++)
				for (size_t i = 0; !g->words && option_group_row(g, i, &row); i++) {
					/* `test` begins, writes and prints as `run` does. */
					ck_assert_msg(count_named(*c, row.name) == 1, "%s --%s",
						(*c)->name, row.name);
					ck_assert_msg(row.needs == NULL ||
							      count_named(*c, row.needs) == 1,
						"%s --%s", (*c)->name, row.name);
					ck_assert_msg(
						row.was == NULL || count_named(*c, row.was) == 0,
						"%s --%s", (*c)->name, row.name);
				}
	}
END_TEST

START_TEST(the_help_has_every_row_and_no_line_over_a_hundred_columns)
	{
		struct option_row row;
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			char *text = help_of(*c), name[80];
			for (const struct option_group *g = (*c)->options.groups;
				!option_group_ends(g); g++)
				for (size_t i = 0; g->brief == NULL && option_group_row(g, i, &row);
					i++) {
					snprintf(name, sizeof name, "%s%s", g->words ? "" : "--",
						row.name);
					ck_assert_msg(
						row.help == NULL || strstr(text, name) != NULL,
						"%s %s", (*c)->name, name);
				}
			for (char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
				ck_assert_msg((int)strcspn(line, "\n") <= OPTIONS_WIDTH, "%s: %.*s",
					(*c)->name, (int)strcspn(line, "\n"), line);
			free(text);
		}
	}
END_TEST

START_TEST(the_list_of_commands_has_each_of_them_under_its_group)
	{
		char *text, line[64];
		size_t size;
		FILE *out = open_memstream(&text, &size);
		command_print_all(out);
		ck_assert_int_eq(fclose(out), 0);
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			snprintf(line, sizeof line, "\n  %s ", (*c)->name);
			const char *found = strstr(text, line),
				   *title = strstr(text, command_group_titles[(*c)->group]);
			ck_assert_msg(
				found != NULL && title != NULL && title < found, "%s", (*c)->name);
		}
		free(text);
	}
END_TEST

START_TEST(a_first_day_has_ten_commands_and_the_way_to_the_others)
	{
		char *text;
		size_t size, at = 0;
		int count = 0;
		FILE *out = open_memstream(&text, &size);
		command_print_first(out);
		ck_assert_int_eq(fclose(out), 0);
		for (const struct command *const *c = first_commands; *c != NULL; c++, count++) {
			char line[64];
			snprintf(line, sizeof line, "\n  %s ", (*c)->name);
			const char *found = strstr(text + at, line);
			ck_assert_msg(found != NULL, "%s", (*c)->name);
			ck_assert_ptr_eq(command_find((*c)->name), *c);
			at = (size_t)(found - text);
		}
		ck_assert_int_eq(count, 10);
		ck_assert_ptr_nonnull(strstr(text + at, "`referee help --all` lists all commands"));
		free(text);
	}
END_TEST

/* Command lines with names of older versions, and what runs. */
static const struct {
	const char *words[3], *command, *printed;
	int used;
} old_names[] = {
	{{"pause", "cup"}, "ctl", "ctl pause", 0},
	{{"status"}, "ctl", "ctl status", 0},
	{{"seats", "--csv"}, "seat-stats", "seat-stats", 1},
	{{"workers"}, "worker list", "worker list", 1},
	{{"worker", "--stdin"}, "worker run", "worker run", 1},
	{{"worker", "run", "--stdin"}, "worker run", NULL, 2},
	{{"worker"}, NULL, NULL, 0},
	{{"token", "ann"}, "token new", "token new", 1},
	{{"token", "list"}, "token list", NULL, 2},
	{{"merge", "a.db"}, "import", "import", 1},
	{{"replay", "a"}, "verify", "verify", 1},
	{{"ctl", "pause"}, "ctl", NULL, 1},
	{{"class", "take", "pause"}, "class take", NULL, 2},
	{{"watch"}, "watch", NULL, 1},
	{{"class"}, NULL, NULL, 0},
	{{"class", "pause"}, NULL, NULL, 0},
};

START_TEST(a_name_of_an_older_version_runs_the_command_and_leads_to_its_name)
	{
		int count = 0;
		while (count < 3 && old_names[_i].words[count] != NULL)
			count++;
		const struct command_words found = command_find_words(count, old_names[_i].words);
		ck_assert_pstr_eq(
			found.command != NULL ? found.command->name : NULL, old_names[_i].command);
		ck_assert_int_eq(found.used, old_names[_i].used);
		ck_assert_int_eq(found.old != NULL, old_names[_i].printed != NULL);
		if (found.old == NULL)
			return;
		char *text = command_new_name(&found);
		ck_assert_str_eq(text, old_names[_i].printed);
		free(text);
	}
END_TEST

START_TEST(no_old_name_is_one_of_today)
	{
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			const char *verb;
			ck_assert((*c)->was == NULL || command_find((*c)->was) == NULL);
			for (size_t i = 0; (*c)->verb != NULL && (verb = (*c)->verb(i)) != NULL;
				i++)
				ck_assert_ptr_null(command_find(verb));
		}
	}
END_TEST

SUITE("referee/commands/command",
	LOOP(a_name_of_an_older_version_runs_the_command_and_leads_to_its_name,
		sizeof old_names / sizeof *old_names),
	CASE(no_old_name_is_one_of_today),
	CASE(a_first_day_has_ten_commands_and_the_way_to_the_others),
	CASE(every_command_has_its_name_its_group_and_a_summary_that_starts_with_a_verb),
	CASE(each_example_is_a_use_of_its_command_with_a_sentence_before_it),
	CASE(every_option_has_help_that_starts_with_a_verb),
	CASE(an_option_stands_in_a_command_once_and_what_it_needs_is_there),
	CASE(the_help_has_every_row_and_no_line_over_a_hundred_columns),
	CASE(the_list_of_commands_has_each_of_them_under_its_group))

/*
 * Which files and folders are held for a bot, from its dir and its command.
 */
#include "referee/prepare/bot-programs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "referee/process/file-tree.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

enum { BOTS = 2, TEXT = 4096 };

static const char *const files[] = {"ann/bot.py", "ann/table.txt", "both/x.py", "both/y.py",
	"both/z.txt", "kept/bot.py", "kept/cup.conf", "alone.py"};

/* cat is a tool of every system. The commands of two bots and their dirs; what is held of each: a
 * folder ends with a slash, "-" is before one that is no part of the program, "+" is between items,
 * and the files of the other bot in a folder stand behind "|". */
static const struct {
	const char *command[BOTS], *dir[BOTS], *format, *held[BOTS];
} programs[] = {
	{{"cat ann/bot.py", "cat both/x.py"}, {NULL}, "round-robin", {"ann/", "both/"}},
	/* several programs of one folder do not count as parts of each other */
	{{"cat both/x.py", "cat both/y.py"}, {NULL}, "round-robin", {"both/x.py", "both/y.py"}},
	{{"cat both/x.py", "./both/x.py"}, {NULL}, "round-robin", {"both/x.py", "both/x.py"}},
	/* of a test they do */
	{{"cat both/x.py", "cat both/y.py"}, {NULL}, "sprt",
		{"both/|both/y.py", "both/|both/x.py"}},
	/* a dir */
	{{"cat bot.py", "./y.py"}, {"ann", "both"}, "round-robin", {"ann/", "both/"}},
	{{"cat ann/bot.py", "cat y.py"}, {NULL, "both"}, "round-robin", {"ann/", "both/"}},
	/* a class path */
	{{"cat ann/table.txt ann:both Main", "cat kept/bot.py"}, {NULL}, "round-robin",
		{"ann/+both/", "kept/bot.py"}},
	/* the folder of the start, and one with a tournament in it, are of no bot */
	{{"cat alone.py", "cat kept/bot.py"}, {NULL}, "round-robin", {"alone.py", "kept/bot.py"}},
	/* no path */
	{{"cat --depth 3", "missing/bot"}, {NULL}, "round-robin", {"", ""}},
};

/* The path within the folder of the test. */
static const char *within(const char *path)
{
	static char here[PATH_MAX];
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	size_t length = strlen(here);
	ck_assert_msg(strncmp(path, here, length) == 0, "%s", path);
	return path + length + 1;
}

static const char *held_of(const struct held_files *held)
{
	static char text[TEXT];
	*text = '\0';
	for (int i = 0; held->items[i] != NULL; i++) {
		ck_assert(held->counts[i]);
		snprintf(text + strlen(text), TEXT - strlen(text), "%s%s%s", i > 0 ? "+" : "",
			within(held->items[i]->path),
			held_item_is_folder(held->items[i]->kind) ? "/" : "");
	}
	for (int i = 0; held->others[i] != NULL; i++)
		snprintf(text + strlen(text), TEXT - strlen(text), "%s%s", i > 0 ? "," : "|",
			within(held->others[i]));
	return text;
}

static void make_files(void)
{
	reported_enter_folder();
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char folder[64];
		snprintf(folder, sizeof folder, "%.*s", (int)strcspn(files[i], "/"), files[i]);
		if (strchr(files[i], '/') != NULL)
			ck_assert(file_tree_make_folder(folder));
		reported_write(files[i], "x", 1);
	}
}

static void remove_files(void)
{
	file_tree_remove("ann");
	file_tree_remove("both");
	file_tree_remove("kept");
	unlink("alone.py");
}

static void tournament_of(struct tournament *t, int row)
{
	test_tournament_init(t, "connect4", 2, BOTS, 1, NULL);
	free(t->format);
	t->format = memory_copy(programs[row].format);
	t->terms.sandbox = SANDBOX_REDUCED; /* watched, not copied */
	for (int i = 0; i < BOTS; i++) {
		free(t->bots[i].command);
		t->bots[i].command = memory_copy(programs[row].command[i]);
		t->bots[i].dir = memory_copy(programs[row].dir[i]);
	}
}

START_TEST(a_program_is_the_files_of_its_command_with_their_folders)
	{
		struct tournament t;
		struct bot_programs p;
		make_files();
		tournament_of(&t, _i);
		bot_programs_init(&p, &t);
		bot_programs_hold(&p, &t);
		ck_assert_int_eq(p.count, BOTS);
		for (int i = 0; i < BOTS; i++)
			ck_assert_str_eq(held_of(p.held[i]), programs[_i].held[i]);
		bot_programs_clear(&p);
		tournament_clear(&t);
		remove_files();
	}
END_TEST

START_TEST(a_changed_file_beside_a_program_is_named_with_its_bot)
	{
		struct tournament t;
		struct bot_programs p;
		struct error err;
		make_files();
		tournament_of(&t, 0);
		bot_programs_init(&p, &t);
		bot_programs_hold(&p, &t);
		ck_assert(bot_programs_same(&p, &t, &err));
		reported_write("both/z.txt", "other", 5);
		ck_assert(!bot_programs_same(&p, &t, &err));
		ck_assert_msg(strstr(err.text, "bot-1") != NULL &&
				      strstr(err.text, "/both/z.txt") != NULL,
			"%s", err.text);
		bot_programs_clear(&p);
		tournament_clear(&t);
		remove_files();
		reported_leave_folder();
	}
END_TEST

SUITE("referee/prepare/bot-programs",
	LOOP(a_program_is_the_files_of_its_command_with_their_folders,
		sizeof programs / sizeof *programs),
	CASE(a_changed_file_beside_a_program_is_named_with_its_bot))

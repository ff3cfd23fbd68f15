/*
 * Digests of bots: every byte of what a bot consists of changes the digest, and nothing else does.
 */
#include "referee/prepare/bot-digest.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { DIGEST_LONG = 200001 };

/* A file of this length, with another byte at this place; -1: none is another. */
static void digest_write(const char *path, int length, int other)
{
	static char bytes[DIGEST_LONG];
	memset(bytes, 'x', sizeof bytes);
	if (other >= 0)
		bytes[other] = 'y';
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, (size_t)length, file), (size_t)length);
	ck_assert_int_eq(fclose(file), 0);
}

static const int digest_places[] = {0, 1, 65535, 65536, 131072, DIGEST_LONG - 1};

START_TEST(every_byte_of_a_file_counts_however_long_it_is)
	{
		static char command[] = "/bin/true bot.bin";
		struct bot bot = {.command = command};
		char before[BOT_DIGEST], after[BOT_DIGEST];
		reported_enter_folder();
		digest_write("bot.bin", DIGEST_LONG, -1);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, before);
		ck_assert_uint_eq(strlen(before), 64);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_eq(before, after);
		digest_write("bot.bin", DIGEST_LONG, digest_places[_i]);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_ne(before, after);
		digest_write("bot.bin", DIGEST_LONG - 1, -1);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_ne(before, after);
		ck_assert_int_eq(unlink("bot.bin"), 0);
	}
END_TEST

/* By the command; the first is what the others are compared with. */
static const struct {
	const char *command, *option;
	bool same;
} digest_contents[] = {
	{"./one.bin --depth 4", NULL, true},
	{"./two.bin --depth 4", NULL, true},
	{"./two.bin  --depth  4", NULL, true},
	{"./three.bin --depth 4", NULL, false},
	{"./two.bin --depth 5", NULL, false},
	{"./two.bin --depth 4", "A=1", false},
	{"./none.bin --depth 4", NULL, false},
};

START_TEST(a_copy_under_another_name_is_the_same_program)
	{
		static const char *const files[] = {"one.bin", "two.bin", "three.bin"};
		struct bot first = {.command = (char *)digest_contents[0].command};
		struct bot other = {.command = (char *)digest_contents[_i].command};
		char *option = (char *)digest_contents[_i].option, one[BOT_DIGEST], two[BOT_DIGEST];
		other.options = &option;
		other.options_count = option != NULL;
		reported_enter_folder();
		for (int i = 0; i < 3; i++)
			digest_write(files[i], 100, i == 2 ? 99 : -1);
		bot_digest_held(&first, NULL, BOT_DIGEST_CONTENT, one);
		bot_digest_held(&other, NULL, BOT_DIGEST_CONTENT, two);
		ck_assert_uint_eq(strlen(one), 64);
		ck_assert_int_eq(strcmp(one, two) == 0, digest_contents[_i].same);
		other.remote = true;
		bot_digest_held(&other, NULL, BOT_DIGEST_CONTENT, two);
		ck_assert_str_eq(two, "");
		for (int i = 0; i < 3; i++)
			ck_assert_int_eq(unlink(files[i]), 0);
	}
END_TEST

/* A change of a bot's folder, and whether that makes it another bot. */
static const struct digest_change {
	const char *file; /* that is written; NULL: none */
	bool counts;
} digest_changes[] = {
	{"bots/a", true},
	{"bots/b/c", true},
	{"bots/b/d", true},
	{"bots/.hidden", false},
	{"bots/__pycache__/e", false},
	{"outside", false},
};

START_TEST(of_its_folder_all_counts_but_what_runs_leave)
	{
		static char command[] = "/bin/true", dir[] = "bots";
		struct bot bot = {.command = command, .dir = dir};
		char before[BOT_DIGEST], after[BOT_DIGEST], alone[BOT_DIGEST];
		static const char *const files[] = {"bots/a", "bots/b/c"};
		const struct digest_change *change = &digest_changes[_i];
		reported_enter_folder();
		mkdir("bots", 0755), mkdir("bots/b", 0755), mkdir("bots/__pycache__", 0755);
		for (size_t i = 0; i < sizeof files / sizeof *files; i++)
			digest_write(files[i], 10, -1);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, before);
		bot_digest_held(&bot, NULL, BOT_DIGEST_COMMAND, alone);
		ck_assert_str_ne(before, alone);
		digest_write(change->file, 10, 5);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_int_eq(strcmp(before, after) != 0, change->counts);
		bot_digest_held(&bot, NULL, BOT_DIGEST_COMMAND, after);
		ck_assert_str_eq(after, alone);
		ck_assert_int_eq(system("rm -r bots"), 0);
		unlink("outside");
	}
END_TEST

/* With the same bytes in them: a name is part of the bot, and so is the folder a file is in. */
static const char *const digest_moves[][2] = {{"bots/a", "bots/z"}, {"bots/b/c", "bots/b/e"},
	{"bots/b", "bots/y"}, {"bots/a", "bots/.a"}, {"bots/link", "bots/other"}};

START_TEST(the_names_of_its_files_count)
	{
		static char command[] = "/bin/true", dir[] = "bots";
		struct bot bot = {.command = command, .dir = dir};
		char before[BOT_DIGEST], after[BOT_DIGEST];
		reported_enter_folder();
		mkdir("bots", 0755), mkdir("bots/b", 0755);
		digest_write("bots/a", 10, -1);
		digest_write("bots/b/c", 10, -1);
		ck_assert_int_eq(symlink("one", "bots/link"), 0);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, before);
		ck_assert_int_eq(rename(digest_moves[_i][0], digest_moves[_i][1]), 0);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_ne(before, after);
		ck_assert_int_eq(rename(digest_moves[_i][1], digest_moves[_i][0]), 0);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_eq(before, after);
		/* A link counts with where it leads. */
		ck_assert_int_eq(unlink("bots/link"), 0);
		ck_assert_int_eq(symlink("two", "bots/link"), 0);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, after);
		ck_assert_str_ne(before, after);
		ck_assert_int_eq(system("rm -r bots"), 0);
	}
END_TEST

START_TEST(a_folder_with_a_tournament_in_it_is_not_the_bots_alone)
	{
		static char command[] = "/bin/true", dir[] = "shared";
		static const char *const others[] = {"shared/cup.conf", "shared/cup.db"};
		struct bot bot = {.command = command, .dir = dir};
		char whole[BOT_DIGEST], alone[BOT_DIGEST];
		reported_enter_folder();
		mkdir("shared", 0755);
		digest_write("shared/a", 10, -1);
		digest_write(others[_i], 10, -1);
		bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, whole);
		bot_digest_held(&bot, NULL, BOT_DIGEST_COMMAND, alone);
		ck_assert_str_eq(whole, alone);
		ck_assert_int_eq(system("rm -r shared"), 0);
	}
END_TEST

START_TEST(what_its_row_says_counts_and_of_a_remote_bot_there_is_none)
	{
		char one[] = "/bin/true", two[] = "/bin/true x", option[] = "a=b",
		     dir[] = "/nowhere";
		char *options[] = {option};
		char digest[7][BOT_DIGEST];
		bot_digest_held(&(struct bot){.command = one}, NULL, BOT_DIGEST_ALL, digest[0]);
		bot_digest_held(&(struct bot){.command = two}, NULL, BOT_DIGEST_ALL, digest[1]);
		bot_digest_held(
			&(struct bot){.command = one, .options = options, .options_count = 1}, NULL,
			BOT_DIGEST_ALL, digest[2]);
		bot_digest_held(&(struct bot){.command = one, .isready = ISREADY_YES}, NULL,
			BOT_DIGEST_ALL, digest[3]);
		bot_digest_held(&(struct bot){.command = one, .name = two}, NULL, BOT_DIGEST_ALL,
			digest[4]);
		bot_digest_held(&(struct bot){.remote = true}, NULL, BOT_DIGEST_ALL, digest[5]);
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < i; j++)
				ck_assert_str_ne(digest[i], digest[j]);
		ck_assert_str_eq(digest[4], digest[0]);
		ck_assert_str_eq(digest[5], "");
		bot_digest_held(
			&(struct bot){.command = one, .dir = dir}, NULL, BOT_DIGEST_ALL, digest[6]);
		ck_assert_str_ne(digest[6], digest[0]);
	}
END_TEST

START_TEST(nothing_is_left_in_the_folder)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("referee/prepare/bot-digest",
	LOOP(a_copy_under_another_name_is_the_same_program,
		sizeof digest_contents / sizeof *digest_contents),
	LOOP(every_byte_of_a_file_counts_however_long_it_is,
		sizeof digest_places / sizeof *digest_places),
	LOOP(of_its_folder_all_counts_but_what_runs_leave,
		sizeof digest_changes / sizeof *digest_changes),
	LOOP(the_names_of_its_files_count, sizeof digest_moves / sizeof *digest_moves),
	LOOP(a_folder_with_a_tournament_in_it_is_not_the_bots_alone, 2),
	CASE(what_its_row_says_counts_and_of_a_remote_bot_there_is_none),
	CASE(nothing_is_left_in_the_folder))

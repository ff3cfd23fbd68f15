/*
 * The candidates for a command line. The expected flags are those that the help prints; the
 * expected names are those of the fixture and of the documents.
 */
#include "referee/commands/complete/complete.h"

#include <ctype.h>
#include <stdio.h>

#include "referee/config/settings.h"
#include "tests/lib/db-fixture.h"

enum { COMPLETE_WORDS = 10, COMPLETE_TEXT = 65536 };

/* The candidates, each with a line end; what the shell is asked for is <files BEFORE>. */
struct offered {
	char text[COMPLETE_TEXT], help[COMPLETE_TEXT];
	size_t used;
};

static void offered_take(
	void *arg, const char *before, int length, const char *word, const char *help)
{
	struct offered *o = arg;
	ck_assert_uint_lt(o->used, COMPLETE_TEXT - 512);
	o->used += (size_t)(word != NULL ? snprintf(o->text + o->used, 512, "%.*s%s\n", length,
						   before, word)
					 : snprintf(o->text + o->used, 512, "<%s%s%.*s>\n", help,
						   length > 0 ? " " : "", length, before));
	if (word != NULL)
		snprintf(o->help, sizeof o->help, "%s", help);
}

/* words: NULL behind the last one. A word DB in them stands for the fixture, as in --db=DB. */
static const char *offered_to(const char *const *words)
{
	static struct offered o;
	static char texts[COMPLETE_WORDS][512];
	const char *all[COMPLETE_WORDS + 1];
	int count = 0;
	o.used = 0;
	o.text[0] = '\0';
	for (; words[count] != NULL; count++) {
		const char *db = strstr(words[count], "DB");
		snprintf(texts[count], sizeof texts[count], "%.*s%s%s",
			db != NULL ? (int)(db - words[count]) : 0, words[count],
			db != NULL ? fixture_path("complete.db") : words[count],
			db != NULL ? db + 2 : "");
		all[count] = texts[count];
	}
	const char *last = all[count - 1];
	complete_referee(all, count, &(struct candidates){offered_take, &o, last, last});
	return o.text;
}

static const struct {
	const char *words[COMPLETE_WORDS];
	const char *offered;
} complete_rows[] = {
	/* commands, of one word and of two */
	{{"sta"}, "standings\n"},
	{{"cl"}, "class\n"},
	{{"class", ""}, "init\ntake\ncheck\nfeedback\n"},
	{{"class", "f"}, "feedback\n"},
	{{"class", "no", ""}, ""},
	{{"help", "stand"}, "standings\n"},
	{{"help", "class", "ta"}, "take\n"},
	{{"h"}, "help\n"},
	{{"--v"}, "--version\n"},
	{{"no-such-command", "--"}, ""},
	/* tables of words, joined and apart */
	{{"run", "--game", "co"}, "connect4\n"},
	{{"run", "--game=co"}, "--game=connect4\n"},
	{{"run", "--format", "k"}, "knockout\n"},
	{{"run", "--format", ""}, "round-robin\ngauntlet\nswiss\nknockout\nladder\nmix\nsprt\n"},
	{{"run", "--clock", ""}, "wall\nfair\ncpu\n"},
	{{"run", "--sandbox=r"}, "--sandbox=reduced\n"},
	{{"run", "--log-wire-only", ""}, "all\nfailed\n"},
	{{"run", "--tc", ""}, "inf\n"},
	{{"worker", "run", "--sandbox", "n"}, "none\n"},
	{{"worker", "--sandbox", "n"}, "none\n"},
	{{"games", "--result", ""}, "any\nwon\ndrawn\nlost\nfault\n"},
	{{"compare", "--model", ""}, "logistic\nnormalized\n"},
	{{"serve", "--log", "j"}, "json\n"},
	{{"ratings", "--game", "oth"}, "othello\n"},
	{{"show", "--game", "go"}, "gomoku\n"},
	{{"export", "po"}, "positions\n"},
	{{"export", "--format=h"}, "--format=html\n"},
	{{"class", "init", "ka"}, "kalah\n"},
	/* a value may be missing */
	{{"run", "--strict", "y"}, "yes\n<files>\n"},
	{{"run", "--strict", "yes", "--stric"}, ""},
	{{"run", "--strict", "--stric"}, ""},
	{{"check", "--sandbox", "f"}, "full\n<files>\n"},
	/* parameters of the game */
	{{"run", "--game", "connect4", "--param", "c"}, "columns=\nconnect=\n"},
	{{"run", "--param", "c"}, ""},
	{{"play", "nim", "--param=t"}, "--param=take=\n"},
	{{"show", "--game=nim", "--param", "h"}, "heaps=\n"},
	{{"run", "--game", "connect4", "--players", ""}, "2\n"},
	{{"play", "chinese-checkers", "--players", ""}, "2\n3\n4\n6\n"},
	/* seats */
	{{"play", "tic"}, "tictactoe\n"},
	{{"play", "tictactoe", ""}, "1=\n2=\n"},
	{{"play", "chinese-checkers", ""}, "1=\n2=\n3=\n4=\n5=\n6=\n"},
	{{"play", "tictactoe", "1=referee-ad"}, "1=referee-adapt\n<files 1=>\n"},
	{{"play", "tictactoe", "1=./b"}, "<programs 1=>\n<files 1=>\n"},
	{{"play", "tictactoe", "1=python3 b"}, "<files 1=python3 >\n"},
	/* flags: once, or again */
	{{"run", "--movet"}, "--movetime\n"},
	{{"run", "--movetime", "1s", "--movet"}, ""},
	{{"run", "--movetime=1s", "--movet"}, ""},
	{{"run", "--movet", "cup.conf"}, "<files>\n"},
	{{"run", "--bot", "x", "--bo"}, "--bot\n"},
	{{"run", "--param", "a=1", "--para"}, "--param\n"},
	{{"run", "--quiet", "--qui"}, "--quit-timeout\n"},
	{{"export", "-o", "x", "--outp"}, ""},
	{{"export", "-ox", "--outp"}, ""},
	{{"run", "--no-such-flag", "--fres"}, "--fresh\n"},
	{{"run", "--help", "--hel"}, ""},
	/* files and folders */
	{{"run", ""}, "<files>\n"},
	{{"run", "--db", ""}, "<files>\n"},
	{{"run", "--db=c"}, "<files --db=>\n"},
	{{"run", "--log-wire", ""}, "<folders>\n"},
	{{"run", "--openings", "n"}, "none\n<files>\n"},
	{{"export", "-o", ""}, "<files>\n"},
	{{"export", "-of"}, "<files -o>\n"},
	{{"import", "a.jsonl", ""}, "<files>\n"},
	{{"test", ""}, "<folders>\n"},
	{{"test", "--html", "n"}, "none\n<files>\n"},
	{{"serve", "--web-token", "@"}, "<files @>\n"},
	{{"serve", "--web-token=@t"}, "<files --web-token=@>\n"},
	{{"serve", "--web-token", ""}, ""},
	/* names of the database */
	{{"standings", "--db", "DB", "--tournament", ""}, "trio\ncup\n"},
	{{"standings", "--db=DB", "--tournament=c"}, "--tournament=cup\n"},
	{{"games", "--db", "DB", "--bot", ""}, "alpha\nbeta\ngamma\n"},
	{{"games", "--bot", "al", "--db", "DB", "--opponent", "ga"}, "gamma\n"},
	{{"games", "--db", "DB", "--tournament", "no", "--bot", ""}, ""},
	{{"compare", "--db", "DB", "alpha", "b"}, "beta\n"},
	{{"ratings", "--db", "DB", "--anchor", "be"}, "beta\n"},
	{{"ratings", "--db", "DB", "--anchor", "beta="}, ""},
	{{"show", "--db", "DB", "--tournament", "cup", ""}, "1\n2\n3\n4\n5\n6\n"},
	{{"show", "--db", "DB", "--tournament=1", "4"}, "4\n"},
	{{"show", "--db", "DB", ""}, "7\n8\n"},
	{{"standings", "--tournament", ""}, ""},
	{{"watch", "--socket=/nowhere", "a"}, ""},
	{{"export", "--db", "DB", "--game", ""}, "7\n8\n"},
	{{"export", "--db", "DB", "--game", "7,"}, "7,7\n7,8\n"},
	{{"analyse", "--db", "DB", ""}, "7\n8\n<files>\n"},
	{{"worker", "list", "--db", "DB", "--tournament", ""}, "trio\ncup\n"},
	{{"workers", "--db", "DB", "--tournament", ""}, "trio\ncup\n"},
	{{"worker", ""}, "run\nkey\nlist\n"},
	{{"token", "re"}, "revoke\n"},
	{{"standings", "--db", "DB-not-there", "--tournament", ""}, ""},
	{{"standings", "--db", "/", "--tournament", ""}, ""},
	{{"standings", "--db", "/dev/zero", "--tournament", ""}, ""},
	{{"standings", "--db", "/etc/passwd", "--tournament", ""}, ""},
	/* the rules and the command of a bot */
	{{"check", "--game", "process:referee-s"}, "process:referee-solve\n<files process:>\n"},
	{{"run", "--bot", "x=referee-bo"}, "x=referee-bot\n<files x=>\n"},
	{{"run", "--bot", "./x.sh a"}, "<files ./x.sh >\n"},
	{{"run", "--bot", "x='referee-bo"}, ""},
	{{"run", "--bot", "x=a\\ b"}, ""},
	{{"check", "--", "python3", ""}, "<files>\n"},
	{{"connect", "host:1", "--", "referee-ad"}, "referee-adapt\n<files>\n"},
	{{"run", "--", "x"}, ""},
	{{"games", "--", "x"}, ""},
	/* no daemon answers */
	{{"pause", "--socket", "/nowhere", ""}, "--tournament\n--json\n--bots\n--help\n"},
	{{"ctl", "--socket=/nowhere", "bench-bot", "--tournament=cup", "a"}, ""},
	{{"ctl", "be"}, "bench-bot\n"},
	{{"ctl", "submit", ""}, "<files>\n"},
	{{"ctl", "submit", "a.conf", ""}, "--tournament\n--json\n--bots\n--socket\n--help\n"},
	{{"ctl", "add-bot", "ann=referee-ad"}, "ann=referee-adapt\n<files ann=>\n"},
	{{"ctl", "no-verb", "a"}, ""},
	/* names of older versions are offered no more, and their words are completed */
	{{"pau"}, ""},
	{{"help", "pau"}, ""},
	{{"submit", ""}, "<files>\n"},
};

START_TEST(a_command_line_gets_exactly_these_candidates)
	{
		ck_assert_str_eq(offered_to(complete_rows[_i].words), complete_rows[_i].offered);
	}
END_TEST

static void fixture_make(void)
{
	db_close(fixture_open(fixture_path("complete.db")));
}

START_TEST(the_fixture_is_there)
	{
		fixture_make();
	}
END_TEST

/* Is it one of the candidates? */
static bool is_offered(const char *text, const char *word)
{
	char line[128];
	snprintf(line, sizeof line, "\n%s\n", word);
	return strncmp(text, line + 1, strlen(line + 1)) == 0 || strstr(text, line) != NULL;
}

/* The flag that a line of the help lists: "  --NAME VALUE" or "  -L, --NAME". False: none. */
static bool help_flag(const char *line, char flag[64])
{
	const char *at = line + strspn(line, " ");
	if (at != line + 2)
		return false;
	if (at[0] == '-' && at[1] != '-' && strncmp(at + 2, ", ", 2) == 0)
		at += 4;
	if (strncmp(at, "--", 2) != 0)
		return false;
	size_t length = strspn(at, "-abcdefghijklmnopqrstuvwxyz0123456789");
	snprintf(flag, 64, "%.*s", (int)length, at);
	return true;
}

START_TEST(every_flag_of_the_help_is_offered_and_no_other)
	{
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			char *help, flag[64], first[64], second[64] = "";
			size_t size;
			int flags = 1, lines = 0; /* --help is not listed */
			FILE *out = open_memstream(&help, &size);
			command_print_help(*c, out);
			fclose(out);
			sscanf((*c)->name, "%63s %63s", first, second);
			const char *const words[] = {
				first, *second != '\0' ? second : "-", "-", NULL};
			const char *const one[] = {first, "-", NULL};
			const char *text = offered_to(*second != '\0' ? words : one);
			for (const char *line = help; *line != '\0';
				line += strcspn(line, "\n"), line += *line == '\n')
				if (help_flag(line, flag)) {
					ck_assert_msg(
						is_offered(text, flag), "%s %s", (*c)->name, flag);
					flags++;
				}
			for (const char *at = text; *at != '\0'; at++)
				lines += *at == '\n';
			ck_assert_msg(is_offered(text, "--help"), "%s", (*c)->name);
			/* The settings of `play` and others are listed by a sentence. */
			ck_assert_msg(lines >= flags, "%s: %d of %d", (*c)->name, lines, flags);
			free(help);
		}
	}
END_TEST

START_TEST(a_word_that_is_offered_for_a_setting_is_read)
	{
		for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
			char flag[64], word[128];
			const char *const words[] = {"run", flag, "", NULL};
			snprintf(flag, sizeof flag, "--%s", s->key);
			if ((s->uses & SETTING_FLAG) == 0)
				continue;
			const char *text = offered_to(words);
			ck_assert_msg(s->value->words == NULL || *text != '\0', "%s", s->key);
			for (int length; *text != '\0'; text += length + 1) {
				length = (int)strcspn(text, "\n");
				snprintf(word, sizeof word, "%.*s", length, text);
				bool whole = strchr(":=>", word[length - 1]) == NULL;
				bool flags = strncmp(word, "--", 2) == 0; /* it may be bare */
				ck_assert_msg(!whole || flags || settings_can_be(s, word), "%s %s",
					flag, word);
			}
		}
	}
END_TEST

START_TEST(every_command_is_offered_by_its_words)
	{
		const char *const none[] = {"", NULL};
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			char first[64], second[64] = "";
			sscanf((*c)->name, "%63s %63s", first, second);
			ck_assert_msg(is_offered(offered_to(none), first), "%s", first);
			const char *const words[] = {first, "", NULL};
			ck_assert_msg(*second == '\0' || is_offered(offered_to(words), second),
				"%s", (*c)->name);
		}
	}
END_TEST

START_TEST(any_words_at_all_do_no_harm)
	{
		static const char *const parts[] = {"", "-", "--", "--game", "--game=", "=",
			"--=", "-o", "process:", "process:'", "--bot", "x=\"", "\\", "2=", "help",
			"--db", "/", "@", "-h", "--tournament", "--param", "long one", "\xff"};
		enum { PARTS = sizeof parts / sizeof *parts };
		for (const struct command *const *command = all_commands; *command != NULL;
			command++)
			for (int a = 0; a < PARTS; a++)
				for (int b = 0; b < PARTS; b++) {
					char first[64], second[64] = "";
					sscanf((*command)->name, "%63s %63s", first, second);
					const char *words[] = {
						first, second, parts[a], parts[b], NULL};
					if (*second == '\0')
						words[1] = parts[a], words[2] = parts[b],
						words[3] = NULL;
					offered_to(words);
				}
	}
END_TEST

SUITE("referee/commands/complete/complete", CASE(the_fixture_is_there),
	LOOP(a_command_line_gets_exactly_these_candidates,
		sizeof complete_rows / sizeof *complete_rows),
	CASE(every_flag_of_the_help_is_offered_and_no_other),
	CASE(a_word_that_is_offered_for_a_setting_is_read),
	CASE(every_command_is_offered_by_its_words), CASE(any_words_at_all_do_no_harm))

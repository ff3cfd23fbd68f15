/*
 * The texts above, between and below the tables of a report, and its data, as
 * report-sections.txt has it; report.c has the rows. The words of a case: the section, the number
 * of the fixture's tournament, then what the report has: `page`, of a server; `games=N`, the most
 * games; `benched`, gamma plays no more; `rows`, to see them too; `note` and `definition`, another
 * note and other settings; `none`, no game and no bot that was left out; `apart`, two groups of
 * bots.
 */
#include "referee/report/report-sections.h"

#include <math.h>

#include "base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

static bool sections_has(const char *const *words, const char *word)
{
	for (; *words != NULL; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static int sections_number(const char *const *words, const char *key)
{
	for (; *words != NULL; words++)
		if (strncmp(*words, key, strlen(key)) == 0)
			return atoi(*words + strlen(key));
	return -1;
}

static int sections_played(struct report *r)
{
	report_played(r);
	return DB_OK;
}

static int sections_settings(struct report *r)
{
	report_settings(r);
	return DB_OK;
}

static int sections_data(struct report *r)
{
	report_data(r);
	return DB_OK;
}

static const struct {
	const char *name;
	int (*write)(struct report *r);
	bool (*has)(const struct report *r); /* NULL: always */
} sections[] = {
	{"played", sections_played, NULL},
	{"settings", sections_settings, NULL},
	{"data", sections_data, NULL},
	{"standings", report_standings, NULL},
	{"left-out", report_left_out, report_has_left_out},
	{"crosstable", report_crosstable, report_has_crosstable},
	{"ratings", report_ratings, report_has_ratings},
	{"faults", report_faults, NULL},
	{"games", report_games, NULL},
};

/* Leaves rows and drawings out, and the scripts with games, which report-game.txt has. */
static void sections_print(char *text, bool rows, FILE *out)
{
	static const char game[] = "<script type=\"application/json\" id=\"g";
	bool drawing = false;
	for (char *line = text, *end; *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		if (end == NULL)
			end = line + strlen(line) - 1;
		bool begins = strncmp(line, "<svg", 4) == 0 || strncmp(line, "<template", 9) == 0;
		bool ends = strncmp(line, "</template>", 11) == 0;
		drawing |= begins;
		if (!drawing && !ends && strncmp(line, game, strlen(game)) != 0 &&
			(rows || strncmp(line, "<tr", 3) != 0))
			fwrite(line, 1, (size_t)(end + 1 - line), out);
		drawing &= strncmp(line, "</svg>", 6) != 0;
	}
}

/* Ratings in the place of those that were fitted: 50, 0 and -50 in the order of the standings, each
 * seat worth 10 more than the one before, and errors of 1, 2, 3. */
static void sections_rate(struct report *r, bool apart)
{
	for (int i = 0; i < r->bots_count; i++) {
		struct rating *x = &r->fit->rating[i];
		x->elo = 50 - 50 * i;
		x->error = i + 1;
		x->best = 1;
		x->worst = i + 1;
		x->above = i == 2 ? NAN : i == 0 ? 0.9 : 0.98;
		x->group = apart && i == 2 ? 5 : 4;
		r->fit->order[i] = i;
		r->fit->effect[i] = 10 * i;
		r->fit->effect_error[i] = i + 1;
	}
	r->fit->groups = 1 + apart;
	if (r->fit->effects == 1)
		r->fit->effect[0] = -7;
}

static void sections_alter(struct report *r, const char *const *words)
{
	char **definition = &r->texts[REPORT_DEFINITION];
	if (sections_has(words, "note")) {
		free(r->texts[REPORT_NOTE]);
		r->texts[REPORT_NOTE] = memory_copy("<i>final");
	}
	if (sections_has(words, "definition")) {
		free(*definition);
		*definition = memory_copy("tc = 40/60+0.6\nmovetime = none\ndepth = 6\n"
					  "nodes = 1000\nopenings = random:2\npairs = new\nodd\n");
	}
	if (sections_has(words, "none"))
		r->games = 0;
	if (sections_has(words, "benched"))
		r->benched = "gam gamma gammas";
}

static void sections_case(const char *const *words, FILE *out)
{
	static const struct report_left_out left_out[] = {
		{"<zeta>", "did not compile: a & b"}, {"eta", "came too late"}};
	struct db *db = fixture_open(fixture_path("sections.db"));
	struct report_options options = {.games = sections_number(words, "games="),
		.left_out = left_out,
		.left_out_count = sections_has(words, "none") ? 0 : 2};
	char *text = NULL;
	size_t size = 0, i = 0;
	struct report r = {.out = open_memstream(&text, &size),
		.base = sections_has(words, "page") ? "/t/1" : NULL,
		.db = db,
		.tournament = atoi(words[1]),
		.options = &options};
	FIXTURE_GOOD(report_load(&r));
	FIXTURE_GOOD(report_load_history(&r));
	sections_rate(&r, sections_has(words, "apart"));
	sections_alter(&r, words);
	while (strcmp(sections[i].name, words[0]) != 0)
		i++;
	if (sections[i].has == NULL || sections[i].has(&r))
		FIXTURE_GOOD(sections[i].write(&r));
	fclose(r.out);
	report_clear(&r);
	db_close(db);
	sections_print(text, sections_has(words, "rows"), out);
	free(text);
}

START_TEST(a_section_is_written_as_the_file_says)
	{
		expected_text_check("tests/referee/report/report-sections.txt", sections_case);
	}
END_TEST

/* The base of pages: links of a file stay within it, those of pages lead to others. */
START_TEST(links_lead_to_pages_or_stay_in_the_file)
	{
		char first[] = "a b", second[] = "c/&d";
		struct report_bot bots[] = {{.name = first}, {.name = second}};
		static const char *const links[] = {
			"href=\"#game-7\"|href=\"#games\" data-bots=\"1\"|href=\"#games\" data-bots=\"0 1\"",
			"href=\"/t/4/game/7\"|href=\"/t/4/bot/c%2F%26d\"|"
			"href=\"/t/4/games?bot=a%20b&amp;against=c%2F%26d\""};
		for (int i = 0; i < 2; i++) {
			char *text = NULL;
			size_t size = 0;
			struct report r = {.out = open_memstream(&text, &size),
				.base = i == 0 ? NULL : "/t/4",
				.bots = bots,
				.bots_count = 2};
			report_to_game(&r, 7);
			fputc('|', r.out);
			report_to_bot(&r, 1);
			fputc('|', r.out);
			report_to_games(&r, 0, 1);
			fclose(r.out);
			ck_assert_str_eq(text, links[i]);
			free(text);
		}
	}
END_TEST

START_TEST(a_bot_is_benched_by_its_whole_name)
	{
		static const struct {
			const char *benched, *bot;
			bool is;
		} rows[] = {{NULL, "a", false}, {"", "a", false}, {"", "", false}, {"a", "a", true},
			{"ab a", "a", true}, {"ab  ac abc", "ac", true}, {"ab abc", "a", false},
			{"ab abc", "bc", false}, {"a", "ab", false}, {" a", "a", true}};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			const struct report r = {.benched = rows[i].benched};
			ck_assert_msg(report_is_benched(&r, rows[i].bot) == rows[i].is, "%zu", i);
		}
	}
END_TEST

SUITE("referee/report/report-sections", CASE(a_section_is_written_as_the_file_says),
	CASE(links_lead_to_pages_or_stay_in_the_file), CASE(a_bot_is_benched_by_its_whole_name))

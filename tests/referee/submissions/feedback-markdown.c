/*
 * A student's feedback as Markdown and as a page: the same values in both, and no text of a bot or
 * a student becomes a mark of either.
 */
#include "tests/lib/feedback-fixture.h"

/* Compares a page, and frees it; tells the place of a difference. */
static void is(char *text, const char *wanted)
{
	size_t at = 0;
	while (text[at] != '\0' && text[at] == wanted[at])
		at++;
	ck_assert_msg(text[at] == wanted[at], "\"%.60s\" in the place of \"%.60s\"", text + at,
		wanted + at);
	free(text);
}

START_TEST(the_whole_page_as_markdown)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.older = FEEDBACK_TEXT("aaaa");
		is(feedback_fixture_write(&x, feedback_write_markdown),
			"# Ada King\n\n"
			"cup, bot ada, version bbbb.\n\n"
			"The results below are those of version aaaa: the newest version has not played.\n\n"
			"## The check\n\n"
			"The check found no fault: the program can play.\n\n"
			"```text\nok it plays\n```\n\n"
			"To check the program at home, in its folder:\n\n"
			"```text\nreferee check --bot ./bot --game connect4\n```\n\n"
			"## Results\n\n"
			"Rank 2 of 5: 4 of 9 points in 9 games \\(3 won, 2 drawn, 4 lost\\), 1 of them lost by a fault of its own.\n\n"
			"Elo with its error of 95 %: −12 ± 20.\n\n"
			"| Opponent | Points | Games | Won | Drawn | Lost |\n"
			"| --- | ---: | ---: | ---: | ---: | ---: |\n"
			"| ben | 2.5 | 4 | 2 | 1 | 1 |\n"
			"| cy | 1.5 | 5 | 1 | 1 | 3 |\n\n"
			"## Games lost by a fault\n\n"
			"### time: 1 game\n\n"
			"The program did not answer in its time. The newest is game 31 against ben.\n\n"
			"**no answer for 44 ms**\n\n"
			"```text\n> go\n< \n```\n\n"
			"To repeat it:\n\n"
			"```text\nreferee check --bot ./bot\n```\n\n"
			"## The worst moves\n\n"
			"50 moves of 6 games were judged by the house search. Exact values of 20 moves were known before: 19 of them kept a win won and a draw drawn.\n\n"
			"### e, ply 7 of game 32 against cy\n\n"
			"```text\n. r\n```\n\n"
			"With best play the position was won for the program; after e it was lost. These moves kept the value: c, d.\n\n"
			"To ask the program in this position, in its folder:\n\n"
			"```text\nreferee check --position x\n```\n\n");
	}
END_TEST

START_TEST(a_bot_without_results_has_a_check_alone)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.student.fields[CLASS_COMMAND] = NULL;
		x.student.fields[CLASS_VERSION] = x.student.fields[CLASS_CHECK] = NULL;
		x.student.fields[CLASS_PROBLEM] = FEEDBACK_TEXT("only notes.docx");
		x.f = (struct feedback){.class = &x.all, .student = &x.student};
		char *text = feedback_fixture_write(&x, feedback_write_markdown);
		ck_assert_str_eq(text, "# Ada King\n\ncup, bot ada.\n\n## The check\n\n"
				       "No program was found: only notes.docx.\n\n"
				       "## Results\n\nIt has not played in the tournament.\n\n");
		free(text);
	}
END_TEST

/* A text of a student or a bot, and as Markdown writes it in a line. */
static const char *const marks[][2] = {
	{"*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"},
	{"[a](http://x)", "\\[a\\]\\(http://x\\)"},
	{"<script>&amp;", "\\<script\\>\\&amp;"},
	{"a | b \\| c", "a \\| b \\\\\\| c"},
	{"# a ~b~ $c$ @d !e {f}", "\\# a \\~b\\~ \\$c\\$ \\@d \\!e \\{f\\}"},
	{"a\nb", "a\\\\x0ab"},
};

START_TEST(no_text_is_a_mark_of_markdown)
	{
		struct feedback_fixture x;
		char line[256];
		feedback_fixture_init(&x);
		x.opponents[0].name = FEEDBACK_TEXT(marks[_i][0]);
		char *text = feedback_fixture_write(&x, feedback_write_markdown);
		snprintf(line, sizeof line, "\n| %s | 2.5 |", marks[_i][1]);
		ck_assert_msg(strstr(text, line) != NULL, "no %s in %.2000s", line, text);
		free(text);
	}
END_TEST

/* A fence in the text does not end the block: its own is longer. */
START_TEST(no_text_ends_its_block)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.check = FEEDBACK_TEXT("a\n```\n# b\n````` c");
		char *text = feedback_fixture_write(&x, feedback_write_markdown);
		ck_assert_msg(
			strstr(text, "\n``````text\na\n```\n# b\n````` c\n``````\n\n") != NULL,
			"%s", text);
		free(text);
	}
END_TEST

/* The parts of the page in HTML that have a value. */
START_TEST(the_page_has_the_same_values)
	{
		static const char *const parts[] = {"<h1><bdi>Ada King</bdi></h1>",
			"bot <bdi>ada</bdi>", "version bbbb", "<li><b>2</b> rank</li>",
			"<li><b>4</b> points</li>", "<li><b>−12 ± 20</b> Elo</li>",
			"<li><b>9</b> games</li>", "<li><b>1</b> fault</li>",
			"Elo with its error of 95 %: −12 ± 20, where the mean of all bots is 0.",
			"<td class=\"n strong\">2.5</td><td class=\"n\">4</td><td class=\"n\">2</td><td class=\"n\">1</td><td class=\"n\">1</td>",
			"<td class=\"n strong\">1.5</td><td class=\"n\">5</td><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">3</td>",
			"<h3>time: 1 game</h3>", "The newest is game 31 against <bdi>ben</bdi>",
			"&lt;b&gt;no answer", "<h3>e, ply 7 of game 32 against cy</h3>",
			"These moves kept the value: c, d.",
			"<details><summary>Output of the check</summary>"};
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.all.report.rules = rules_find("connect4");
		x.f.faults[0].detail = FEEDBACK_TEXT("<b>no answer");
		char *text = feedback_fixture_write(&x, feedback_write_html);
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			ck_assert_msg(strstr(text, parts[i]) != NULL, "no %s", parts[i]);
		ck_assert_ptr_null(strstr(text, "<b>no answer"));
		free(text);
	}
END_TEST

SUITE("class/feedback-markdown", CASE(the_whole_page_as_markdown),
	CASE(a_bot_without_results_has_a_check_alone),
	LOOP(no_text_is_a_mark_of_markdown, sizeof marks / sizeof *marks),
	CASE(no_text_ends_its_block), CASE(the_page_has_the_same_values))

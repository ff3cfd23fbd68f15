/*
 * A student's feedback as a page: every part of it, in its place, and what is left out when it is
 * not known.
 */
#include "tests/lib/feedback-fixture.h"

/* The page from this part to the next occurrence of the end, compared with what is wanted. */
static void part_is(const char *page, const char *from, const char *end, const char *wanted)
{
	const char *at = strstr(page, from), *stop = at != NULL ? strstr(at, end) : NULL;
	ck_assert_msg(stop != NULL, "no %s ... %s", from, end);
	size_t length = (size_t)(stop - at) + strlen(end), same = 0;
	while (same < length && at[same] == wanted[same])
		same++;
	ck_assert_msg(same == length && wanted[same] == '\0', "\"%.60s\" in the place of \"%.60s\"",
		at + same, wanted + same);
}

static void has(const char *page, const char *part)
{
	ck_assert_msg(strstr(page, part) != NULL, "no %s", part);
}

static void lacks(const char *page, const char *part)
{
	ck_assert_msg(strstr(page, part) == NULL, "%s", part);
}

static char *write_page(const struct feedback_fixture *x)
{
	return feedback_fixture_write(x, feedback_write_html);
}

START_TEST(the_whole_page)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.older = FEEDBACK_TEXT("aaaa");
		x.student.fields[CLASS_REASON] = FEEDBACK_TEXT("Makefile");
		x.f.faults[0].board = FEEDBACK_TEXT("<svg>1</svg>");
		x.f.blunders[0].board = FEEDBACK_TEXT("<svg>2</svg>");
		char *page = write_page(&x);
		has(page, "<!DOCTYPE html>\n<html lang=\"en\">");
		has(page, "<title>Ada King - Referee</title>");
		part_is(page, "<body>", "</html>\n",
			"<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
			"<header class=\"top\">\n<div class=\"wrap\">\n<p class=\"brand\">Referee <span>class feedback</span></p>\n"
			"<h1><bdi>Ada King</bdi></h1>\n"
			"<p class=\"played\"><bdi>cup</bdi> <span class=\"dot\">·</span> connect4 <span class=\"dot\">·</span> bot <bdi>ada</bdi> <span class=\"dot\">·</span> version bbbb</p>\n"
			"<ul class=\"facts\">\n<li><b>2</b> rank</li>\n<li><b>4</b> points</li>\n<li><b>−12 ± 20</b> Elo</li>\n<li><b>9</b> games</li>\n<li><b>1</b> fault</li>\n</ul>\n"
			"</div>\n</header>\n<main id=\"main\" class=\"wrap feedback\" tabindex=\"-1\">\n"
			"<p class=\"note\">The results below are those of version aaaa: the newest version has not played.</p>\n"
			"<section id=\"check\" aria-labelledby=\"check-title\">\n<h2 id=\"check-title\">The check</h2>\n"
			"<p><bdi>The check found no fault: the program can play.</bdi></p>\n"
			"<p><bdi>It runs as: ./bot (found by: Makefile).</bdi></p>\n"
			"<details><summary>Output of the check</summary>\n<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">ok it plays\n</pre>\n</details>\n"
			"<p class=\"before\">To check the program at home, in its folder:</p>\n<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">referee check --bot ./bot --game connect4</pre>\n"
			"</section>\n"
			"<section id=\"results\" aria-labelledby=\"results-title\">\n<h2 id=\"results-title\">Results</h2>\n"
			"<p><bdi>Rank 2 of 5: 4 of 9 points in 9 games (3 won, 2 drawn, 4 lost), 1 of them lost by a fault of its own.</bdi></p>\n"
			"<p><bdi>Elo with its error of 95 %: −12 ± 20, where the mean of all bots is 0.</bdi></p>\n"
			"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Against each opponent\">\n<table>\n<caption>Against each opponent, best first</caption>\n"
			"<thead><tr><th scope=\"col\">Opponent</th><th scope=\"col\" class=\"n\">Points</th><th scope=\"col\" class=\"n\">Games</th><th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Drawn</th><th scope=\"col\" class=\"n\">Lost</th></tr></thead>\n<tbody>\n"
			"<tr><th scope=\"row\"><bdi>ben</bdi></th><td class=\"n strong\">2.5</td><td class=\"n\">4</td><td class=\"n\">2</td><td class=\"n\">1</td><td class=\"n\">1</td></tr>\n"
			"<tr><th scope=\"row\"><bdi>cy</bdi></th><td class=\"n strong\">1.5</td><td class=\"n\">5</td><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">3</td></tr>\n"
			"</tbody></table></div>\n</section>\n"
			"<section id=\"faults\" aria-labelledby=\"faults-title\">\n<h2 id=\"faults-title\">Games lost by a fault</h2>\n"
			"<div class=\"card\">\n<h3>time: 1 game</h3>\n<p>The program did not answer in its time. The newest is game 31 against <bdi>ben</bdi>:</p>\n"
			"<p class=\"strong\"><bdi>no answer for 44 ms</bdi></p>\n"
			"<div class=\"board-place\"><svg>1</svg></div>\n"
			"<details open><summary>Question and answer</summary>\n<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">&gt; go\n&lt; \n</pre>\n</details>\n"
			"<p class=\"before\">To repeat it:</p>\n<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">referee check --bot ./bot</pre>\n"
			"</div>\n</section>\n"
			"<section id=\"blunders\" aria-labelledby=\"blunders-title\">\n<h2 id=\"blunders-title\">The worst moves</h2>\n"
			"<p><bdi>50 moves of 6 games were judged by the house search. Exact values of 20 moves were known before: 19 of them kept a win won and a draw drawn.</bdi></p>\n"
			"<div class=\"blunders\">\n<div class=\"card\">\n<h3>e, ply 7 of game 32 against cy</h3>\n"
			"<div class=\"board-place\"><svg>2</svg></div>\n"
			"<p><bdi>With best play the position was won for the program; after e it was lost. These moves kept the value: c, d.</bdi></p>\n"
			"<p class=\"before\">To ask the program in this position, in its folder:</p>\n<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">referee check --position x</pre>\n"
			"</div>\n</div>\n</section>\n"
			"</main>\n<footer class=\"wrap\"><p>Written by Referee. This file needs no network and no other file.</p></footer>\n</body>\n</html>\n");
		free(page);
	}
END_TEST

/* Of a bot without results the page has the check, and one sentence about results. */
START_TEST(a_bot_without_results_has_a_check_alone)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.student.fields[CLASS_COMMAND] = x.student.fields[CLASS_VERSION] = NULL;
		x.student.fields[CLASS_CHECK] = NULL;
		x.student.fields[CLASS_REASON] = FEEDBACK_TEXT("Makefile");
		x.student.fields[CLASS_PROBLEM] = FEEDBACK_TEXT("only notes.docx");
		x.f = (struct feedback){.class = &x.all, .student = &x.student};
		char *page = write_page(&x);
		part_is(page, "bot <bdi>ada</bdi>", "</main>",
			"bot <bdi>ada</bdi></p>\n</div>\n</header>\n<main id=\"main\" class=\"wrap feedback\" tabindex=\"-1\">\n"
			"<section id=\"check\" aria-labelledby=\"check-title\">\n<h2 id=\"check-title\">The check</h2>\n"
			"<p><bdi>No program was found: only notes.docx.</bdi></p>\n</section>\n"
			"<section id=\"results\" aria-labelledby=\"results-title\">\n<h2 id=\"results-title\">Results</h2>\n"
			"<p><bdi>It has not played in the tournament.</bdi></p>\n</section>\n</main>");
		free(page);
	}
END_TEST

START_TEST(one_of_each_is_in_the_singular_and_several_are_not)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.bot.games = x.all.report.bots_count = 1;
		x.bot.faults = 2;
		x.bot.points = 0.5;
		char *page = write_page(&x);
		has(page, "<li><b>2</b> rank, alone</li>\n<li><b>0.5</b> points</li>\n");
		has(page, "<li><b>1</b> game</li>\n<li><b>2</b> faults</li>\n");
		free(page);
	}
END_TEST

START_TEST(without_a_rating_the_page_says_why)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.rating = NULL;
		char *page = write_page(&x);
		has(page,
			"<p><bdi>There is no Elo: no game tells the strengths apart yet.</bdi></p>\n");
		lacks(page, "</b> Elo");
		free(page);
	}
END_TEST

/* The text of a check that failed is the first thing to read. */
START_TEST(the_text_of_a_check_that_failed_is_open)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.student.fields[CLASS_CHECK] = FEEDBACK_TEXT("failed");
		x.student.fields[CLASS_CHECK_TEXT] = FEEDBACK_TEXT("it crashed");
		char *page = write_page(&x);
		has(page, "<details open><summary>Output of the check</summary>");
		has(page, "<p><bdi>The check found a fault: it crashed.</bdi></p>");
		lacks(page, "It runs as");
		free(page);
	}
END_TEST

START_TEST(what_is_not_known_is_left_out)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.check = x.f.check_command = NULL;
		x.f.faults[0].opponents = x.f.faults[0].detail = x.f.faults[0].report = NULL;
		x.f.faults[0].command = NULL;
		x.f.blunders[0].command = NULL;
		x.f.opponents_count = 0;
		char *page = write_page(&x);
		has(page, "The newest is game 31 against <bdi>?</bdi>:</p>\n</div>\n</section>");
		has(page, "c, d.</bdi></p>\n</div>\n</div>\n</section>");
		lacks(page, "<details");
		lacks(page, "<table");
		lacks(page, "class=\"before\"");
		lacks(page, "board-place\"");
		free(page);
	}
END_TEST

START_TEST(no_faults_and_no_blunders_are_said)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.faults_count = x.f.blunders_count = 0;
		x.f.moves = 0;
		char *page = write_page(&x);
		has(page, "Games lost by a fault</h2>\n<p>No game.</p>\n</section>");
		has(page,
			"The worst moves</h2>\n<p><bdi>No move was judged.</bdi></p>\n</section>");
		free(page);
	}
END_TEST

/* A text of a student or a bot in each place where one is written; marks: what is in it. */
START_TEST(no_text_is_a_mark)
	{
		static const char hostile[] = "<i>&\"";
		struct feedback_fixture x;
		int found = 0;
		feedback_fixture_init(&x);
		char *text = FEEDBACK_TEXT(hostile);
		x.student.name = x.student.fields[CLASS_STUDENT] = text;
		x.student.fields[CLASS_VERSION] = x.student.fields[CLASS_COMMAND] = text;
		x.student.fields[CLASS_CHECKED] = text;
		x.student.fields[CLASS_REASON] = text;
		x.all.report.texts[REPORT_NAME] = x.all.report.texts[REPORT_GAME] = text;
		x.f.older = x.f.check = x.f.check_command = text;
		x.opponents[0].name = text;
		struct feedback_fault *fault = &x.f.faults[0];
		fault->opponents = fault->detail = fault->report = fault->before = text;
		fault->command = text;
		struct feedback_blunder *b = &x.f.blunders[0];
		strcpy(b->move, hostile);
		strcpy(b->better, hostile);
		b->opponents = b->command = text;
		char *page = write_page(&x);
		lacks(page, "<i>");
		for (const char *at = page; (at = strstr(at, "&lt;i&gt;&amp;&quot;")) != NULL; at++)
			found++;
		/* the title twice, tournament, game, bot and version; the older version; command,
		 * reason, check and its command; an opponent; the opponents, detail, report and
		 * repetition of a fault; title (twice), words (twice) and command of a move */
		ck_assert_int_eq(found, 6 + 1 + 4 + 1 + 5 + 5);
		free(page);
	}
END_TEST

/* The pieces of a game's boards are on the page once, before what shows them. */
START_TEST(the_page_has_the_pieces_of_its_game)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.all.report.rules = rules_find("connect4");
		char *page = write_page(&x);
		int found = 0;
		for (const char *at = page; (at = strstr(at, "<svg class=\"pieces\"")) != NULL;
			at++) {
			has(at, "id=\"check\"");
			found++;
		}
		ck_assert_int_eq(found, 1);
		has(page, "board-place"); /* its style */
		free(page);
	}
END_TEST

SUITE("class/feedback-html", CASE(the_whole_page), CASE(a_bot_without_results_has_a_check_alone),
	CASE(one_of_each_is_in_the_singular_and_several_are_not),
	CASE(without_a_rating_the_page_says_why), CASE(the_text_of_a_check_that_failed_is_open),
	CASE(what_is_not_known_is_left_out), CASE(no_faults_and_no_blunders_are_said),
	CASE(no_text_is_a_mark), CASE(the_page_has_the_pieces_of_its_game))

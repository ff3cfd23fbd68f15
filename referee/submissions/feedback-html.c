/*
 * feedback-html.c - a student's feedback as a page that needs no network and no other file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "referee/submissions/feedback.h"
#include "referee/report/assets.h"
#include "referee/report/html.h"

/* Writes a text and frees it. */
static void feedback_html_text(FILE *out, char *text)
{
	html_print(out, "%h", text);
	free(text);
}

/* Writes a sentence as a paragraph and frees it. */
static void feedback_html_sentence(FILE *out, char *text)
{
	html_print(out, "<p><bdi>");
	feedback_html_text(out, text);
	html_print(out, "</bdi></p>\n");
}

static void feedback_html_begin(FILE *out, const char *id, const char *title)
{
	html_print(out,
		"<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n",
		id, id, id, title);
}

/* Writes what a program said, or a command, as it is. */
static void feedback_html_lines(FILE *out, const char *text)
{
	html_print(out, "<pre class=\"in-words-text\" dir=\"ltr\" tabindex=\"0\">");
	html_lines(out, text);
	html_print(out, "</pre>\n");
}

static void feedback_html_command(FILE *out, const char *before, const char *command)
{
	if (command == NULL)
		return;
	html_print(out, "<p class=\"before\">%h:</p>\n", before);
	feedback_html_lines(out, command);
}

/* --- the top ---------------------------------------------------------------------------------- */

static void feedback_html_fact(FILE *out, char *number, const char *word)
{
	html_print(out, "<li><b>");
	feedback_html_text(out, number);
	html_print(out, "</b> %s</li>\n", word);
}

static void feedback_html_facts(FILE *out, const struct feedback *f)
{
	const struct report_bot *b = f->bot;
	if (b == NULL)
		return;
	html_print(out, "<ul class=\"facts\">\n");
	feedback_html_fact(out, memory_print("%d", b->rank),
		f->class->report.bots_count > 1 ? "rank" : "rank, alone");
	feedback_html_fact(out, memory_print("%g", b->points), "points");
	if (f->rating != NULL)
		feedback_html_fact(out, feedback_rating(f), "Elo");
	feedback_html_fact(
		out, memory_print("%lld", (long long)b->games), plural(b->games, "game", "games"));
	feedback_html_fact(out, memory_print("%lld", (long long)b->faults),
		plural(b->faults, "fault", "faults"));
	html_print(out, "</ul>\n");
}

static void feedback_html_top(FILE *out, const struct feedback *f)
{
	const struct report *r = &f->class->report;
	const char *version = f->student->fields[CLASS_VERSION];
	html_print(out, "<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
			"<header class=\"top\">\n<div class=\"wrap\">\n"
			"<p class=\"brand\">Referee <span>class feedback</span></p>\n<h1><bdi>");
	feedback_html_text(out, feedback_title(f));
	html_print(out,
		"</bdi></h1>\n<p class=\"played\"><bdi>%h</bdi> <span class=\"dot\">·</span> %h "
		"<span class=\"dot\">·</span> bot <bdi>%h</bdi>",
		r->texts[REPORT_NAME], r->texts[REPORT_GAME], f->student->name);
	if (version != NULL)
		html_print(out, " <span class=\"dot\">·</span> version %h", version);
	html_print(out, "</p>\n");
	feedback_html_facts(out, f);
	html_print(out,
		"</div>\n</header>\n<main id=\"main\" class=\"wrap feedback\" tabindex=\"-1\">\n");
}

/* --- the check -------------------------------------------------------------------------------- */

static void feedback_html_older(FILE *out, const struct feedback *f)
{
	if (f->older == NULL)
		return;
	html_print(out,
		"<p class=\"note\">The results below are those of version %h: the newest version "
		"has not played.</p>\n",
		f->older);
}

static void feedback_html_check(FILE *out, const struct feedback *f)
{
	const struct class_student *s = f->student;
	feedback_html_begin(out, "check", "The check");
	feedback_html_sentence(out, feedback_check_words(f));
	if (s->fields[CLASS_REASON] != NULL && s->fields[CLASS_COMMAND] != NULL)
		feedback_html_sentence(
			out, memory_print("It runs as: %s (found by: %s).",
				     s->fields[CLASS_COMMAND], s->fields[CLASS_REASON]));
	if (f->check != NULL) {
		html_print(out, "<details%s><summary>Output of the check</summary>\n",
			class_student_is_fit(s) ? "" : " open");
		feedback_html_lines(out, f->check);
		html_print(out, "</details>\n");
	}
	feedback_html_command(out, "To check the program at home, in its folder", f->check_command);
	html_print(out, "</section>\n");
}

/* --- results ---------------------------------------------------------------------------------- */

static void feedback_html_results(FILE *out, const struct feedback *f)
{
	feedback_html_begin(out, "results", "Results");
	feedback_html_sentence(out, feedback_standing(f));
	if (f->bot != NULL) {
		char *rating = feedback_rating(f);
		feedback_html_sentence(out,
			f->rating != NULL
				? memory_print(
					  "Elo with its error of 95 %%: %s, where the mean of all bots is 0.",
					  rating)
				: memory_print("There is no Elo: %s.", rating));
		free(rating);
	}
	if (f->opponents_count > 0) {
		html_table_begin(out, "Against each opponent", "");
		html_print(out, "Against each opponent, best first</caption>\n"
				"<thead><tr><th scope=\"col\">Opponent</th>"
				"<th scope=\"col\" class=\"n\">Points</th>"
				"<th scope=\"col\" class=\"n\">Games</th>"
				"<th scope=\"col\" class=\"n\">Won</th>"
				"<th scope=\"col\" class=\"n\">Drawn</th>"
				"<th scope=\"col\" class=\"n\">Lost</th></tr></thead>\n<tbody>\n");
		for (int i = 0; i < f->opponents_count; i++) {
			const struct feedback_opponent *o = &f->opponents[i];
			html_print(out, "<tr>");
			html_bot_cell(out, o->name);
			html_print(out,
				"<td class=\"n strong\">%g</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>"
				"<td class=\"n\">%lld</td><td class=\"n\">%lld</td></tr>\n",
				o->points, (long long)o->games, (long long)o->wins,
				(long long)o->draws, (long long)o->losses);
		}
		html_table_end(out);
	}
	html_print(out, "</section>\n");
}

/* --- faults ----------------------------------------------------------------------------------- */

static void feedback_html_board(FILE *out, const char *board)
{
	if (board != NULL)
		html_print(out, "<div class=\"board-place\">%s</div>\n", board);
}

static void feedback_html_fault(FILE *out, const struct feedback_fault *fault)
{
	html_print(out, "<div class=\"card\">\n<h3>");
	feedback_html_text(out, feedback_fault_title(fault));
	html_print(out,
		"</h3>\n<p>The program %s. The newest is game %lld against <bdi>%h</bdi>:</p>\n",
		verdict_table[fault->verdict].help, (long long)fault->game,
		fault->opponents != NULL ? fault->opponents : "?");
	if (fault->detail != NULL)
		html_print(out, "<p class=\"strong\"><bdi>%h</bdi></p>\n", fault->detail);
	feedback_html_board(out, fault->board);
	if (fault->report != NULL) {
		html_print(out, "<details open><summary>Question and answer</summary>\n");
		feedback_html_lines(out, fault->report);
		html_print(out, "</details>\n");
	}
	feedback_html_command(out, fault->before, fault->command);
	html_print(out, "</div>\n");
}

/* --- blunders --------------------------------------------------------------------------------- */

static void feedback_html_blunders(FILE *out, const struct feedback *f)
{
	feedback_html_begin(out, "blunders", "The worst moves");
	feedback_html_sentence(out, feedback_analysis_words(f));
	if (f->blunders_count > 0) {
		html_print(out, "<div class=\"blunders\">\n");
		for (int i = 0; i < f->blunders_count; i++) {
			const struct feedback_blunder *b = &f->blunders[i];
			html_print(out, "<div class=\"card\">\n<h3>");
			feedback_html_text(out, feedback_blunder_title(b));
			html_print(out, "</h3>\n");
			feedback_html_board(out, b->board);
			feedback_html_sentence(out, feedback_blunder_words(b));
			feedback_html_command(out,
				"To ask the program in this position, in its folder", b->command);
			html_print(out, "</div>\n");
		}
		html_print(out, "</div>\n");
	}
	html_print(out, "</section>\n");
}

/* --- the page --------------------------------------------------------------------------------- */

void feedback_write_html(FILE *out, const struct feedback *f)
{
	char *style = memory_print("%s%s%s", page_style_css, page_board_css, page_feedback_css);
	char *title = feedback_title(f);
	struct report pieces = f->class->report;
	html_begin(out, title, style, NULL);
	free(title);
	free(style);
	feedback_html_top(out, f);
	pieces.out = out;
	report_pieces(&pieces);
	feedback_html_older(out, f);
	feedback_html_check(out, f);
	feedback_html_results(out, f);
	if (f->bot != NULL) {
		feedback_html_begin(out, "faults", "Games lost by a fault");
		if (f->faults_count == 0)
			html_print(out, "<p>No game.</p>\n");
		for (int i = 0; i < f->faults_count; i++)
			feedback_html_fault(out, &f->faults[i]);
		html_print(out, "</section>\n");
		feedback_html_blunders(out, f);
	}
	html_print(out, "</main>\n<footer class=\"wrap\"><p>Written by Referee. This file needs no "
			"network and no other file.</p></footer>\n</body>\n</html>\n");
}

/*
 * feedback-markdown.c - a student's feedback as Markdown (CommonMark, with GitHub's tables).
 *
 * Texts of bots and students are escaped: in a line each mark of Markdown has a backslash, and in a
 * fenced block the fence is longer than any in the text.
 */
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/submissions/feedback.h"

/* Writes a text in a line. */
static void feedback_md_text(FILE *out, const char *text)
{
	char *plain = escape_text(text, false);
	for (const char *at = plain; *at != '\0'; at++) {
		if (strchr("\\`*_{}[]<>()#|~&$@!", *at) != NULL)
			fputc('\\', out);
		fputc(*at, out);
	}
	free(plain);
}

/* The same, and frees the text. */
static void feedback_md_take(FILE *out, char *text)
{
	feedback_md_text(out, text);
	free(text);
}

static void feedback_md_paragraph(FILE *out, char *text)
{
	feedback_md_take(out, text);
	fputs("\n\n", out);
}

/* Writes lines as they are, in a fenced block. */
static void feedback_md_lines(FILE *out, const char *text)
{
	char *plain = escape_text(text, true);
	int longest = 2;
	size_t length = strlen(plain);
	for (const char *at = plain; *at != '\0';) {
		int ticks = (int)strspn(at, "`");
		longest = ticks > longest ? ticks : longest;
		at += ticks > 0 ? ticks : 1;
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i <= longest; i++)
			fputc('`', out);
		fputs(pass == 0 ? "text\n" : "\n\n", out);
		if (pass == 0)
			fprintf(out, "%s%s", plain,
				length > 0 && plain[length - 1] == '\n' ? "" : "\n");
	}
	free(plain);
}

static void feedback_md_command(FILE *out, const char *before, const char *command)
{
	if (command == NULL)
		return;
	fprintf(out, "%s:\n\n", before);
	feedback_md_lines(out, command);
}

static void feedback_md_results(FILE *out, const struct feedback *f)
{
	fputs("## Results\n\n", out);
	feedback_md_paragraph(out, feedback_standing(f));
	if (f->bot != NULL) {
		fputs(f->rating != NULL ? "Elo with its error of 95 %: " : "There is no Elo: ",
			out);
		feedback_md_take(out, feedback_rating(f));
		fputs(".\n\n", out);
	}
	if (f->opponents_count == 0)
		return;
	fputs("| Opponent | Points | Games | Won | Drawn | Lost |\n"
	      "| --- | ---: | ---: | ---: | ---: | ---: |\n",
		out);
	for (int i = 0; i < f->opponents_count; i++) {
		const struct feedback_opponent *o = &f->opponents[i];
		fputs("| ", out);
		feedback_md_text(out, o->name);
		fprintf(out, " | %g | %lld | %lld | %lld | %lld |\n", o->points,
			(long long)o->games, (long long)o->wins, (long long)o->draws,
			(long long)o->losses);
	}
	fputc('\n', out);
}

static void feedback_md_fault(FILE *out, const struct feedback_fault *fault)
{
	fputs("### ", out);
	feedback_md_take(out, feedback_fault_title(fault));
	fprintf(out, "\n\nThe program %s. The newest is game %lld against ",
		verdict_table[fault->verdict].help, (long long)fault->game);
	feedback_md_text(out, fault->opponents != NULL ? fault->opponents : "?");
	fputs(".\n\n", out);
	if (fault->detail != NULL) {
		fputs("**", out);
		feedback_md_text(out, fault->detail);
		fputs("**\n\n", out);
	}
	if (fault->report != NULL)
		feedback_md_lines(out, fault->report);
	feedback_md_command(out, fault->before, fault->command);
}

void feedback_write_markdown(FILE *out, const struct feedback *f)
{
	fputs("# ", out);
	feedback_md_take(out, feedback_title(f));
	fputs("\n\n", out);
	feedback_md_text(out, f->class->report.texts[REPORT_NAME]);
	fputs(", bot ", out);
	feedback_md_text(out, f->student->name);
	if (f->student->fields[CLASS_VERSION] != NULL)
		fprintf(out, ", version %s", f->student->fields[CLASS_VERSION]);
	fputs(".\n\n", out);
	if (f->older != NULL) {
		fputs("The results below are those of version ", out);
		feedback_md_text(out, f->older);
		fputs(": the newest version has not played.\n\n", out);
	}
	fputs("## The check\n\n", out);
	feedback_md_paragraph(out, feedback_check_words(f));
	if (f->check != NULL)
		feedback_md_lines(out, f->check);
	feedback_md_command(out, "To check the program at home, in its folder", f->check_command);
	feedback_md_results(out, f);
	if (f->bot == NULL)
		return;
	fputs("## Games lost by a fault\n\n", out);
	if (f->faults_count == 0)
		fputs("No game.\n\n", out);
	for (int i = 0; i < f->faults_count; i++)
		feedback_md_fault(out, &f->faults[i]);
	fputs("## The worst moves\n\n", out);
	feedback_md_paragraph(out, feedback_analysis_words(f));
	for (int i = 0; i < f->blunders_count; i++) {
		const struct feedback_blunder *b = &f->blunders[i];
		fputs("### ", out);
		feedback_md_take(out, feedback_blunder_title(b));
		fputs("\n\n", out);
		if (b->text != NULL)
			feedback_md_lines(out, b->text);
		feedback_md_paragraph(out, feedback_blunder_words(b));
		feedback_md_command(
			out, "To ask the program in this position, in its folder", b->command);
	}
}

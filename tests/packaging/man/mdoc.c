/*
 * Manual pages: a text of a table never becomes a macro, an escape or a quote, and a sentence
 * begins a line.
 */
#include "packaging/man/mdoc.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

/* The text that write() makes of a page. */
static char *written(void (*write)(struct mdoc *m, const char *text), const char *text)
{
	char *page;
	size_t size;
	struct mdoc m = {.out = open_memstream(&page, &size), .fresh = true};
	ck_assert_ptr_nonnull(m.out);
	write(&m, text);
	ck_assert_int_eq(fclose(m.out), 0);
	return page;
}

static void paragraphs(struct mdoc *m, const char *text)
{
	mdoc_paragraphs(m, text);
}

static void item(struct mdoc *m, const char *text)
{
	mdoc_item(m, text);
}

static void option(struct mdoc *m, const char *text)
{
	mdoc_option(m, 'p', "a-b", text, false);
}

static void joined(struct mdoc *m, const char *text)
{
	mdoc_option(m, '\0', "strict", text, true);
}

static void use(struct mdoc *m, const char *text)
{
	mdoc_use(m, "referee run", text);
}

static void example(struct mdoc *m, const char *text)
{
	const char *const all[] = {"# Say it.", text, NULL};
	mdoc_examples(m, all);
}

static const struct row {
	void (*write)(struct mdoc *m, const char *text);
	const char *text, *page;
} rows[] = {
	{paragraphs, "plain words", "plain words\n"},
	{paragraphs, ".Sh is no macro", "\\&.Sh is no macro\n"},
	{paragraphs, "'a quote", "\\(aqa quote\n"},
	{paragraphs, "a \\n b", "a \\en b\n"},
	{paragraphs, "\"x\" --long a-b", "\\(dqx\\(dq \\-\\-long a\\-b\n"},
	{paragraphs, "2^3 ~/x", "2\\(ha3 \\(ti/x\n"},
	{paragraphs, "caf\303\251 \342\200\246", "caf\\[u00E9] \\[u2026]\n"},
	{paragraphs, "a\377b\001c", "a?b?c\n"},
	{paragraphs, "`code` and **strong** text", "\\fBcode\\fP and \\fBstrong\\fP text\n"},
	{paragraphs, "`a ** b` `open", "\\fBa ** b\\fP \\fBopen\\fP\n"},
	{paragraphs, "One. Two (three.) Four", "One.\nTwo (three.)\nFour\n"},
	{paragraphs, "> in, ! error", "> in, !\\& error\n"},
	{paragraphs, "a ... b", "a \\&...\\& b\n"},
	{paragraphs, "first\n\nsecond\n", "first\n.Pp\nsecond\n"},
	{paragraphs, "", ""},
	{mdoc_literal, ".\n a  b\n\n", ".Bd -literal -offset indent\n\\&.\n a  b\n\n.Ed\n"},
	{mdoc_part, "Nm", ".Ss \\&Nm\n"},
	{mdoc_part, "seat 1", ".Ss \"seat 1\"\n"},
	{mdoc_section, "See also", ".Sh SEE ALSO\n"},
	{item, "`key` = \"A ...\"", ".It \"\\&\\fBkey\\fP = \\(dqA ...\\(dq\"\n"},
	{option, "Ar", ".It Fl p , Fl \\-a\\-b Ar \\&Ar\n"},
	{option, NULL, ".It Fl p , Fl \\-a\\-b\n"},
	{joined, "yes|no", ".It Fl \\-strict Ns Oo = Ns Ar yes|no Oc\n"},
	{use, "FILE... [OPTIONS] [-- WORD...]",
		".Nm referee run\n.Ar FILE...\n.Op Ar OPTIONS\n.Op No \\&\\-\\- Ar WORD...\n"},
	{use, "--position P word", ".Nm referee run\n.Fl \\-position\n.Ar \\&P\n.Cm word\n"},
	{example, "referee run a.conf", "Say it.\n.Dl \"referee run a.conf\"\n"},
};

START_TEST(a_text_is_written_so_that_roff_prints_it)
	{
		char *page = written(rows[_i].write, rows[_i].text);
		ck_assert_str_eq(page, rows[_i].page);
		free(page);
	}
END_TEST

START_TEST(no_line_of_a_paragraph_is_longer_than_eighty_bytes)
	{
		char text[2000];
		for (size_t i = 0; i + 1 < sizeof text; i++)
			text[i] = i % 7 == 6 ? ' ' : i % 5 == 0 ? '-' : 'a';
		text[sizeof text - 1] = '\0';
		char *page = written(mdoc_text, text);
		for (char *line = page; *line != '\0'; line += strcspn(line, "\n") + 1)
			ck_assert_uint_le(strcspn(line, "\n"), 80);
		free(page);
	}
END_TEST

START_TEST(a_page_begins_with_its_name)
	{
		char *page;
		size_t size;
		FILE *out = open_memstream(&page, &size);
		mdoc_begin(out, "referee-run", 1, "Run a game", "May 1, 2026", "0.1");
		ck_assert_int_eq(fclose(out), 0);
		ck_assert_str_eq(page, ".Dd May 1, 2026\n.Dt REFEREE-RUN 1\n.Os Referee 0.1\n"
				       ".Sh NAME\n.Nm referee-run\n.Nd run a game\n");
		free(page);
	}
END_TEST

SUITE("packaging/man/mdoc",
	LOOP(a_text_is_written_so_that_roff_prints_it, sizeof rows / sizeof *rows),
	CASE(no_line_of_a_paragraph_is_longer_than_eighty_bytes), CASE(a_page_begins_with_its_name))

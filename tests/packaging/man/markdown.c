/*
 * Manual pages from documents: each block of Markdown becomes what mdoc has for it.
 */
#include "packaging/man/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static char *add(const char *part, const char *tag)
{
	return strcmp(part, "games") == 0 && strcmp(tag, "id") == 0 ? strdup("INTEGER") : NULL;
}

static const struct row {
	const char *text, *page;
} rows[] = {
	{"# Title\n\nIntro\nof two lines.\n", "Intro of two lines.\n"},
	{"## The file\n\nText.\n\nMore.\n", ".Sh THE FILE\nText.\n.Pp\nMore.\n"},
	{"#### go\n`go`\n", ".Ss \\&go\n\\fBgo\\fP\n"},
	{"```\n# x\n.y\n```\nAfter.\n",
		".Bd -literal -offset indent\n# x\n\\&.y\n.Ed\n.Pp\nAfter.\n"},
	{"    four blanks\n", ".Bd -literal -offset indent\nfour blanks\n.Ed\n"},
	{"- one\n  goes on\n- two\n", ".Bl -bullet\n.It\none goes on\n.It\ntwo\n.El\n"},
	{"| a | |\n| --- | --- |\n| `x|y` | text |\n",
		".Bl -tag -width Ds\n.It \"\\&\\fBx|y\\fP\"\ntext\n.El\n"},
	{"| a | b | c |\n| - | - | - |\n| 1 | 2 | |\n",
		".Bl -tag -width Ds\n.It \"\\&1\"\nb: 2.\n.El\n"},
	{"### games\n| column | |\n| --- | --- |\n| `id` | number |\n",
		".Ss games\n.Bl -tag -width Ds\n.It \"\\&\\fBid\\fP INTEGER\"\nnumber\n.El\n"},
	{"See [the file](#the-file), [x](a.md).\n", "See the file, x.\n"},
	{"[UGI](https://x.org/u) is\n", "UGI (https://x.org/u) is\n"},
	{"`[a](b)` [c] (d)\n", "\\fB[a](b)\\fP [c] (d)\n"},
	{"``` \nnever ends\n", ".Bd -literal -offset indent\nnever ends\n.Ed\n"},
	{"", ""},
};

START_TEST(a_block_becomes_what_mdoc_has_for_it)
	{
		char *page;
		size_t size;
		struct mdoc m = {.out = open_memstream(&page, &size), .fresh = true};
		markdown_write(&m, rows[_i].text, add);
		ck_assert_int_eq(fclose(m.out), 0);
		ck_assert_str_eq(page, rows[_i].page);
		free(page);
	}
END_TEST

SUITE("packaging/man/markdown",
	LOOP(a_block_becomes_what_mdoc_has_for_it, sizeof rows / sizeof *rows))

/*
 * The form of a tournament's file: which names and values come out, and from which lines.
 */
#include "referee/config/config-syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static void parse_on_bot(void *arg, const char *name, int line)
{
	fprintf(arg, "%d bot %s; ", line, name);
}

static void parse_on_rules(void *arg, int line)
{
	fprintf(arg, "%d rules; ", line);
}

static void parse_on_value(void *arg, const char *key, const char *value, bool within, int line)
{
	fprintf(arg, "%d %s%s=[%s]; ", line, within ? "." : "", key, value);
}

static void parse_on_fault(void *arg, int line, const char *text)
{
	fprintf(arg, "%d! %s; ", line, text);
}

/* The parts of a text, and "LINE! FAULT" where it is broken. The first fault is given back, too. */
static void parse_read(const char *text, char *out, size_t room)
{
	struct config_syntax_fault fault;
	memset(out, 0, room);
	FILE *file = fmemopen(out, room, "w");
	const struct config_syntax_events events = {
		file, parse_on_bot, parse_on_rules, parse_on_value, parse_on_fault};
	bool good = config_syntax_read(text, &events, &fault);
	fclose(file);
	const char *first = strstr(out, "! ");
	ck_assert_int_eq(good, first == NULL);
	if (!good && strlen(out) + 1 < room)
		ck_assert_int_eq(strncmp(first + 2, fault.text, strlen(fault.text)), 0);
}

static const struct {
	const char *text, *parts;
} texts[] = {
	{"", ""},
	{"\n \t\n", ""},
	{"a = 1", "1 a=[1]; "},
	{"a=1 b = 2\nc\n=\n3\n", "1 a=[1]; 1 b=[2]; 4 c=[3]; "},
	{"a\u00a0=\u00a01", "1 a=[1]; "},
	{"\"a\" = 1", "1 a=[1]; "},
	/* lists */
	{"a = { 1, 2 }", "1 a=[1]; 1 a=[2]; "},
	{"a = {\n1,\n2,\n}\nb = 3", "2 a=[1]; 3 a=[2]; 5 b=[3]; "},
	{"a = { }\nb += 1", "2 b=[1]; "},
	/* sections */
	{"bot x { a = 1 b = 2 }\nc = 3", "1 bot x; 1 .a=[1]; 1 .b=[2]; 2 c=[3]; "},
	{"\nbot\n\"x y\"\n{\n}\nbot z { }", "2 bot x y; 6 bot z; "},
	{"rules {\n dir = o }\nbot x { }", "1 rules; 2 .dir=[o]; 3 bot x; "},
	{"rules = 1", "1 rules=[1]; "},
	/* words: paths, addresses, clocks */
	{"a = ./b//c.db d = http://host/x", "1 a=[./b//c.db]; 1 d=[http://host/x]; "},
	{"a = 40/60+0.6 b = 1:30*2", "1 a=[40/60+0.6]; 1 b=[1:30*2]; "},
	{"a = b/*c*/d", "1 a=[b/*c*/d]; "},
	/* comments */
	{"a = 1 # b = 2\nc = 3", "1 a=[1]; 2 c=[3]; "},
	{"a = 1#\n//x\nb = 2 // c\n", "1 a=[1]; 3 b=[2]; "},
	{"a = /* x\n\n*/ 1 /**/ b = 2", "3 a=[1]; 3 b=[2]; "},
	{"a = { //x\n1,//y\n2 }", "2 a=[1]; 3 a=[2]; "},
	{"# \u201cx\u201d don't\na = 1", "2 a=[1]; "},
	/* quotes */
	{"a = \"x # y\" # z", "1 a=[x # y]; "},
	{"a = 'x // \\' \\\\ \\n'", "1 a=[x // ' \\ \\n]; "},
	{"a = \"\\\" \\\\ \\t\\x41\\101 \\q\"", "1 a=[\" \\ \tAA q]; "},
	{"a = \"x\\\ny\" b = 'x\\\ny'\nc = 1", "1 a=[xy]; 2 b=[xy]; 4 c=[1]; "},
	{"a = \"x\ny\"\nb = 1", "1 a=[x\ny]; 3 b=[1]; "},
	{"a = \"\u201cx\u201d\"", "1 a=[\u201cx\u201d]; "},
	/* variables of the environment */
	{"a = ${PARSE} b = \"<${PARSE}>\" c = '${PARSE}'",
		"1 a=[set]; 1 b=[<set>]; 1 c=[${PARSE}]; "},
	{"a = \"${PARSE_NONE}-${PARSE_NONE:-x}-${PARSE:-y}\"", "1 a=[-x-set]; "},
	/* what is broken */
	{"a = 1\nb = 'x\nc = 2\n", "1 a=[1]; 2! the quote that begins here has no end; "},
	{"a = \"x\\", "1! the quote that begins here has no end; "},
	{"# ok\n\n/* b\nc", "3! the comment that begins here has no end; "},
	{"/*/", "1! the comment that begins here has no end; "},
	{"a = 1\nb = \u201cx\u201d\n",
		"1 a=[1]; 2! these are quotes as they are printed; here they are \"...\"; "},
	{"a =\n\n", "2! the file ends in the middle: a has no value; "},
	{"a = { 1,\n", "1 a=[1]; 1! the file ends in the middle: a has no value; "},
	{"a = { 1\n", "1 a=[1]; 1! the file ends in the middle; "},
	{"bot x {\na = 1\n\n",
		"1 bot x; 2 .a=[1]; 3! the file ends in the middle: the section of bot x is not closed with }; "},
	{"bot x {\na = 1\nbot y { }",
		"1 bot x; 2 .a=[1]; 3! the section of bot x is not closed with } before this one; 3 bot y; "},
	{"rules {\na = 1\nbot y { }",
		"1 rules; 2 .a=[1]; 3! the section of the rules is not closed with } before this one; 3 bot y; "},
	{"rules {\n",
		"1 rules; 1! the file ends in the middle: the section of the rules is not closed with }; "},
	{"a = 1\n}", "1 a=[1]; 2! this } closes nothing: no section is open; "},
	{"a = 1 2", "1 a=[1]; 1! after a = 1 comes \"2\": a value with blanks stands in quotes; "},
	{"a = 1\nb",
		"1 a=[1]; 2! \"b\" is neither a key with = and a value nor a section bot NAME { }; "},
	{"rounds 2", "1! an = and a value are expected after rounds; "},
	{"a = ${x",
		"1! this is not expected here: $ (a value with blanks or one of = , { } ( ) # stands in quotes); "},
	/* one mistake does not hide the others */
	{"bott b { a = 1 }\nbot c { d 1 }\nbot e f = 2\ng = 3",
		"1! \"bott\" is no section; did you mean bot b { }?; 1 bot b; 1 .a=[1]; 2 bot c; "
		"2! \"d\" is neither a key with = and a value nor a section bot NAME { }; "
		"3! a { is expected after a bot's name: bot NAME { command = \"...\" }; 4 g=[3]; "},
	{"bot b\na = 1\n}\nc = 2",
		"1! a { is expected after a bot's name: bot NAME { command = \"...\" }; 1 bot b; 2 .a=[1]; 4 c=[2]; "},
	{"rulez {\na = 1 }\nb = 2",
		"1! \"rulez\" is no section; the sections are bot NAME { } and rules { }; 3 b=[2]; "},
	{"bot x {\na = 1\nbott y { b = 2 }",
		"1 bot x; 2 .a=[1]; 3! the section of bot x is not closed with } before this one; "
		"3! \"bott\" is no section; did you mean bot y { }?; 3 bot y; 3 .b=[2]; "},
	{"a 1\nb = 2\n}\nc = 3 4\nd = 5",
		"1! \"a\" is neither a key with = and a value nor a section bot NAME { }; 2 b=[2]; "
		"3! this } closes nothing: no section is open; "
		"4 c=[3]; 4! after c = 3 comes \"4\": a value with blanks stands in quotes; 5 d=[5]; "},
	{"a = \"1\" \"2\"\nb = 3",
		"1 a=[1]; 1! after a = 1 comes \"2\": several values stand in braces, with commas: { \"1\", \"2\" }; 2 b=[3]; "},
	/* lists */
	{"a = { \"1\" \"2\" }\nb = 3",
		"1 a=[1]; 1! a: a comma is missing before 2; 1 a=[2]; 2 b=[3]; "},
	{"a = { 1 2, 3 }",
		"1 a=[1]; 1! a: a comma is missing before 2 (a value with blanks stands in quotes); 1 a=[2]; 1 a=[3]; "},
	{"a = { 1\nb = 2\nc = 3",
		"1 a=[1]; 2! the { of a is not closed with } before b; 3 c=[3]; "},
	{"bot x { a = { 1 = } }\nb = 2",
		"1 bot x; 1 .a=[1]; 1! this is not expected here: = (a value with blanks or one of = , { } ( ) # stands in quotes); 2 b=[2]; "},
};

START_TEST(a_file_has_these_parts_in_these_lines)
	{
		char out[512] = "";
		setenv("PARSE", "set", 1);
		unsetenv("PARSE_NONE");
		parse_read(texts[_i].text, out, sizeof out);
		ck_assert_str_eq(out, texts[_i].parts);
	}
END_TEST

/* Wherever a file is cut off or damaged, the reader comes to an end. */
START_TEST(each_beginning_of_a_file_is_read_to_its_end)
	{
		char text[512], out[4096];
		for (size_t cut = 0; cut <= strlen(texts[_i].text); cut++)
			for (const char *damage = "\"'{}=,(#/*+$\\\n"; *damage != '\0'; damage++) {
				snprintf(text, sizeof text, "%.*s%c%s", (int)cut, texts[_i].text,
					*damage, texts[_i].text + cut);
				parse_read(text, out, sizeof out);
			}
	}
END_TEST

SUITE("config/config-parse",
	LOOP(a_file_has_these_parts_in_these_lines, sizeof texts / sizeof *texts),
	LOOP(each_beginning_of_a_file_is_read_to_its_end, sizeof texts / sizeof *texts))

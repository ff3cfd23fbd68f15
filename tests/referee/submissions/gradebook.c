/*
 * A row of the gradebook: each value in its column, and no cell that a spreadsheet runs.
 */
#include "base/text-table.h"
#include "tests/lib/feedback-fixture.h"

static void gradebook_write(FILE *out, const struct feedback *f)
{
	struct text_table *table = gradebook_begin(out);
	gradebook_row(table, f);
	text_table_free(table);
}

static void row_is(const struct feedback_fixture *x, const char *row)
{
	static const char head[] =
		"name,student,id,version,rank,rating,error,points,games,percent,faults,check\n";
	char *text = feedback_fixture_write(x, gradebook_write);
	ck_assert_uint_gt(strlen(text), strlen(head));
	ck_assert_int_eq(strncmp(text, head, strlen(head)), 0);
	ck_assert_str_eq(text + strlen(head), row);
	free(text);
}

/* 95 % are 1.96 errors: 19.6. 4 of 9 are 44.4 %. */
START_TEST(each_value_is_in_its_column)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		row_is(&x, "ada,Ada King,77,bbbb,2,-12.3,19.6,4,9,44.4,1,fit\n");
		x.bot.points = 2.25;
		x.bot.games = 3;
		x.f.rating = NULL;
		row_is(&x, "ada,Ada King,77,bbbb,2,,,2.25,3,75.0,1,fit\n");
		x.bot.games = 0;
		x.bot.points = 0;
		row_is(&x, "ada,Ada King,77,bbbb,2,,,0,0,,1,fit\n");
		x.f.bot = NULL;
		x.student.fields[CLASS_CHECKED] = FEEDBACK_TEXT("aaaa");
		row_is(&x, "ada,Ada King,77,bbbb,,,,,,,,not checked\n");
	}
END_TEST

/* The name of a student, and its cell. */
static const char *const cells[][2] = {
	{"=1+1", "'=1+1"},
	{"+1", "'+1"},
	{"-1", "'-1"},
	{"@SUM(A1)", "'@SUM(A1)"},
	{" =1+1", "' =1+1"},
	{"\t=1", "'\t=1"},
	{"Ada, King", "\"Ada, King\""},
	{"a\"b", "\"a\"\"b\""},
	{"a=b", "a=b"},
	{"", ""},
};

START_TEST(no_cell_is_a_formula)
	{
		struct feedback_fixture x;
		char row[256], name[32];
		feedback_fixture_init(&x);
		snprintf(name, sizeof name, "%s", cells[_i][0]);
		snprintf(row, sizeof row, "ada,%s,77,bbbb,2,-12.3,19.6,4,9,44.4,1,fit\n",
			cells[_i][1]);
		x.student.fields[CLASS_STUDENT] = name;
		row_is(&x, row);
	}
END_TEST

START_TEST(the_reason_why_a_bot_does_not_play_is_no_formula_either)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.student.fields[CLASS_CHECK] = FEEDBACK_TEXT("failed");
		x.student.fields[CLASS_CHECK_TEXT] = FEEDBACK_TEXT("=cmd: no such file");
		row_is(&x, "ada,Ada King,77,bbbb,2,-12.3,19.6,4,9,44.4,1,'=cmd: no such file\n");
	}
END_TEST

SUITE("class/gradebook", CASE(each_value_is_in_its_column),
	LOOP(no_cell_is_a_formula, sizeof cells / sizeof *cells),
	CASE(the_reason_why_a_bot_does_not_play_is_no_formula_either))

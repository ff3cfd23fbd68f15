/*
 * The lists of verdicts in documents, in SQL and in scripts have the verdicts of the table, and
 * classify them like its functions.
 */
#include "referee/game/verdict.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text-file.h"
#include "tests/lib/suite.h"

static bool is_any(enum verdict verdict)
{
	(void)verdict;
	return true;
}

static bool is_no_fault(enum verdict verdict)
{
	return !verdict_is_fault(verdict);
}

static bool is_left_out(enum verdict verdict)
{
	return !verdict_took_part(verdict);
}

/* Every list in the file that stands between before and after, and begins with first. A verdict
 * stands between open and close. */
static const struct verdict_list {
	const char *path, *before, *first, *after, *open, *close;
	bool (*has)(enum verdict verdict); /* the verdicts that the list must have */
	bool others;			   /* the list may have other words */
} lists[] = {
	{"protocol/PROTOCOL.md", "| verdict | the bot |", "", "\n\n", "\n| `", "`", is_any},
	{"docs/bots.md", "| verdict | meaning |", "", "\n\n", "\n| `", "`", is_any},
	{"db/README.md", "| `verdict` | ", "`ok`", "\n", "`", "`", is_any},
	{"db/README.md", "its verdict is none of", "", "|", "`", "`", is_left_out},
	{"db/schema.sql", "CHECK (verdict = ", "'ok'", "))", "'", "'", is_any},
	{"db/schema.h", "NOT IN (", "'ok'", ")", "'", "'", is_no_fault},
	{"db/schema.h", "NOT IN (", "'build'", ")", "'", "'", is_left_out},
	{"db/queries.sql", "NOT IN (", "'ok'", ")", "'", "'", is_no_fault},
	{"db/connection.c", "NOT IN (", "'build'", ")", "'", "'", is_left_out},
	{"db/replaced.c", " IN (", "'build'", ")", "'", "'", is_left_out},
	{"db/standings-cache.c", "{", "\"build\"", "NULL", "\"", "\"", is_left_out},
	{"tests/end-to-end/export-positions.py", "FAULTS = {", "", "}", "\"", "\"",
		verdict_is_fault},
	{"tests/fuzz/record.dict", "", "", "", "\n\"", "\"", is_any, true},
	{"tests/fuzz/history.dict", "", "", "", "\n\"", "\"", is_any, true},
};

/* The verdicts of one list, as bits. */
static unsigned verdict_list_read(const struct verdict_list *list, char *at, const char *end)
{
	unsigned found = 0;
	while ((at = strstr(at, list->open)) != NULL && at < end) {
		char *word = at + strlen(list->open), *after = strstr(word, list->close);
		ck_assert_ptr_nonnull(after);
		char saved = *after;
		*after = '\0';
		enum verdict verdict = verdict_find(word);
		ck_assert_msg(list->others || verdict != VERDICTS,
			"%s: \"%s\" is not a verdict of referee/game/verdict.c", list->path, word);
		if (verdict != VERDICTS)
			found |= 1u << verdict;
		*after = saved;
		at = after + (strncmp(after, list->open, strlen(list->open)) != 0 ||
				     strcmp(list->open, list->close) == 0);
	}
	return found;
}

/* Checks the list from at on. Returns its end. */
static char *verdict_list_check(const struct verdict_list *list, char *at)
{
	char *end = *list->after != '\0' ? strstr(at, list->after) : at + strlen(at);
	ck_assert_ptr_nonnull(end);
	unsigned found = verdict_list_read(list, at, end);
	for (int v = 0; v < VERDICTS; v++)
		ck_assert_msg((found >> v & 1) == list->has((enum verdict)v),
			"%s: verdict \"%s\" %s", list->path, verdict_table[v].name,
			found >> v & 1 ? "must not be listed" : "is missing");
	return end;
}

START_TEST(every_list_of_verdicts_is_that_of_the_table)
	{
		const struct verdict_list *list = &lists[_i];
		struct error err;
		char key[64];
		int line, count = 0;
		char *text = text_file_read(list->path, 1 << 20, &line, &err);
		ck_assert_msg(text != NULL, "%s: %s", list->path, err.text);
		snprintf(key, sizeof key, "%s%s", list->before, list->first);
		for (char *at = text; *at != '\0' && (at = strstr(at, key)) != NULL; count++)
			at = verdict_list_check(list, at + strlen(list->before));
		ck_assert_msg(count > 0, "%s has no list of verdicts", list->path);
		free(text);
	}
END_TEST

SUITE("referee/game/verdict",
	LOOP(every_list_of_verdicts_is_that_of_the_table, sizeof lists / sizeof *lists))

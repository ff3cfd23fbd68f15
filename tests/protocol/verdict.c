/*
 * The lists of verdicts in documents and scripts have the verdicts of the table, and classify them
 * like its functions.
 */
#include "protocol/verdict.h"

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
	{"tests/end-to-end/export-positions.py", "FAULTS = {", "", "}", "\"", "\"",
		verdict_is_fault},
	{"tests/fuzz/record.dict", "", "", "", "\n\"", "\"", is_any, true},
	{"tests/fuzz/move-list.dict", "", "", "", "\n\"", "\"", is_any, true},
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
			"%s: \"%s\" is not a verdict of protocol/verdict.c", list->path, word);
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

START_TEST(an_unknown_verdict_is_a_fault_of_a_bot_that_took_part)
	{
		ck_assert_int_eq(verdict_find("none"), VERDICTS);
		ck_assert(verdict_is_fault(VERDICTS));
		ck_assert(verdict_took_part(VERDICTS));
		ck_assert(!verdict_is_away(VERDICTS));
		for (int v = 0; v < VERDICTS; v++) /* who was not asked took no part */
			ck_assert(!verdict_is_away(v) || !verdict_took_part(v));
	}
END_TEST

SUITE("protocol/verdict", CASE(an_unknown_verdict_is_a_fault_of_a_bot_that_took_part),
	LOOP(every_list_of_verdicts_is_that_of_the_table, sizeof lists / sizeof *lists))

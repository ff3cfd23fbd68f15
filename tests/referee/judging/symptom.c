/*
 * Symptoms: what was seen of a bot gives the hint that helps, and the first that fits.
 */
#include "referee/judging/symptom.h"

#include <string.h>

#include "tests/suite.h"

/* hint and hidden: words that are in the sentence, and words that are not. */
static const struct {
	struct symptoms seen;
	const char *hint, *hidden;
} symptoms[] = {
	{{.waited = 2 * SECOND},
		"it printed nothing for 2 s although asked with \"ugi\": did you flush", "{"},
	{{.waited = 2500 * MILLISECOND}, "for 2.5 s", "2500"},
	{{.waited = 80 * MILLISECOND}, "for 80 ms", " s "},
	{{.line = "hello", .waited = SECOND}, "printed \"hello\", but not \"ugiok\" within 1 s",
		"flush"},
	{{.line = "ugi", .echoes = true}, "prints what it reads (\"ugi\")", "flush"},
	{{.line = "uciok", .uci = true}, "speaks UCI", "flush"},
	{{.uci = true, .late = SECOND}, "speaks UCI", "too late"},
	{{.unflushed = true, .waited = SECOND}, "Flush stdout after every line", "did you"},
	{{.late = 300 * MILLISECOND, .waited = SECOND}, "300 ms too late: it had 1 s", "flush"},
	{{.thinking = true, .waited = SECOND}, "used the processor for 1 s", "flush"},
	{{.ending = "ended with exit status 1", .waited = MILLISECOND},
		"it ended with exit status 1 after 1 ms, without a word", "ugiok"},
	{{.ending = "was killed by signal 11", .line = "id"}, "before it said \"ugiok\"",
		"without a word"},
	{{.flooded = true, .line = "x"}, "4 KiB", "flush"},
	{{.deaf = true}, "does not read its standard input", "flush"},
	/* What a bot printed is quoted, not looked into. */
	{{.line = "{asked} {nothing} %s"}, "printed \"{asked} {nothing} %s\"", "flush"},
};

static struct symptoms symptoms_of(int row)
{
	struct symptoms s = symptoms[row].seen;
	s.asked = "ugi";
	s.awaited = "ugiok";
	s.line = s.line != NULL ? s.line : "";
	s.ending = s.ending != NULL ? s.ending : "";
	return s;
}

START_TEST(what_was_seen_gives_the_hint_that_fits)
	{
		char text[SYMPTOM_TEXT];
		struct symptoms s = symptoms_of(_i);
		symptom_explain(&s, text, sizeof text);
		ck_assert_msg(strstr(text, symptoms[_i].hint) != NULL, "%s", text);
		ck_assert_msg(strstr(text, symptoms[_i].hidden) == NULL, "%s", text);
	}
END_TEST

START_TEST(a_hint_is_cut_to_the_room_there_is)
	{
		char text[SYMPTOM_TEXT], whole[SYMPTOM_TEXT];
		struct symptoms s = symptoms_of(_i);
		symptom_explain(&s, whole, sizeof whole);
		for (size_t room = 1; room <= strlen(whole); room++) {
			memset(text, '#', sizeof text);
			symptom_explain(&s, text, room);
			ck_assert_uint_eq(strlen(text), room - 1);
			ck_assert_int_eq(strncmp(text, whole, room - 1), 0);
		}
	}
END_TEST

enum { SYMPTOMS = sizeof symptoms / sizeof *symptoms };

SUITE("referee/judging/symptom", LOOP(what_was_seen_gives_the_hint_that_fits, SYMPTOMS),
	LOOP(a_hint_is_cut_to_the_room_there_is, SYMPTOMS))

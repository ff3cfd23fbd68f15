/*
 * Names: composed and decomposed forms, small and capital letters (Unicode 15, UAX #15 and the
 * table CaseFolding.txt).
 */
#include <stdlib.h>

#include "base/name.h"
#include "tests/lib/suite.h"

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

static const struct {
	const char *text, *composed, *folded;
} rows[] = {
	{"", "", ""},
	{"Ada-2", "Ada-2", "ada-2"},
	{"Jose\xcc\x81 Mu\xcc\x88ller", "Jos\xc3\xa9 M\xc3\xbcller", "jos\xc3\xa9 m\xc3\xbcller"},
	{"JOS\xc3\x89 M\xc3\x9cLLER", "JOS\xc3\x89 M\xc3\x9cLLER", "jos\xc3\xa9 m\xc3\xbcller"},
	/* Celik as a Turkish registrar writes it, and words with the dotless letter */
	{"\303\207EL\304\260K", "\303\207EL\304\260K", "\303\247elik"},
	{"I\305\236IK", "I\305\236IK", "i\305\237ik"},
	{"\304\261\305\237\304\261k", "\304\261\305\237\304\261k", "i\305\237ik"},
	{"Gau\xc3\x9f", "Gau\xc3\x9f", "gauss"},
	{"\xce\xa3\xce\x91\xce\xa3", "\xce\xa3\xce\x91\xce\xa3", "\xcf\x83\xce\xb1\xcf\x83"},
	/* malformed text stays as it is */
	{"a\xff\xc3", "a\xff\xc3", "a\xff\xc3"},
};

START_TEST(a_name_has_one_form)
	{
		char *composed = name_compose(rows[_i].text), *folded = name_fold(rows[_i].text);
		ck_assert_str_eq(composed, rows[_i].composed);
		ck_assert_str_eq(folded, rows[_i].folded);
		free(folded);
		free(composed);
	}
END_TEST

static const struct {
	const char *a, *b;
	bool same;
} pairs[] = {
	{"", "", true},
	{"ada", "ada", true},
	{"ada", "Ada", false},
	{"ada", "", false},
	{"Jose\xcc\x81", "Jos\xc3\xa9", true},
	{"Jos\xc3\xa9", "Jose\xcc\x81", true},
	{"Jose\xcc\x81", "Jose\xcc\x81", true},
	{"Jos\xc3\xa9", "Jose", false},
	{"Jose\xcc\x80", "Jos\xc3\xa9", false},
	{"Jos\xc3\xa9", "JOS\xc3\x89", false},
};

START_TEST(two_forms_are_one_name)
	{
		ck_assert(name_is_same(pairs[_i].a, pairs[_i].b) == pairs[_i].same);
	}
END_TEST

SUITE("base/name", LOOP(a_name_has_one_form, ROWS(rows)), LOOP(two_forms_are_one_name, ROWS(pairs)))

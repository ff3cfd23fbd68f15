/*
 * A tournament is found by its name as people write it: composed or not, in small or in capital
 * letters. One that is written like this comes before the others.
 */
#include "tests/lib/db-fixture.h"

static int64_t names_add(struct db *db, const char *name)
{
	struct db_tournament t = {.name = name,
		.game = "connect4",
		.format = "round-robin",
		.seats = 2,
		.definition = "",
		.created_ms = 1};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	FIXTURE_GOOD(db_commit(db));
	return t.id;
}

static const struct {
	const char *stored, *asked;
	bool same;
} names_rows[] = {
	{"Coupe d'\xc3\xa9t\xc3\xa9", "coupe d'e\xcc\x81te\xcc\x81", true}, /* combining accents */
	{"cafe\xcc\x81", "CAF\xc3\x89", true},
	{"Gro\xc3\x9f", "GROSS", true},	       /* sharp s */
	{"\xc4\xb0stanbul", "istanbul", true}, /* I with a dot */
	{"\xce\x9f\xce\xb4\xcf\x8c\xcf\x82", "\xce\x9f\xce\x94\xce\x8c\xce\xa3", true}, /* sigma */
	{"Spring", "SPRING", true},
	{"caf\xc3\xa9", "cafe", false},
	{"cup", "cup ", false},
	{"100%", "100_", false},
};

START_TEST(a_name_is_found_in_other_forms_and_capitals)
	{
		struct db_tournament t = {.id = 0};
		struct db *db = fixture_open(fixture_path("names.db"));
		int64_t id = names_add(db, names_rows[_i].stored);
		int error = db_tournament_find(db, names_rows[_i].asked, &t);
		ck_assert_int_eq(error, names_rows[_i].same ? DB_OK : DB_NONE);
		ck_assert_int_eq(t.id, names_rows[_i].same ? id : 0);
		if (error == DB_OK)
			ck_assert_str_eq(t.name, names_rows[_i].stored);
		db_close(db);
	}
END_TEST

START_TEST(the_name_that_is_written_alike_comes_first)
	{
		struct db_tournament t;
		struct db *db = fixture_open(fixture_path("alike.db"));
		int64_t small = names_add(db, "final"), capital = names_add(db, "Final");
		FIXTURE_GOOD(db_tournament_find(db, "final", &t));
		ck_assert_int_eq(t.id, small);
		FIXTURE_GOOD(db_tournament_find(db, "Final", &t));
		ck_assert_int_eq(t.id, capital);
		FIXTURE_GOOD(db_tournament_find(db, "FINAL", &t)); /* the newest */
		ck_assert_int_eq(t.id, capital);
		small = names_add(db, "final");
		FIXTURE_GOOD(db_tournament_find(db, "final", &t));
		ck_assert_int_eq(t.id, small);
		FIXTURE_GOOD(db_tournament_find(db, NULL, &t));
		ck_assert_int_eq(t.id, small);
		db_close(db);
	}
END_TEST

SUITE("db/names",
	LOOP(a_name_is_found_in_other_forms_and_capitals, sizeof names_rows / sizeof *names_rows),
	CASE(the_name_that_is_written_alike_comes_first))

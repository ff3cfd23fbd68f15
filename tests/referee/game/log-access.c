/*
 * log-access.c - who reads what bots wrote.
 */
#include "referee/game/log-access.h"

#include "tests/lib/suite.h"

static const char *const anns[] = {"ann-2", "ann"}, *const bobs[] = {"bob", "an", "anna"};

static const struct {
	enum log_policy policy;
	struct log_reader reader;
	bool access; /* to what the bot ann wrote */
} readers[] = {
	{LOG_PUBLIC, {false, NULL, 0}, true},
	{LOG_PUBLIC, {false, bobs, 3}, true},
	{LOG_OWNER, {false, NULL, 0}, false},
	{LOG_OWNER, {false, bobs, 3}, false},
	{LOG_OWNER, {false, anns, 1}, false},
	{LOG_OWNER, {false, anns, 2}, true},
	{LOG_OWNER, {true, NULL, 0}, true},
	{LOG_NOBODY, {false, NULL, 0}, false},
	{LOG_NOBODY, {false, anns, 2}, false},
	{LOG_NOBODY, {true, NULL, 0}, true},
};

START_TEST(rivals_do_not_read_each_others_logs)
	{
		ck_assert_int_eq(log_access(readers[_i].policy, "ann", &readers[_i].reader),
			readers[_i].access);
	}
END_TEST

START_TEST(what_is_not_said_follows_from_remote_bots_and_what_is_wrong_is_closed)
	{
		ck_assert_int_eq(log_policy_find("", false), LOG_PUBLIC);
		ck_assert_int_eq(log_policy_find("", true), LOG_OWNER);
		ck_assert_int_eq(log_policy_find("public", true), LOG_PUBLIC);
		ck_assert_int_eq(log_policy_find("nobody", false), LOG_NOBODY);
		ck_assert_int_eq(log_policy_find("everyone", false), LOG_NOBODY);
	}
END_TEST

START_TEST(a_reason_without_access_quotes_nothing)
	{
		const char *detail = "ended with exit status 3; on stderr it wrote: secret";
		ck_assert_str_eq(log_reason(true, "crash", detail), detail);
		ck_assert_str_eq(log_reason(false, "crash", detail),
			"ended or closed its output in the middle of the game");
		ck_assert_str_eq(log_reason(false, "strange", detail), "");
		ck_assert_str_eq(
			log_reason(false, "ok", "used the processor"), "used the processor");
		ck_assert_ptr_null(log_reason(false, "crash", NULL));
	}
END_TEST

SUITE("referee/game/log-access",
	LOOP(rivals_do_not_read_each_others_logs, sizeof readers / sizeof *readers),
	CASE(what_is_not_said_follows_from_remote_bots_and_what_is_wrong_is_closed),
	CASE(a_reason_without_access_quotes_nothing))

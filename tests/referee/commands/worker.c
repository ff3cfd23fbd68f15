/*
 * Flags that `referee worker run` refuses before it reaches a referee, and the bounds that it names.
 */
#include "tests/lib/command-output.h"

extern const struct command command_worker_run;

#define NAME_21 "lab-1_789012345678901"
#define NAME_63 NAME_21 NAME_21 NAME_21

static const struct {
	const char *words[6], *why;
} refused[] = {
	{{NULL},
		"say how the referee is reached: --broker tls://HOST:PORT, or --stdin for a referee that starts this command"},
	{{"--stdin", "--name", "two words"},
		"--name two words: a name has letters, digits, \"-\" and \"_\", at most 63 of them, and is not \"here\""},
	{{"--stdin", "--name", "here"},
		"--name here: a name has letters, digits, \"-\" and \"_\", at most 63 of them, and is not \"here\""},
	{{"--stdin", "--name", NAME_63 "x"},
		"--name " NAME_63
		"x: a name has letters, digits, \"-\" and \"_\", at most 63 of them, and is not \"here\""},
	/* 63 are a name. */
	{{"--stdin", "--name", NAME_63, "--pool", ""},
		"--pool : a pool has letters, digits, \"-\" and \"_\", and at most 63 of them"},
	{{"--stdin", "--name", "lab01", "--pool", NAME_63 "x"},
		"--pool " NAME_63
		"x: a pool has letters, digits, \"-\" and \"_\", and at most 63 of them"},
};

START_TEST(a_worker_names_what_is_wrong_and_its_bounds)
	{
		static struct command_output said;
		char line[512];
		command_output_run(&said, &command_worker_run, refused[_i].words, "");
		snprintf(line, sizeof line, "referee worker run: %s\n", refused[_i].why);
		ck_assert_str_eq(said.err, line);
		ck_assert_str_eq(said.out, "");
		ck_assert_int_eq(said.status, EXIT_USAGE);
	}
END_TEST

SUITE("referee/commands/worker",
	LOOP(a_worker_names_what_is_wrong_and_its_bounds, sizeof refused / sizeof *refused))

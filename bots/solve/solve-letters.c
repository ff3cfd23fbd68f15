/*
 * solve-letters.c - `referee-solve letters`: the first letter to take, and both players' scores.
 */
#include "bots/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>

#include "bots/solve/letters-pile.h"

static const struct solve_flag solve_letters_flags[] = {{NULL}};

static enum solve_status solve_letters_run(const struct solve_call *call)
{
	struct error err;
	struct letters_pile pile;
	struct letters_result result;
	enum solve_status status = SOLVE_INPUT;

	(void)call;
	struct input *in = input_create(input_read_stdin, NULL);
	if (in == NULL)
		return solve_fail(SOLVE_FAULT, "no memory");
	if (letters_pile_read(in, &pile, &err)) {
		status = letters_pile_solve(&pile, &result) ? SOLVE_DONE : SOLVE_FAULT;
		error_set(&err, "no memory for this many words");
	}
	letters_pile_clear(&pile);
	input_free(in);
	if (status != SOLVE_DONE)
		return solve_fail(status, err.text);
	printf("%c %" PRId64 "-%" PRId64 "\n", result.first, result.scores[0], result.scores[1]);
	return SOLVE_DONE;
}

const struct solve solve_letters = {
	.name = "letters",
	.usage = "< FILE",
	.summary = "read N and Q, the pile, and Q words with scores; print LETTER S1-S2",
	.flags = solve_letters_flags,
	.run = solve_letters_run,
};

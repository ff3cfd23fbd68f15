/*
 * evaluation-program.c - the opinion of a rules program that has `feature evaluate`.
 */
#include "bots/eval/evaluation.h"
#include "rules/process/rules-process.h"

static bool evaluation_program_fits(const struct rules *rules)
{
	return rules_is_process(rules) && rules_process_evaluates(rules);
}

static int64_t evaluation_program_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	int64_t values[SEATS_MAX];

	(void)cache;
	rules_process_evaluate(s, p, values);
	return values[seat - 1];
}

const struct evaluation evaluation_program = {
	.game = NULL,
	.fits = evaluation_program_fits,
	.name = "program",
	.help = "the answer of the rules program to evaluate",
	.value = evaluation_program_value,
};

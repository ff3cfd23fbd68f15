/*
 * rules-step.c - ends a step with its finding, and makes the setups of games.
 */
#include "referee/check/rules-step.h"

#include <stdarg.h>
#include <stdio.h>

#include "rules/process/rules-process.h"

void rules_step_begin(struct rules_step *s, const char *step)
{
	s->finding = (struct rules_finding){.step = step};
	s->begun = time_now();
}

bool rules_step_end(struct rules_step *s, enum step_result_verdict verdict, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(s->finding.text, sizeof s->finding.text, format, arguments);
	va_end(arguments);
	s->finding.verdict = verdict;
	s->finding.took = time_now() - s->begun;
	s->failed |= verdict == STEP_RESULT_FAILED;
	s->options->report(s->options->arg, &s->finding);
	return verdict != STEP_RESULT_FAILED;
}

void rules_step_at(struct rules_step *s, const struct position *p, const char *word)
{
	s->rules->write(&s->setup, p, s->finding.position);
	snprintf(s->finding.word, sizeof s->finding.word, "%s", word != NULL ? word : "");
}

bool rules_step_fault(struct rules_step *s)
{
	const char *fault = rules_process_fault(s->rules);
	if (fault != NULL)
		rules_step_end(s, STEP_RESULT_FAILED, "%s", fault);
	return fault != NULL;
}

bool rules_step_restart(struct rules_step *s)
{
	struct error err;
	return rules_process_restart(s->rules, &err) ||
	       rules_step_end(s, STEP_RESULT_FAILED, "%s", err.text);
}

bool rules_step_setup(struct rules_step *s, int64_t game)
{
	const struct rules_check_options *t = s->options;
	struct error err;
	int seats = t->seats;
	if (seats == 0) {
		int skip = (int)(game % __builtin_popcount(s->rules->seat_counts));
		for (seats = __builtin_ctz(s->rules->seat_counts); skip > 0; skip--)
			do
				seats++;
			while (!(s->rules->seat_counts >> seats & 1));
	}
	if (setup_init(&s->setup, s->rules, seats, random_mix(t->seed, (uint64_t)game), t->params,
		    t->params_count, &err))
		return true;
	bool own = t->params_count == 0 && s->rules->parameters[0].name != NULL &&
		   (s->rules->seat_counts >> seats & 1) != 0 &&
		   rules_process_fault(s->rules) == NULL;
	return rules_step_end(s, STEP_RESULT_FAILED, "%s%s", err.text,
		own ? "; no --param is set, so these are the defaults of its description" : "");
}

uint64_t rules_step_hash(const char *text, size_t length)
{
	uint64_t hash = 1;
	for (size_t i = 0; i < length; i++)
		hash = random_mix(hash, (unsigned char)text[i]);
	return hash;
}

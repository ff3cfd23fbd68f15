/*
 * check-step-start.c - the first steps: does the bot start, introduce itself, take its options, and
 * get ready for a game?
 */
#include <stdio.h>
#include <string.h>

#include "referee/bot/go-message.h"
#include "referee/sandbox/exec-error.h"
#include "referee/check/check-step.h"

void meeting_start(struct bot_check *e, struct step_result *f)
{
	char why[STEP_RESULT_TEXT];
	bot_check_prepare(e, bot_check_first(e));
	bot_check_wait(e, &e->seen.spoke, 0);
	f->took = (e->seen.spoke ? e->seen.first : time_now()) - e->began;
	if (e->broken) {
		step_result_set(f, STEP_RESULT_SKIPPED, "our own fault: no process could be made");
	} else if (e->failed && e->bot.channel.box.keeper == 0) {
		e->refused = true;
		step_result_rule(f, e->bot.verdict, e->bot.detail);
	} else if (e->failed && e->bot.channel.ended && !e->seen.spoke) {
		e->refused = true;
		bot_check_explain(e, "ugiok", f);
		if (exec_error_explain_end(e->self->argv[0], e->self->dir, why, sizeof why))
			step_result_advise(f, "%s", why);
	} else if (!e->seen.spoke) {
		step_result_set(f, STEP_RESULT_OK, "it runs");
	} else {
		step_result_set(f, STEP_RESULT_OK, "it runs and speaks");
	}
}

/* Writes the names of features, separated by blanks. */
static void meeting_features(unsigned features, char *text, size_t room)
{
	size_t used = 0;
	text[0] = '\0';
	for (unsigned bit = 1; bit <= FEATURE_CLOCK; bit <<= 1)
		if ((features & bit) != 0 && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				used > 0 ? " " : "", feature_name((enum feature)bit));
}

/* Adds the limits that hold although the bot does not get them, as for a bot without `feature
 * clock`. */
static void meeting_tell_limits(const struct bot_check *e, struct step_result *f)
{
	char told[STEP_RESULT_TEXT];
	if (go_message_is_partial(&e->plan.limits, e->bot.features, told, sizeof told))
		step_result_add(f, "without `feature clock` it gets one kind of limit: %s\n", told);
}

void meeting_greet(struct bot_check *e, struct step_result *f)
{
	const struct transcript *seen = &e->seen;
	char features[128];
	if (!bot_check_wait(e, &e->seen.greeted, 0)) {
		f->took = time_now() - e->began;
		bot_check_explain(e, "ugiok", f);
		return;
	}
	f->took = seen->ugiok - e->began;
	meeting_features(e->bot.features, features, sizeof features);
	if (e->failed) {
		step_result_rule(f, e->bot.verdict, e->bot.detail);
		if (e->plan.players > 2 && (e->bot.features & FEATURE_PLAYERS) == 0)
			step_result_advise(f,
				"this game has %d players: if it can play with more than two, let it print \"feature players\" before \"ugiok\"",
				e->plan.players);
	} else if (seen->unknown[0] != '\0')
		step_result_set(f, STEP_RESULT_WARNING,
			"it asks for the feature \"%s\", which there is not: see PROTOCOL.md",
			seen->unknown);
	else
		step_result_set(f, STEP_RESULT_OK, "\"%s\" by %s; %s%s; options: %d",
			seen->name[0] != '\0' ? seen->name : "no name",
			seen->author[0] != '\0' ? seen->author : "nobody",
			features[0] != '\0' ? "features: " : "no features, plain UGI", features,
			seen->offers.count);
	meeting_tell_limits(e, f);
}

void meeting_options(struct bot_check *e, struct step_result *f)
{
	char why[STEP_RESULT_TEXT], wrong[STEP_RESULT_TEXT] = "";
	int left_out = 0;
	for (int i = 0; i < e->self->options_count; i++) {
		const char *option = e->self->options[i];
		if (i >= e->self->options_count - e->self->options_shared &&
			!offered_options_name(&e->seen.offers, option)) {
			left_out++;
			step_result_add(f,
				"%soption = \"%.80s\", which is for all bots: it has none of that name\n",
				OFFERED_OPTION_LEFT_OUT, option);
			continue;
		}
		if (offered_options_take(&e->seen.offers, e->self->options[i], why, sizeof why))
			continue;
		if (wrong[0] == '\0')
			snprintf(wrong, sizeof wrong, "%s", why);
		else
			step_result_add(f, "%s\n", why);
	}
	if (!bot_check_wait(e, &e->seen.done, 0)) {
		f->took = time_now() - e->seen.ugiok;
		if (wrong[0] != '\0')
			step_result_add(f, "%s\n", wrong);
		bot_check_explain(e, "readyok", f);
		return;
	}
	f->took = e->seen.readyok - e->seen.ugiok;
	if (wrong[0] != '\0')
		step_result_set(f, STEP_RESULT_FAILED, "%s", wrong);
	else if (e->self->options_count == left_out)
		step_result_set(f, STEP_RESULT_OK, "none to set; it is ready");
	else
		step_result_set(f, STEP_RESULT_OK, "%d set; it is ready",
			e->self->options_count - left_out);
}

void meeting_newgame(struct bot_check *e, struct step_result *f)
{
	bool ready = bot_check_wait(e, &e->ready, 0);
	f->took = time_now() - e->seen.readyok;
	if (ready)
		step_result_set(f, STEP_RESULT_OK, "it is ready for one");
	else
		bot_check_explain(e, "readyok", f);
}

/*
 * adapter-uci.c - UCI engines that play a game of ours as a variant: Fairy-Stockfish's connect4 is
 * `cfour`, with moves such as `P@d1`.
 *
 * Options of the engine are set on the command line (`--set NAME=VALUE`), or by the tournament
 * file: the engine's options are announced to the referee. Scores and lines go through; a mate in N
 * moves is one in 2N - 1 plies, or 2N when it is against the engine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bots/adapters/adapter.h"

enum { ADAPTER_UCI_SCORE = 1000000 }; /* no score is larger */

/* Does the line announce this option of --set? Upper and lower case are the same in UCI. */
static bool adapter_uci_is(const char *line, const char *set)
{
	static const char start[] = "option name ", type[] = " type ";
	size_t length = strcspn(set, "=");
	return strncmp(line, start, sizeof start - 1) == 0 &&
	       strncasecmp(line + sizeof start - 1, set, length) == 0 &&
	       strncmp(line + sizeof start - 1 + length, type, sizeof type - 1) == 0;
}

/* Notes which options of --set the engine has. */
static void adapter_uci_named(struct adapter_run *a, const char *line)
{
	for (int i = 0; i < a->options.set_count; i++)
		a->named[i] = a->named[i] || adapter_uci_is(line, a->options.set[i]);
}

/* The engine has announced all its options: is one of --set missing? */
static void adapter_uci_missing(struct adapter_run *a)
{
	for (int i = 0; i < a->options.set_count; i++)
		if (!a->named[i])
			snprintf(a->doubt, sizeof a->doubt, "the engine has no option %.*s",
				(int)strcspn(a->options.set[i], "="), a->options.set[i]);
}

/* Announces an option of the engine, and looks whether it has the value that --set gives it. A file
 * of variants may bring the value later, so one that is missing is only told with an illegal move.
 */
static void adapter_uci_option(struct adapter_run *a, const char *line)
{
	adapter_send_referee("%s", line);
	adapter_uci_named(a, line);
	for (int i = 0; i < a->options.set_count; i++) {
		static const char combo[] = " type combo ";
		char value[NOTATION_TEXT];
		const char *set = a->options.set[i], *equals = strchr(set, '=');
		snprintf(value, sizeof value, " var %s", equals + 1);
		if (!adapter_uci_is(line, set) || strstr(line, combo) == NULL)
			continue;
		const char *at = strstr(line, value);
		while (at != NULL && strchr(" \t", at[strlen(value)]) == NULL)
			at = strstr(at + 1, value);
		if (at == NULL)
			snprintf(a->doubt, sizeof a->doubt,
				"the engine does not name the value \"%.40s\" of its option %.*s",
				equals + 1, (int)(equals - set), set);
	}
}

static enum adapter_event adapter_uci_until(struct adapter_run *a, const char *word, bool announce)
{
	char *line;
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE || strncmp(line, word, strlen(word)) == 0)
			return event;
		if (announce && strncmp(line, "option name ", 12) == 0)
			adapter_uci_option(a, line);
		if (announce && strncmp(line, "id name ", 8) == 0)
			snprintf(a->name, sizeof a->name, "%s", line + 8);
	}
}

static void adapter_uci_setoption(struct adapter_run *a, const char *name, const char *value)
{
	if (value == NULL)
		adapter_send(a, "setoption name %s\n", name);
	else
		adapter_send(a, "setoption name %s value %s\n", name, value);
}

static enum adapter_event adapter_uci_greet(struct adapter_run *a)
{
	adapter_send(a, "uci\n");
	enum adapter_event event = adapter_uci_until(a, "uciok", true);
	adapter_uci_missing(a);
	for (int i = 0; i < a->options.set_count && event == ADAPTER_LINE; i++) {
		char name[NOTATION_TEXT];
		const char *value = strchr(a->options.set[i], '=');
		snprintf(name, sizeof name, "%.*s", (int)(value - a->options.set[i]),
			a->options.set[i]);
		adapter_uci_setoption(a, name, value + 1);
	}
	return event;
}

static bool adapter_uci_begin(struct adapter_run *a)
{
	adapter_send(a, "ucinewgame\nisready\n");
	return adapter_uci_until(a, "readyok", false) == ADAPTER_LINE;
}

static void adapter_uci_position(struct adapter_run *a)
{
	char text[LINE_FROM_REFEREE], word[NOTATION_TEXT];
	struct position p;
	const struct notation_form form = adapter_form(a);
	size_t used = (size_t)snprintf(text, sizeof text, "position startpos");
	if (a->start[0] != '\0')
		adapter_fail(a,
			"a UCI engine writes positions in another way; let games begin at the usual start, or from moves: openings = random:4");
	a->setup.rules->start(&a->setup, &p);
	for (int i = 0; i < a->moves_count && used < sizeof text - 2 * sizeof word; i++) {
		move m;
		rules_read_move(&a->setup, &p, a->moves[i], &m);
		notation_write(&a->setup, &p, m, &form, word);
		used += (size_t)snprintf(
			text + used, sizeof text - used, "%s %s", i == 0 ? " moves" : "", word);
		a->setup.rules->play(&a->setup, &p, m);
	}
	adapter_send(a, "%s\n", text);
}

static void adapter_uci_go(struct adapter_run *a, const struct message_go *go)
{
	static const char *const colours[] = {"w", "b"};
	adapter_send(a, "go");
	if (go->movetime > 0)
		adapter_send(a, " movetime %lld", (long long)go->movetime);
	if (go->depth > 0)
		adapter_send(a, " depth %lld", (long long)go->depth);
	if (go->nodes > 0)
		adapter_send(a, " nodes %lld", (long long)go->nodes);
	for (int i = 0; i < 2; i++) {
		if (go->time[i] >= 0)
			adapter_send(a, " %stime %lld", colours[i], (long long)go->time[i]);
		if (go->inc[i] >= 0)
			adapter_send(a, " %sinc %lld", colours[i], (long long)go->inc[i]);
	}
	if (go->movestogo > 0)
		adapter_send(a, " movestogo %lld", (long long)go->movestogo);
	adapter_send(a, "%s\n", go->infinite ? " infinite" : "");
}

/* Writes the moves of a line of the engine as the referee's. */
static void adapter_uci_line(const struct adapter_run *a, char *words, char *out, size_t room)
{
	struct position p = a->position;
	const struct notation_form form = adapter_form(a);
	size_t used = 0;
	out[0] = '\0';
	for (char *word; (word = strsep(&words, " ")) != NULL;) {
		char text[MOVE_TEXT];
		move m;
		if (a->setup.rules->to_move(&a->setup, &p) == 0 ||
			notation_read(&a->setup, &p, word, &form, &m) != NOTATION_MOVE)
			return;
		a->setup.rules->move_text(&a->setup, &p, m, text);
		a->setup.rules->play(&a->setup, &p, m);
		if (used + sizeof text + 1 < room)
			used += (size_t)snprintf(out + used, room - used, " %s", text);
	}
}

/* Passes an info line on: depth, score, nodes, time and the best line. */
static void adapter_uci_info(const struct adapter_run *a, char *line)
{
	char out[LINE_FROM_BOT / 2] = "", pv[LINE_FROM_BOT / 4] = "";
	size_t used = 0;
	if (strstr(line, " string ") != NULL)
		return;
	char *best = strstr(line, " pv ");
	if (best != NULL) {
		*best = '\0';
		adapter_uci_line(a, best + 4, pv, sizeof pv);
	}
	char *rest = line;
	for (char *word; (word = strsep(&rest, " ")) != NULL && used < sizeof out / 2;) {
		if (strcmp(word, "score") == 0) {
			const char *kind = strsep(&rest, " "), *value = strsep(&rest, " ");
			long score = value != NULL ? strtol(value, NULL, 10) : 0;
			bool mate = kind != NULL && strcmp(kind, "mate") == 0;
			if (score < -ADAPTER_UCI_SCORE || score > ADAPTER_UCI_SCORE)
				score = score > 0 ? ADAPTER_UCI_SCORE : -ADAPTER_UCI_SCORE;
			if (mate)
				score = score > 0 ? 2 * score - 1 : 2 * score;
			used += (size_t)snprintf(out + used, sizeof out - used, " score %s %ld",
				mate ? "mate" : "cp", score);
		} else if (strcmp(word, "depth") == 0 || strcmp(word, "nodes") == 0 ||
			   strcmp(word, "time") == 0 || strcmp(word, "multipv") == 0) {
			const char *value = strsep(&rest, " ");
			used += (size_t)snprintf(out + used, sizeof out - used, " %s %.20s", word,
				value != NULL ? value : "0");
		}
	}
	if (used > 0)
		adapter_send_referee("info%s%s%s", out, pv[0] != '\0' ? " pv" : "", pv);
}

/* Reports an illegal move with the legal ones in the engine's form: the referee quotes its own. */
static void adapter_uci_explain(const struct adapter_run *a, const char *answer_word)
{
	static move moves[MOVES_MAX];
	enum { SHOWN = 8 };
	const struct notation_form form = adapter_form(a);
	int count = a->setup.rules->moves(&a->setup, &a->position, moves);
	if (a->doubt[0] != '\0')
		fprintf(stderr, "referee-adapt: %s\n", a->doubt);
	fprintf(stderr, "referee-adapt: the engine answered \"%.40s\"; in the form --move '%s' ",
		answer_word, form.pattern);
	fputs(count > SHOWN ? "legal moves are, among others," : "the legal moves are", stderr);
	for (int i = 0; i < count && i < SHOWN; i++) {
		char text[NOTATION_TEXT];
		notation_write(&a->setup, &a->position, moves[i], &form, text);
		fprintf(stderr, " %s", text);
	}
	fputs("; --move sets another form, --set UCI_Variant=NAME another game\n", stderr);
}

static enum adapter_event adapter_uci_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	char *line;
	adapter_uci_position(a);
	adapter_uci_go(a, go);
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE)
			return event;
		if (strncmp(line, "info ", 5) == 0) {
			adapter_uci_info(a, line);
		} else if (strncmp(line, "bestmove ", 9) == 0) {
			line += 9;
			const char *answer_word = strsep(&line, " ");
			if (!adapter_answer(a, answer_word, answer))
				adapter_uci_explain(a, answer_word);
			return ADAPTER_LINE;
		} else {
			adapter_log_line(a, line);
		}
	}
}

static void adapter_uci_stop(struct adapter_run *a)
{
	adapter_send(a, "stop\n");
}

const struct adapter adapter_uci = {
	.name = "uci",
	.summary = "speak UCI with an engine that knows the game as a variant",
	.usage = "COMMAND...",
	.options = "set move pass base until fallback name",
	.preset = {.base = 1, .pass = "0000", .restart = RESTART_NEVER},
	.buffer = PROGRAM_AS_IT_IS,
	.greet = adapter_uci_greet,
	.begin = adapter_uci_begin,
	.ask = adapter_uci_ask,
	.stop = adapter_uci_stop,
	.setoption = adapter_uci_setoption,
};

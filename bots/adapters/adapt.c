/*
 * adapt.c - the referee's side of an adapter: its lines, the game, time, and the program's life.
 *
 * Two streams are read: the referee's, and the program's while an answer is due. Lines of the
 * referee that come during a question wait, except `stop`, `quit` and `isready`.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/adapters/adapter.h"
#include "bots/adapters/decided.h"
#include "bots/adapters/rows.h"
#include "base/version.h"

enum {
	ADAPTER_CLOCK_SHARE = 20,  /* of what is left on the clock, one move has this part */
	ADAPTER_READY_US = 150000, /* most mistakes in the text of a program show in this time */
	ADAPTER_LOAD_US = 3000000, /* a program may take so long until it waits for its input */
	ADAPTER_LOOK_MS = 5,
	ADAPTER_QUESTION_US = 1000000, /* a program may take so long to its first question */
	ADAPTER_QUIET_US = 50000,      /* and has asked it when it is quiet so long */
	ADAPTER_NOTICE = 950 /* thousandths of a move's time after which the log is told */
};

static int64_t adapter_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void adapter_send_referee(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

void adapter_log_line(struct adapter_run *a, const char *line)
{
	if (*line == '\0')
		return;
	fprintf(stderr, "%s\n", line);
	snprintf(a->noted, sizeof a->noted, "%s", line);
}

/* The time is nearly up: says in the log where the program stands. */
static void adapter_notice(struct adapter_run *a)
{
	const char *shown = a->noted[0] != '\0' ? a->noted : program_prompt(&a->program);
	if (*shown != '\0')
		fprintf(stderr,
			"referee-adapt: the program printed \"%.60s\", in which the adapter finds no move\n",
			shown);
	else if (!a->heard)
		fputs("referee-adapt: the program printed nothing; did it flush its output, or does it wait for another line?\n",
			stderr);
	if (a->unread.text[0] != '\0')
		fprintf(stderr, "referee-adapt: %s\n", a->unread.text);
}

/* --- the program ------------------------------------------------------------------------------ */

/* Ends as the program did, so that the referee reports what happened to it. */
static __attribute__((noreturn)) void adapter_end_like(int status)
{
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

void adapter_fail(struct adapter_run *a, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("referee-adapt: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	program_stop(&a->program, false);
	exit(EXIT_FAILURE);
}

/* The program has ended with this status although the game goes on. Its own message stands in the
 * log already. */
static void adapter_lose(struct adapter_run *a, int status)
{
	bool once = a->options.restart == RESTART_MOVE;
	if (status == PROGRAM_KILLED)
		adapter_fail(a, "the program closed its output in the middle of the game");
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		adapter_fail(a, "the program ended %s",
			once ? "without a move"
			     : "in the middle of the game; it must read on until its input ends");
	adapter_end_like(status);
}

void adapter_send(struct adapter_run *a, const char *format, ...)
{
	char text[LINE_FROM_REFEREE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	/* A program that is gone shows when its answer is awaited. */
	program_write(&a->program, text);
}

/* Is the command another in each seat? */
static bool adapter_varies(const struct adapter_run *a)
{
	for (const char *const *word = a->command; *word != NULL; word++)
		if (strstr(*word, "{seat}") != NULL || strstr(*word, "{stone}") != NULL)
			return true;
	return false;
}

/* The words of the command, filled in. */
static void adapter_words(const struct adapter_run *a, const char **words)
{
	static char room[ADAPTER_WORDS][LINE_FROM_BOT];
	int count = 0;
	for (; a->command[count] != NULL && count < ADAPTER_WORDS - 1; count++) {
		words[count] = a->command[count];
		if (strchr(words[count], '{') != NULL) {
			adapter_fill(a, words[count], room[count], sizeof room[count]);
			words[count] = room[count];
		}
	}
	words[count] = NULL;
}

static void adapter_start(struct adapter_run *a)
{
	struct error err;
	const char *words[ADAPTER_WORDS] = {NULL};
	if (a->program.pid != 0)
		return;
	if (a->kind->words == NULL)
		adapter_words(a, words);
	if (a->kind->words != NULL && !a->kind->words(a, words, &err))
		adapter_fail(a, "%s", err.text);
	if (!program_start(&a->program, words, a->kind->buffer, &err))
		adapter_fail(a, "%s", err.text);
	a->moves_known = 0;
	a->played = a->loaded = false;
	if (a->kind->greet != NULL && a->kind->greet(a) == ADAPTER_ENDED)
		adapter_lose(a, program_stop(&a->program, true));
}

/* --- the referee's lines ---------------------------------------------------------------------- */

/* Reads what the referee has sent. */
static void adapter_read(struct adapter_run *a)
{
	size_t size;
	char *space = line_reader_space(&a->in, &size);
	ssize_t count = read(STDIN_FILENO, space, size);
	if (count > 0)
		line_reader_filled(&a->in, (size_t)count);
	else if (count == 0 || (errno != EINTR && errno != EAGAIN))
		a->quit = a->stopped = true;
}

static char *adapter_next(struct adapter_run *a)
{
	char *line = a->held;
	size_t length;
	a->held = NULL;
	if (line != NULL || line_reader_next(&a->in, &line, &length) == LINE_READY)
		return line;
	return NULL;
}

/* Handles the referee's lines that were read, during a question. */
static void adapter_interrupt(struct adapter_run *a)
{
	for (char *line; a->held == NULL && (line = adapter_next(a)) != NULL;) {
		if (strcmp(line, "stop") == 0 || strcmp(line, "quit") == 0) {
			a->stopped = true;
			a->quit |= *line == 'q';
		} else if (strcmp(line, "isready") == 0) {
			adapter_send_referee("readyok");
		} else {
			a->held = line;
		}
	}
}

/* Waits for bytes of the program, or for something that ends the wait. */
static enum adapter_event adapter_wait(struct adapter_run *a)
{
	for (;;) {
		int64_t left = a->deadline_us - adapter_now();
		if (a->quit || (a->stopped && a->kind->stop == NULL))
			return ADAPTER_STOPPED;
		if (a->stopped) {
			a->kind->stop(a);
			a->stopped = false;
		}
		if (a->program.pid == 0 || a->program.ended)
			return ADAPTER_ENDED;
		if (a->deadline_us > 0 && left <= 0)
			return ADAPTER_LATE;
		int64_t notice = a->notice_us - adapter_now();
		if (a->notice_us > 0 && notice <= 0) {
			adapter_notice(a);
			a->notice_us = 0;
			continue;
		}
		if (a->notice_us > 0 && (a->deadline_us == 0 || notice < left))
			left = notice;
		bool timed = a->deadline_us > 0 || a->notice_us > 0;
		struct pollfd fds[] = {{a->program.out, POLLIN, 0},
			{a->held == NULL ? STDIN_FILENO : -1, POLLIN, 0}};
		poll(fds, 2, timed ? (int)(left / 1000) + 1 : -1);
		if (fds[1].revents != 0) {
			adapter_read(a);
			adapter_interrupt(a);
		}
		if (fds[0].revents != 0) {
			program_read(&a->program);
			return ADAPTER_LINE;
		}
	}
}

enum adapter_event adapter_prompt(struct adapter_run *a, char **line,
	bool (*take)(struct adapter_run *a, const char *text), bool *prompt)
{
	for (;;) {
		*prompt = false;
		*line = program_line(&a->program);
		a->heard |= *line != NULL;
		if (*line != NULL)
			return ADAPTER_LINE;
		*line = (char *)program_prompt(&a->program);
		if (take != NULL && **line != '\0' && take(a, *line)) {
			*prompt = true;
			return ADAPTER_LINE;
		}
		enum adapter_event event = adapter_wait(a);
		if (event != ADAPTER_LINE)
			return event;
	}
}

enum adapter_event adapter_line(struct adapter_run *a, char **line)
{
	bool prompt;
	return adapter_prompt(a, line, NULL, &prompt);
}

/* --- what kinds share ------------------------------------------------------------------------- */

/* Did the program's seat make moves that it has not made itself? */
static bool adapter_was_moved(const struct adapter_run *a)
{
	for (int i = a->moves_known; i < a->moves_count; i++)
		if (a->movers[i] == a->seat && !notation_is_pass(a->moves[i]))
			return true;
	return a->start[0] != '\0';
}

enum adapter_event adapter_follow(struct adapter_run *a)
{
	struct position p;
	const struct notation_form form = adapter_form(a);
	enum adapter_event event = ADAPTER_LINE;
	int first = a->moves_known;
	if (adapter_was_moved(a))
		adapter_fail(a,
			"this program keeps a board of its own, so its games begin at the usual start: openings = none");
	a->moves_known = a->moves_count + 1;
	a->setup.rules->start(&a->setup, &p);
	for (int i = 0; i < a->moves_count && event == ADAPTER_LINE; i++) {
		char text[NOTATION_TEXT];
		move m;
		rules_read_move(&a->setup, &p, a->moves[i], &m);
		notation_write(&a->setup, &p, m, &form, text);
		if (i >= first && a->movers[i] != a->seat && text[0] != '\0')
			event = a->kind->tell(a, text);
		a->setup.rules->play(&a->setup, &p, m);
	}
	return event;
}

struct notation_form adapter_form(const struct adapter_run *a)
{
	bool columns = strcmp(a->setup.rules->name, "connect4") == 0;
	const char *pattern = a->options.move;
	if (pattern == NULL)
		pattern = columns ? "{d}" : "{m}";
	return (struct notation_form){pattern, a->options.base, a->options.pass};
}

/* The form without the words around its fields, which not every program writes that reads them:
 * {d},{t} of TURN {d},{t}. */
static struct notation_form adapter_core(const struct notation_form *form, char room[NOTATION_TEXT])
{
	const char *first = strchr(form->pattern, '{'), *last = strrchr(form->pattern, '}');
	struct notation_form core = *form;
	if (first != NULL && last > first) {
		snprintf(room, NOTATION_TEXT, "%.*s", (int)(last + 1 - first), first);
		core.pattern = room;
	}
	return core;
}

/* Reads a text that is a move and nothing else. */
static enum notation_found adapter_read_whole(
	const struct adapter_run *a, const char *text, move *m)
{
	char room[NOTATION_TEXT];
	const struct notation_form form = adapter_form(a), core = adapter_core(&form, room);
	enum notation_found found = notation_read(&a->setup, &a->position, text, &form, m);
	if (found == NOTATION_NONE)
		found = notation_read(&a->setup, &a->position, text, &core, m);
	return found;
}

/* Reads a move that the program has made: all of the text, or its first word. */
static enum notation_found adapter_read_move(const struct adapter_run *a, const char *text, move *m)
{
	char word[NOTATION_TEXT];
	enum notation_found found = adapter_read_whole(a, text, m);
	text += strspn(text, " \t");
	snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " \t"), text);
	return found != NOTATION_NONE ? found : adapter_read_whole(a, word, m);
}

bool adapter_answer(struct adapter_run *a, const char *text, char answer[ADAPTER_ANSWER])
{
	move m;
	const struct notation_form form = adapter_form(a);
	enum notation_found found = adapter_read_move(a, text, &m);
	if (found == NOTATION_MOVE)
		a->setup.rules->move_text(&a->setup, &a->position, m, answer);
	else
		notation_illegal(&a->setup, &a->position, text, &form, answer, ADAPTER_ANSWER);
	if (found == NOTATION_SEVERAL)
		fprintf(stderr,
			"referee-adapt: several legal moves are written \"%.40s\" in the form --move '%s'; a form that tells them apart would be right\n",
			text, form.pattern);
	return found == NOTATION_MOVE;
}

enum adapter_matched adapter_match(
	const char *expression, const char *line, char *found, size_t room)
{
	regex_t compiled;
	regmatch_t groups[2] = {{-1, -1}, {-1, -1}};
	if (regcomp(&compiled, expression, REG_EXTENDED | REG_ICASE) != 0)
		return MATCHED_NOT; /* the command line was checked */
	bool good = regexec(&compiled, line, 2, groups, 0) == 0, group = groups[1].rm_so >= 0;
	const regmatch_t *at = &groups[group];
	if (good)
		snprintf(found, room, "%.*s", (int)(at->rm_eo - at->rm_so), line + at->rm_so);
	regfree(&compiled);
	return !good ? MATCHED_NOT : group ? MATCHED_GROUP : MATCHED_ALL;
}

/* Is it what the program said to a pass that was played for it? It has no legal move then. */
static bool adapter_was_passing(struct adapter_run *a, const char *text)
{
	move m;
	if (a->passes == 0 || adapter_read_move(a, text, &m) != NOTATION_NONE)
		return false;
	a->passes--;
	return true;
}

bool adapter_finds(struct adapter_run *a, const char *line, char answer[ADAPTER_ANSWER])
{
	char found[ADAPTER_ANSWER];
	move m;
	if (a->options.answer != NULL) {
		if (!adapter_match(a->options.answer, line, found, sizeof found))
			return false;
		line = found;
	} else {
		size_t number = strspn(line += strspn(line, " \t"), "-0123456789");
		bool only = number > 0 && line[number + strspn(line + number, " \t\r")] == '\0';
		if (!only && adapter_read_whole(a, line, &m) == NOTATION_NONE)
			return false;
	}
	if (adapter_was_passing(a, line))
		return false;
	adapter_answer(a, line, answer);
	return true;
}

/* The value of a name in braces; NULL: there is none. */
static const char *adapter_value(const struct adapter_run *a, const char *name, char *room)
{
	if (strncmp(name, "{seat}", 6) == 0)
		snprintf(room, ADAPTER_ANSWER, "%d", a->seat);
	else if (strncmp(name, "{stone}", 7) == 0)
		snprintf(room, ADAPTER_ANSWER, "%s", rows_stone(a, a->seat));
	else
		return NULL;
	return room;
}

void adapter_fill(const struct adapter_run *a, const char *text, char *out, size_t room)
{
	size_t used = 0;
	while (*text != '\0' && used + 1 < room) {
		char space[ADAPTER_ANSWER];
		const char *value = *text == '{' ? adapter_value(a, text, space) : NULL;
		if (value != NULL) {
			used += (size_t)snprintf(out + used, room - used, "%s", value);
			text = strchr(text, '}') + 1;
		} else {
			out[used++] = *text++;
		}
	}
	out[used < room ? used : room - 1] = '\0';
}

/* Waits until the program has printed a question and is quiet. False: it has ended. */
static bool adapter_settle(struct adapter_run *a)
{
	enum adapter_event event;
	bool prompted = *program_prompt(&a->program) != '\0';
	a->deadline_us = adapter_now() + (prompted ? ADAPTER_QUIET_US : ADAPTER_QUESTION_US);
	while ((event = adapter_wait(a)) == ADAPTER_LINE) {
		for (char *line; (line = program_line(&a->program)) != NULL;)
			adapter_log_line(a, line);
		a->deadline_us = adapter_now() + ADAPTER_QUIET_US;
	}
	a->deadline_us = 0;
	adapter_log_line(a, program_prompt(&a->program));
	program_drop_prompt(&a->program);
	return event != ADAPTER_ENDED;
}

bool adapter_introduce(struct adapter_run *a, bool questions)
{
	const char *lines = a->seat == 1 ? a->options.first : a->options.second;
	while (lines != NULL && *lines != '\0') {
		char text[LINE_FROM_BOT];
		size_t length = strcspn(lines, ",");
		if (questions && !adapter_settle(a))
			return false;
		a->played = true; /* it knows its seat */
		snprintf(text, sizeof text, "%.*s", (int)length, lines);
		adapter_send_turn(a, text);
		lines += length + (lines[length] == ',');
	}
	return true;
}

void adapter_send_turn(struct adapter_run *a, const char *text)
{
	char line[LINE_FROM_BOT];
	if (text == NULL)
		return;
	adapter_fill(a, text, line, sizeof line);
	adapter_send(a, "%s\n", line);
}

/* --- the conversation ------------------------------------------------------------------------- */

static void adapter_ugi(struct adapter_run *a, const struct message *m)
{
	(void)m;
	a->moves_known = 0;
	snprintf(a->name, sizeof a->name, "%s%s%s", a->command[0], a->command[1] != NULL ? " " : "",
		a->command[1] != NULL ? a->command[1] : "");
	if (a->options.restart != RESTART_MOVE && !adapter_varies(a))
		adapter_start(a);
	adapter_send_referee("id name %s", a->options.name != NULL ? a->options.name : a->name);
	adapter_send_referee("id author referee-adapt %s %s", a->kind->name, VERSION);
	adapter_send_referee(
		"feature newgame players clock%s", a->kind->tell != NULL ? " startpos-only" : "");
	if (a->options.seat > 0)
		adapter_send_referee("feature seats %d", a->options.seat);
	adapter_send_referee("ugiok");
}

static void adapter_setoption(struct adapter_run *a, const struct message *m)
{
	if (a->kind->setoption != NULL)
		a->kind->setoption(a, m->setoption.name, m->setoption.value);
}

/* Waits until a program that was started has loaded: it has written something, or sleeps. So its
 * load time is not taken from its first move. */
static void adapter_load(struct adapter_run *a)
{
	const int64_t began = adapter_now();
	const int64_t least = a->ready ? 0 : ADAPTER_READY_US;
	int64_t spent = 0;
	for (int asleep = 0; spent < ADAPTER_LOAD_US && (asleep < 2 || spent < least);) {
		struct pollfd out = {a->program.out, POLLIN, 0};
		if (poll(&out, 1, ADAPTER_LOOK_MS) > 0) {
			program_read(&a->program);
			return;
		}
		asleep = program_is_asleep(&a->program) ? asleep + 1 : 0;
		spent = adapter_now() - began;
	}
}

/* A program that ends at once, with a message, is not ready. */
static void adapter_isready(struct adapter_run *a, const struct message *m)
{
	(void)m;
	if (a->program.pid != 0 && !a->loaded)
		adapter_load(a);
	if (a->program.pid != 0 && a->program.ended)
		adapter_lose(a, program_stop(&a->program, true));
	a->loaded = a->ready = true;
	adapter_send_referee("readyok");
}

static bool adapter_plays(const struct adapter *kind, const char *game)
{
	size_t length = strlen(game);
	for (const char *at = kind->games; at != NULL; at = strchr(at, ' ')) {
		at += strspn(at, " ");
		if (strncmp(at, game, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return kind->games == NULL;
}

static void adapter_newgame(struct adapter_run *a, const struct message *m)
{
	static char texts[LINE_FROM_REFEREE];
	const struct message_newgame *game = &m->newgame;
	const char *params[MESSAGE_PARAMS];
	struct error err;
	size_t used = 0;
	a->placed = false;
	const struct rules *rules = game->game != NULL ? rules_find(game->game) : NULL;
	if (rules == NULL)
		adapter_fail(a, "%s: a game that this adapter does not know",
			game->game != NULL ? game->game : "no game is named");
	if (!adapter_plays(a->kind, game->game))
		adapter_fail(a, "%s does not play %s; it plays %s", a->kind->name, game->game,
			a->kind->games);
	for (int i = 0; i < game->params; i++) {
		params[i] = texts + used;
		used += 1 + (size_t)snprintf(texts + used, sizeof texts - used, "%s=%s",
				    game->names[i], game->values[i]);
	}
	if (!setup_init(&a->setup, rules, game->players, game->seed, params, game->params, &err))
		adapter_fail(a, "%s", err.text);
	a->seat = game->seat;
	a->seed = game->seed;
	/* The program of the last game has a board of that game. One that has played none is fresh.
	 */
	if ((a->options.restart == RESTART_GAME && a->played) || adapter_varies(a))
		program_stop(&a->program, false);
	a->moves_known = a->moves_count = a->passes = 0;
	a->over = false;
	if (a->options.restart != RESTART_MOVE)
		adapter_start(a);
	if (a->kind->begin != NULL && !a->kind->begin(a))
		adapter_lose(a, program_stop(&a->program, true));
}

/* Sets the position and notes its moves. */
static bool adapter_place(struct adapter_run *a, const struct message *m, struct error *err)
{
	const struct rules *rules = a->setup.rules;
	char *rest = (char *)m->position.moves, *word;
	snprintf(a->start, sizeof a->start, "%s", m->position.fen != NULL ? m->position.fen : "");
	a->moves_count = 0;
	if (m->position.fen == NULL)
		rules->start(&a->setup, &a->position);
	else if (!rules->read(&a->setup, &a->position, m->position.fen, err))
		return false;
	while ((word = strsep(&rest, " ")) != NULL) {
		move code;
		if (*word == '\0')
			continue;
		if (a->moves_count == ADAPTER_PLIES || strlen(word) >= MOVE_TEXT)
			return error_set(err, "the game is too long for an adapter");
		if (!rules_read_move(&a->setup, &a->position, word, &code)) {
			/* A seat that left is in no move; the referee goes on with a position
			 * string. */
			return error_set(err, "\"%s\" is no move here", word);
		}
		a->movers[a->moves_count] = (uint8_t)rules->to_move(&a->setup, &a->position);
		strcpy(a->moves[a->moves_count++], word);
		rules->play(&a->setup, &a->position, code);
	}
	return true;
}

static void adapter_position(struct adapter_run *a, const struct message *m)
{
	struct error err;
	if (a->setup.rules == NULL)
		adapter_fail(a, "a position came before uginewgame");
	a->placed = adapter_place(a, m, &err);
	if (!a->placed)
		adapter_fail(a, "%s", err.text);
}

/* The time that the program has for this move. */
static void adapter_limit(struct adapter_run *a, const struct message_go *go)
{
	int64_t left = go->time[a->seat - 1], gain = go->inc[a->seat - 1];
	a->limit_ms = go->movetime > 0 ? go->movetime : 0;
	if (left >= 0) {
		int64_t share = left / ADAPTER_CLOCK_SHARE + (gain > 0 ? gain : 0);
		share = share < left ? share : left;
		a->limit_ms = a->limit_ms > 0 && a->limit_ms < share ? a->limit_ms : share;
	}
	a->deadline_us = a->notice_us = 0;
	a->noted[0] = '\0';
	error_clear(&a->unread);
	a->heard = false;
	if (a->limit_ms > 0)
		a->notice_us = adapter_now() + a->limit_ms * ADAPTER_NOTICE;
	if (a->options.until > 0 && a->limit_ms > 0)
		a->deadline_us =
			adapter_now() + (int64_t)((double)a->limit_ms * 1000 * a->options.until);
}

/* The move that is played for a program that did not answer. */
static void adapter_instead(struct adapter_run *a, char answer[ADAPTER_ANSWER])
{
	static move moves[MOVES_MAX];
	const struct rules *rules = a->setup.rules;
	int count = rules->moves(&a->setup, &a->position, moves), chosen = 0;
	uint64_t state = random_mix(a->seed, (uint64_t)a->moves_count);
	if (a->options.fallback == FALLBACK_MIDDLE)
		chosen = count / 2;
	else if (a->options.fallback == FALLBACK_RANDOM)
		chosen = (int)random_below(&state, (uint64_t)count);
	rules->move_text(&a->setup, &a->position, moves[chosen], answer);
}

/* Is a pass the only move? It is played for the program: not every program has a word for it. */
static bool adapter_passes(const struct adapter_run *a, char answer[ADAPTER_ANSWER])
{
	static move moves[MOVES_MAX];
	const struct rules *rules = a->setup.rules;
	if (rules->moves(&a->setup, &a->position, moves) != 1)
		return false;
	rules->move_text(&a->setup, &a->position, moves[0], answer);
	return notation_is_pass(answer);
}

/* Asks the program for a move, or tells it the others' before its pass. */
static enum adapter_event adapter_question(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	bool passes = adapter_passes(a, answer);
	if (passes && (a->kind->tell == NULL || a->moves_known == 0))
		return ADAPTER_LINE;
	adapter_limit(a, go);
	adapter_start(a);
	a->played = true;
	adapter_interrupt(a); /* lines that came together with `go` */
	enum adapter_event event = passes ? adapter_follow(a) : a->kind->ask(a, go, answer);
	a->passes = passes ? a->passes + 1 : 0;
	a->deadline_us = a->notice_us = 0;
	return event;
}

/* Finds the program's move, or one for it where it cannot be asked any more. */
static void adapter_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	enum adapter_event event = adapter_question(a, go, answer);
	if (a->quit || event == ADAPTER_LINE)
		return;
	/* The late answer of one that goes on belongs to no question. */
	int status = program_stop(&a->program, event == ADAPTER_ENDED);
	if (event == ADAPTER_ENDED) {
		a->over = status == 0 && decided(&a->setup, &a->position);
		if (!a->over)
			adapter_lose(a, status);
		fputs("referee-adapt: the program ended, and no move changes the result any more: legal moves are played for it\n",
			stderr);
	}
	adapter_instead(a, answer);
}

static void adapter_go(struct adapter_run *a, const struct message *m)
{
	char answer[ADAPTER_ANSWER] = "";
	if (!a->placed)
		adapter_fail(a, "go came before a position");
	a->stopped = false;
	if (a->over)
		adapter_instead(a, answer);
	else
		adapter_ask(a, &m->go, answer);
	if (a->quit)
		return;
	if (a->options.restart == RESTART_MOVE)
		program_stop(&a->program, false);
	adapter_send_referee("bestmove %s", answer);
}

static void adapter_quit(struct adapter_run *a, const struct message *m)
{
	(void)m;
	a->quit = true;
}

static void (*const adapter_actions[MESSAGE_KINDS])(
	struct adapter_run *a, const struct message *m) = {
	[MESSAGE_UGI] = adapter_ugi,
	[MESSAGE_SETOPTION] = adapter_setoption,
	[MESSAGE_ISREADY] = adapter_isready,
	[MESSAGE_NEWGAME] = adapter_newgame,
	[MESSAGE_POSITION] = adapter_position,
	[MESSAGE_GO] = adapter_go,
	[MESSAGE_QUIT] = adapter_quit,
};

int adapter_run(struct adapter_run *a)
{
	signal(SIGPIPE, SIG_IGN);
	line_reader_init(&a->in, a->room, sizeof a->room);
	program_init(&a->program);
	while (!a->quit) {
		struct message m;
		char *line = adapter_next(a);
		if (line == NULL)
			adapter_read(a);
		else if (message_read(&m, FROM_REFEREE, line, NULL) &&
			 adapter_actions[m.kind] != NULL)
			adapter_actions[m.kind](a, &m);
	}
	program_stop(&a->program, false);
	return EXIT_SUCCESS;
}

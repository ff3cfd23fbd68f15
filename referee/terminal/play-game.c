/*
 * play-game.c - plays a game at the terminal, from its first turn until the person leaves.
 *
 * As in an arbiter, events only note facts; play_step() acts after all events of a wake-up. Input
 * is read only while the program asks a person. So input from a pipe has the same effect at any
 * speed. The descriptor stays blocking, since the shell may share it. One read for each event never
 * waits.
 */
#include "referee/terminal/play-game.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/did-you-mean.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/plural.h"
#include "referee/bot/record-writer.h"
#include "base/exit-status.h"
#include "referee/game/score.h"
#include "rules/process/rules-process.h"

/* --- input ---------------------------------------------------------------------------------- */

static void play_input_on_event(evutil_socket_t fd, short what, void *arg)
{
	struct play_input *in = arg;
	size_t room;
	char *space = line_reader_space(&in->lines, &room);
	ssize_t count = read(fd, space, room);
	(void)what;
	if (count > 0)
		line_reader_filled(&in->lines, (size_t)count);
	else if (count == 0 || (errno != EINTR && errno != EAGAIN))
		in->end = true;
}

bool play_input_open(struct play_input *in, struct event_base *base, int fd)
{
	*in = (struct play_input){.event = event_new(base, fd, EV_READ, play_input_on_event, in)};
	line_reader_init(&in->lines, in->room, sizeof in->room);
	return in->event != NULL;
}

void play_input_close(struct play_input *in)
{
	if (in->event != NULL)
		event_free(in->event);
	in->event = NULL;
}

/* A last line without a newline still counts. */
static bool play_input_finish(struct play_input *in)
{
	size_t room;
	char *space = line_reader_space(&in->lines, &room);
	if (in->lines.end == in->lines.start || room == 0)
		return false;
	*space = '\n';
	line_reader_filled(&in->lines, 1);
	return true;
}

enum play_input_status play_input_next(struct play_input *in, char **line)
{
	size_t length;
	for (;;) {
		switch (line_reader_next(&in->lines, line, &length)) {
		case LINE_READY:
			if (!in->skipping)
				return PLAY_INPUT_LINE_READY;
			in->skipping = false;
			return PLAY_INPUT_TOO_LONG;
		case LINE_TOO_LONG:
			line_reader_clear(&in->lines);
			in->skipping = true;
			break;
		case LINE_PARTIAL:
			if (!in->end)
				return event_add(in->event, NULL) == 0 ? PLAY_INPUT_NONE
								       : PLAY_INPUT_END;
			if (!play_input_finish(in))
				return PLAY_INPUT_END;
		}
	}
}

/* --- output --------------------------------------------------------------------------------- */

static void play_name(struct play *p, int seat)
{
	board_terminal_seat(p->out, p->colour, &p->setup, seat);
}

/* The number of turns without marks: all up to the last turn of the person who is asked. */
static int play_seen(const struct play *p)
{
	const struct move_list *h = &p->moves;
	int seat = game_to_move(&p->game), seen = h->count;
	if (seat == 0 || p->bot[seat - 1] != NULL)
		return seen > 0 ? seen - 1 : 0;
	while (seen > 0 && h->turns[seen - 1].seat != seat)
		seen--;
	return seen;
}

/* Draws the current board. */
static void play_show(struct play *p)
{
	struct error err;
	int seen = play_seen(p);
	bool good = move_list_replay(&p->moves, seen, &p->limits, &p->before, &err);
	assert(good);
	struct board_scene scene = {
		.setup = &p->setup, .now = &p->game.position, .before = &p->before.position};
	if (seen == p->moves.count - 1 && p->moves.turns[seen].verdict == VERDICT_OK) {
		scene.move = p->moves.turns[seen].move;
		scene.mover = p->moves.turns[seen].seat;
	}
	fputc('\n', p->out);
	board_terminal(p->out, p->mode, &scene, "  ");
	fputc('\n', p->out);
	p->shown = p->moves.count;
}

/* whose: the seat whose view the score is, in words. */
static void play_print_info(struct play *p, const struct message_info *info, const char *whose)
{
	char score[SCORE_TEXT];
	if (info->given & INFO_DEPTH)
		fprintf(p->out, ", depth %lld", (long long)info->depth);
	if ((info->given & INFO_SCORE) && info->mate)
		fprintf(p->out, ", %s in %llu pl%s", info->score > 0 ? "wins" : "loses",
			info->score > 0 ? (unsigned long long)info->score
					: -(unsigned long long)info->score,
			plural(fabs((double)info->score), "y", "ies"));
	else if (info->given & INFO_SCORE) {
		score_write(info->score, score);
		fprintf(p->out, ", score %s for %s", score, whose);
	}
}

/* Prints the reason why a bot no longer plays. */
static void play_print_failure(
	struct play *p, enum verdict verdict, const char *detail, const char *tail)
{
	char *plain = escape_text(detail, false), *output = escape_text(tail, true);
	fprintf(p->out, "%s (%s)", verdict_table[verdict].help, verdict_table[verdict].name);
	if (*plain != '\0')
		fprintf(p->out, ": %s", plain);
	fputc('\n', p->out);
	if (*output != '\0')
		fputs("  on stderr it wrote:\n", p->out);
	for (char *at = output, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			fprintf(p->out, "  | %s\n", line);
	free(plain);
	free(output);
}

static void play_print_result(struct play *p)
{
	int ranks[SEATS_MAX];
	play_show(p);
	game_ranks(&p->game, ranks);
	if (strcmp(p->game.reason, "max-plies") == 0)
		fprintf(p->out,
			"the rules are a program, and only bots play: the game ends after %d plies, as it stands; `referee run` has max-plies for another number\n",
			p->game.max_plies);
	fputs("The game is over: ", p->out);
	play_draw_result(p->out, p->colour, &p->setup, &p->game.position, ranks);
	for (int i = 0; i < p->setup.seats; i++)
		if (p->bot[i] != NULL)
			play_bot_gameover(p->bot[i], ranks, p->game.reason);
	p->result_printed = true;
}

/* --- turns ---------------------------------------------------------------------------------- */

/* The seat to move plays a legal move. numbers: as move_list_add_move(). */
static void play_move(struct play *p, const char *text, const struct move_numbers *numbers)
{
	int seat = game_to_move(&p->game);
	bool legal = game_move(&p->game, text);
	assert(legal);
	move_list_add_move(&p->moves, seat, text, numbers);
}

/* The seat to move leaves the game. */
static void play_leave(struct play *p, enum verdict verdict, const char *detail)
{
	int seat = game_to_move(&p->game);
	game_judge(&p->game, seat, verdict, "%s", detail);
	game_forfeit(&p->game, 1u << (seat - 1));
	move_list_add_leave(&p->moves, seat, verdict, detail);
	if (verdict == VERDICT_RESIGN) {
		play_name(p, seat);
		fputs(" gives up\n", p->out);
	}
}

/* Takes back all turns but the first count. */
static void play_take_back(struct play *p, int count)
{
	struct error err;
	move_list_cut(&p->moves, count);
	bool good = move_list_replay(&p->moves, count, &p->limits, &p->game, &err);
	assert(good);
	p->result_printed = false;
	p->shown = -1;
	for (int i = 0; i < p->setup.seats; i++)
		if (p->bot[i] != NULL)
			play_bot_rest(p->bot[i]);
}

bool play_is_unattended(const struct play *p)
{
	for (int i = 0; i < p->setup.seats; i++)
		if (p->bot[i] == NULL && (p->game.reason != NULL || p->game.seat[i].left == 0))
			return false;
	return true;
}

static void play_bot_moved(struct play *p, int seat, struct play_bot *b)
{
	const struct bot_answer *a = &b->process.answer;
	const struct move_numbers numbers = record_writer_numbers(a);
	play_name(p, seat);
	fprintf(p->out, " plays %s", b->answer);
	play_print_info(p, &a->info, "it");
	fputc('\n', p->out);
	play_move(p, b->answer, &numbers);
}

/* Reports that a bot's answer loses its game by this verdict, and removes its seat. */
static void play_bot_refused(
	struct play *p, int seat, struct play_bot *b, enum verdict verdict, const char *detail)
{
	bot_refuse(&b->process, verdict_table[verdict].name, detail);
	play_name(p, seat);
	fputc(' ', p->out);
	play_print_failure(p, verdict, detail, "");
	play_leave(p, verdict, detail);
}

/* Advances a bot that is to move. False: wait for it. */
static bool play_bot_turn(struct play *p, int seat, struct play_bot *b)
{
	if (play_is_unattended(p) && p->shown != p->moves.count)
		play_show(p);
	play_bot_work(b, &p->game, p->seed);
	if (b->state == PLAY_BOT_ANSWERED) {
		struct error err;
		enum verdict verdict = game_judge_answer(&p->game, b->answer, &err);
		if (verdict == VERDICT_OK)
			play_bot_moved(p, seat, b);
		else if (verdict_is_fault(verdict))
			play_bot_refused(p, seat, b, verdict, err.text);
		else
			play_leave(p, verdict, err.text);
		play_bot_rest(b);
		return true;
	}
	if (b->state != PLAY_BOT_FAILED)
		return false;
	play_name(p, seat);
	fputc(' ', p->out);
	play_print_failure(p, b->verdict, b->detail, b->tail);
	play_leave(p, b->verdict, b->detail);
	return true;
}

/* Advances a hint that was asked for. False: wait for it. */
static bool play_hint_turn(struct play *p)
{
	struct play_bot *b = p->hint;
	play_bot_work(b, &p->game, p->seed);
	if (b->state == PLAY_BOT_ANSWERED) {
		char *best = escape_text(b->answer, false), *line = escape_text(b->pv, false);
		fprintf(p->out, "hint: %.60s", best);
		play_print_info(p, &b->process.answer.info, "you");
		fprintf(p->out, "%s%s\n", *line != '\0' ? "; its line: " : "", line);
		free(best);
		free(line);
	} else if (b->state == PLAY_BOT_FAILED) {
		fputs("no hint: the bot that gives hints ", p->out);
		play_print_failure(p, b->verdict, b->detail, b->tail);
	} else {
		return false;
	}
	play_bot_rest(b);
	p->hinting = false;
	return true;
}

bool play_save(struct play *p, const char *path)
{
	char *text = move_list_text(&p->moves, &p->game, time_utc()), begin[6] = "game ";
	char *shown = escape_text(path, false);
	FILE *file = fopen(path, "r");
	if (file != NULL) {
		/* A typing mistake must not overwrite another file. */
		size_t count = fread(begin, 1, 5, file);
		fclose(file);
		if (count > 0 && strncmp(begin, "game ", 5) != 0) {
			fprintf(p->out,
				"%s: the file is no record, so it is not overwritten; give another name\n",
				shown);
			free(text);
			free(shown);
			return false;
		}
	}
	file = fopen(path, "w");
	bool good = file != NULL && fputs(text, file) >= 0;
	if (file != NULL)
		good = fclose(file) == 0 && good;
	if (good)
		fprintf(p->out, "saved to %s\n", shown);
	else
		fprintf(p->out, "%s: the file cannot be written: %s\n", shown, strerror(errno));
	free(text);
	free(shown);
	return good;
}

/* --- words that people type ------------------------------------------------------------------ */

enum { PLAY_WORDS_SHOWN = 12 }; /* moves listed in the answer to a mistake */

struct play_word {
	const char *word;
	const char *argument; /* the argument's name; NULL: none */
	const char *help;
	bool running; /* only during the game */
	void (*run)(struct play *p, const char *argument);
};

static void play_words_help(struct play *p, const char *argument);

static void play_words_moves(struct play *p, const char *argument)
{
	(void)argument;
	play_draw_moves(p->out, &p->setup, &p->game.position, MOVES_MAX, "  ");
	fputc('\n', p->out);
}

static void play_words_board(struct play *p, const char *argument)
{
	(void)argument;
	play_show(p);
}

/* Goes back to the last turn of this person; after the game, to the last turn of any person. */
static void play_words_undo(struct play *p, const char *argument)
{
	const struct move_list *h = &p->moves;
	int seat = game_to_move(&p->game), last = h->count - 1;
	(void)argument;
	while (last >= 0 &&
		(seat > 0 ? h->turns[last].seat != seat : p->bot[h->turns[last].seat - 1] != NULL))
		last--;
	if (last >= 0)
		play_take_back(p, last);
	else
		fputs("there is nothing to take back: it is your first turn\n", p->out);
}

static void play_words_hint(struct play *p, const char *argument)
{
	(void)argument;
	p->hinting = true;
	if (p->typed) {
		fputs("  thinking ...\n", p->out);
		fflush(p->out);
	}
}

static void play_words_save(struct play *p, const char *argument)
{
	play_save(p, argument);
}

static void play_words_resign(struct play *p, const char *argument)
{
	(void)argument;
	play_leave(p, VERDICT_RESIGN, "");
}

static void play_words_quit(struct play *p, const char *argument)
{
	(void)argument;
	p->ending = true;
}

static const struct play_word play_words_table[] = {
	{"help", NULL, "list these words", false, play_words_help},
	{"moves", NULL, "list all legal moves", true, play_words_moves},
	{"board", NULL, "draw the board again", false, play_words_board},
	{"undo", NULL, "take back to your last turn", false, play_words_undo},
	{"hint", NULL, "show the move of a strong bot, and the line that it expects", true,
		play_words_hint},
	{"save", "FILE", "save the game so far as a record", false, play_words_save},
	{"resign", NULL, "give up", true, play_words_resign},
	{"quit", NULL, "end the program; the game stays unfinished", false, play_words_quit},
	{.word = NULL},
};

static void play_words_help(struct play *p, const char *argument)
{
	(void)argument;
	if (p->game.reason == NULL) {
		fputs("Type a move as the game writes it, such as", p->out);
		play_draw_moves(p->out, &p->setup, &p->game.position, 3, " ");
		fputs(", or a word:\n", p->out);
	}
	for (const struct play_word *w = play_words_table; w->word != NULL; w++)
		fprintf(p->out, "  %-6s %-5s %s\n", w->word, w->argument != NULL ? w->argument : "",
			w->help);
}

/* Finds the legal move that text means: the exact text, else the only one that matches in any
 * case of letters. */
static bool play_words_find_move(const struct play *p, const char *text, char meant[MOVE_TEXT])
{
	static move moves[MOVES_MAX];
	char name[MOVE_TEXT];
	int found = 0, count = p->setup.rules->moves(&p->setup, &p->game.position, moves);
	for (int i = 0; i < count; i++) {
		p->setup.rules->move_text(&p->setup, &p->game.position, moves[i], name);
		if (strcmp(name, text) == 0) {
			strcpy(meant, name);
			return true;
		}
		if (strcasecmp(name, text) == 0) {
			strcpy(meant, name);
			found++;
		}
	}
	return found == 1;
}

/* The nearest command word or legal move; NULL: none is near. */
static const char *play_words_near(const struct play *p, const char *text)
{
	static move moves[MOVES_MAX];
	static char texts[MOVES_MAX][MOVE_TEXT];
	static const char *names[MOVES_MAX + 16];
	int known = 0, count = 0;
	bool running = p->game.reason == NULL;
	for (const struct play_word *w = play_words_table; w->word != NULL; w++)
		if (running || !w->running)
			names[known++] = w->word;
	if (running && strlen(text) > 1) /* all single letters are near each other */
		count = p->setup.rules->moves(&p->setup, &p->game.position, moves);
	for (int i = 0; i < count; i++) {
		p->setup.rules->move_text(&p->setup, &p->game.position, moves[i], texts[i]);
		names[known++] = texts[i];
	}
	return did_you_mean(text, names, known);
}

static void play_words_unknown(struct play *p, const char *text)
{
	char *shown = escape_text(text, false);
	const char *near = play_words_near(p, text);
	bool running = p->game.reason == NULL;
	fprintf(p->out, "\"%.60s\" is %s", shown,
		running ? "neither a legal move nor a word" : "no word, and the game is over");
	if (near != NULL)
		fprintf(p->out, "; did you mean \"%s\"?\n", near);
	else
		fputs("; \"help\" lists the words\n", p->out);
	if (running) {
		fputs("legal:", p->out);
		play_draw_moves(p->out, &p->setup, &p->game.position, PLAY_WORDS_SHOWN, " ");
		fputc('\n', p->out);
	}
	free(shown);
}

/* Runs the command word at the beginning of line. False: there is none. */
static bool play_words_run(struct play *p, const char *line)
{
	size_t length = strcspn(line, " \t");
	const char *argument = line + length + strspn(line + length, " \t");
	const struct play_word *w = play_words_table;
	while (w->word != NULL && (strlen(w->word) != length || strncasecmp(w->word, line, length)))
		w++;
	if (w->word == NULL)
		return false;
	if (w->running && p->game.reason != NULL)
		fprintf(p->out, "the game is over; \"undo\" goes on with it\n");
	else if (w->argument == NULL && *argument != '\0')
		fprintf(p->out, "nothing follows \"%s\"\n", w->word);
	else if (w->argument != NULL && *argument == '\0')
		fprintf(p->out, "\"%s\" needs a %s: %s %s\n", w->word, w->argument, w->word,
			w->argument);
	else
		w->run(p, argument);
	return true;
}

/* Obeys a line that a person typed. */
static void play_words_execute(struct play *p, char *line)
{
	char meant[MOVE_TEXT];
	line += strspn(line, " \t");
	for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);)
		line[--length] = '\0';
	if (*line == '\0')
		return;
	if (p->game.reason == NULL && play_words_find_move(p, line, meant))
		play_move(p, meant, NULL);
	else if (!play_words_run(p, line))
		play_words_unknown(p, line);
}

/* --- people --------------------------------------------------------------------------------- */

static void play_prompt(struct play *p, int seat)
{
	if (p->prompted)
		return;
	if (seat > 0 && p->shown != p->moves.count)
		play_show(p);
	if (seat > 0)
		play_name(p, seat);
	else
		fputs("over", p->out);
	fputs("> ", p->out);
	fflush(p->out);
	p->prompted = true;
}

/* Asks a person for a line; seat 0: any person, after the game. False: wait for input. */
static bool play_person_turn(struct play *p, int seat)
{
	char *line = NULL;
	play_prompt(p, seat);
	enum play_input_status status = play_input_next(&p->input, &line);
	if (status == PLAY_INPUT_NONE)
		return false;
	p->prompted = false;
	if (status == PLAY_INPUT_END) {
		fputc('\n', p->out);
		p->ending = true;
	} else if (status == PLAY_INPUT_TOO_LONG) {
		fprintf(p->out, "the line is longer than %d bytes\n", PLAY_INPUT_LINE);
	} else {
		char *shown = escape_text(line, false);
		if (!p->typed)
			fprintf(p->out, "%s\n", shown);
		free(shown);
		play_words_execute(p, line);
	}
	return true;
}

/* --- the loop ------------------------------------------------------------------------------- */

static bool play_is_broken(const struct play *p)
{
	bool broken = p->hint != NULL && p->hint->state == PLAY_BOT_BROKEN;
	for (int i = 0; i < p->setup.seats; i++)
		broken |= p->bot[i] != NULL && p->bot[i]->state == PLAY_BOT_BROKEN;
	return broken;
}

/* Does the next step. False: wait for events. */
static bool play_step(struct play *p)
{
	const struct rules *rules = p->setup.rules;
	int seat = game_to_move(&p->game);
	if (rules_is_process(rules) && rules_process_fault(rules) != NULL) {
		fprintf(p->out, "%s; the game has no result\n", rules_process_fault(rules));
		p->ending = true;
		p->status = EXIT_FILE;
		return true;
	}
	if (play_is_broken(p)) {
		fputs("fault of the referee: the process of a bot cannot be started\n", p->out);
		p->ending = true;
		p->status = EXIT_BROKEN;
		return true;
	}
	if (p->hinting)
		return play_hint_turn(p);
	/* No person is there to leave a game that has no end. */
	if (rules_is_process(rules) && play_is_unattended(p))
		p->game.max_plies = RULES_PROCESS_PLIES;
	if (seat > 0 && p->bot[seat - 1] != NULL)
		return play_bot_turn(p, seat, p->bot[seat - 1]);
	if (seat == 0 && !p->result_printed)
		play_print_result(p);
	if (seat == 0 && play_is_unattended(p)) {
		p->ending = true;
		return true;
	}
	return play_person_turn(p, seat);
}

static void play_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
}

static void play_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct play *p = arg;
	(void)what;
	fputc('\n', p->out);
	p->ending = true;
	p->status = EXIT_SIGNAL + (int)number;
}

/* Bot i: first those of the seats, then the one for hints. NULL: none. */
static struct play_bot *play_bot_at(const struct play *p, int i)
{
	return i < SEATS_MAX ? p->bot[i] : p->hint;
}

/* Waits for an event or a timeout. */
static void play_wait(struct play *p)
{
	usec first = 0, now = time_now();
	for (int i = 0; i <= SEATS_MAX; i++) {
		const struct play_bot *b = play_bot_at(p, i);
		usec deadline = b != NULL ? b->process.deadline : 0;
		if (deadline > 0 && (first == 0 || deadline < first))
			first = deadline;
	}
	event_del(p->timer);
	if (first > 0) {
		usec left = first > now ? first - now + 1 : 1;
		event_add(p->timer, &(struct timeval){left / SECOND, left % SECOND});
	}
	fflush(p->out);
	event_base_loop(p->base, EVLOOP_ONCE);
	now = time_now();
	for (int i = 0; i <= SEATS_MAX; i++)
		if (play_bot_at(p, i) != NULL)
			bot_tick(&play_bot_at(p, i)->process, now);
}

/* Asks all bots to quit, and kills those that do not. */
static void play_stop_bots(struct play *p)
{
	for (int left = 1; left > 0;) {
		left = 0;
		for (int i = 0; i <= SEATS_MAX; i++) {
			struct play_bot *b = play_bot_at(p, i);
			if (b == NULL)
				continue;
			bot_quit(&b->process);
			left += b->process.phase != BOT_GONE;
		}
		if (left > 0)
			play_wait(p);
	}
}

static bool play_open(struct play *p)
{
	p->timer = evtimer_new(p->base, play_on_timer, p);
	p->interrupted = evsignal_new(p->base, SIGINT, play_on_signal, p);
	p->ended = evsignal_new(p->base, SIGTERM, play_on_signal, p);
	return p->timer != NULL && p->interrupted != NULL && p->ended != NULL &&
	       event_add(p->interrupted, NULL) == 0 && event_add(p->ended, NULL) == 0;
}

void play_loop(struct play *p)
{
	bool open = play_open(p);
	struct event *events[] = {p->timer, p->interrupted, p->ended};
	for (int i = 0; i < p->setup.seats && open; i++)
		if (p->bot[i] != NULL && p->game.reason == NULL)
			play_bot_prepare(p->bot[i], &p->setup, i + 1, p->seed);
	while (open && !p->ending)
		if (!play_step(p))
			play_wait(p);
	if (!open)
		p->status = EXIT_BROKEN;
	play_stop_bots(p);
	for (int i = 0; i < 3; i++)
		if (events[i] != NULL)
			event_free(events[i]);
}

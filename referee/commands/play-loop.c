/*
 * play-loop.c - plays a game at the terminal, from its first turn until the person leaves.
 *
 * As in an arbiter, events only note facts; play_advance() acts after all events of a wake-up.
 * Input is read only while the program asks a person. So input from a pipe has the same effect at
 * any speed.
 */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/play-draw.h"
#include "referee/commands/play.h"
#include "referee/bot/record-writer.h"
#include "referee/base/escape.h"

/* --- output --------------------------------------------------------------------------------- */

static void play_name(struct play *p, int seat)
{
	play_draw_seat(p->out, p->colour, &p->setup, seat);
}

/* The number of turns without marks: all up to the last turn of the person who is asked. */
static int play_seen(const struct play *p)
{
	const struct history *h = &p->history;
	int seat = game_to_move(&p->game), seen = h->count;
	if (seat == 0 || p->bot[seat - 1] != NULL)
		return seen > 0 ? seen - 1 : 0;
	while (seen > 0 && h->turns[seen - 1].seat != seat)
		seen--;
	return seen;
}

void play_show(struct play *p)
{
	char why[256];
	bool good =
		history_replay(&p->history, play_seen(p), &p->limits, &p->before, why, sizeof why);
	assert(good);
	fputc('\n', p->out);
	play_draw_board(p->out, p->mode, &p->setup, &p->game.position, &p->before.position);
	fputc('\n', p->out);
	p->shown = p->history.count;
}

static void play_tell_info(struct play *p, const struct message_info *info)
{
	if (info->given & INFO_DEPTH)
		fprintf(p->out, ", depth %lld", (long long)info->depth);
	if ((info->given & INFO_SCORE) && info->mate)
		fprintf(p->out, ", %s in %llu pl%s", info->score > 0 ? "wins" : "loses",
			info->score > 0 ? (unsigned long long)info->score
					: -(unsigned long long)info->score,
			info->score == 1 || info->score == -1 ? "y" : "ies");
	else if (info->given & INFO_SCORE)
		fprintf(p->out, ", score %+lld", (long long)info->score);
}

/* Prints the reason why a bot no longer plays. */
static void play_tell_failure(
	struct play *p, enum verdict verdict, const char *detail, const char *tail)
{
	char *plain = escape_text(detail, false), *said = escape_text(tail, true);
	fprintf(p->out, "%s (%s)", verdict_table[verdict].help, verdict_table[verdict].name);
	if (*plain != '\0')
		fprintf(p->out, ": %s", plain);
	fputc('\n', p->out);
	if (*said != '\0')
		fputs("  on stderr it wrote:\n", p->out);
	for (char *at = said, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			fprintf(p->out, "  | %s\n", line);
	free(plain);
	free(said);
}

static void play_tell_result(struct play *p)
{
	int ranks[SEATS_MAX];
	play_show(p);
	game_ranks(&p->game, ranks);
	fputs("The game is over: ", p->out);
	play_draw_result(p->out, p->colour, &p->setup, &p->game.position, ranks);
	for (int i = 0; i < p->setup.seats; i++)
		if (p->bot[i] != NULL)
			play_bot_gameover(p->bot[i], ranks, p->game.reason);
	p->told = true;
}

/* --- turns ---------------------------------------------------------------------------------- */

void play_move(struct play *p, const char *text, const struct move_numbers *numbers)
{
	int seat = game_to_move(&p->game);
	bool legal = game_move(&p->game, text);
	assert(legal);
	history_add_move(&p->history, seat, text, numbers);
}

void play_leave(struct play *p, enum verdict verdict, const char *detail)
{
	int seat = game_to_move(&p->game);
	game_judge(&p->game, seat, verdict, "%s", detail);
	game_forfeit(&p->game, 1u << (seat - 1));
	history_add_leave(&p->history, seat, verdict, detail);
	if (verdict == VERDICT_RESIGN) {
		play_name(p, seat);
		fputs(" gives up\n", p->out);
	}
}

void play_take_back(struct play *p, int count)
{
	char why[256];
	history_cut(&p->history, count);
	bool good = history_replay(&p->history, count, &p->limits, &p->game, why, sizeof why);
	assert(good);
	p->told = false;
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
	play_tell_info(p, &a->info);
	fputc('\n', p->out);
	play_move(p, b->answer, &numbers);
}

/* Reports that a bot's answer is not a legal move, and removes its seat. */
static void play_bot_refused(struct play *p, int seat, struct play_bot *b)
{
	char detail[GAME_DETAIL];
	game_explain(&p->game, b->answer, detail, sizeof detail);
	bot_refuse(&b->process, verdict_table[VERDICT_ILLEGAL].name, detail);
	play_name(p, seat);
	fputc(' ', p->out);
	play_tell_failure(p, VERDICT_ILLEGAL, detail, "");
	play_leave(p, VERDICT_ILLEGAL, detail);
}

/* Advances a bot that is to move. False: wait for it. */
static bool play_bot_turn(struct play *p, int seat, struct play_bot *b)
{
	if (play_is_unattended(p) && p->shown != p->history.count)
		play_show(p);
	play_bot_work(b, &p->game, p->seed);
	if (b->state == PLAY_BOT_ANSWERED) {
		move m;
		if (strcmp(b->answer, "resign") == 0)
			play_leave(p, VERDICT_RESIGN, "");
		else if (rules_read_move(&p->setup, &p->game.position, b->answer, &m))
			play_bot_moved(p, seat, b);
		else
			play_bot_refused(p, seat, b);
		play_bot_rest(b);
		return true;
	}
	if (b->state != PLAY_BOT_FAILED)
		return false;
	play_name(p, seat);
	fputc(' ', p->out);
	play_tell_failure(p, b->verdict, b->detail, b->tail);
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
		play_tell_info(p, &b->process.answer.info);
		fprintf(p->out, "%s%s\n", *line != '\0' ? "; its line: " : "", line);
		free(best);
		free(line);
	} else if (b->state == PLAY_BOT_FAILED) {
		fputs("no hint: the bot that gives them ", p->out);
		play_tell_failure(p, b->verdict, b->detail, b->tail);
	} else {
		return false;
	}
	play_bot_rest(b);
	p->hinting = false;
	return true;
}

/* --- people --------------------------------------------------------------------------------- */

static void play_prompt(struct play *p, int seat)
{
	if (p->prompted)
		return;
	if (seat > 0 && p->shown != p->history.count)
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
		p->leaving = true;
	} else if (status == PLAY_INPUT_TOO_LONG) {
		fprintf(p->out, "this line is longer than %d bytes\n", PLAY_INPUT_LINE);
	} else {
		char *shown = escape_text(line, false);
		if (!p->typed)
			fprintf(p->out, "%s\n", shown);
		free(shown);
		play_words_enter(p, line);
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
	int seat = game_to_move(&p->game);
	if (play_is_broken(p)) {
		fputs("our own fault: a bot's process could not be made\n", p->out);
		p->leaving = true;
		p->status = EXIT_BROKEN;
		return true;
	}
	if (p->hinting)
		return play_hint_turn(p);
	if (seat > 0 && p->bot[seat - 1] != NULL)
		return play_bot_turn(p, seat, p->bot[seat - 1]);
	if (seat == 0 && !p->told)
		play_tell_result(p);
	if (seat == 0 && play_is_unattended(p)) {
		p->leaving = true;
		return true;
	}
	return play_person_turn(p, seat);
}

static void play_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
}

static void play_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct play *p = arg;
	(void)what;
	fputc('\n', p->out);
	p->leaving = true;
	p->status = 128 + (int)number;
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
static void play_dismiss(struct play *p)
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

bool play_save(struct play *p, const char *path)
{
	char *text = history_text(&p->history, &p->game, time_utc()), begin[6] = "game ";
	char *shown = escape_text(path, false);
	FILE *file = fopen(path, "r");
	if (file != NULL) {
		/* A typing mistake must not overwrite another file. */
		size_t count = fread(begin, 1, 5, file);
		fclose(file);
		if (count > 0 && strncmp(begin, "game ", 5) != 0) {
			fprintf(p->out, "%s is there and no record: it is not overwritten\n",
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
		fprintf(p->out, "%s cannot be written: %s\n", shown, strerror(errno));
	free(text);
	free(shown);
	return good;
}

static bool play_open(struct play *p)
{
	p->timer = evtimer_new(p->base, play_on_timer, p);
	p->interrupted = evsignal_new(p->base, SIGINT, play_on_signal, p);
	p->ended = evsignal_new(p->base, SIGTERM, play_on_signal, p);
	return p->timer != NULL && p->interrupted != NULL && p->ended != NULL &&
	       event_add(p->interrupted, NULL) == 0 && event_add(p->ended, NULL) == 0;
}

static void play_close(struct play *p)
{
	struct event *events[] = {p->timer, p->interrupted, p->ended};
	for (int i = 0; i < 3; i++)
		if (events[i] != NULL)
			event_free(events[i]);
}

void play_loop(struct play *p)
{
	bool open = play_open(p);
	for (int i = 0; i < p->setup.seats && open; i++)
		if (p->bot[i] != NULL && p->game.reason == NULL)
			play_bot_prepare(p->bot[i], &p->setup, i + 1, p->seed);
	while (open && !p->leaving)
		if (!play_step(p))
			play_wait(p);
	if (!open)
		p->status = EXIT_BROKEN;
	play_dismiss(p);
	play_close(p);
}

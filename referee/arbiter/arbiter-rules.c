/*
 * arbiter-rules.c - asks the programs of the rules from the arbiter's loop.
 */
#include "referee/arbiter/arbiter-rules.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/process/cpu-affinity.h"
#include "base/memory.h"
#include "referee/bot/rules-start.h"

/* --- one program ----------------------------------------------------------------------------- */

static const char *arbiter_program_fault(const struct arbiter_program *p)
{
	if (p->start == NULL)
		return NULL;
	return p->rules == NULL ? p->why.text : rules_process_fault(p->rules);
}

/* Tells the games that wait; after a fault, all of them. */
static void arbiter_program_notify_games(struct arbiter_program *p)
{
	struct arbiter_rules_game *game;
	bool fault = arbiter_program_fault(p) != NULL;
	TAILQ_FOREACH (game, &p->games, entry) {
		bool changed = game->asking || fault;
		game->asking = false;
		if (changed)
			p->all->changed(p->all->owner, game);
	}
}

static void arbiter_program_forget(struct arbiter_program *p)
{
	for (int i = 0; i < p->count; i++)
		event_free(p->events[i]);
	p->count = 0;
	deadline_timer_set(&p->timer, 0);
}

static void arbiter_program_look(void *arg)
{
	struct arbiter_program *p = arg;
	arbiter_program_forget(p);
	rules_process_read(p->rules);
	arbiter_program_notify_games(p);
}

static void arbiter_program_on_read(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	arbiter_program_look(arg);
}

/* Waits for the program to write, or for the deadline of its answer. */
static void arbiter_program_watch(struct arbiter_program *p)
{
	int fds[RULES_PROCESS_DESCRIPTORS];
	arbiter_program_forget(p);
	int count = rules_process_descriptors(p->rules, fds);
	for (int i = 0; i < count; i++) {
		struct event *event =
			event_new(p->all->base, fds[i], EV_READ, arbiter_program_on_read, p);
		assert(event != NULL);
		event_add(event, NULL);
		p->events[p->count++] = event;
	}
	deadline_timer_set(&p->timer, rules_process_deadline(p->rules));
}

static const struct rules *arbiter_program_start(struct arbiter_program *p)
{
	return rules_start_open(p->start, NULL, true, p->all->memory, &p->why);
}

/* Opens the next program: the first one is started, a further one when it is asked. False: events
 * could not be allocated. */
static bool arbiter_program_open(struct arbiter_rules *r)
{
	struct arbiter_program *p = memory_get(1, sizeof *p);
	p->all = r;
	p->rules = r->config->rules;
	TAILQ_INIT(&p->games);
	if (r->config->rules_program.argv != NULL) {
		if (!deadline_timer_open(&p->timer, r->base, arbiter_program_look, p)) {
			free(p);
			return false;
		}
		p->start = rules_start_create(r->config);
		p->rules = r->count == 0 ? arbiter_program_start(p)
					 : rules_start_open(p->start, r->programs[0]->rules, true,
						   r->memory, &p->why);
	}
	r->programs[r->count++] = p;
	return true;
}

/* --- all of them ----------------------------------------------------------------------------- */

bool arbiter_rules_open(struct arbiter_rules *r, const struct arbiter_config *config,
	struct event_base *base, void (*changed)(void *owner, struct arbiter_rules_game *game),
	void *owner)
{
	int processors = cpu_affinity_usable();
	*r = (struct arbiter_rules){
		.base = base, .config = config, .changed = changed, .owner = owner, .most = 1};
	if (config->rules_program.argv != NULL)
		r->most = processors < ARBITER_PROGRAMS_MAX ? processors : ARBITER_PROGRAMS_MAX;
	r->memory = RULES_PROCESS_MEMORY / (size_t)r->most;
	return arbiter_program_open(r);
}

void arbiter_rules_close(struct arbiter_rules *r)
{
	while (r->count > 0) {
		struct arbiter_program *p = r->programs[--r->count];
		assert(TAILQ_EMPTY(&p->games));
		if (p->start != NULL) {
			arbiter_program_forget(p);
			deadline_timer_close(&p->timer);
			rules_process_close(p->rules);
			rules_start_free(p->start);
		}
		free(p);
	}
}

/* The program with the fewest games. One that has failed and whose games are not over yet comes
 * last. */
static struct arbiter_program *arbiter_rules_free_program(const struct arbiter_rules *r)
{
	struct arbiter_program *best = r->programs[0];
	for (int i = 1; i < r->count; i++) {
		struct arbiter_program *p = r->programs[i];
		bool lost = arbiter_program_fault(p) != NULL && p->playing > 0;
		bool best_lost = arbiter_program_fault(best) != NULL && best->playing > 0;
		if (lost != best_lost ? best_lost : p->playing < best->playing)
			best = p;
	}
	return best;
}

void arbiter_rules_begin(struct arbiter_rules *r, struct arbiter_rules_game *game)
{
	assert(game->program == NULL);
	struct arbiter_program *p = arbiter_rules_free_program(r);
	if (p->playing > 0 && r->count < r->most && r->programs[0]->rules != NULL &&
		arbiter_program_open(r))
		p = r->programs[r->count - 1];
	if (p->playing == 0 && arbiter_program_fault(p) != NULL) {
		arbiter_program_forget(p);
		if (p->rules == NULL)
			p->rules = arbiter_program_start(p);
		else
			rules_process_renew(p->rules);
	}
	game->program = p;
	game->asking = false;
	TAILQ_INSERT_TAIL(&p->games, game, entry);
	p->playing++;
}

void arbiter_rules_end(struct arbiter_rules_game *game)
{
	if (game->program == NULL)
		return;
	TAILQ_REMOVE(&game->program->games, game, entry);
	game->program->playing--;
	game->program = NULL;
}

const char *arbiter_rules_fault(const struct arbiter_rules_game *game)
{
	return arbiter_program_fault(game->program);
}

enum rules_process_state arbiter_rules_want(struct arbiter_rules_game *game, const struct setup *s,
	enum rules_question question, const struct position *p, const char *text)
{
	struct arbiter_program *program = game->program;
	if (program->start == NULL)
		return RULES_PROCESS_READY;
	if (program->rules == NULL)
		return RULES_PROCESS_FAULT;
	enum rules_process_state state = rules_process_want(s, question, p, text);
	game->asking = state == RULES_PROCESS_PENDING;
	if (game->asking)
		arbiter_program_watch(program);
	return state;
}

enum rules_process_state arbiter_rules_want_forfeit(struct arbiter_rules_game *game,
	const struct setup *s, const struct position *p, unsigned seats)
{
	struct position at = *p;
	enum rules_process_state state = RULES_PROCESS_READY;
	for (int seat = 1; seat <= s->seats && game->program->start != NULL; seat++) {
		const char text[] = {(char)('0' + seat), '\0'};
		if ((seats >> (seat - 1) & 1) == 0)
			continue;
		state = arbiter_rules_want(game, s, RULES_FORFEIT, &at, text);
		if (state != RULES_PROCESS_READY)
			break;
		s->rules->forfeit(s, &at, seat);
	}
	return state;
}

enum rules_process_state arbiter_rules_want_answer(
	struct arbiter_rules_game *game, const struct game *g, const char *answer)
{
	struct error err;
	if (game->program->start == NULL)
		return RULES_PROCESS_READY;
	/* While the bot thought, other games may have taken its place in the cache. */
	enum rules_process_state state =
		arbiter_rules_want(game, g->setup, RULES_POSITION, &g->position, NULL);
	if (state != RULES_PROCESS_READY)
		return state;
	if (game_judge_answer(g, answer, &err) != VERDICT_OK)
		return arbiter_rules_want_forfeit(
			game, g->setup, &g->position, 1u << (game_to_move(g) - 1));
	return arbiter_rules_want(game, g->setup, RULES_PLAY, &g->position, answer);
}

/* The same for the positions before the opening's moves and behind them. */
static enum rules_process_state arbiter_rules_want_moves(struct arbiter_rules_game *game,
	const struct setup *s, struct position *p, const char *moves)
{
	while (*moves != '\0') {
		char word[MOVE_TEXT];
		size_t length = strcspn(moves, " ");
		move m;
		snprintf(word, sizeof word, "%.*s", (int)length, moves);
		/* game_begin() refuses the opening. */
		if (length >= sizeof word || !rules_read_move(s, p, word, &m))
			break;
		enum rules_process_state state = arbiter_rules_want(game, s, RULES_PLAY, p, word);
		if (state != RULES_PROCESS_READY)
			return state;
		s->rules->play(s, p, m);
		moves += length;
		moves += strspn(moves, " ");
	}
	return RULES_PROCESS_READY;
}

enum rules_process_state arbiter_rules_want_start(struct arbiter_rules_game *game,
	const struct setup *s, const struct game_request *request, struct error *why)
{
	struct position p;
	char text[POSITION_TEXT];
	if (game->program->start == NULL)
		return RULES_PROCESS_READY;
	if (*request->fen != '\0')
		return arbiter_rules_want(game, s, RULES_POSITION, NULL, request->fen);
	enum rules_process_state state = arbiter_rules_want(game, s, RULES_SETUP, NULL, NULL);
	if (state != RULES_PROCESS_READY)
		return state;
	s->rules->start(s, &p);
	s->rules->write(s, &p, text);
	if (*text != '\0')
		return arbiter_rules_want_moves(game, s, &p, request->moves);
	error_set(why, ARBITER_RULES_FAULT "the rules refuse the setup of seed %" PRIu64,
		request->seed);
	return RULES_PROCESS_FAULT;
}

void arbiter_rules_notify_games(struct arbiter_rules_game *game)
{
	struct arbiter_program *p = game->program;
	if (p != NULL && p->start != NULL && p->rules != NULL &&
		rules_process_deadline(p->rules) == 0)
		arbiter_program_notify_games(p);
}

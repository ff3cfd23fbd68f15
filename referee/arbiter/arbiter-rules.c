/*
 * arbiter-rules.c - asks the programs of the rules from the arbiter's loop.
 */
#include "referee/arbiter/arbiter-rules.h"

#include <assert.h>
#include <stdlib.h>

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
static void arbiter_program_tell(struct arbiter_program *p)
{
	struct arbiter_rules_game *game;
	bool fault = arbiter_program_fault(p) != NULL;
	TAILQ_FOREACH (game, &p->games, entry) {
		bool told = game->asking || fault;
		game->asking = false;
		if (told)
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

static void arbiter_program_look(struct arbiter_program *p)
{
	arbiter_program_forget(p);
	rules_process_read(p->rules);
	arbiter_program_tell(p);
}

static void arbiter_program_on_read(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	arbiter_program_look(arg);
}

static void arbiter_program_on_timer(void *arg)
{
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

static void arbiter_program_free(struct arbiter_program *p)
{
	assert(TAILQ_EMPTY(&p->games));
	if (p->start != NULL) {
		arbiter_program_forget(p);
		deadline_timer_close(&p->timer);
		rules_process_close(p->rules);
		rules_start_free(p->start);
	}
	free(p);
}

static const struct rules *arbiter_program_start(struct arbiter_program *p)
{
	return rules_start_open(p->start, true, p->all->memory, &p->why);
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
		if (!deadline_timer_open(&p->timer, r->base, arbiter_program_on_timer, p)) {
			free(p);
			return false;
		}
		p->start = rules_start_create(r->config);
		p->rules = r->count == 0 ? arbiter_program_start(p)
					 : rules_start_open_further(p->start, r->programs[0]->rules,
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
	for (int i = 0; i < r->count; i++)
		arbiter_program_free(r->programs[i]);
	r->count = 0;
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

void arbiter_rules_settle(struct arbiter_rules_game *game)
{
	struct arbiter_program *p = game->program;
	if (p != NULL && p->start != NULL && p->rules != NULL &&
		rules_process_deadline(p->rules) == 0)
		arbiter_program_tell(p);
}

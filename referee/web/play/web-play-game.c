/*
 * web-play-game.c - the state of the games of people: pure state, without a connection of its own.
 */
#include "referee/web/play/web-play-game.h"

#include <event2/bufferevent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/process/crypto.h"
#include "base/memory.h"

bool web_play_offer_has_seat(const struct web_play_offer *t, int bot, int seat)
{
	unsigned all = (1u << t->players) - 1, others = all & ~(1u << (seat - 1));
	return (t->bots[bot].seats & others) == others;
}

/* --- all games -------------------------------------------------------------------------------- */

static void web_play_game_free(struct web_play_game *g)
{
	web_play_link_close(&g->link);
	web_play_link_close(&g->helper);
	free(g->kept);
	free(g->json);
	free(g);
}

/* Frees the oldest finished game. */
static void web_play_games_drop_oldest(struct web_play_games *all)
{
	struct web_play_game **oldest = NULL;
	for (struct web_play_game **at = &all->first; *at != NULL; at = &(*at)->next)
		if ((*at)->state == WEB_PLAY_OVER)
			oldest = at;
	if (oldest == NULL)
		return;
	struct web_play_game *g = *oldest;
	*oldest = g->next;
	all->count--;
	web_play_game_free(g);
}

void web_play_games_forget(struct web_play_games *all, usec now,
	void (*gone)(void *arg, struct web_play_game *g), void *arg)
{
	for (struct web_play_game **at = &all->first; *at != NULL;) {
		struct web_play_game *g = *at;
		if (g->state != WEB_PLAY_OVER || now - g->ended < WEB_PLAY_KEEP) {
			at = &g->next;
			continue;
		}
		*at = g->next;
		all->count--;
		gone(arg, g);
		web_play_game_free(g);
	}
}

struct web_play_game *web_play_games_add(struct web_play_games *all, usec now)
{
	unsigned char random[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	if (all->count == WEB_PLAY_KEPT)
		web_play_games_drop_oldest(all);
	if (all->count == WEB_PLAY_KEPT)
		return NULL;
	struct web_play_game *g = memory_get(1, sizeof *g);
	crypto_random(random);
	crypto_write(random, text);
	snprintf(g->id, sizeof g->id, "%.*s", WEB_PLAY_ID, text);
	g->subject = ++all->subjects;
	g->sent = -1;
	g->version = 1;
	g->charged_until = g->acted = now;
	g->next = all->first;
	all->first = g;
	all->count++;
	return g;
}

void web_play_games_clear(struct web_play_games *all)
{
	while (all->first != NULL) {
		struct web_play_game *g = all->first;
		all->first = g->next;
		web_play_game_free(g);
	}
	all->count = 0;
}

struct web_play_game *web_play_games_find(const struct web_play_games *all, const char *id)
{
	unsigned char wanted[CRYPTO_BYTES], hash[CRYPTO_BYTES];
	struct web_play_game *found = NULL;
	crypto_hash(id, strlen(id), wanted);
	for (struct web_play_game *g = all->first; g != NULL; g = g->next) {
		crypto_hash(g->id, WEB_PLAY_ID, hash);
		if (crypto_same(hash, wanted))
			found = g;
	}
	return found;
}

struct web_play_game *web_play_games_with_key(
	const struct web_play_games *all, uint64_t key, struct web_play_link **link)
{
	for (struct web_play_game *g = all->first; key != 0 && g != NULL; g = g->next)
		if (g->link.key == key || g->helper.key == key) {
			*link = g->link.key == key ? &g->link : &g->helper;
			return g;
		}
	return NULL;
}

struct web_play_game *web_play_games_with_number(
	const struct web_play_games *all, int number, struct web_play_link **link)
{
	for (struct web_play_game *g = all->first; number > 0 && g != NULL; g = g->next)
		if (g->link.number == number || g->helper.number == number) {
			*link = g->link.number == number ? &g->link : &g->helper;
			return g;
		}
	return NULL;
}

int web_play_games_running(const struct web_play_games *all, const struct peer_limit_key *from)
{
	int count = 0;
	for (const struct web_play_game *g = all->first; g != NULL; g = g->next)
		count += g->state != WEB_PLAY_OVER &&
			 (from == NULL || memcmp(from, &g->from, sizeof *from) == 0);
	return count;
}

struct web_play_game *web_play_games_idle(const struct web_play_games *all, usec now)
{
	struct web_play_game *idle = NULL;
	for (struct web_play_game *g = all->first; g != NULL; g = g->next)
		if (g->state != WEB_PLAY_OVER && web_play_game_wants(g) &&
			now - g->acted >= WEB_PLAY_IDLE && (idle == NULL || g->acted < idle->acted))
			idle = g;
	return idle;
}

int web_play_games_share(int max)
{
	int share = max * 3 / 4;
	return share > 1 ? share : 1;
}

/* --- one game --------------------------------------------------------------------------------- */

int web_play_game_plies(const struct web_play_game *g)
{
	return g->kept_count + g->link.record.record.moves.count;
}

struct web_play_turn web_play_game_turn(const struct web_play_game *g, int ply)
{
	if (ply < g->kept_count)
		return g->kept[ply];
	const struct move_list_turn *from = &g->link.record.record.moves.turns[ply - g->kept_count];
	struct web_play_turn turn = {.seat = from->seat, .numbers = from->numbers};
	memcpy(turn.move, from->move, sizeof turn.move);
	return turn;
}

bool web_play_game_wants(const struct web_play_game *g)
{
	return g->state == WEB_PLAY_RUNS && g->link.wants && g->link.bev != NULL &&
	       g->link.last_question == web_play_game_plies(g) && g->sent != g->link.last_question;
}

/* The seat to move has left before the next move. */
static void web_play_game_leave(const struct web_play_game *g, struct game *game)
{
	int seat = game_to_move(game);
	enum verdict verdict = g->link.record.record.result.ends.verdict[seat - 1];
	game_judge(game, seat, verdict != VERDICT_OK ? verdict : VERDICT_RESIGN, "%s", "");
	game_forfeit(game, 1u << (seat - 1));
}

bool web_play_game_replay(const struct web_play_game *g, int plies, struct setup *setup,
	struct game *game, struct error *err)
{
	static const struct limits none;
	const struct web_play_offer *t = g->offer;
	if (!setup_init(setup, t->rules, t->players, g->seed, (const char *const *)t->params,
		    t->params_count, err) ||
		!game_begin(game, setup, &none, 0, "", "", err))
		return false;
	for (int i = 0; i < plies; i++) {
		const struct web_play_turn turn = web_play_game_turn(g, i);
		while (game_to_move(game) != 0 && game_to_move(game) != turn.seat)
			web_play_game_leave(g, game);
		if (game_to_move(game) == 0 || !game_move(game, turn.move))
			return error_set(err, "its moves are not those of a game");
	}
	return true;
}

/* Is the move legal for the person now? */
static bool web_play_game_is_legal(const struct web_play_game *g, const char *text)
{
	struct setup *setup = memory_get(1, sizeof *setup);
	struct game *game = memory_get(1, sizeof *game);
	struct error err;
	bool legal = web_play_game_replay(g, web_play_game_plies(g), setup, game, &err) &&
		     game_to_move(game) == g->seat && game_move(game, text);
	free(game);
	free(setup);
	return legal;
}

enum web_play_verdict web_play_game_judge(const struct web_play_game *g, const char *text, int ply)
{
	int plies = web_play_game_plies(g);
	if (strlen(text) >= MOVE_TEXT)
		return WEB_PLAY_ILLEGAL;
	if (ply < plies)
		return strcmp(web_play_game_turn(g, ply).move, text) == 0 ? WEB_PLAY_REPEATED
									  : WEB_PLAY_STALE;
	if (ply > plies || g->state == WEB_PLAY_OVER)
		return WEB_PLAY_STALE;
	if (ply == g->sent)
		return strcmp(g->sent_move, text) == 0 ? WEB_PLAY_REPEATED : WEB_PLAY_STALE;
	if (!web_play_game_wants(g))
		return WEB_PLAY_EARLY;
	return web_play_game_is_legal(g, text) ? WEB_PLAY_GOOD : WEB_PLAY_ILLEGAL;
}

int web_play_game_back(const struct web_play_game *g)
{
	if (!web_play_game_wants(g))
		return -1;
	for (int ply = web_play_game_plies(g) - 1; ply >= 0; ply--)
		if (web_play_game_turn(g, ply).seat == g->seat)
			return ply;
	return -1;
}

void web_play_game_cut(struct web_play_game *g, int plies)
{
	struct web_play_turn *kept = memory_get((size_t)plies + 1, sizeof *kept);
	for (int i = 0; i < plies; i++)
		kept[i] = web_play_game_turn(g, i);
	free(g->kept);
	g->kept = kept;
	g->kept_count = plies;
	web_play_link_close(&g->link);
	g->sent = -1;
	*g->hint = '\0';
}

char *web_play_game_moves(const struct web_play_game *g)
{
	char *text = NULL;
	size_t length;
	FILE *out = memory_open(&text, &length);
	for (int i = 0; i < web_play_game_plies(g); i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", web_play_game_turn(g, i).move);
	memory_close(out);
	return text;
}

/* How the verdict of a seat follows in a sentence; "": as usual. */
static const char *web_play_game_fault(const struct move_list_result *r, int seat, bool person)
{
	switch (r->ends.verdict[seat - 1]) {
	case VERDICT_OK:
		return "";
	case VERDICT_RESIGN:
		return person ? "you resigned" : "the bot resigned";
	case VERDICT_TIME:
		return person ? "you made no move for too long" : "the bot took too long";
	case VERDICT_ILLEGAL:
		return "the bot made an illegal move";
	default:
		return person ? "you left the game" : "the bot failed";
	}
}

void web_play_game_result(const struct web_play_game *g, char *text, size_t room)
{
	const struct move_list_result *r = &g->link.record.record.result;
	const char *fault = "";
	if (*g->why != '\0' || r->reason == NULL) {
		snprintf(text, room, "The game has ended: %s.",
			*g->why != '\0' ? g->why : "it has no result");
		return;
	}
	for (int seat = 1; seat <= g->offer->players && *fault == '\0'; seat++)
		fault = web_play_game_fault(r, seat, seat == g->seat);
	int64_t mine = r->rank[g->seat - 1];
	int equal = 0;
	for (int seat = 1; seat <= g->offer->players; seat++)
		equal += r->rank[seat - 1] == mine;
	const char *separator = *fault != '\0' ? ": " : "";
	if (equal > 1 && mine == 1 && equal == g->offer->players)
		snprintf(text, room, "The game is drawn%s%s.", separator, fault);
	else if (mine == 1)
		snprintf(text, room, "You have won%s%s.", separator, fault);
	else if (g->offer->players == 2)
		snprintf(text, room, "You have lost%s%s.", separator, fault);
	else
		snprintf(text, room, "The game is over: you have place %lld of %d%s%s.",
			(long long)mine, g->offer->players, *fault != '\0' ? "; " : "", fault);
}

void web_play_link_close(struct web_play_link *l)
{
	if (l->bev != NULL)
		bufferevent_free(l->bev);
	live_record_clear(&l->record);
	*l = (struct web_play_link){.key = 0};
}

void web_play_game_changed(struct web_play_game *g)
{
	free(g->json);
	g->json = NULL;
	g->version++;
}

/*
 * bot-messages.c - the messages of a game, as the protocol has them: times in whole milliseconds.
 */
#include "referee/bot/bot-messages.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/utf8.h"
#include "protocol/line.h"
#include "referee/game/params.h"

const char *const isready_names[ISREADIES] = {[ISREADY_UNSAID] = "auto",
	[ISREADY_AUTO] = "auto",
	[ISREADY_NO] = "no",
	[ISREADY_YES] = "yes"};

bool isready_each_position(enum isready mode, unsigned features)
{
	return mode == ISREADY_YES || (mode != ISREADY_NO && features == 0);
}

bool features_fit(const struct setup *setup, int seat, bool opened, unsigned features,
	unsigned seats, struct error *err)
{
	if (setup->seats > 2 && (features & FEATURE_PLAYERS) == 0)
		return error_set(err,
			"did not send \"feature players\", so it cannot play games of %d seats",
			setup->seats);
	if ((features & FEATURE_SEATS) != 0 && (seats & 1u << (seat - 1)) == 0)
		return error_set(
			err, "sits in seat %d, which its \"feature seats\" leaves out", seat);
	if ((features & FEATURE_STARTPOS_ONLY) != 0 && opened)
		return error_set(err,
			"sent \"feature startpos-only\", so it cannot play from an opening; openings = none");
	/* With a list of the legal moves a bot needs no rules. */
	return (features & (FEATURE_NEWGAME | FEATURE_LEGAL)) != 0 || !params_unknown(setup, err);
}

bool author_is_good(const char *text)
{
	size_t length = strlen(text);
	return length > 0 && length < AUTHOR_TEXT && utf8_is_plain(text);
}

void seats_write(unsigned seats, char *text, size_t room)
{
	int count = __builtin_popcount(seats), written = 0;
	size_t used = (size_t)snprintf(text, room, "seat%s", plural(count, "", "s"));
	for (int seat = 1; seats != 0 && used < room; seat++, seats >>= 1)
		if ((seats & 1) != 0) {
			const char *before = written == 0	   ? " "
					     : written < count - 1 ? ", "
								   : " and ";
			used += (size_t)snprintf(text + used, room - used, "%s%d", before, seat);
			written++;
		}
}

struct message newgame_message_make(const struct setup *setup, int seat, uint64_t seed)
{
	static char text[MESSAGE_PARAMS][PARAMETER_TEXT];
	struct message m = message_make(MESSAGE_NEWGAME);
	const struct parameter *p = setup->rules->parameters;
	m.newgame.game = setup->rules->name;
	m.newgame.players = setup->seats;
	m.newgame.seat = seat;
	m.newgame.seed = seed;
	for (int i = 0; p[i].name != NULL && i < MESSAGE_PARAMS; i++) {
		setup->rules->parameter(setup, i, text[i]);
		m.newgame.names[i] = p[i].name;
		m.newgame.values[i] = text[i];
		m.newgame.params = i + 1;
	}
	return m;
}

/* --- go ------------------------------------------------------------------------------------ */

/* The rest of an offer; never less than a millisecond. */
static int64_t go_message_left(usec offer, usec passed)
{
	return offer - passed < MILLISECOND ? 1 : (offer - passed) / MILLISECOND;
}

/* The clocks of all seats. A seat without a clock gets the time for its next move. */
static void go_message_clocks(struct message_go *go, const struct game *g, int seat, usec passed)
{
	for (int i = 0; i < g->setup->seats; i++) {
		const struct clock *c = &g->seat[i].clock;
		go->time[i] = go_message_left(clock_next(c), i == seat - 1 ? passed : 0);
		go->inc[i] = c->limits->tc_increment / MILLISECOND;
	}
}

struct message go_message_make(const struct game *g, int seat, unsigned features, usec passed)
{
	const struct clock *c = &g->seat[seat - 1].clock;
	const struct limits *l = c->limits;
	struct message m = message_make(MESSAGE_GO);
	bool all = (features & FEATURE_CLOCK) != 0, searches = l->nodes > 0 || l->depth > 0;
	if (l->nodes > 0)
		m.go.nodes = l->nodes;
	if (l->depth > 0 && (all || l->nodes == 0))
		m.go.depth = l->depth;
	if (searches && !all)
		return m;
	if (limits_have_tc(l)) {
		go_message_clocks(&m.go, g, seat, passed);
		if (l->tc_moves > 0 && all)
			m.go.movestogo = c->moves_left;
	} else if (l->movetime > 0 || !searches) {
		m.go.movetime = go_message_left(clock_next(c), passed);
	}
	return m;
}

/* --- a turn ---------------------------------------------------------------------------------- */

size_t message_append(char *out, size_t length, size_t room, const struct message *m)
{
	size_t added = message_write(m, out + length, room - length);
	assert(added > 0);
	return length + added;
}

/* The usual start as a position string, for a game with other parameters. */
static const char *turn_start_text(const struct setup *setup)
{
	static char text[POSITION_TEXT];
	struct position start;
	setup->rules->start(setup, &start);
	setup->rules->write(setup, &start, text);
	return text;
}

size_t turn_message_write(const struct turn_message *t, char *out, size_t room)
{
	static char legal[LINE_FROM_REFEREE - 16];
	const struct game *g = t->game;
	struct message m = message_make(MESSAGE_POSITION);
	m.position.fen = g->fen[0] != '\0' ? g->fen : t->placed ? turn_start_text(g->setup) : NULL;
	m.position.moves = g->moves_length == 0 ? NULL : g->moves;
	size_t length = message_append(out, 0, room, &m);
	if (t->features & FEATURE_LEGAL) {
		m = message_make(MESSAGE_LEGAL);
		game_legal(g, legal, sizeof legal);
		m.legal.moves = legal;
		length = message_append(out, length, room, &m);
	}
	m = t->isready ? message_make(MESSAGE_ISREADY)
		       : go_message_make(g, t->seat, t->features, t->passed);
	return message_append(out, length, room, &m);
}

bool go_message_is_partial(const struct limits *l, unsigned features, char *text, size_t room)
{
	const char *kept = l->nodes > 0 ? "nodes" : "depth";
	bool timed = l->movetime > 0 || limits_have_tc(l), depth = l->nodes > 0 && l->depth > 0;
	if ((features & FEATURE_CLOCK) != 0 || (l->nodes == 0 && l->depth == 0) ||
		(!timed && !depth))
		return false;
	snprintf(text, room, "it gets its %s only%s%s", kept, depth ? ", not its depth" : "",
		timed ? "; the time is the referee's own deadline" : "");
	return true;
}

/* --- info ---------------------------------------------------------------------------------- */

void bot_info_clear(struct bot_info *kept)
{
	kept->seldepth = kept->nps = UNKNOWN;
	kept->pv[0] = kept->text[0] = '\0';
}

static void bot_info_copy(char text[BOT_INFO_TEXT], const char *given)
{
	if (given != NULL && *given != '\0')
		snprintf(text, BOT_INFO_TEXT, "%s", given);
}

void bot_info_keep(struct bot_info *kept, const struct message_info *info)
{
	if (info->seldepth != UNKNOWN)
		kept->seldepth = info->seldepth;
	if (info->nps != UNKNOWN)
		kept->nps = info->nps;
	bot_info_copy(kept->text, info->text);
	bot_info_copy(kept->pv, info->pv);
}

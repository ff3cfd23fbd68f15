/*
 * message-referee.c - what the referee sends, but for `go` (message-go.c).
 */
#include "protocol/message-rows.h"

#include <assert.h>

/* The next word must be this one. */
static bool message_expect(struct words *w, const char *wanted)
{
	const char *word = words_next(w);
	if (word == NULL)
		return error_set(w->err, "\"%.40s\" is missing", wanted);
	if (!words_same(word, wanted))
		return error_set(w->err, "\"%.40s\" where \"%.40s\" must stand", word, wanted);
	return true;
}

/* A small number behind its own name. */
static bool message_read_count(struct words *w, const char *field, int high, int *count)
{
	int64_t number;
	if (!message_expect(w, field) || !words_number(w, field, 1, &number))
		return false;
	if (number > high)
		return error_set(
			w->err, "%.40s is at most %d, not %lld", field, high, (long long)number);
	*count = (int)number;
	return true;
}

bool message_read_setoption(struct message *m, struct words *w)
{
	static const char *const stops[] = {"value", NULL};
	if (!message_expect(w, "name"))
		return false;
	m->setoption.name = words_until(w, stops);
	if (*m->setoption.name == '\0')
		return error_set(w->err, "name needs the name of an option");
	if (words_next(w) != NULL) {
		const char *value = words_rest(w);
		m->setoption.value = value == NULL ? "" : value;
	}
	return true;
}

void message_write_setoption(const struct message *m, struct words_out *to)
{
	words_put_field(to, "name", m->setoption.name);
	words_put_field(to, "value", m->setoption.value);
}

/* Reads nothing, or what `feature newgame` adds. */
bool message_read_newgame(struct message *m, struct words *w)
{
	struct message_newgame *game = &m->newgame;
	w->rest = words_skip(w->rest);
	if (*w->rest == '\0')
		return true;
	if (!message_expect(w, "game"))
		return false;
	game->game = words_next(w);
	if (game->game == NULL)
		return error_set(w->err, "game needs a name");
	if (!message_read_count(w, "players", MESSAGE_SEATS, &game->players) ||
		!message_read_count(w, "seat", game->players, &game->seat) ||
		!message_expect(w, "seed") || !words_seed(w, "seed", &game->seed))
		return false;
	for (; *(w->rest = words_skip(w->rest)) != '\0'; game->params++) {
		if (game->params == MESSAGE_PARAMS)
			return error_set(w->err, "more than %d params", MESSAGE_PARAMS);
		if (!message_expect(w, "param"))
			return false;
		const char *name = words_next(w), *value = words_next(w);
		if (value == NULL)
			return error_set(w->err, "param %.40s needs a name and a value",
				name == NULL ? "" : name);
		game->names[game->params] = name;
		game->values[game->params] = value;
	}
	return true;
}

/* Writes uginewgame, bare for a bot without the feature. */
void message_write_newgame(const struct message *m, struct words_out *to)
{
	const struct message_newgame *game = &m->newgame;
	if (game->game == NULL)
		return;
	assert(game->params >= 0 && game->params <= MESSAGE_PARAMS);
	words_put_field(to, "game", game->game);
	words_put_number(to, "players", game->players);
	words_put_number(to, "seat", game->seat);
	words_put_seed(to, "seed", game->seed);
	for (int i = 0; i < game->params; i++) {
		words_put_field(to, "param", game->names[i]);
		words_put(to, game->values[i]);
	}
}

bool message_read_position(struct message *m, struct words *w)
{
	static const char *const stops[] = {"moves", NULL};
	const char *from = words_next(w);
	if (from == NULL)
		return error_set(w->err, "startpos or fen is missing");
	if (words_same(from, "fen")) {
		m->position.fen = words_until(w, stops);
		if (*m->position.fen == '\0')
			return error_set(w->err, "fen needs a position");
	} else if (!words_same(from, "startpos")) {
		return error_set(w->err, "\"%.40s\" is neither startpos nor fen", from);
	}
	w->rest = words_skip(w->rest);
	if (*w->rest == '\0')
		return true;
	if (!message_expect(w, "moves"))
		return false;
	m->position.moves = words_rest(w);
	return true;
}

void message_write_position(const struct message *m, struct words_out *to)
{
	if (m->position.fen == NULL)
		words_put(to, "startpos");
	words_put_field(to, "fen", m->position.fen);
	if (m->position.moves != NULL && *m->position.moves != '\0')
		words_put_field(to, "moves", m->position.moves);
}

/* Reads the legal moves; a bot is never asked where there are none. */
bool message_read_legal(struct message *m, struct words *w)
{
	m->legal.moves = words_rest(w);
	return m->legal.moves != NULL || error_set(w->err, "legal needs a move");
}

void message_write_legal(const struct message *m, struct words_out *to)
{
	words_put(to, m->legal.moves);
}

/* Reads `N...` up to the first word that does not look like a number. */
static bool message_read_ranks(struct words *w, struct message *m)
{
	int64_t rank;
	do {
		if (m->gameover.seats == MESSAGE_SEATS)
			return error_set(w->err, "more than %d ranks", MESSAGE_SEATS);
		if (!words_number(w, "rank", 1, &rank))
			return false;
		if (rank > MESSAGE_SEATS)
			return error_set(w->err, "no rank is %lld", (long long)rank);
		m->gameover.ranks[m->gameover.seats++] = (int)rank;
		w->rest = words_skip(w->rest);
	} while (*w->rest >= '0' && *w->rest <= '9');
	return true;
}

bool message_read_gameover(struct message *m, struct words *w)
{
	if (!message_expect(w, "rank") || !message_read_ranks(w, m) || !message_expect(w, "reason"))
		return false;
	m->gameover.reason = words_next(w);
	if (m->gameover.reason == NULL)
		return error_set(w->err, "reason needs a word");
	return words_end(w);
}

void message_write_gameover(const struct message *m, struct words_out *to)
{
	assert(m->gameover.seats >= 0 && m->gameover.seats <= MESSAGE_SEATS);
	words_put(to, "rank");
	for (int i = 0; i < m->gameover.seats; i++)
		words_put_number(to, NULL, m->gameover.ranks[i]);
	words_put_field(to, "reason", m->gameover.reason);
}

bool message_read_error(struct message *m, struct words *w)
{
	m->error.verdict = words_next(w);
	m->error.text = words_rest(w);
	return m->error.verdict != NULL || error_set(w->err, "error needs a verdict");
}

void message_write_error(const struct message *m, struct words_out *to)
{
	words_put(to, m->error.verdict);
	words_put(to, m->error.text);
}

bool message_read_query(struct message *m, struct words *w)
{
	m->query.what = words_next(w);
	m->query.text = words_rest(w);
	if (m->query.what == NULL)
		return error_set(w->err, "query needs a question");
	if (m->query.text == NULL && words_same(m->query.what, "islegal"))
		return error_set(w->err, "islegal needs a move");
	return true;
}

void message_write_query(const struct message *m, struct words_out *to)
{
	words_put(to, m->query.what);
	words_put(to, m->query.text);
}

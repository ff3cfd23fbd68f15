/*
 * message-bot.c - what a bot sends, but for `info` (message-info.c).
 */
#include "protocol/message-rows.h"

bool message_read_id(struct message *m, struct words *w)
{
	m->id.what = words_next(w);
	m->id.text = words_rest(w);
	if (m->id.what == NULL)
		return error_set(w->err, "id needs name or author");
	if (!words_same(m->id.what, "name") && !words_same(m->id.what, "author"))
		return error_set(w->err, "\"%.40s\" is neither name nor author", m->id.what);
	return m->id.text != NULL || error_set(w->err, "id %.40s needs a text", m->id.what);
}

void message_write_id(const struct message *m, struct words_out *to)
{
	words_put(to, m->id.what);
	words_put(to, m->id.text);
}

/* The parts of an option behind its type. */
static const struct {
	const char *word;
	size_t offset; /* of a const char * in struct message */
} message_option_parts[] = {
	{"default", offsetof(struct message, option.preset)},
	{"min", offsetof(struct message, option.min)},
	{"max", offsetof(struct message, option.max)},
	{"var", offsetof(struct message, option.var)},
};

enum { MESSAGE_OPTION_PARTS = sizeof(message_option_parts) / sizeof(message_option_parts[0]) };

static bool message_is_type(const char *word)
{
	static const char *const types[] = {"check", "spin", "combo", "button", "string"};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (words_same(types[i], word))
			return true;
	return false;
}

/* Reads one part; the choices of a combo are taken together, `var` between them included. */
static bool message_read_part(struct message *m, struct words *w)
{
	static const char *const stops[] = {"default", "min", "max", "var", NULL};
	static const char *const behind_var[] = {"default", "min", "max", NULL};
	const char *word = words_next(w);
	for (int i = 0; i < MESSAGE_OPTION_PARTS; i++) {
		if (!words_same(message_option_parts[i].word, word))
			continue;
		bool var = words_same(word, "var");
		char *part = (char *)m + message_option_parts[i].offset;
		if (*(const char **)part != NULL)
			return error_set(w->err, "\"%.40s\" stands twice", word);
		*(const char **)part = words_until(w, var ? behind_var : stops);
		return true;
	}
	return error_set(w->err, "\"%.40s\" is no part of an option", word);
}

/* Reads `name NAME type TYPE` and the parts in any order; names and values may hold blanks. */
bool message_read_option(struct message *m, struct words *w)
{
	static const char *const stops[] = {"type", NULL};
	const char *word = words_next(w);
	if (word == NULL || !words_same(word, "name"))
		return error_set(
			w->err, "\"%.40s\" where name must stand", word == NULL ? "" : word);
	m->option.name = words_until(w, stops);
	if (*m->option.name == '\0')
		return error_set(w->err, "name needs the name of an option");
	if (words_next(w) == NULL)
		return error_set(w->err, "option %.40s needs a type", m->option.name);
	m->option.type = words_next(w);
	if (m->option.type == NULL || !message_is_type(m->option.type))
		return error_set(w->err, "\"%.40s\" is no type of an option",
			m->option.type == NULL ? "" : m->option.type);
	while (*(w->rest = words_skip(w->rest)) != '\0')
		if (!message_read_part(m, w))
			return false;
	return true;
}

void message_write_option(const struct message *m, struct words_out *to)
{
	words_put_field(to, "name", m->option.name);
	words_put_field(to, "type", m->option.type);
	for (int i = 0; i < MESSAGE_OPTION_PARTS; i++) {
		const char *part = (const char *)m + message_option_parts[i].offset;
		words_put_field(to, message_option_parts[i].word, *(const char *const *)part);
	}
}

/* Reads the seats from *word on, at least one; *word becomes the word behind them. */
static bool message_read_seats(struct message *m, struct words *w, char **word)
{
	unsigned seats = 0;
	for (; *word != NULL && (*word)[0] >= '0' && (*word)[0] <= '9'; *word = words_next(w)) {
		int seat = (*word)[0] - '0';
		if ((*word)[1] != '\0' || seat < 1 || seat > MESSAGE_SEATS)
			return false;
		seats |= 1u << (seat - 1);
	}
	m->feature.seats |= seats;
	return seats != 0;
}

/* Reads words that are features, and keeps the first that is none. */
bool message_read_feature(struct message *m, struct words *w)
{
	char *word = words_next(w);
	if (word == NULL)
		return error_set(w->err, "feature needs a word");
	while (word != NULL) {
		unsigned bit = feature_bit(word);
		m->feature.bits |= bit;
		if (bit == 0 && m->feature.unknown == NULL)
			m->feature.unknown = word;
		word = words_next(w);
		if (bit == FEATURE_SEATS && !message_read_seats(m, w, &word))
			return error_set(w->err, "seats needs numbers of seats, from 1 to %d",
				MESSAGE_SEATS);
	}
	return true;
}

void message_write_feature(const struct message *m, struct words_out *to)
{
	for (unsigned bit = 1; bit <= m->feature.bits && bit != 0; bit <<= 1)
		if (m->feature.bits & bit)
			words_put(to, feature_name((enum feature)bit));
	for (int i = 0; i < MESSAGE_SEATS && (m->feature.bits & FEATURE_SEATS) != 0; i++)
		if (m->feature.seats & 1u << i)
			words_put_number(to, NULL, i + 1);
	words_put(to, m->feature.unknown);
}

bool message_read_bestmove(struct message *m, struct words *w)
{
	m->bestmove.move = words_next(w);
	if (m->bestmove.move == NULL)
		return error_set(w->err, "bestmove needs a move");
	const char *word = words_next(w);
	if (word == NULL)
		return true;
	if (!words_same(word, "ponder"))
		return error_set(w->err, "\"%.40s\" is one word too many", word);
	m->bestmove.ponder = words_next(w);
	if (m->bestmove.ponder == NULL)
		return error_set(w->err, "ponder needs a move");
	return words_end(w);
}

void message_write_bestmove(const struct message *m, struct words_out *to)
{
	words_put(to, m->bestmove.move);
	words_put_field(to, "ponder", m->bestmove.ponder);
}

bool message_read_response(struct message *m, struct words *w)
{
	m->response.text = words_rest(w);
	return m->response.text != NULL || error_set(w->err, "response needs a text");
}

void message_write_response(const struct message *m, struct words_out *to)
{
	words_put(to, m->response.text);
}

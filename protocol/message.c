/*
 * message.c - the table of all messages and what is done the same way for each of them.
 *
 * How a single message is read and written stands in message-referee.c, message-go.c,
 * message-bot.c and message-info.c. A new message is a kind, a row here and its two functions.
 */
#include "protocol/message.h"

#include <assert.h>
#include <string.h>

#include "protocol/message-rows.h"

const struct message_row message_table[MESSAGE_KINDS] = {
	[MESSAGE_UGI] = {"ugi", FROM_REFEREE, 0, "ugi", "The first line: introduce yourself."},
	[MESSAGE_SETOPTION] = {"setoption", FROM_REFEREE, 0, "setoption name NAME [value VALUE]",
		"Sets one of the options that the bot named.", message_read_setoption,
		message_write_setoption},
	[MESSAGE_ISREADY] = {"isready", FROM_REFEREE, 0, "isready",
		"Asks for `readyok` as soon as the bot can go on."},
	[MESSAGE_NEWGAME] = {"uginewgame", FROM_REFEREE, 0,
		"uginewgame [game GAME players N seat N seed N [param KEY VALUE]...]",
		"Another game begins; the words behind it only with `feature newgame`.",
		message_read_newgame, message_write_newgame},
	[MESSAGE_POSITION] = {"position", FROM_REFEREE, 0,
		"position startpos|fen POSITION [moves MOVE...]",
		"Where the game stands: a start and the moves made since.", message_read_position,
		message_write_position},
	[MESSAGE_LEGAL] = {"legal", FROM_REFEREE, FEATURE_LEGAL, "legal MOVE...",
		"All legal moves of the position just sent.", message_read_legal,
		message_write_legal},
	[MESSAGE_GO] = {"go", FROM_REFEREE, 0,
		"go [infinite] [movetime MS] [depth N] [nodes N] [movestogo N] [p1time MS ... p6time MS] [p1inc MS ... p6inc MS]",
		"Asks for a move, within the limits it names.", message_read_go, message_write_go},
	[MESSAGE_STOP] = {"stop", FROM_REFEREE, 0, "stop",
		"Stop searching and answer with the best move found."},
	[MESSAGE_GAMEOVER] = {"gameover", FROM_REFEREE, FEATURE_GAMEOVER,
		"gameover rank N... reason WORD", "The game is over: the rank of every seat.",
		message_read_gameover, message_write_gameover},
	[MESSAGE_ERROR] = {"error", FROM_REFEREE, FEATURE_ERROR, "error VERDICT [TEXT]",
		"Names the bot's error, and the right form.", message_read_error,
		message_write_error},
	[MESSAGE_QUIT] = {"quit", FROM_REFEREE, 0, "quit", "Exit now."},
	[MESSAGE_QUERY] = {"query", FROM_REFEREE, 0, "query p1turn|gameover|result|islegal MOVE",
		"Asks for the bot's view of the position; answered by `response`.",
		message_read_query, message_write_query},
	[MESSAGE_ID] = {"id", FROM_BOT, 0, "id name|author TEXT", "The bot's name, or its author.",
		message_read_id, message_write_id},
	[MESSAGE_OPTION] = {"option", FROM_BOT, 0,
		"option name NAME type TYPE [default VALUE] [min N] [max N] [var VALUE]...",
		"An option that `setoption` may set.", message_read_option, message_write_option},
	[MESSAGE_FEATURE] = {"feature", FROM_BOT, 0, "feature WORD...",
		"Asks for extensions of UGI.", message_read_feature, message_write_feature},
	[MESSAGE_UGIOK] = {"ugiok", FROM_BOT, 0, "ugiok", "The introduction is over."},
	[MESSAGE_READYOK] = {"readyok", FROM_BOT, 0, "readyok", "Answers `isready`."},
	[MESSAGE_INFO] = {"info", FROM_BOT, 0,
		"info [depth N] [score cp|mate N] [nodes N] [time MS] [pv MOVE...] [string TEXT]",
		"Sends the state of the search.", message_read_info, message_write_info},
	[MESSAGE_BESTMOVE] = {"bestmove", FROM_BOT, 0, "bestmove MOVE [ponder MOVE]",
		"The move; `resign` gives the game up.", message_read_bestmove,
		message_write_bestmove},
	[MESSAGE_RESPONSE] = {"response", FROM_BOT, 0, "response TEXT", "Answers `query`.",
		message_read_response, message_write_response},
};

/* In the order of the FEATURE_ bits. */
static const char *const message_features[] = {
	"newgame", "players", "legal", "gameover", "error", "clock", "startpos-only", "seats"};

enum { MESSAGE_FEATURES = sizeof(message_features) / sizeof(message_features[0]) };
_Static_assert(1 << (MESSAGE_FEATURES - 1) == FEATURE_SEATS, "a name for every feature");

const char *feature_name(enum feature bit)
{
	int at = 0;
	while (at < MESSAGE_FEATURES && 1u << at != bit)
		at++;
	assert(at < MESSAGE_FEATURES);
	return message_features[at];
}

unsigned feature_bit(const char *name)
{
	for (int i = 0; i < MESSAGE_FEATURES; i++)
		if (words_same(message_features[i], name))
			return 1u << i;
	return 0;
}

const char *feature_list(char out[FEATURE_LIST])
{
	size_t used = 0;
	for (int i = 0; i < MESSAGE_FEATURES; i++) {
		size_t length = strlen(message_features[i]);
		assert(used + length + 1 < FEATURE_LIST);
		if (i > 0)
			out[used++] = ' ';
		memcpy(out + used, message_features[i], length);
		used += length;
	}
	out[used] = '\0';
	return out;
}

/* Makes it a message with nothing given. */
static void message_clear(struct message *m, enum message_kind kind)
{
	memset(m, 0, sizeof(*m));
	m->kind = kind;
	if (kind == MESSAGE_GO) {
		m->go.movetime = m->go.depth = m->go.nodes = m->go.movestogo = UNKNOWN;
		for (int i = 0; i < MESSAGE_SEATS; i++)
			m->go.time[i] = m->go.inc[i] = UNKNOWN;
	} else if (kind == MESSAGE_INFO) {
		m->info.depth = m->info.score = m->info.nodes = m->info.time = UNKNOWN;
		m->info.seldepth = m->info.nps = UNKNOWN;
	} else if (kind == MESSAGE_NEWGAME) {
		m->newgame.players = m->newgame.seat = -1;
	}
}

struct message message_make(enum message_kind kind)
{
	struct message m;
	assert(kind < MESSAGE_KINDS);
	message_clear(&m, kind);
	return m;
}

static enum message_kind message_find(enum message_sender sender, const char *word)
{
	for (int kind = MESSAGE_UNKNOWN + 1; kind < MESSAGE_KINDS; kind++) {
		const struct message_row *row = &message_table[kind];
		if (row->sender == sender && words_same(row->word, word))
			return (enum message_kind)kind;
	}
	return MESSAGE_UNKNOWN;
}

bool message_read(struct message *m, enum message_sender sender, char *line, struct error *err)
{
	size_t length = strlen(line);
	while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
		length--;
	line[length] = '\0'; /* so that the readers need not think of blanks at the end */
	struct words w = {line, err};
	const char *word = words_next(&w);
	enum message_kind kind = word == NULL ? MESSAGE_UNKNOWN : message_find(sender, word);
	message_clear(m, kind);
	if (kind == MESSAGE_UNKNOWN)
		return true;
	return message_table[kind].read != NULL ? message_table[kind].read(m, &w) : words_end(&w);
}

size_t message_write(const struct message *m, char *out, size_t room)
{
	assert(m->kind > MESSAGE_UNKNOWN && m->kind < MESSAGE_KINDS);
	const struct message_row *row = &message_table[m->kind];
	struct words_out to = {out, room, strlen(row->word)};
	if (to.used < room)
		memcpy(out, row->word, to.used);
	if (row->write != NULL)
		row->write(m, &to);
	if (to.used >= room)
		return 0;
	out[to.used] = '\n';
	return to.used + 1;
}

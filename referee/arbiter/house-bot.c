/*
 * house-bot.c - sends questions to a house bot.
 */
#include "referee/arbiter/house-bot.h"

#include <stdio.h>
#include <string.h>

#include "protocol/message.h"
#include "referee/bot/bot-messages.h"

enum {
	HOUSE_BOT_TRIES = 2,
	HOUSE_BOT_LINES = 10000 /* most lines read per answer */
};
#define HOUSE_BOT_PATIENCE (60 * SECOND)

void house_bot_init(struct house_bot *h, const char *eval, const char *limit)
{
	helper_process_init(&h->process);
	h->eval = eval;
	snprintf(h->go, sizeof h->go, "go %s\n", limit);
}

void house_bot_end(struct house_bot *h)
{
	helper_process_end(&h->process);
}

/* Sends the game, the position and the limit. */
static bool house_bot_send(struct house_bot *h, const struct setup *setup, uint64_t seed,
	const struct message *position, usec until)
{
	static char text[2 * LINE_FROM_REFEREE];
	const char *const words[] = {"referee-bot", "--search", "pvs", "--eval", h->eval, NULL};
	struct message m = newgame_message_make(setup, 1, seed);
	if (h->process.pid == 0 && !helper_process_start(&h->process, words))
		return false;
	size_t length = message_write(&m, text, sizeof text);
	length += message_write(position, text + length, sizeof text - length);
	return helper_process_send(&h->process, text, length, until) &&
	       helper_process_send(&h->process, h->go, strlen(h->go), until);
}

/* Reads the lines up to its move. False: it did not answer. *said: a score came. */
static bool house_bot_read(
	struct house_bot *h, usec until, struct house_bot_answer *answer, bool *answered)
{
	struct error err;
	char *line;
	for (int lines = 0; lines < HOUSE_BOT_LINES && helper_process_wait(&h->process, &line,
							       until) == HELPER_PROCESS_LINE_READY;
		lines++) {
		struct message m;
		if (!message_read(&m, FROM_BOT, line, &err))
			continue;
		if (m.kind == MESSAGE_INFO && (m.info.given & INFO_SCORE) != 0) {
			answer->mate = m.info.mate;
			answer->score = m.info.score;
			*answered = true;
		}
		if (m.kind == MESSAGE_BESTMOVE) {
			snprintf(answer->move, sizeof answer->move, "%s", m.bestmove.move);
			return true;
		}
	}
	return false;
}

bool house_bot_ask(struct house_bot *h, const struct setup *setup, uint64_t seed, const char *fen,
	const char *moves, struct house_bot_answer *answer)
{
	struct message m = message_make(MESSAGE_POSITION);
	m.position.fen = *fen == '\0' ? NULL : fen;
	m.position.moves = *moves == '\0' ? NULL : moves;
	for (int try = 0; try < HOUSE_BOT_TRIES; try++) {
		usec until = time_now() + HOUSE_BOT_PATIENCE;
		bool answered = false;
		*answer = (struct house_bot_answer){.mate = false};
		if (house_bot_send(h, setup, seed, &m, until) &&
			house_bot_read(h, until, answer, &answered))
			return answered;
		helper_process_end(&h->process);
	}
	return false;
}

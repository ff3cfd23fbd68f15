/*
 * newgame-message.c - writes a setup as the protocol has it.
 */
#include "referee/bot/newgame-message.h"

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

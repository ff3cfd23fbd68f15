/*
 * message-rows.h - the readers and writers that message_table names. For protocol/ alone.
 */
#ifndef PROTOCOL_MESSAGE_ROWS_H
#define PROTOCOL_MESSAGE_ROWS_H

#include "protocol/message.h"
#include "protocol/words.h"

#define MESSAGE_ROW(name)                                                                          \
	bool message_read_##name(struct message *m, struct words *w);                              \
	void message_write_##name(const struct message *m, struct words_out *to)

/* message-referee.c, message-go.c */
MESSAGE_ROW(setoption);
MESSAGE_ROW(newgame);
MESSAGE_ROW(position);
MESSAGE_ROW(legal);
MESSAGE_ROW(gameover);
MESSAGE_ROW(error);
MESSAGE_ROW(query);
MESSAGE_ROW(go);

/* message-bot.c, message-info.c */
MESSAGE_ROW(id);
MESSAGE_ROW(option);
MESSAGE_ROW(feature);
MESSAGE_ROW(bestmove);
MESSAGE_ROW(response);
MESSAGE_ROW(info);

#endif

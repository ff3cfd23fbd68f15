/*
 * message-rows.h - the readers and writers that message_table names. For protocol/ alone.
 */
#ifndef PROTOCOL_MESSAGE_ROWS_H
#define PROTOCOL_MESSAGE_ROWS_H

#include "base/error.h"
#include "protocol/message.h"

/* A message of one word. */
bool message_read_bare(struct message *m, char *rest, struct error *err);
size_t message_write_bare(const struct message *m, char *out, size_t room);

/* message-referee.c */
bool message_read_setoption(struct message *m, char *rest, struct error *err);
size_t message_write_setoption(const struct message *m, char *out, size_t room);
bool message_read_newgame(struct message *m, char *rest, struct error *err);
size_t message_write_newgame(const struct message *m, char *out, size_t room);
bool message_read_position(struct message *m, char *rest, struct error *err);
size_t message_write_position(const struct message *m, char *out, size_t room);
bool message_read_legal(struct message *m, char *rest, struct error *err);
size_t message_write_legal(const struct message *m, char *out, size_t room);
bool message_read_gameover(struct message *m, char *rest, struct error *err);
size_t message_write_gameover(const struct message *m, char *out, size_t room);
bool message_read_error(struct message *m, char *rest, struct error *err);
size_t message_write_error(const struct message *m, char *out, size_t room);
bool message_read_query(struct message *m, char *rest, struct error *err);
size_t message_write_query(const struct message *m, char *out, size_t room);

/* message-go.c */
bool message_read_go(struct message *m, char *rest, struct error *err);
size_t message_write_go(const struct message *m, char *out, size_t room);

/* message-bot.c */
bool message_read_id(struct message *m, char *rest, struct error *err);
size_t message_write_id(const struct message *m, char *out, size_t room);
bool message_read_option(struct message *m, char *rest, struct error *err);
size_t message_write_option(const struct message *m, char *out, size_t room);
bool message_read_feature(struct message *m, char *rest, struct error *err);
size_t message_write_feature(const struct message *m, char *out, size_t room);
bool message_read_bestmove(struct message *m, char *rest, struct error *err);
size_t message_write_bestmove(const struct message *m, char *out, size_t room);
bool message_read_response(struct message *m, char *rest, struct error *err);
size_t message_write_response(const struct message *m, char *out, size_t room);

/* message-info.c */
bool message_read_info(struct message *m, char *rest, struct error *err);
size_t message_write_info(const struct message *m, char *out, size_t room);

#endif

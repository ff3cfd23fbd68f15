/*
 * report-sections.h - the sections of the report, which the live pages have too: a function for
 * each.
 */
#ifndef REFEREE_REPORT_REPORT_SECTIONS_H
#define REFEREE_REPORT_REPORT_SECTIONS_H

#include "referee/report/report-data.h"

/* report-links.c: an attribute href, with what the report's script wants beside it, that leads to a
 * game, to a bot (its row in the standings), or to the games of two bots. */
void report_to_game(const struct report *r, int64_t game);
void report_to_bot(const struct report *r, int bot);
void report_to_games(const struct report *r, int bot, int other);

/* report-top.c: what was played, on which terms, and all settings; what the scripts need of the
 * whole (the element report-data). */
void report_played(const struct report *r);
void report_settings(const struct report *r);
void report_data(const struct report *r);

bool report_has_crosstable(const struct report *r);
bool report_has_ratings(const struct report *r);

/* The sections, each from behind its heading. A DB_ error. */
int report_strength(struct report *r);
int report_standings(struct report *r);
int report_crosstable(struct report *r);
int report_ratings(struct report *r);
int report_faults(struct report *r);
int report_games(struct report *r);

/* report-game.c: a game as an object of JSON; with an id as its board and a
 * script element with that id. On a page of one game the board is drawn at its last ply. A DB_
 * error. */
int report_game(struct report *r, const struct db_game *game, const char *id);

/* What all boards of the games' rules refer to, as an element. */
void report_pieces(const struct report *r);

/* Its record (record.h); false, a line in why: it cannot be played
 * again. */
bool report_record(struct report *r, const struct db_game *game, char *why, size_t room);

/* The list of games: its head, one row, its end. */
void report_games_head(const struct report *r);
void report_games_row(const struct report *r, const struct db_game *game);
void report_games_end(const struct report *r);

/* As game_result() has it, and the view game_list. */
enum { REPORT_RESULT = GAME_RESULT };
void report_result(const struct db_game *game, char text[REPORT_RESULT]);

#endif

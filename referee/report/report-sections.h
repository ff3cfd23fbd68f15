/*
 * report-sections.h - the sections of the report, one function each. The live pages use them too.
 */
#ifndef REFEREE_REPORT_REPORT_SECTIONS_H
#define REFEREE_REPORT_REPORT_SECTIONS_H

#include "referee/report/report-data.h"

/* report-links.c: writes an href, with the attributes that the report's script needs. It leads to
 * a game, to a bot (its row in the standings), or to the games of two bots. */
void report_to_game(const struct report *r, int64_t game);
void report_to_bot(const struct report *r, int bot);
void report_to_games(const struct report *r, int bot, int other);

/* report-top.c: writes the games played, the terms and all settings; writes the data for the
 * scripts (the element report-data). */
void report_played(const struct report *r);
void report_settings(const struct report *r);
void report_data(const struct report *r);

bool report_has_crosstable(const struct report *r);
bool report_has_ratings(const struct report *r);

/* The sections, each without its heading. They return a DB_ error. */
int report_strength(struct report *r);
int report_standings(struct report *r);
int report_crosstable(struct report *r);
int report_ratings(struct report *r);
int report_faults(struct report *r);
int report_games(struct report *r);

/* report-game.c: writes a game as a JSON object; with an id, writes its board and a script
 * element with that id. On a page of one game the board shows its last ply. Returns a DB_ error. */
int report_game(struct report *r, const struct db_game *game, const char *id);

/* Writes the element to which all boards of the game refer. */
void report_pieces(const struct report *r);

/* Writes its record (record.h). False: it cannot be played again, and why has a line. */
bool report_record(struct report *r, const struct db_game *game, char *why, size_t room);

/* The list of games: its head, one row, its end. */
void report_games_head(const struct report *r);
void report_games_row(const struct report *r, const struct db_game *game);
void report_games_end(const struct report *r);

/* As in game_result() and the view game_list. */
enum { REPORT_RESULT = GAME_RESULT };
void report_result(const struct db_game *game, char text[REPORT_RESULT]);

#endif

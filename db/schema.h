/*
 * schema.h - the text of schema.sql, and how older files become what it says.
 */
#ifndef DB_SCHEMA_H
#define DB_SCHEMA_H

/* schema.sql and queries.sql as they are; the Makefile makes strings of them. */
extern const char db_schema[], db_queries_sql[];

/* "Rfer", the application_id that schema.sql sets. */
#define DB_APPLICATION 0x52666572

/* Row i makes a file of user_version i + 1 one of i + 2. Ends with NULL. */
extern const char *const db_migrations[];

/* A tournament's definition with the names that its settings have since version 7. */
#define SCHEMA_DEFINITION_OF_7                                                                     \
	"substr(replace(char(10) || definition, char(10) || 'per-move = ', "                       \
	"char(10) || 'movetime = '), 2)"

/* Has the seat s failed together with others, so that it has points for the seats below it alone?
 * See db_failed_together(). */
#define SCHEMA_TIED "FROM seats x WHERE x.game = s.game AND x.rank = s.rank AND x.seat <> s.seat"
#define SCHEMA_FAILED                                                                              \
	"(s.verdict <> 'ok' AND EXISTS (SELECT 1 " SCHEMA_TIED ") AND abs(s.points * "             \
	"((SELECT count(*) FROM seats x WHERE x.game = s.game) - 1) - (SELECT count(*) "           \
	"FROM seats x WHERE x.game = s.game AND x.rank > s.rank)) < 0.01)"

/* Classes of verdicts. */
#define SCHEMA_NO_FAULT "(SELECT name FROM verdicts WHERE fault = 0)"
#define SCHEMA_NO_PART	"(SELECT name FROM verdicts WHERE took_part = 0)"

/* The rows of seat_totals and pair_totals, counted from the games g that where lets through: "", or
 * "WHERE ... ". SCHEMA_SEATS_COUNTED is what versions before 6 had of them. */
#define SCHEMA_PLAYED(no_part) ", sum(s.verdict NOT IN " no_part ") AS played "
#define SCHEMA_SEAT_TOTALS(where)                                                                  \
	SCHEMA_SEATS_COUNTED(SCHEMA_NO_FAULT, SCHEMA_PLAYED(SCHEMA_NO_PART), where)
#define SCHEMA_SEATS_COUNTED(no_fault, played, where)                                              \
	"SELECT g.tournament AS tournament, s.bot AS bot, s.seat AS seat, count(*) AS games, "     \
	"sum(s.points) AS points, sum(s.points * s.points) AS squares, "                           \
	"sum(s.points = 1) AS wins, "                                                              \
	"sum(s.rank = 1 AND s.points > 0 AND s.points < 1) AS draws, "                             \
	"sum(s.rank > 1 OR s.points = 0) AS losses, "                                              \
	"sum(s.rank + CASE WHEN " SCHEMA_FAILED " THEN (SELECT count(*) " SCHEMA_TIED ") "         \
	"ELSE 0 END) AS ranks, "                                                                   \
	"sum(s.verdict NOT IN " no_fault ") AS faults, max(g.id) AS last " played                  \
	"FROM games g CROSS JOIN seats s ON s.game = g.id " where                                  \
	"GROUP BY g.tournament, s.bot, s.seat"
/* o is a seat of the opponent, and counts as a game when it is its first there. */
#define SCHEMA_PAIR_TOTALS(where)                                                                  \
	"SELECT g.tournament AS tournament, s.bot AS bot, o.bot AS opponent, "                     \
	"sum(f.seat = o.seat) AS games, sum((f.seat = o.seat) * s.points) AS points, "             \
	"sum(s.rank < o.rank) AS wins, "                                                           \
	"sum(s.rank = o.rank AND NOT " SCHEMA_FAILED ") AS draws, "                                \
	"sum(s.rank > o.rank OR (s.rank = o.rank AND " SCHEMA_FAILED ")) AS losses "               \
	"FROM games g CROSS JOIN seats o ON o.game = g.id "                                        \
	"CROSS JOIN seats f ON f.game = g.id AND f.seat = ( "                                      \
	"SELECT min(e.seat) FROM seats e WHERE e.game = g.id AND e.bot = o.bot) "                  \
	"CROSS JOIN seats s ON s.game = g.id AND s.bot <> o.bot " where                            \
	"GROUP BY g.tournament, s.bot, o.bot"

#endif

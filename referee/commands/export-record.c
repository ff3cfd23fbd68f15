/*
 * export-record.c - the record of each game (record.h), as it was told while it was played: for
 * `referee replay`, which judges it again, and `referee show --record`, which goes through it.
 *
 * How it ended is written as the database has it, not as the rules would have it now.
 */
#include "referee/commands/export.h"

#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/judging/history.h"
#include "referee/judging/params.h"

struct record_pen {
	struct export *export;
	struct setup setup;
	struct game game;
	bool failed;
};

/* The position after the opening, which is one itself or moves from the start. */
static bool record_start(struct record_pen *pen, const struct db_game *g, char start[POSITION_TEXT])
{
	static const struct limits none;
	char *why = pen->export->why;
	size_t room = sizeof pen->export->why;
	bool good = strlen(g->opening) < POSITION_TEXT &&
		    game_begin(&pen->game, &pen->setup, &none, 0, g->opening, "", why, room);
	if (!good)
		good = game_begin(&pen->game, &pen->setup, &none, 0, "", g->opening, why, room);
	start[0] = '\0';
	if (good && *g->opening != '\0')
		pen->setup.rules->write(&pen->setup, &pen->game.position, start);
	return good;
}

static void record_line(struct record_pen *pen, const struct record *r)
{
	char line[RECORD_LINE];
	fwrite(line, 1, record_write(r, line, sizeof line), pen->export->out);
}

/* What was played, and by whom. */
static void record_played(struct record_pen *pen, const struct db_game *g, const char *start)
{
	struct history h;
	history_init(&h, &pen->setup, start);
	h.started = g->started_ms;
	for (int i = 0; i < g->seats; i++)
		history_name(&h, i + 1, g->seat[i].name);
	for (int i = 0; i < g->plies; i++) {
		const struct db_move *m = &g->moves[i];
		history_add_move(&h, m->seat, m->text,
			(const int64_t[RECORD_NUMBERS]){m->wall_us,
				m->cpu_us >= 0 ? m->cpu_us : RECORD_UNSAID,
				m->wait_us >= 0 ? m->wait_us : RECORD_UNSAID, m->depth, m->score,
				m->nodes});
	}
	char *text = history_text(&h, NULL, 0);
	fputs(text, pen->export->out);
	free(text);
	history_clear(&h);
}

static bool record_each(void *arg, const struct db_game *g)
{
	struct record_pen *pen = arg;
	struct export *e = pen->export;
	char start[POSITION_TEXT], why[sizeof e->why];
	if (!params_setup(&pen->setup, e->tournament.game, g->seats, (uint64_t)g->seed,
		    e->tournament.definition, why, sizeof why) ||
		!record_start(pen, g, start)) {
		snprintf(e->why, sizeof e->why, "game %lld has no rules today: %.200s",
			(long long)g->id, why);
		pen->failed = true;
		return false;
	}
	record_played(pen, g, start);
	for (int i = 0; i < g->seats; i++)
		record_line(
			pen, &(struct record){.kind = RECORD_SEAT,
				     .seat = i + 1,
				     .number = {g->seat[i].rank},
				     .word = g->seat[i].verdict,
				     .text = g->seat[i].detail != NULL ? g->seat[i].detail : ""});
	record_line(pen, &(struct record){.kind = RECORD_END,
				 .word = g->reason,
				 .number = {g->ended_ms},
				 .text = g->final});
	return !ferror(e->out);
}

static int record_write_all(struct export *e)
{
	struct record_pen *pen = memory_get(1, sizeof *pen);
	pen->export = e;
	int error = export_games(e, record_each, pen);
	bool failed = pen->failed;
	free(pen);
	return failed ? EXPORT_FAILED : error;
}

const struct export_format export_record = {"record",
	"the record of each game, for `referee replay` to judge again", ".record",
	record_write_all};

/*
 * export-record.c - writes the record of each game (record.h) as it was streamed during the game.
 * `referee replay` judges it again, and `referee show --record` steps through it.
 */
#include "referee/transfer/export.h"

#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/game/params.h"
#include "referee/report/game-record.h"

struct record_pen {
	struct export *export;
	struct setup setup;
	bool failed;
};

static bool record_each(void *arg, const struct db_game *g)
{
	struct record_pen *pen = arg;
	struct export *e = pen->export;
	char why[sizeof e->why];
	if (!params_setup(&pen->setup, e->tournament.game, g->seats, (uint64_t)g->seed,
		    e->tournament.definition, why, sizeof why) ||
		!game_record_write(e->out, g, &pen->setup, why, sizeof why)) {
		snprintf(e->why, sizeof e->why, "game %lld has no rules today: %.200s",
			(long long)g->id, why);
		pen->failed = true;
		return false;
	}
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

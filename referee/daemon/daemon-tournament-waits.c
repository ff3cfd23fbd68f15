/*
 * daemon-tournament-waits.c - what a tournament of the daemon waits for before it begins, looked
 * up.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "referee/base/memory.h"
#include "referee/daemon/daemon-tournament-parts.h"

enum {
	DAEMON_TOURNAMENT_AGAIN = 60, /* seconds until a disk that was full is looked at again */
	DAEMON_TOURNAMENT_ROOM =
		1 << 20, /* bytes that must be free on it, or a tenth of a smaller one */
	DAEMON_TOURNAMENT_NAMES = 20 /* bots that are named in a line */
};

/* --- a full disk ----------------------------------------------------------------------------- */

/* The folder of its database, which is there or is not. */
static bool daemon_tournament_has_room(const struct daemon_tournament *e)
{
	struct statvfs disk;
	char *folder = memory_copy(e->t.db), *slash = strrchr(folder, '/');
	if (slash != NULL)
		slash[slash == folder] = '\0';
	bool known = statvfs(slash != NULL ? folder : ".", &disk) == 0;
	free(folder);
	if (!known)
		return true; /* what is wrong is told when it begins */
	uint64_t free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	uint64_t tenth = (uint64_t)disk.f_blocks * disk.f_frsize / 10;
	return free_bytes >= (tenth < DAEMON_TOURNAMENT_ROOM ? tenth : DAEMON_TOURNAMENT_ROOM);
}

static int64_t daemon_tournament_again(void)
{
	const char *said = getenv("REFEREE_AGAIN");
	int seconds = said != NULL ? atoi(said) : 0;
	return time_utc() + (seconds > 0 ? seconds : DAEMON_TOURNAMENT_AGAIN) * INT64_C(1000);
}

void daemon_tournament_disk_full(struct daemon_tournament *e)
{
	e->state = DAEMON_TOURNAMENT_WAITING;
	e->again = daemon_tournament_again();
	e->asked = false;
	if (e->waits != START_CONDITIONS_DISK)
		daemon_tournament_say(e,
			"<4>PAUSED: %s; all finished games are kept, and it goes on by itself when there is room",
			e->why);
	if (e->waits != START_CONDITIONS_DISK)
		daemon_tournament_event_end(e, "paused");
	e->waits = START_CONDITIONS_DISK;
}

/* --- remote bots ----------------------------------------------------------------------------- */

static bool daemon_tournament_on_present(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct daemon_tournament *e = arg;
	int bot = tournament_find_bot(&e->t, db_column(columns, names, values, "bot")->text);
	if (bot >= 0)
		e->present[bot] = true;
	return true;
}

/* Which bots have played in it before: its database knows. */
static void daemon_tournament_look_back(struct daemon_tournament *e)
{
	struct db_tournament row;
	struct db *db = NULL;
	e->present = memory_get(BOTS_MAX, sizeof *e->present);
	if (db_open(&db, e->t.db, DB_READ) == DB_OK &&
		db_tournament_find(db, e->t.name, &row) == DB_OK) {
		int64_t id = row.id;
		db_read(db, "present", &id, 1, daemon_tournament_on_present, e);
	}
	db_close(db);
}

static bool daemon_tournament_has_seen(struct daemon_tournament *e, int bot)
{
	if (e->terms->roster == NULL)
		return true; /* it fails when it begins */
	if (remote_sessions_has_seen(e->terms->roster, e->t.bots[bot].name))
		return true;
	if (e->present == NULL)
		daemon_tournament_look_back(e);
	return e->present[bot];
}

struct daemon_tournament_search {
	const struct daemon_tournament *e;
	bool *here;
};

static void daemon_tournament_on_row(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_tournament_search *search = arg;
	int bot = tournament_find_bot(&search->e->t, row->name);
	if (bot >= 0)
		search->here[bot] = true;
}

enum start_conditions_for daemon_tournament_waits(
	struct daemon_tournament *e, char *why, size_t room)
{
	struct start_conditions w = {.begins = e->t.begins, .again = e->again, .asked = e->asked};
	bool *here = memory_get(BOTS_MAX, sizeof *here);
	struct daemon_tournament_search search = {e, here};
	if (e->again != 0 && time_utc() >= e->again && !e->asked && !daemon_tournament_has_room(e))
		w.again = e->again = daemon_tournament_again();
	if (e->terms->roster != NULL)
		remote_sessions_each(e->terms->roster, daemon_tournament_on_row, &search);
	for (int i = 0; i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote)
			continue;
		w.remote++;
		w.here += here[i];
		w.seen += daemon_tournament_has_seen(e, i);
	}
	free(here);
	return start_conditions_look(&w, time_utc(), why, room);
}

/* Those that were never here, by name. */
static void daemon_tournament_name_missing(struct daemon_tournament *e, char *text, size_t room)
{
	size_t used = 0;
	int missing = 0;
	*text = '\0';
	for (int i = 0; i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote || daemon_tournament_has_seen(e, i))
			continue;
		if (missing++ < DAEMON_TOURNAMENT_NAMES && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				missing > 1 ? ", " : "", e->t.bots[i].name);
	}
	if (missing > DAEMON_TOURNAMENT_NAMES && used < room)
		snprintf(text + used, room - used, " and %d more",
			missing - DAEMON_TOURNAMENT_NAMES);
}

bool daemon_tournament_is_held(struct daemon_tournament *e)
{
	char why[WHY], missing[WHY];
	enum start_conditions_for waits = daemon_tournament_waits(e, why, sizeof why);
	if (waits == START_CONDITIONS_NEVER_SEEN && waits != e->waits) {
		daemon_tournament_name_missing(e, missing, sizeof missing);
		daemon_tournament_say(e,
			"<4>WAITS: %s: %s; it begins when half of them have been, or by `referee resume`",
			why, missing);
	} else if (waits != START_CONDITIONS_NOTHING && waits != START_CONDITIONS_DISK &&
		   waits != e->waits) {
		daemon_tournament_say(e, "waits: %s; `referee resume` begins it at once", why);
	}
	e->waits = waits;
	return waits != START_CONDITIONS_NOTHING;
}

void daemon_tournament_ask(struct daemon_tournament *e)
{
	e->asked = e->state == DAEMON_TOURNAMENT_WAITING;
}

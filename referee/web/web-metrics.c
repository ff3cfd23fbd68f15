/*
 * web-metrics.c - metrics in Prometheus's text format (0.0.4): valid names, escaped labels.
 */
#include "referee/web/web-metrics.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/escape.h"
#include "protocol/verdict.h"
#include "referee/web/web-metrics.h"
#include "referee/web/web-page.h"

/* --- the daemon's metrics --------------------------------------------------------------------- */

const struct metric_row metric_table[METRICS] = {
	[METRIC_LOCAL_GAMES_MAX] = {"local-games-max", "referee_local_games_max", "gauge",
		"Games with local bots that may be played at a time."},
	[METRIC_LOCAL_GAMES] = {"local-games", "referee_local_games_running", "gauge",
		"Games of local bots alone that are being played."},
	[METRIC_REMOTE_GAMES] = {"remote-games", "referee_remote_games_running", "gauge",
		"Games with remote bots that are being played."},
	[METRIC_COMMITS] = {"commits", "referee_commits_total", "counter",
		"Commits of games to the databases."},
	[METRIC_CONNECTIONS] = {"connections", "referee_remote_connections", "gauge",
		"Connected remote bots."},
	[METRIC_UNASSIGNED] = {"unassigned", "referee_remote_unassigned", "gauge",
		"Connected remote bots that no tournament has claimed."},
	[METRIC_PENALTIES] = {"penalties", "referee_listener_penalties_total", "counter",
		"Penalties of addresses from which too many logins failed."},
	[METRIC_LISTENER_STARTS] = {"listener-starts", "referee_listener_starts_total", "counter",
		"Times that the listener was started."},
	[METRIC_DEATHS] = {"deaths", "referee_arbiter_deaths_total", "counter",
		"Arbiters that died, hung or were lost; their games were played again."},
	[METRIC_CONTROL_REFUSED] = {"control-refused", "referee_control_refused_total", "counter",
		"Requests on the control socket that were refused."},
	[METRIC_DRAINING] = {"draining", "referee_draining", "gauge",
		"1 if no further game begins and the daemon ends then, else 0."},
	[METRIC_SKIPPED] = {"skipped", "referee_games_not_shown_total", "counter",
		"Games that were not shown live because the web process had fallen behind."},
	[METRIC_STARTS] = {"starts", "referee_web_starts_total", "counter",
		"Times that the web process was started."},
};

enum metric metric_find(const char *word)
{
	int at = 0;
	while (at < METRICS && strcmp(metric_table[at].word, word) != 0)
		at++;
	return (enum metric)at;
}

/* --- all metrics ------------------------------------------------------------------------------ */

static void metrics_head(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void metrics_one(
	FILE *out, const char *name, const char *type, const char *help, double value)
{
	metrics_head(out, name, type, help);
	fprintf(out, "%s %.15g\n", name, value);
}

/* Writes a label's value. Backslash, quote and line end get a backslash; invisible bytes are
 * escaped first. */
static void metrics_label(FILE *out, const char *text)
{
	char *plain = escape_text(text, true);
	for (const char *at = plain; *at != '\0'; at++)
		if (*at == '\n')
			fputs("\\n", out);
		else
			fprintf(out, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
	free(plain);
}

static void metrics_tournament(FILE *out, const char *name, const struct live_games *l,
	const struct live_games_tournament *t)
{
	char address[LIVE_GAMES_ADDRESS];
	live_games_address(l, t, address);
	fprintf(out, "%s{tournament=\"%s\",name=\"", name, address);
	metrics_label(out, t->name);
	fputc('"', out);
}

static const struct metrics_row {
	const char *name, *type, *help;
	size_t at;  /* offset of an int64_t in a tournament, or ... */
	bool count; /* ... of an int */
} metrics_rows[] = {
	{"referee_games_finished_total", "counter", "Finished games.",
		offsetof(struct live_games_tournament, done), false},
	{"referee_games_planned", "gauge", "Games in all, where that is known.",
		offsetof(struct live_games_tournament, all), false},
	{"referee_games_running", "gauge", "Games that are being played.",
		offsetof(struct live_games_tournament, games_count), true},
};

static void metrics_tournaments(FILE *out, const struct live_games *l)
{
	for (size_t i = 0; i < sizeof metrics_rows / sizeof *metrics_rows; i++) {
		const struct metrics_row *row = &metrics_rows[i];
		metrics_head(out, row->name, row->type, row->help);
		for (int j = 0; j < l->count; j++) {
			const char *at = (const char *)l->tournaments[j] + row->at;
			int64_t value = row->count ? *(const int *)at : *(const int64_t *)at;
			if (value < 0)
				continue;
			metrics_tournament(out, row->name, l, l->tournaments[j]);
			fprintf(out, "} %lld\n", (long long)value);
		}
	}
}

/* Strength metrics of the games of two bots; ranges are rows of three. */
static const struct metrics_strength_row {
	const char *name, *help;
	size_t at; /* offset of a double in an estimate */
	bool test;
} metrics_strengths[] = {
	{"referee_elo", "Elo of the first bot above the second.",
		offsetof(struct strength_estimate, strength.elo.value), false},
	{"referee_elo_low", "Lower end of its interval of 95 %.",
		offsetof(struct strength_estimate, strength.elo.low), false},
	{"referee_elo_high", "Upper end of its interval of 95 %.",
		offsetof(struct strength_estimate, strength.elo.high), false},
	{"referee_normalized_elo", "Normalized Elo of the first bot above the second.",
		offsetof(struct strength_estimate, strength.normalized.value), false},
	{"referee_normalized_elo_low", "Lower end of its interval of 95 %.",
		offsetof(struct strength_estimate, strength.normalized.low), false},
	{"referee_normalized_elo_high", "Upper end of its interval of 95 %.",
		offsetof(struct strength_estimate, strength.normalized.high), false},
	{"referee_los", "Likelihood that the first bot is the stronger one, 0 to 1.",
		offsetof(struct strength_estimate, strength.los), false},
	{"referee_llr", "Log-likelihood ratio of a sequential test.",
		offsetof(struct strength_estimate, llr), true},
	{"referee_llr_lower", "At or below it H0 is accepted.",
		offsetof(struct strength_estimate, lower), true},
	{"referee_llr_upper", "At or above it H1 is accepted.",
		offsetof(struct strength_estimate, upper), true},
};

/* Writes a number in Prometheus's notation, also infinities and NaN. */
static void metrics_real(FILE *out, double value)
{
	if (isfinite(value))
		fprintf(out, "} %.6f\n", value);
	else
		fputs(isnan(value) ? "} NaN\n" : value > 0 ? "} +Inf\n" : "} -Inf\n", out);
}

static void metrics_strength(FILE *out, const struct live_games *l)
{
	struct strength_estimate e;
	for (size_t i = 0; i < sizeof metrics_strengths / sizeof *metrics_strengths; i++) {
		const struct metrics_strength_row *row = &metrics_strengths[i];
		metrics_head(out, row->name, "gauge", row->help);
		for (int j = 0; j < l->count; j++) {
			if (!live_games_estimate(l->tournaments[j], &e) || (row->test && !e.test))
				continue;
			metrics_tournament(out, row->name, l, l->tournaments[j]);
			metrics_real(out, *(const double *)((const char *)&e + row->at));
		}
	}
}

/* Writes the number of pairs by their points. */
static void metrics_pairs(FILE *out, const struct live_games *l)
{
	static const char name[] = "referee_pairs";
	metrics_head(out, name, "gauge", "Pairs of games by the points of the first bot.");
	for (int i = 0; i < l->count; i++) {
		const struct live_games_tournament *t = l->tournaments[i];
		for (int kind = 0; kind < RESULT_COUNTS_PAIRS && t->strength.bot != NULL; kind++) {
			metrics_tournament(out, name, l, t);
			fprintf(out, ",points=\"%g\"} %lld\n", kind / 2.0,
				(long long)t->strength.pairs.count[kind]);
		}
	}
}

/* Writes all states of each tournament; exactly one is 1. */
static void metrics_states(FILE *out, const struct live_games *l)
{
	static const char name[] = "referee_tournament_state";
	metrics_head(out, name, "gauge", "1 for the state that the tournament is in, else 0.");
	for (int i = 0; i < l->count; i++)
		for (int state = 0; state < LIVE_EVENT_STATES; state++) {
			const struct live_games_tournament *t = l->tournaments[i];
			metrics_tournament(out, name, l, t);
			fprintf(out, ",state=\"%s\"} %d\n", live_event_states[state],
				strcmp(t->state, live_event_states[state]) == 0);
		}
}

/* Metrics of each worker: of all its sessions together, since several machines may have one name.
 */
static const struct metrics_worker_row {
	const char *name, *type, *help;
	size_t at;    /* offset of an int64_t in a worker */
	bool sum;     /* of the sessions; else the largest */
	double scale; /* of a unit */
} metrics_workers_rows[] = {
	{"referee_worker_slots", "gauge",
		"Games that the worker may play at a time; 0: it is gone.",
		offsetof(struct live_games_worker, slots), true, 1},
	{"referee_worker_games_running", "gauge", "Games that the worker is playing.",
		offsetof(struct live_games_worker, running), true, 1},
	{"referee_worker_games_total", "counter", "Games that the worker played in this run.",
		offsetof(struct live_games_worker, played), true, 1},
	{"referee_worker_speed", "gauge",
		"Speed of a house bot there, in nodes per second; of several machines the highest.",
		offsetof(struct live_games_worker, speed), false, 1},
	{"referee_worker_delay_seconds", "gauge",
		"Upper bound of the delays of 99 in 100 moves by its arbiters; of several machines the highest.",
		offsetof(struct live_games_worker, delay), false, 1e-6},
	{"referee_worker_heard_timestamp_seconds", "gauge",
		"When the worker was last heard, in seconds since 1970.",
		offsetof(struct live_games_worker, heard), false, 1e-3},
};

/* The number of the next session from k on with this name; workers_count: there is none. */
static int metrics_session(const struct live_games_tournament *t, const char *name, int k)
{
	while (k < t->workers_count &&
		(t->workers[k].name == NULL || strcmp(t->workers[k].name, name) != 0))
		k++;
	return k;
}

/* Has worker k a name that none before it has? */
static bool metrics_worker_is_first(const struct live_games_tournament *t, int k)
{
	return t->workers[k].name != NULL && metrics_session(t, t->workers[k].name, 0) == k;
}

/* The value of all sessions with the name of worker k; -1: unknown. */
static int64_t metrics_worker_value(
	const struct live_games_tournament *t, int k, const struct metrics_worker_row *row)
{
	const char *name = t->workers[k].name;
	int64_t value = -1;
	for (; k < t->workers_count; k = metrics_session(t, name, k + 1)) {
		int64_t one = *(const int64_t *)((const char *)&t->workers[k] + row->at);
		if (row->sum && value >= 0)
			value += one > 0 ? one : 0;
		else if (one > value)
			value = one;
	}
	return value;
}

static void metrics_worker(FILE *out, const char *name, const struct live_games *l,
	const struct live_games_tournament *t, const struct live_games_worker *w)
{
	metrics_tournament(out, name, l, t);
	fputs(",worker=\"", out);
	metrics_label(out, w->name);
	fputc('"', out);
}

/* Does a session play, or would it if the tournament's pace let a game begin? */
static bool metrics_session_plays(const char *state)
{
	return strcmp(state, "plays") == 0 || strncmp(state, "waits: ", 7) == 0;
}

static void metrics_worker_plays(FILE *out, const char *name, const struct live_games *l,
	const struct live_games_tournament *t)
{
	for (int k = 0; k < t->workers_count; k++) {
		if (!metrics_worker_is_first(t, k))
			continue;
		int plays = 0;
		for (int m = k; m < t->workers_count;
			m = metrics_session(t, t->workers[k].name, m + 1))
			plays += metrics_session_plays(t->workers[m].state);
		metrics_worker(out, name, l, t, &t->workers[k]);
		fprintf(out, "} %d\n", plays);
	}
}

static void metrics_workers(FILE *out, const struct live_games *l)
{
	static const char plays[] = "referee_worker_plays";
	for (size_t i = 0; i < sizeof metrics_workers_rows / sizeof *metrics_workers_rows; i++) {
		const struct metrics_worker_row *row = &metrics_workers_rows[i];
		metrics_head(out, row->name, row->type, row->help);
		for (int j = 0; j < l->count; j++)
			for (int k = 0; k < l->tournaments[j]->workers_count; k++) {
				const struct live_games_tournament *t = l->tournaments[j];
				int64_t value = metrics_worker_is_first(t, k)
							? metrics_worker_value(t, k, row)
							: -1;
				if (value < 0)
					continue;
				metrics_worker(out, row->name, l, t, &t->workers[k]);
				fprintf(out, "} %.15g\n", (double)value * row->scale);
			}
	}
	metrics_head(out, plays, "gauge", "How many machines of this name play all games.");
	for (int j = 0; j < l->count; j++)
		metrics_worker_plays(out, plays, l, l->tournaments[j]);
}

/* --- verdicts, from the databases ------------------------------------------------------------- */

/* Counts by verdict; false: it cannot be read. */
static bool metrics_count_faults(
	const struct live_games_tournament *t, int64_t kinds[static VERDICTS])
{
	struct db *db = NULL;
	struct db_query q;
	int error = db_open(&db, t->path, DB_READ_CONFINED);
	if (error == DB_OK) {
		db_query(&q, db, "faults", t->row);
		while (db_next(&q)) {
			enum verdict kind = verdict_find(db_text(&q, "verdict"));
			if (kind != VERDICTS)
				kinds[kind]++;
		}
		error = db_end(&q);
	}
	db_close(db);
	return error == DB_OK;
}

static void metrics_verdicts(FILE *out, const struct live_games *l)
{
	static const char name[] = "referee_faults_total";
	metrics_head(out, name, "counter", "Seats that lost by a fault, by verdict.");
	for (int i = 0; i < l->count; i++) {
		const struct live_games_tournament *t = l->tournaments[i];
		int64_t kinds[VERDICTS] = {0};
		if (t->row <= 0 || !metrics_count_faults(t, kinds))
			continue;
		for (int kind = 0; kind < VERDICTS; kind++) {
			if (kinds[kind] == 0)
				continue;
			metrics_tournament(out, name, l, t);
			fprintf(out, ",verdict=\"%s\"} %lld\n", verdict_table[kind].name,
				(long long)kinds[kind]);
		}
	}
}

/* --- games and databases ---------------------------------------------------------------------- */

/* In ms since 1970; 0: there is none, or it cannot be read. */
static int64_t metrics_last_game(const struct live_games_tournament *t)
{
	struct db *db = NULL;
	struct db_query q;
	int64_t last = 0;
	if (t->row > 0 && db_open(&db, t->path, DB_READ_CONFINED) == DB_OK) {
		db_query(&q, db, "last-game", t->row);
		if (db_next(&q))
			last = db_int(&q, "ended_ms");
		last = db_end(&q) == DB_OK ? last : 0;
	}
	db_close(db);
	return last;
}

static void metrics_last_games(FILE *out, const struct live_games *l)
{
	static const char name[] = "referee_last_game_timestamp_seconds";
	metrics_head(
		out, name, "gauge", "When the last finished game ended, in seconds since 1970.");
	for (int i = 0; i < l->count; i++) {
		const struct live_games_tournament *t = l->tournaments[i];
		int64_t last = metrics_last_game(t);
		if (last > 0) {
			metrics_tournament(out, name, l, t);
			fprintf(out, "} %.3f\n", (double)last / 1000);
		}
	}
}

/* The bytes of a database with its log; -1: there is none. */
static int64_t metrics_database_bytes(const char *path)
{
	struct stat file;
	char log[PATH_MAX];
	if (stat(path, &file) != 0)
		return -1;
	int64_t bytes = (int64_t)file.st_size;
	snprintf(log, sizeof log, "%s-wal", path);
	return bytes + (stat(log, &file) == 0 ? (int64_t)file.st_size : 0);
}

/* The bytes that are free for it; -1: not known. By the folder: SQLite's locks end with any
 * descriptor of the file. */
static int64_t metrics_database_free(const char *path)
{
	struct statvfs disk;
	char folder[PATH_MAX];
	snprintf(folder, sizeof folder, "%s", path);
	char *slash = strrchr(folder, '/');
	if (slash == NULL)
		return -1;
	slash[slash == folder] = '\0';
	int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC); /* it may not be listed */
	bool known = fd >= 0 && fstatvfs(fd, &disk) == 0;
	if (fd >= 0)
		close(fd);
	return known ? (int64_t)((uint64_t)disk.f_bavail * disk.f_frsize) : -1;
}

/* Is it the first tournament of its database? */
static bool metrics_first(const struct live_games *l, int i)
{
	for (int j = 0; j < i; j++)
		if (strcmp(l->tournaments[j]->path, l->tournaments[i]->path) == 0)
			return false;
	return true;
}

static void metrics_databases(FILE *out, const struct live_games *l)
{
	static const struct {
		const char *name, *help;
		int64_t (*bytes)(const char *path);
	} rows[] = {{"referee_database_bytes", "Size of a database and its log.",
			    metrics_database_bytes},
		{"referee_database_free_bytes",
			"Bytes that are free on the file system of a database.",
			metrics_database_free}};
	for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
		metrics_head(out, rows[row].name, "gauge", rows[row].help);
		for (int i = 0; i < l->count; i++) {
			const char *path = l->tournaments[i]->path;
			int64_t bytes = metrics_first(l, i) ? rows[row].bytes(path) : -1;
			if (bytes < 0)
				continue;
			fprintf(out, "%s{database=\"", rows[row].name);
			metrics_label(out, path);
			fprintf(out, "\"} %lld\n", (long long)bytes);
		}
	}
}

/* --- the web process, parent of this process -------------------------------------------------- */

void web_metrics_note(struct web *w)
{
	char text[64] = "";
	long long size, resident;
	if (pread(w->statm, text, sizeof text - 1, 0) > 0 &&
		sscanf(text, "%lld %lld", &size, &resident) == 2)
		w->resident = resident;
}

static void metrics_process(FILE *out, const struct web *w)
{
	metrics_one(out, "process_resident_memory_bytes", "gauge",
		"Resident memory of the web process.",
		(double)w->resident * (double)sysconf(_SC_PAGESIZE));
	metrics_one(out, "process_start_time_seconds", "gauge",
		"Start of the web process, in seconds since 1970.", (double)w->started_ms / 1000);
	metrics_head(out, "referee_web_answers_total", "counter", "Answered requests, by status.");
	for (int status = 100; status < WEB_STATUSES; status++)
		if (w->answers[status] > 0)
			fprintf(out, "referee_web_answers_total{code=\"%d\"} %llu\n", status,
				(unsigned long long)w->answers[status]);
	metrics_one(out, "referee_web_pages_made_total", "counter",
		"Pages that were made because the cache did not have them.", (double)w->made);
	metrics_one(out, "referee_web_pages_failed_total", "counter",
		"Pages that could not be made.", (double)w->failed);
	metrics_one(
		out, "referee_web_connections", "gauge", "Connections of readers.", w->connections);
	metrics_one(out, "referee_web_connections_cut_total", "counter",
		"Connections that were too slow, or made room for others.", (double)w->cut);
	metrics_one(out, "referee_web_events_total", "counter", "Events sent to readers.",
		(double)w->events);
	metrics_one(out, "referee_web_streams", "gauge", "Readers that follow events.",
		w->streams_count);
	metrics_one(out, "referee_web_streams_dropped_total", "counter",
		"Readers that were disconnected because they did not read.", (double)w->dropped);
}

/* --- the main process and its children -------------------------------------------------------- */

static void metrics_daemon(FILE *out, const struct live_games *l)
{
	for (int i = 0; i < METRICS; i++) {
		const struct metric_row *row = &metric_table[i];
		if (l->metrics[i] != UNKNOWN)
			metrics_one(out, row->name, row->type, row->help, (double)l->metrics[i]);
	}
}

/* Writes cumulative buckets: each counts all delays below its upper bound, in seconds. */
static void metrics_delays(FILE *out, const struct latency_histogram *histogram)
{
	static const char name[] = "referee_move_delay_seconds";
	uint64_t below = 0;
	metrics_head(out, name, "histogram",
		"From a bot's answer to the next bot's question: the referee's own time.");
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS - 1; i++) {
		below += histogram->count[i];
		fprintf(out, "%s_bucket{le=\"%g\"} %llu\n", name,
			(double)latency_histogram_most[i] / 1e6, (unsigned long long)below);
	}
	fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_count %llu\n", name,
		(unsigned long long)histogram->sum, name, (unsigned long long)histogram->sum);
}

static const struct metrics_processes_row {
	const char *name, *help;
	size_t at; /* offset of an int64_t in a struct self_usage */
} metrics_processes_rows[] = {
	{"referee_processes", "Processes of the referee, by kind.",
		offsetof(struct self_usage, count)},
	{"referee_process_open_fds", "Their open descriptors.",
		offsetof(struct self_usage, descriptors)},
	{"referee_process_resident_memory_bytes", "Their resident memory.",
		offsetof(struct self_usage, bytes)},
};

static void metrics_processes(FILE *out, const struct live_games *l)
{
	for (size_t i = 0; i < sizeof metrics_processes_rows / sizeof *metrics_processes_rows &&
			   l->self_usage_count > 0;
		i++) {
		const struct metrics_processes_row *row = &metrics_processes_rows[i];
		metrics_head(out, row->name, "gauge", row->help);
		for (int j = 0; j < l->self_usage_count; j++) {
			int64_t value =
				*(const int64_t *)((const char *)&l->self_usage[j] + row->at);
			if (value < 0)
				continue;
			fprintf(out, "%s{process=\"", row->name);
			metrics_label(out, l->self_usage[j].name);
			fprintf(out, "\"} %lld\n", (long long)value);
		}
	}
}

int web_metrics(struct web_view *v)
{
	const struct live_games *l = &v->web->live;
	metrics_tournaments(v->out, l);
	metrics_states(v->out, l);
	metrics_strength(v->out, l);
	metrics_pairs(v->out, l);
	metrics_workers(v->out, l);
	metrics_verdicts(v->out, l);
	metrics_last_games(v->out, l);
	metrics_databases(v->out, l);
	metrics_daemon(v->out, l);
	metrics_delays(v->out, &l->delays);
	metrics_processes(v->out, l);
	metrics_process(v->out, v->web);
	return 200;
}

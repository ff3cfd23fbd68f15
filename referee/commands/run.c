/*
 * run.c - `referee run`: a tournament from its definition to its standings.
 *
 * Nothing is asked and nothing is lost: what the database holds is not played again, and whatever
 * ends a run, the same command goes on with it.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/commands/run.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/base/shell-quote.h"
#include "referee/base/cpu-affinity.h"
#include "referee/schedule/pairing-stats.h"
#include "referee/director/run-tournament.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/director/resume.h"
#include "referee/director/progress.h"
#include "referee/director/preflight.h"
#include "referee/schedule/schedule.h"
#include "referee/config/settings.h"
#include "referee/director/tournament-check.h"

/* What `run` itself can be told, besides all that defines a tournament. */
struct run {
	struct tournament tournament;
	struct diagnostics mistakes;
	const char *file;
	struct wire_wish log_wire;
	bool dry_run, json, quiet;
	struct game_store_wish wish;
	const char *replay[BOTS_MAX]; /* names, as they were given */
	bool compared;		      /* two bots have played: estimate says what follows */
	struct strength_estimate estimate;
	int argc;
	char **argv;
	const char *again; /* the command that goes on; NULL: this one */
};

static void run_tell(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "referee: %s\n", line);
}

/* --- what is asked -------------------------------------------------------------------------- */

static const struct run_switch {
	const char *flag;
	size_t offset;
} run_switches[] = {
	{"--fresh", offsetof(struct run, wish.fresh)},
	{"--mixed", offsetof(struct run, wish.mixed)},
	{"--dry-run", offsetof(struct run, dry_run)},
	{"--json", offsetof(struct run, json)},
	{"--quiet", offsetof(struct run, quiet)},
};

/* All of run's own flags. */
enum { RUN_FLAGS = 8 };
static const char *const run_flags[RUN_FLAGS] = {"--fresh", "--mixed", "--dry-run", "--json",
	"--quiet", "--log-wire", "--log-wire-only", "--replay"};

/* Is the word this flag, with or without "=VALUE"? Sets the value, NULL where there is none, and
 * returns how many words of argv that is. */
static int run_flag_value(const struct run *r, int i, const char *flag, const char **value)
{
	const char *word = r->argv[i];
	size_t length = strlen(flag);
	if (strncmp(word, flag, length) != 0 || (word[length] != '=' && word[length] != '\0'))
		return 0;
	*value = word[length] == '=' ? word + length + 1 : r->argv[i + 1];
	if (*value != NULL && **value == '\0')
		*value = NULL;
	return word[length] == '=' || *value == NULL ? 1 : 2;
}

/* Takes one of run's own words at argv[i]; returns how many it took, 0 when it is none of them. */
static int run_own_flag(struct run *r, int i)
{
	const char *word = r->argv[i], *value = NULL;
	for (size_t s = 0; s < sizeof run_switches / sizeof *run_switches; s++)
		if (strcmp(word, run_switches[s].flag) == 0) {
			*(bool *)((char *)r + run_switches[s].offset) = true;
			return 1;
		}
	int taken = run_flag_value(r, i, "--log-wire", &value);
	if (taken > 0 && value == NULL)
		diagnostics_add(&r->mistakes, (struct origin){"--log-wire", 0},
			"it needs the folder for the conversations");
	if (taken > 0) {
		r->log_wire.folder = value;
		return taken;
	}
	taken = run_flag_value(r, i, "--log-wire-only", &value);
	if (taken > 0 && (value == NULL || strcmp(value, "failed") != 0))
		diagnostics_add(&r->mistakes, (struct origin){"--log-wire-only", 0},
			"it is failed: the games in which a bot failed");
	if (taken > 0) {
		r->log_wire.failed = true;
		return taken;
	}
	taken = run_flag_value(r, i, "--replay", &value);
	if (taken > 0 && value == NULL)
		diagnostics_add(&r->mistakes, (struct origin){"--replay", 0},
			"it needs the name of a bot whose games are to be played again");
	else if (taken > 0 && r->wish.replay_count < BOTS_MAX)
		r->replay[r->wish.replay_count++] = value;
	return taken;
}

/* May these bots' games be played again? */
static void run_check_replays(struct run *r)
{
	const struct tournament *t = &r->tournament;
	struct origin at = {"--replay", 0};
	char why[WHY];
	const char *names[BOTS_MAX];
	for (int i = 0; i < t->bots_count; i++)
		names[i] = t->bots[i].name;
	for (int i = 0; i < r->wish.replay_count; i++) {
		if (tournament_find_bot(t, r->replay[i]) >= 0)
			continue;
		const char *meant = did_you_mean(r->replay[i], names, t->bots_count);
		diagnostics_add(&r->mistakes, at, "%s: tournament \"%s\" has no such bot%s%s%s",
			r->replay[i], t->name, meant != NULL ? "; did you mean " : "",
			meant != NULL ? meant : "", meant != NULL ? "?" : "");
	}
	if (r->wish.replay_count == 0)
		return;
	if (r->wish.fresh || r->dry_run)
		diagnostics_add(&r->mistakes, at, "it goes on with what was played; without %s",
			r->wish.fresh ? "--fresh" : "--dry-run");
	if (schedule_keeps(t, why, sizeof why))
		diagnostics_add(&r->mistakes, at,
			"a %s plays no game again, since %s; --fresh begins a new tournament",
			t->format, why);
	r->wish.replay = r->replay;
}

/* May games of two versions of a bot count? */
static void run_check_mixed(struct run *r)
{
	const struct schedule *s = schedule_find(r->tournament.format);
	struct origin at = {"--mixed", 0};
	if (r->wish.mixed && s->change == SCHEDULE_CHANGE_NEVER)
		diagnostics_add(&r->mistakes, at,
			"an %s is about the programs that began it; --fresh begins a new one",
			s->name);
	if (r->wish.mixed && r->wish.fresh)
		diagnostics_add(
			&r->mistakes, at, "it goes on with what was played; without --fresh");
}

/* Reads flags and the file into the definition. Returns 0 or the exit status. */
static int run_read(struct run *r)
{
	int flaws;
	for (int i = 1; i < r->argc;) {
		int taken = run_own_flag(r, i);
		if (taken == 0 && r->argv[i][0] != '-') {
			if (r->file != NULL)
				diagnostics_add(&r->mistakes, (struct origin){0},
					"two files: \"%s\" and \"%s\"; one run is one tournament",
					r->file, r->argv[i]);
			r->file = r->argv[i];
			taken = 1;
		}
		if (taken == 0)
			taken = settings_flag(&r->tournament, r->argc, r->argv, i, &r->mistakes);
		if (taken == 0)
			taken = settings_unknown_flag(
				r->argc, r->argv, i, run_flags, RUN_FLAGS, &r->mistakes);
		i += taken;
	}
	if (r->log_wire.failed && r->log_wire.folder == NULL)
		diagnostics_add(&r->mistakes, (struct origin){"--log-wire-only", 0},
			"it goes with --log-wire DIR");
	if (r->mistakes.count > 0)
		return EXIT_USAGE;
	if (r->file != NULL)
		tournament_read_file(&r->tournament, r->file, &r->mistakes);
	flaws = r->mistakes.count;
	tournament_check(&r->tournament, &r->mistakes);
	if (r->mistakes.count == 0) {
		run_check_replays(r);
		run_check_mixed(r);
		return r->mistakes.count == 0 ? 0 : EXIT_USAGE;
	}
	return flaws > 0 || r->file != NULL ? EXIT_FILE : EXIT_USAGE;
}

/* The same once more, for bots that join. */
static bool run_read_again(void *arg, struct tournament *fresh)
{
	const struct run *r = arg;
	struct run again = {.argc = r->argc, .argv = r->argv, .mistakes = {.tell = run_tell}};
	again.tournament = *fresh;
	bool right = run_read(&again) == 0;
	*fresh = again.tournament;
	return right;
}

/* --- what would be played ------------------------------------------------------------------- */

static void run_show_job(const struct run *r, long number, const struct job *job)
{
	const char *opening = job->opening.text;
	printf(r->json ? "{\"number\":%ld,\"round\":%d,\"bots\":[" : "%ld\t%d\t", number,
		job->pairing.round);
	for (int i = 0; i < job->pairing.seats; i++) {
		const char *name = r->tournament.bots[job->pairing.bot[i]].name;
		fputs(i == 0 ? "" : r->json ? "," : " - ", stdout);
		if (r->json)
			json_string(stdout, name);
		else
			fputs(name, stdout);
	}
	if (!r->json) {
		printf("\t%s\n", *opening == '\0' ? "-" : opening);
		return;
	}
	fputs("],\"opening\":", stdout);
	json_string(stdout, opening);
	puts("}");
}

static int run_show_schedule(struct run *r, struct game_queue *agenda)
{
	struct job job;
	struct pairing_stats balance;
	char why[WHY];
	if (!openings_are_found(&agenda->openings, &agenda->setup, why, sizeof why)) {
		run_tell(NULL, why);
		return r->tournament.file != NULL ? EXIT_FILE : EXIT_USAGE;
	}
	openings_describe(&agenda->openings, why, sizeof why);
	if (*why != '\0')
		fputs(why, stderr);
	pairing_stats_init(&balance, &r->tournament);
	enum schedule_step step;
	for (long number = 1; (step = game_queue_next(agenda, &job)) == SCHEDULE_GAME; number++) {
		run_show_job(r, number, &job);
		pairing_stats_add(&balance, &job.pairing);
	}
	if (step == SCHEDULE_WAIT)
		puts(r->json ? "{\"event\":\"open\"}"
			     : "# all further games follow from the results of these");
	pairing_stats_print(&balance, r->json);
	pairing_stats_clear(&balance);
	return EXIT_SUCCESS;
}

/* Openings that are not even are told once, and not for each game. */
static void run_tell_uneven(const struct run *r, const struct game_queue *agenda)
{
	if (agenda->uneven > 0 && !r->quiet)
		fprintf(stderr,
			"referee: balanced-openings: no even opening was found for %ld %s; %s from the nearest to it\n",
			agenda->uneven, agenda->uneven == 1 ? "game" : "games",
			agenda->uneven == 1 ? "it began" : "they began");
}

/* --- playing -------------------------------------------------------------------------------- */

/* The command that goes on with this run, quoted for a shell. */
static void run_print_command(const struct run *r, FILE *out)
{
	fputs("referee: stopped; every finished game is kept. To go on:\n\n\t", out);
	if (r->again != NULL)
		fputs(r->again, out);
	else
		fprintf(out, "%s run", program_invocation_name);
	for (int i = 1; i < r->argc && r->again == NULL; i++) {
		const char *word = r->argv[i];
		const char *value;
		int replay = run_flag_value(r, i, "--replay", &value);
		i += replay == 2;
		if (strcmp(word, "--fresh") == 0 || replay > 0)
			continue;
		fputc(' ', out);
		shell_quote_word(out, word);
	}
	fputs("\n\n", out);
}

static char *run_going_on; /* what run_on_early() prints */
static size_t run_going_on_size;
static const int run_signals[] = {SIGINT, SIGTERM};

enum { RUN_SIGNALS = sizeof run_signals / sizeof *run_signals };

static struct sigaction run_before[RUN_SIGNALS];
static pid_t run_process; /* that says it: children have its handlers until they are others */

/* A signal before the games begin, while the file is read, the box is tested and the bots' programs
 * are read: nothing is half done. */
static void run_on_early(int number)
{
	if (getpid() != run_process) {
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	snapshot_abandon();
	ssize_t written = write(STDERR_FILENO, run_going_on, run_going_on_size);
	(void)written;
	_exit(128 + number);
}

/* From here on a signal says how to go on; the games' own handlers come above that. */
static void run_guard(const struct run *r)
{
	FILE *out = memory_open(&run_going_on, &run_going_on_size);
	struct sigaction early = {.sa_handler = run_on_early, .sa_flags = SA_NODEFER};
	run_print_command(r, out);
	memory_close(out);
	run_process = getpid();
	for (int i = 0; i < RUN_SIGNALS; i++) {
		sigaction(run_signals[i], NULL, &run_before[i]);
		if (run_before[i].sa_handler != SIG_IGN)
			sigaction(run_signals[i], &early, NULL);
	}
}

static void run_unguard(void)
{
	for (int i = 0; i < RUN_SIGNALS && run_going_on != NULL; i++)
		sigaction(run_signals[i], &run_before[i], NULL);
	free(run_going_on);
	run_going_on = NULL;
}

static void run_print_table(const struct run *r, const char *command)
{
	char name[32], flag_db[] = "--db", flag_tournament[] = "--tournament";
	snprintf(name, sizeof name, "%s", command);
	char *argv[] = {name, flag_db, r->tournament.db, flag_tournament, r->tournament.name, NULL};
	const struct command *reader = command_find(command);
	if (reader != NULL)
		reader->run(5, argv);
}

static void run_print_strength(const struct run *r)
{
	char results[STRENGTH_ESTIMATE_TEXT];
	if (!r->compared)
		return;
	strength_estimate_results(&r->estimate, results, sizeof results);
	printf("\n%s against %s, from %s:\n", r->tournament.bots[0].name,
		r->tournament.bots[1].name, results);
	strength_estimate_print(&r->estimate, stdout);
	strength_estimate_print_counts(&r->estimate, stdout);
}

static int run_end(const struct run *r, enum director_end end, int signal,
	const struct game_store *s, const char *why)
{
	switch (end) {
	case DIRECTOR_DONE:
		return EXIT_SUCCESS;
	case DIRECTOR_INTERRUPTED:
		run_print_command(r, stderr);
		return 128 + signal;
	case DIRECTOR_NO_BOT:
		run_tell(NULL, why);
		return EXIT_NO_BOT;
	case DIRECTOR_OPTIONS:
		run_tell(NULL, director_options_why);
		return EXIT_FILE;
	case DIRECTOR_CHANGED:
		run_tell(NULL, why);
		return EXIT_FILE;
	case DIRECTOR_DATABASE:
		run_tell(NULL, db_why(s->db));
		return EXIT_DATABASE;
	case DIRECTOR_BROKEN:
		run_tell(NULL, why);
		return EXIT_BROKEN;
	}
	return EXIT_BROKEN;
}

static const char *const run_endings[] = {
	[DIRECTOR_DONE] = "done",
	[DIRECTOR_INTERRUPTED] = "interrupted",
	[DIRECTOR_NO_BOT] = "no-bot",
	[DIRECTOR_OPTIONS] = "options",
	[DIRECTOR_CHANGED] = "changed",
	[DIRECTOR_DATABASE] = "database",
	[DIRECTOR_BROKEN] = "broken",
};

static void run_tell_duplicates(const struct game_store *s)
{
	char text[WHY];
	duplicate_games_tell(&s->duplicates, text, sizeof text);
	if (*text != '\0')
		run_tell(NULL, text);
}

/* A seat that failed in an earlier run. */
static bool run_on_fault(
	void *faulty, int columns, const char *const *names, const struct db_value *values)
{
	(void)columns, (void)names, (void)values;
	++*(long *)faulty;
	return true;
}

/* Plays what is missing. */
static int run_play(struct run *r, struct game_queue *agenda, struct game_store *s)
{
	const struct tournament *t = &r->tournament;
	struct progress progress;
	struct match_strength match;
	char why[WHY] = "";
	int signal = 0;
	long faulty = 0;
	int error = match_strength_open(&match, agenda, s);
	if (error == DB_OK)
		error = db_read(s->db, "faults", &s->tournament, 1, run_on_fault, &faulty);
	if (error != DB_OK) {
		match_strength_clear(&match);
		return run_end(r, DIRECTOR_DATABASE, 0, s, why);
	}
	progress_init(&progress, agenda, &match, r->json, r->quiet);
	progress.faulty = faulty;
	s->announce = progress_on_result;
	s->arg = &progress;
	struct reload joining = {&r->tournament, run_read_again, run_tell, r};
	enum director_end end = run_tournament_run(agenda, s, &joining, &r->log_wire, &signal, why);
	faulty = progress.faulty;
	progress.why = end == DIRECTOR_NO_BOT ? why : NULL;
	progress_end(&progress, run_endings[end], end == DIRECTOR_DONE);
	r->compared = match_strength_estimate(&match, &r->estimate) && r->estimate.any;
	match_strength_clear(&match);
	if (!r->quiet)
		run_tell_duplicates(s);
	int status = run_end(r, end, signal, s, why);
	if (status == EXIT_SUCCESS && schedule_iterator_undecided(&agenda->walk))
		return EXIT_UNDECIDED;
	return status == EXIT_SUCCESS && t->strict && faulty > 0 ? EXIT_FAULTS : status;
}

/* Opens the database and plays. */
static int run_with_database(struct run *r, struct game_queue *agenda)
{
	const struct tournament *t = &r->tournament;
	struct resume kept;
	char why[WHY];
	int status = EXIT_DATABASE;
	int error = resume_open(&kept, &r->tournament, agenda, &r->wish, why);
	game_store_say_notes(&kept.store, run_tell, NULL);
	if (error == DB_OK) {
		status = run_play(r, agenda, &kept.store);
	} else if (kept.store.changed) {
		fprintf(stderr, "referee: %s: %s\n", t->db, why);
		status = EXIT_FILE;
	} else if (error == RESUME_REFUSED) {
		run_tell(NULL, why);
		status = t->file != NULL ? EXIT_FILE : EXIT_USAGE;
	} else if (*why != '\0') {
		fprintf(stderr,
			"referee: %s holds \"%s\" as another tournament: %s; --fresh begins a new one, --name gives it another name\n",
			t->db, t->name, why);
		status = EXIT_USAGE;
	} else {
		run_tell(NULL, db_why(kept.db));
	}
	resume_close(&kept);
	run_unguard();
	bool ended = status == EXIT_SUCCESS || status == EXIT_FAULTS || status == EXIT_UNDECIDED;
	if (ended && !r->json && !r->quiet) {
		run_print_table(r, "standings");
		putchar('\n');
		run_print_table(r, "crosstable");
		run_print_strength(r);
	}
	return status;
}

/* What is allowed, and said: more games at a time than processors, limits that not all bots are
 * told. */
static void run_tell_notes(struct run *r)
{
	const struct tournament *t = &r->tournament;
	int processors = t->processors.count > 0 ? t->processors.count : cpu_affinity_usable();
	char why[WHY];
	if (!r->quiet && preflight_crowded(t->concurrency, processors, t->limits.clock, why))
		run_tell(NULL, why);
	if (!r->quiet)
		preflight_note_limits(t, &r->mistakes);
}

/* There is no door here that bots could come in by. */
static bool run_has_remote(struct run *r)
{
	const struct tournament *t = &r->tournament;
	for (int i = 0; i < t->bots_count; i++) {
		if (!t->bots[i].remote)
			continue;
		diagnostics_add(&r->mistakes, t->bots[i].at,
			"bot %s is remote: only `referee serve` takes bots in over the network",
			t->bots[i].name);
		return true;
	}
	return false;
}

static int run_tournament(struct run *r, struct game_queue *agenda)
{
	static const int statuses[] = {[PREFLIGHT_NO_CLOCK] = EXIT_USAGE,
		[PREFLIGHT_NO_PROCESSOR] = EXIT_USAGE,
		[PREFLIGHT_NO_BOT] = EXIT_NO_BOT};
	struct stat folder;
	if (run_has_remote(r))
		return EXIT_FILE;
	const char *log = r->log_wire.folder;
	if (log != NULL && mkdir(log, 0777) != 0 &&
		(errno != EEXIST || stat(log, &folder) != 0 || !S_ISDIR(folder.st_mode))) {
		fprintf(stderr, "referee: --log-wire %s: this folder cannot be made: %s\n", log,
			strerror(errno));
		return EXIT_USAGE;
	}
	enum preflight ready = preflight_check(&r->tournament, &r->mistakes);
	if (ready == READY)
		run_tell_notes(r);
	return ready == READY ? run_with_database(r, agenda) : statuses[ready];
}

/* What was read of the command line and the file. */
static int run_asked(struct run *r)
{
	struct game_queue agenda;
	int status = run_read(r);
	if (r->dry_run)
		run_unguard(); /* it keeps nothing that could be gone on with */
	if (status != 0)
		return status;
	if (!game_queue_init(&agenda, &r->tournament, &r->mistakes))
		return EXIT_FILE;
	status = r->dry_run ? run_show_schedule(r, &agenda) : run_tournament(r, &agenda);
	run_tell_uneven(r, &agenda);
	game_queue_clear(&agenda);
	return status;
}

int run_for(int argc, char **argv, const char *again)
{
	struct run r = {.argc = argc, .argv = argv, .again = again, .mistakes = {.tell = run_tell}};
	tournament_init(&r.tournament);
	run_guard(&r);
	int status = run_asked(&r);
	run_unguard();
	tournament_clear(&r.tournament);
	return status;
}

static int run_run(int argc, char **argv)
{
	return run_for(argc, argv, NULL);
}

static const char run_help[] =
	"What defines a tournament stands in its FILE or in flags; flags win. --bot NAME=COMMAND and\n"
	"--param KEY=VALUE can be given again and again.\n\n"
	"  --fresh         begin a new tournament, even if the database holds one of this name\n"
	"  --replay NAME   play this bot's games again; the old ones are kept and count no more;\n"
	"                  can be given again and again\n"
	"  --mixed         go on although a bot has changed: games of both versions count\n"
	"  --dry-run       print the schedule: number, round, bots by seat, opening; then how\n"
	"                  evenly it shares out games, opponents and seats\n"
	"  --json          one JSON object a line on stdout for each event\n"
	"  --quiet         neither progress nor tables\n"
	"  --log-wire DIR  write each conversation to a file in DIR: > what a bot was sent,\n"
	"                  < what it said, ! what it wrote to stderr\n"
	"  --log-wire-only failed\n"
	"                  only of games in which a bot failed\n\n"
	"Exit status: 0 done, 1 a bot failed and strict = yes, 2 usage, 3 the file is wrong or a bot\n"
	"has changed, 4 no bot can be started (of an sprt: one cannot), 5 the database, 7 an sprt\n"
	"ended undecided, 70 our own fault, 130 or 143 interrupted.\n\n"
	"Settings, as flags; in the file they are key = value:\n\n"
	"  --bot [NAME=]COMMAND   a bot that plays; no shell. Its name is what its program's file is\n"
	"                         called when none is given\n";

static void run_help_more(FILE *out)
{
	settings_print(out);
	fputs("\nFormats:\n\n", out);
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++)
		fprintf(out, "  %-12s  %s\n", (*s)->name, (*s)->help);
}

const struct command command_run = {
	.name = "run",
	.summary = "run a tournament, or go on with one that stopped",
	.usage = "[FILE] [--game G] [--bot NAME=COMMAND ...] [flags]",
	.help = run_help,
	.help_more = run_help_more,
	.run = run_run,
};

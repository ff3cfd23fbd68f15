/*
 * run.c - `referee run`: plays a tournament from its definition to its standings.
 *
 * The command asks no questions and loses no game. It does not repeat games that the database has.
 * After any interruption the same command resumes the tournament.
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

/* A tournament and the settings of this run. */
struct run {
	struct tournament tournament;
	struct diagnostics mistakes;
	const char *file;
	struct wire_wish log_wire;
	bool dry_run, json, quiet;
	struct game_store_wish wish;
	struct option_list replay; /* names, as on the command line */
	bool compared;		   /* two bots have played: estimate has the comparison */
	struct strength_estimate estimate;
	int argc;
	char **argv;
	const char *again; /* the command that resumes; NULL: this one */
};

static void run_tell(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "referee: %s\n", line);
}

/* --- the command line ----------------------------------------------------------------------- */

/* The words after `run`. */
struct run_asked {
	struct settings_options settings;
	const char *file;
	const char *log_wire;
	int log_wire_only;
	struct option_list replay;
	bool fresh, mixed, dry_run, json, quiet;
};

#define RUN_AT(member) offsetof(struct run_asked, member)

static const char *const run_log_wire_only[] = {"all", "failed", NULL};

static const struct option_row run_options[] = {
	{.name = "fresh",
		.kind = OPTION_SWITCH,
		.at = RUN_AT(fresh),
		.help = "begin a new tournament, even if the database holds one of this name"},
	{.name = "replay",
		.value = "NAME",
		.kind = OPTION_LIST,
		.at = RUN_AT(replay),
		.max = BOTS_MAX,
		.help = "play the games of this bot again; the old ones are kept and count no more (repeatable)"},
	{.name = "mixed",
		.kind = OPTION_SWITCH,
		.at = RUN_AT(mixed),
		.help = "go on although a bot has changed: games of both versions count"},
	{.name = "dry-run",
		.kind = OPTION_SWITCH,
		.at = RUN_AT(dry_run),
		.help = "print the schedule: number, round, bots by seat, opening; then how evenly it shares out games, opponents and seats"},
	{.name = "json",
		.kind = OPTION_SWITCH,
		.at = RUN_AT(json),
		.help = "write one JSON object a line on stdout for each event"},
	{.name = "quiet",
		.kind = OPTION_SWITCH,
		.at = RUN_AT(quiet),
		.help = "print neither progress nor tables"},
	{.name = "log-wire",
		.value = "DIR",
		.kind = OPTION_TEXT,
		.at = RUN_AT(log_wire),
		.help = "write each conversation to a file in this folder: > before what a bot was sent, < before what it said, ! before what it wrote to stderr"},
	{.name = "log-wire-only",
		.value = "failed",
		.kind = OPTION_CHOICE,
		.at = RUN_AT(log_wire_only),
		.choices = run_log_wire_only,
		.needs = "log-wire",
		.help = "write only conversations of games in which a bot failed"},
	{.name = NULL},
};

extern const struct command command_run;

/* Checks that the games of these bots may be replayed. */
static void run_check_replays(struct run *r)
{
	const struct tournament *t = &r->tournament;
	struct origin at = {"--replay", 0};
	char why[WHY];
	const char *names[BOTS_MAX];
	for (int i = 0; i < t->bots_count; i++)
		names[i] = t->bots[i].name;
	for (int i = 0; i < r->wish.replay_count; i++) {
		if (tournament_find_bot(t, r->replay.all[i]) >= 0)
			continue;
		const char *meant = did_you_mean(r->replay.all[i], names, t->bots_count);
		diagnostics_add(&r->mistakes, at, "%s: tournament \"%s\" has no such bot%s%s%s",
			r->replay.all[i], t->name, meant != NULL ? "; did you mean " : "",
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
	r->wish.replay = r->replay.all;
}

/* Checks whether games of two versions of a bot may count. */
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

/* Reads the command line. False: *status is the exit status. */
static bool run_read_options(struct run *r, int *status)
{
	struct diagnostics mistakes = {.tell = command_tell, .arg = (void *)&command_run};
	struct run_asked a = {.settings = {&r->tournament, &mistakes}};
	bool good = command_read(&command_run, &a, r->argc, r->argv, status);
	r->file = a.file;
	r->log_wire = (struct wire_wish){.folder = a.log_wire, .failed = a.log_wire_only == 1};
	r->dry_run = a.dry_run;
	r->json = a.json;
	r->quiet = a.quiet;
	r->wish.fresh = a.fresh;
	r->wish.mixed = a.mixed;
	r->wish.replay_count = a.replay.count;
	r->replay = a.replay;
	return good;
}

/* Reads the options and the file into the definition. False: *status is the exit status. */
static bool run_read(struct run *r, int *status)
{
	int flaws;
	if (!run_read_options(r, status))
		return false;
	if (r->file != NULL)
		tournament_read_file(&r->tournament, r->file, &r->mistakes);
	flaws = r->mistakes.count;
	tournament_check(&r->tournament, &r->mistakes);
	if (r->mistakes.count > 0) {
		*status = flaws > 0 || r->file != NULL ? EXIT_FILE : EXIT_USAGE;
		return false;
	}
	run_check_replays(r);
	run_check_mixed(r);
	*status = r->mistakes.count == 0 ? EXIT_SUCCESS : EXIT_USAGE;
	return r->mistakes.count == 0;
}

/* Reads the same again, for bots that join. */
static bool run_read_again(void *arg, struct tournament *fresh)
{
	const struct run *r = arg;
	struct run again = {.argc = r->argc, .argv = r->argv, .mistakes = {.tell = run_tell}};
	int status;
	again.tournament = *fresh;
	bool right = run_read(&again, &status);
	*fresh = again.tournament;
	option_list_clear(&again.replay);
	return right;
}

/* --- dry run -------------------------------------------------------------------------------- */

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

static int run_show_schedule(struct run *r, struct game_queue *queue)
{
	struct job job;
	struct pairing_stats balance;
	char why[WHY];
	if (!openings_are_found(&queue->openings, &queue->setup, why, sizeof why)) {
		run_tell(NULL, why);
		return r->tournament.file != NULL ? EXIT_FILE : EXIT_USAGE;
	}
	openings_describe(&queue->openings, why, sizeof why);
	if (*why != '\0')
		fputs(why, stderr);
	pairing_stats_init(&balance, &r->tournament);
	enum schedule_step step;
	for (long number = 1; (step = game_queue_next(queue, &job)) == SCHEDULE_GAME; number++) {
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

/* Reports uneven openings once, not for each game. */
static void run_tell_uneven(const struct run *r, const struct game_queue *queue)
{
	if (queue->uneven > 0 && !r->quiet)
		fprintf(stderr,
			"referee: balanced-openings: no even opening was found for %ld %s; %s from the nearest to it\n",
			queue->uneven, queue->uneven == 1 ? "game" : "games",
			queue->uneven == 1 ? "it began" : "they began");
}

/* --- playing -------------------------------------------------------------------------------- */

/* Prints the command that resumes this run, quoted for a shell. */
static void run_print_command(const struct run *r, FILE *out)
{
	fputs("referee: stopped; every finished game is kept. To go on:\n\n\t", out);
	if (r->again != NULL)
		fputs(r->again, out);
	else
		fprintf(out, "%s run", program_invocation_name);
	for (int i = 1; i < r->argc && r->again == NULL; i++) {
		const char *word = r->argv[i];
		if (strcmp(word, "--fresh") == 0 || strncmp(word, "--replay=", 9) == 0)
			continue;
		if (strcmp(word, "--replay") == 0) {
			i++;
			continue;
		}
		fputc(' ', out);
		shell_quote_word(out, word);
	}
	fputs("\n\n", out);
}

static char *run_going_on; /* the text that run_on_early() prints */
static size_t run_going_on_size;
static const int run_signals[] = {SIGINT, SIGTERM};

enum { RUN_SIGNALS = sizeof run_signals / sizeof *run_signals };

static struct sigaction run_before[RUN_SIGNALS];
static pid_t run_process; /* the process that prints it: a child keeps these handlers until it
			     starts another program */

/* Handles a signal before the games begin: while the file is read, the sandbox is tested and the
 * bots' programs are read. Nothing is half done then. */
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

/* Installs handlers that print the command to resume. The handlers for games replace them later. */
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

/* A row of a seat that failed in an earlier run. */
static bool run_on_fault(
	void *faulty, int columns, const char *const *names, const struct db_value *values)
{
	(void)columns, (void)names, (void)values;
	++*(long *)faulty;
	return true;
}

/* Plays the missing games. */
static int run_play(struct run *r, struct game_queue *queue, struct game_store *s)
{
	const struct tournament *t = &r->tournament;
	struct progress progress;
	struct match_strength match;
	char why[WHY] = "";
	int signal = 0;
	long faulty = 0;
	int error = match_strength_open(&match, queue, s);
	if (error == DB_OK)
		error = db_read(s->db, "faults", &s->tournament, 1, run_on_fault, &faulty);
	if (error != DB_OK) {
		match_strength_clear(&match);
		return run_end(r, DIRECTOR_DATABASE, 0, s, why);
	}
	progress_init(&progress, queue, &match, r->json, r->quiet);
	progress.faulty = faulty;
	s->announce = progress_on_result;
	s->arg = &progress;
	struct reload joining = {&r->tournament, run_read_again, run_tell, r};
	enum director_end end = run_tournament_run(queue, s, &joining, &r->log_wire, &signal, why);
	faulty = progress.faulty;
	progress.why = end == DIRECTOR_NO_BOT ? why : NULL;
	progress_end(&progress, run_endings[end], end == DIRECTOR_DONE);
	r->compared = match_strength_estimate(&match, &r->estimate) && r->estimate.any;
	match_strength_clear(&match);
	if (!r->quiet)
		run_tell_duplicates(s);
	int status = run_end(r, end, signal, s, why);
	if (status == EXIT_SUCCESS && schedule_iterator_undecided(&queue->walk))
		return EXIT_UNDECIDED;
	return status == EXIT_SUCCESS && t->strict && faulty > 0 ? EXIT_FAULTS : status;
}

/* Opens the database and plays. */
static int run_with_database(struct run *r, struct game_queue *queue)
{
	const struct tournament *t = &r->tournament;
	struct resume kept;
	char why[WHY];
	int status = EXIT_DATABASE;
	int error = resume_open(&kept, &r->tournament, queue, &r->wish, why);
	game_store_say_notes(&kept.store, run_tell, NULL);
	if (error == DB_OK) {
		status = run_play(r, queue, &kept.store);
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

/* Prints notes about settings that are allowed but surprising: more games at a time than
 * processors, limits that not all bots are sent. */
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

/* Refuses remote bots: this command has no listener for them. */
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

static int run_tournament(struct run *r, struct game_queue *queue)
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
	return ready == READY ? run_with_database(r, queue) : statuses[ready];
}

/* Runs the tournament of the command line and the file. */
static int run_asked(struct run *r)
{
	struct game_queue queue;
	int status;
	bool read = run_read(r, &status);
	if (r->dry_run)
		run_unguard(); /* nothing was stored that could be resumed */
	if (!read)
		return status;
	if (!game_queue_init(&queue, &r->tournament, &r->mistakes))
		return EXIT_FILE;
	status = r->dry_run ? run_show_schedule(r, &queue) : run_tournament(r, &queue);
	run_tell_uneven(r, &queue);
	game_queue_clear(&queue);
	return status;
}

int run_for(int argc, char **argv, const char *again)
{
	struct run r = {.argc = argc, .argv = argv, .again = again, .mistakes = {.tell = run_tell}};
	tournament_init(&r.tournament);
	run_guard(&r);
	int status = run_asked(&r);
	run_unguard();
	option_list_clear(&r.replay);
	tournament_clear(&r.tournament);
	return status;
}

static int run_run(int argc, char **argv)
{
	return run_for(argc, argv, NULL);
}

/* The names of the formats, as words of the help. */
static bool run_format_word(size_t number, struct option_row *row)
{
	const struct schedule *s = all_schedules[number];
	if (s != NULL)
		*row = (struct option_row){.name = s->name, .help = s->help};
	return s != NULL;
}

static const char *const run_examples[] = {"referee run cup.conf",
	"referee run --game connect4 --bot \"referee-bot --depth 6\" --bot mine=./mine --rounds 10",
	NULL};

const struct command command_run = {
	.name = "run",
	.group = COMMAND_PLAY,
	.summary = "Run a tournament, or go on with one that stopped",
	.about = "A tournament is defined by its FILE and by options; options win over the file. "
		 "In the file, a setting is a line KEY = VALUE.",
	.options = {.arguments = {{"FILE", ARGUMENT_OPTIONAL, RUN_AT(file),
			    "the file that defines the tournament"}},
		.groups = {{.rows = run_options},
			{.title = "Settings of the tournament",
				.row = settings_option,
				.at = RUN_AT(settings),
				.explain = settings_explain},
			{.title = "Settings of one bot, in its section bot NAME { KEY = VALUE } of the file",
				.row = settings_bot_word,
				.words = true},
			{.title = "Formats", .row = run_format_word, .words = true}}},
	.notes =
		"Exit status: 0 done; 1 a bot failed and strict = yes; 2 usage; 3 the file is wrong or a bot has changed; 4 no bot can be started (of an sprt: one cannot); 5 the database; 7 an sprt ended undecided; 70 a fault of the referee; 130 or 143 interrupted.",
	.examples = run_examples,
	.run = run_run,
};

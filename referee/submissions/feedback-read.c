/*
 * feedback-read.c - reads what a student is told, from the database and the class's folder.
 */
#include "referee/submissions/feedback.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/key-value.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/board/board.h"
#include "referee/results/stored-failure.h"

enum { FEEDBACK_CHECK = 256 * 1024 /* the longest text of a check */ };

/* --- the class -------------------------------------------------------------------------------- */

int feedback_open(struct feedback_class *all, struct db *db, int64_t tournament,
	const struct class_state *class)
{
	char limit[HOUSE_BOT_GO];
	all->db = db;
	all->class = class;
	/* With an address its head is read at a glance, and no games for a list. */
	all->report = (struct report){.base = "", .db = db, .tournament = tournament};
	game_analysis_init(&all->analysis, all->nodes);
	int64_t share = all->nodes / FEEDBACK_SHARE;
	snprintf(limit, sizeof limit, "nodes %" PRId64,
		share < 1		? 1
		: share > FEEDBACK_LOOK ? FEEDBACK_LOOK
					: share);
	house_bot_init(&all->house, "best", limit);
	struct db_query q;
	int error = report_load(&all->report);
	if (error == DB_OK)
		error = report_load_history(&all->report);
	if (error != DB_OK)
		return error;
	db_query(&q, db, "tournament-bots", tournament);
	while (db_next(&q)) {
		const char *name = db_text(&q, "name");
		struct feedback_bot *bot = NULL;
		for (int i = 0; i < all->bots_count && bot == NULL; i++)
			if (strcmp(all->bots[i].name, name) == 0)
				bot = &all->bots[i];
		if (bot == NULL) {
			all->bots = memory_resize(
				all->bots, (size_t)all->bots_count + 1, sizeof *all->bots);
			bot = &all->bots[all->bots_count++];
			*bot = (struct feedback_bot){.name = memory_copy(name)};
		}
		free(bot->command);
		free(bot->settings);
		bot->command = memory_copy(db_text(&q, "command"));
		bot->settings = memory_copy(db_text(&q, "settings"));
		bot->id = db_int(&q, "id");
		bot->remote = db_int(&q, "remote") != 0;
	}
	return db_end(&q);
}

void feedback_close(struct feedback_class *all)
{
	for (int i = 0; i < all->bots_count; i++) {
		free(all->bots[i].name);
		free(all->bots[i].command);
		free(all->bots[i].settings);
	}
	free(all->bots);
	feedback_close_values(all);
	game_analysis_clear(&all->analysis);
	report_clear(&all->report);
}

/* --- results ---------------------------------------------------------------------------------- */

/* The class of the compared opponents: qsort has no argument for it. */
static const struct report *feedback_sorted;

/* Opponents come in the order of the standings. */
static int feedback_compare(const void *a, const void *b)
{
	const struct feedback_opponent *one = a, *other = b;
	return report_find(feedback_sorted, one->name) - report_find(feedback_sorted, other->name);
}

static int feedback_read_results(struct feedback *f, const struct feedback_class *all)
{
	const struct report *r = &all->report;
	int row = report_find(r, f->student->name);
	for (int i = 0; i < all->bots_count; i++)
		if (strcmp(all->bots[i].name, f->student->name) == 0)
			f->program = &all->bots[i];
	if (row >= 0)
		f->bot = &r->bots[row];
	if (row >= 0 && rating_lacks(r->fit) == NULL && r->fit->rating[row].games > 0)
		f->rating = &r->fit->rating[row];
	if (f->program == NULL)
		return DB_OK;
	struct db_query q;
	db_query(&q, all->db, "bot-head-to-head", r->tournament, f->program->id, 0);
	while (db_next(&q)) {
		f->opponents = memory_resize(
			f->opponents, (size_t)f->opponents_count + 1, sizeof *f->opponents);
		f->opponents[f->opponents_count++] =
			(struct feedback_opponent){.name = memory_copy(db_text(&q, "opponent")),
				.games = db_int(&q, "games"),
				.wins = db_int(&q, "wins"),
				.draws = db_int(&q, "draws"),
				.losses = db_int(&q, "losses"),
				.points = db_real(&q, "points")};
	}
	feedback_sorted = r;
	if (f->opponents_count > 1)
		qsort(f->opponents, (size_t)f->opponents_count, sizeof *f->opponents,
			feedback_compare);
	return db_end(&q);
}

/* --- faults ----------------------------------------------------------------------------------- */

/* A row of the query faults, in the order of the games. */
static void feedback_take_fault(struct feedback *f, struct db_query *q)
{
	enum verdict verdict = verdict_find(db_text(q, "verdict"));
	struct feedback_fault *fault = NULL;
	if (strcmp(db_text(q, "bot"), f->student->name) != 0 || verdict == VERDICTS)
		return;
	for (int i = 0; i < f->faults_count && fault == NULL; i++)
		if (f->faults[i].verdict == verdict)
			fault = &f->faults[i];
	if (fault == NULL) {
		fault = &f->faults[f->faults_count++];
		*fault = (struct feedback_fault){.verdict = verdict};
	}
	fault->count++;
	fault->game = db_int(q, "game");
}

char *feedback_opponents(const struct stored_game *g, int seat)
{
	char *text = NULL;
	size_t size;
	bool first = true;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < g->setup.seats; i++) {
		if (i == seat - 1 || g->moves.names[i] == NULL)
			continue;
		fprintf(out, "%s%s", first ? "" : ", ", g->moves.names[i]);
		first = false;
	}
	memory_close(out);
	return text;
}

char *feedback_draw(const struct board_scene *scene, const char *position)
{
	char *text = NULL, *label = memory_print("The board: %s", position);
	size_t size;
	FILE *out = memory_open(&text, &size);
	struct board *b = board_create(scene->setup, scene->now);
	board_show(b, scene);
	board_svg(out, b, label);
	board_free(b);
	memory_close(out);
	free(label);
	return text;
}

/* Draws the position in which the bot was asked. */
static void feedback_draw_fault(struct feedback_fault *fault, struct stored_failure *f)
{
	struct position p;
	struct error err;
	const struct setup *setup = &f->game->setup;
	const char *phase = db_text(&f->row, "phase");
	if (!f->playable || phase == NULL || strcmp(phase, "move") != 0 ||
		!setup->rules->read(setup, &p, f->repeat.position, &err))
		return;
	const struct board_scene scene = {.setup = setup, .now = &p};
	fault->board = feedback_draw(&scene, f->repeat.position);
}

/* A copy of a text in which a path of the student's folder on this machine begins in the folder of
 * the version. NULL for NULL. */
static char *feedback_localise(const struct feedback *f, const char *text)
{
	char *copy = memory_copy(text),
	     *folder = class_student_path(f->class->class, f->student, "", "");
	char *path = realpath(folder, NULL);
	free(folder);
	for (char *at = copy; path != NULL && at != NULL && (at = strstr(at, path)) != NULL;) {
		char *end = at + strlen(path);
		size_t version = *end == '/' ? strspn(end + 1, "0123456789abcdef") : 0;
		end += version > 0 ? 1 + version : 0;
		const char *instead = version == 0 ? ".." : *end == '/' ? "" : ".";
		end += version > 0 && *end == '/';
		memmove(at + strlen(instead), end, strlen(end) + 1);
		memcpy(at, instead, strlen(instead));
		at += strlen(instead);
	}
	free(path);
	return copy;
}

/* True: this loss is the one to explain, and was explained. */
static bool feedback_explain(
	struct feedback *of, struct feedback_fault *fault, struct stored_failure *f)
{
	size_t size;
	/* In one game several bots may fail: this page is about one of them. */
	if (strcmp(db_text(&f->row, "bot"), of->student->name) != 0 || f->verdict != fault->verdict)
		return false;
	fault->opponents = feedback_opponents(f->game, (int)db_int(&f->row, "seat"));
	fault->detail = feedback_localise(of, db_text(&f->row, "detail"));
	if (f->verdict == VERDICT_BENCHED) {
		/* Behind it stands a command that needs the database. */
		char *more = fault->detail != NULL ? strstr(fault->detail, "; see `") : NULL;
		if (more != NULL)
			*more = '\0';
		return true;
	}
	char *report = NULL;
	FILE *out = memory_open(&report, &size);
	stored_failure_write(out, f);
	memory_close(out);
	fault->report = feedback_localise(of, report);
	free(report);
	fault->before = stored_failure_before_command(f);
	fault->command = fault->before != NULL ? memory_copy(f->repeat.command) : NULL;
	feedback_draw_fault(fault, f);
	return true;
}

/* Explains a fault in its game. */
static int feedback_explain_in(struct feedback *f, struct feedback_fault *fault, struct db *db,
	const struct stored_game *g)
{
	struct stored_failure failure;
	stored_failures(&failure, db, g, true);
	while (stored_failure_next(&failure) && !feedback_explain(f, fault, &failure))
		;
	return stored_failures_end(&failure);
}

/* Explains the newest game of each kind of fault. */
static int feedback_read_faults(struct feedback *f, const struct feedback_class *all)
{
	struct db_query q;
	db_query(&q, all->db, "faults", all->report.tournament);
	while (db_next(&q))
		feedback_take_fault(f, &q);
	int error = db_end(&q);
	for (int i = 0; i < f->faults_count && error == DB_OK; i++) {
		struct stored_game g = {.game = f->faults[i].game};
		error = stored_game_find(&g, all->db);
		if (error == DB_OK)
			error = stored_game_load(&g, all->db);
		if (error == DB_OK)
			error = feedback_explain_in(f, &f->faults[i], all->db, &g);
		stored_game_clear(&g);
	}
	return error;
}

/* --- the check -------------------------------------------------------------------------------- */

/* Reads the text of the check, if there is one. */
static void feedback_read_check(struct feedback *f, const struct class_state *class)
{
	const struct class_student *s = f->student;
	struct error err;
	int line;
	if (s->fields[CLASS_VERSION] == NULL)
		return;
	char *path = class_student_path(class, s, s->fields[CLASS_VERSION], ".check");
	char *text =
		access(path, F_OK) == 0 ? text_file_read(path, FEEDBACK_CHECK, &line, &err) : NULL;
	f->check = feedback_localise(f, text);
	free(text);
	free(path);
}

static void feedback_make_check_command(struct feedback *f, const struct report *r)
{
	const struct class_student *s = f->student;
	struct repeat_command command;
	if (s->fields[CLASS_COMMAND] == NULL || r->rules == NULL)
		return;
	static const struct {
		enum class_field field;
		const char *key;
	} rows[] = {{CLASS_ADAPTER, "adapter"}, {CLASS_BUILD, "build"}};
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (s->fields[rows[i].field] != NULL)
			fprintf(out, "%s = %s\n", rows[i].key, s->fields[rows[i].field]);
	memory_close(out);
	char *settings = text;
	const struct repeat_bot bot = {
		.command = s->fields[CLASS_COMMAND], .settings = settings, .home = true};
	const struct repeat_tournament tournament = {
		.rules = r->rules, .seats = r->seats, .definition = r->texts[REPORT_DEFINITION]};
	repeat_command_make_check(&command, &tournament, &bot);
	f->check_command = command.command;
	command.command = NULL;
	repeat_command_clear(&command);
	free(settings);
}

/* --- a student -------------------------------------------------------------------------------- */

int feedback_read(
	struct feedback *f, struct feedback_class *all, const struct class_student *student)
{
	*f = (struct feedback){.class = all, .student = student};
	feedback_read_check(f, all->class);
	feedback_make_check_command(f, &all->report);
	int error = feedback_read_results(f, all);
	/* Finds which version played, by its folder. */
	const char *version = f->student->fields[CLASS_VERSION];
	const char *settings = f->program != NULL ? f->program->settings : NULL;
	char *dir = settings != NULL ? key_value_value(settings, "dir") : NULL;
	if (dir != NULL && version != NULL && strcmp(basename(dir), version) != 0)
		f->older = memory_copy(basename(dir));
	free(dir);
	if (error == DB_OK && f->program != NULL)
		error = feedback_read_faults(f, all);
	if (error == DB_OK && f->program != NULL)
		error = feedback_read_blunders(f, all);
	return error;
}

void feedback_clear(struct feedback *f)
{
	for (int i = 0; i < f->opponents_count; i++)
		free(f->opponents[i].name);
	free(f->opponents);
	for (int i = 0; i < f->faults_count; i++) {
		free(f->faults[i].opponents);
		free(f->faults[i].detail);
		free(f->faults[i].report);
		free(f->faults[i].board);
		free(f->faults[i].before);
		free(f->faults[i].command);
	}
	for (int i = 0; i < f->blunders_count; i++) {
		struct feedback_blunder *b = &f->blunders[i];
		free(b->opponents);
		free(b->position);
		free(b->text);
		free(b->board);
		free(b->command);
	}
	free(f->check);
	free(f->check_command);
	free(f->older);
}

/*
 * game-receiver.c - receives one game from an arbiter: parses its record, judges the game, and
 * passes it on.
 */
#include "referee/director/game-receiver.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/message.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "referee/tournament/tournament.h"
#include "referee/game/game.h"
#include "referee/game/record.h"
#include "rules/process/rules-process.h"

enum {
	RECORD_PARSER_PLIES_MAX = 1 << 20,
	RECORD_PARSER_SIGNAL_MAX = 64,
	RECORD_PARSER_EXIT_MAX = 255,
	RECORD_PARSER_INFO_MAX = 512,	   /* bytes of search information per move */
	RECORD_PARSER_ERRORS_MAX = 1 << 15 /* bytes of stderr */
};

#define RECORD_JUDGE_SLACK (50 * MILLISECOND)

#define RECORD_PARSER_MOMENT_MAX INT64_C(253402300799999) /* UTC milliseconds: the year 9999 */

static void record_parser_forget(struct record_parser *g)
{
	while (g->texts_count > 0)
		free(g->texts[--g->texts_count]);
	for (int i = 0; i < g->game.infos_count; i++) {
		free((char *)g->infos[i].pv);
		free((char *)g->infos[i].text);
	}
	position_blocks_clear(&g->blocks);
	g->errors_length = 0;
	g->game = (struct db_game){.seats = 0};
}

void record_parser_clear(struct record_parser *g)
{
	record_parser_forget(g);
	free(g->errors);
	free(g->infos);
	free(g->moves);
	free(g->move_texts);
	*g = (struct record_parser){.moves = NULL};
}

/* A copy that lasts as long as the game. A record that gives a value twice is invalid. */
static const char *record_parser_keep_bytes(
	struct record_parser *g, const char *bytes, size_t length)
{
	if (g->texts_count == (int)(sizeof g->texts / sizeof *g->texts))
		return "";
	char *copy = memory_get(length + 1, 1);
	memcpy(copy, bytes, length);
	return g->texts[g->texts_count++] = copy;
}

static const char *record_parser_keep(struct record_parser *g, const char *text)
{
	return record_parser_keep_bytes(g, text, strlen(text));
}

/* The same for text that a bot may have written in part: escaped, safe for any reader. */
static const char *record_parser_keep_escaped(struct record_parser *g, const char *text)
{
	char *escaped = escape_text(text, false);
	const char *kept = record_parser_keep(g, escaped);
	free(escaped);
	return kept;
}

/* Checks a time span. -1: not measured. False: out of a clock's range. */
static bool record_parser_span(int64_t number, int64_t *span)
{
	*span = number == UNKNOWN ? -1 : number;
	return number == UNKNOWN || (number >= 0 && number <= DB_SPAN_MAX);
}

static bool record_parser_moment(int64_t number, int64_t *moment)
{
	*moment = number;
	return number >= 0 && number <= RECORD_PARSER_MOMENT_MAX;
}

/* A number that a bot said, which the arbiter bounds (MESSAGE_INFO_MAX). */
static bool record_parser_said(int64_t number, int64_t least)
{
	return number == UNKNOWN || (number >= least && number <= MESSAGE_INFO_MAX);
}

static bool record_parser_move(struct record_parser *g, const struct record *r)
{
	const struct move_numbers *numbers = &r->move.numbers;
	struct db_game *game = &g->game;
	if (strlen(r->move.text) >= MOVE_TEXT || r->seat > DB_SEATS || game->seats > 0 ||
		game->plies == RECORD_PARSER_PLIES_MAX)
		return false;
	if (game->plies == g->moves_room) {
		g->moves_room = 2 * g->moves_room + 64;
		g->moves = memory_resize(g->moves, (size_t)g->moves_room, sizeof *g->moves);
		g->move_texts =
			memory_resize(g->move_texts, (size_t)g->moves_room, sizeof *g->move_texts);
	}
	strcpy(g->move_texts[game->plies], r->move.text);
	struct db_move *m = &g->moves[game->plies++];
	*m = (struct db_move){.seat = r->seat,
		.depth = numbers->depth,
		.score = numbers->score,
		.nodes = numbers->nodes,
		.ply = game->plies};
	return record_parser_span(numbers->wall, &m->wall_us) && m->wall_us >= 0 &&
	       record_parser_span(numbers->cpu, &m->cpu_us) &&
	       record_parser_span(numbers->wait, &m->wait_us) && record_parser_said(m->depth, 0) &&
	       record_parser_said(m->score, -MESSAGE_INFO_MAX) && record_parser_said(m->nodes, 0);
}

/* The place for information about the last move, which must be this seat's; NULL: it is not. */
static struct db_info *record_parser_info_of(struct record_parser *g, int seat, size_t length)
{
	struct db_game *game = &g->game;
	if (game->plies == 0 || game->seats > 0 || g->moves[game->plies - 1].seat != seat ||
		length > RECORD_PARSER_INFO_MAX)
		return NULL;
	if (game->infos_count > 0 && g->infos[game->infos_count - 1].ply == game->plies)
		return &g->infos[game->infos_count - 1];
	if (game->infos_count == g->infos_room) {
		g->infos_room = 2 * g->infos_room + 64;
		g->infos = memory_resize(g->infos, (size_t)g->infos_room, sizeof *g->infos);
	}
	game->infos = g->infos;
	struct db_info *info = &g->infos[game->infos_count++];
	*info = (struct db_info){.ply = game->plies, .seldepth = INT64_MIN, .nps = INT64_MIN};
	return info;
}

/* Only text that is safe for any reader enters the database. */
static bool record_parser_info(struct record_parser *g, const struct record *r)
{
	const struct line_bytes *text = r->kind == RECORD_INFO ? &r->info.pv : &r->text;
	struct db_info *info = record_parser_info_of(g, r->seat, text->length);
	if (info == NULL || (r->kind == RECORD_INFO ? info->pv : info->text) != NULL)
		return false;
	char *escaped = *text->at != '\0' ? escape_text(text->at, false) : NULL;
	if (r->kind == RECORD_STRING) {
		info->text = escaped;
		return escaped != NULL;
	}
	info->pv = escaped;
	info->seldepth = r->info.seldepth;
	info->nps = r->info.nps;
	return record_parser_said(info->seldepth, 0) && record_parser_said(info->nps, 0);
}

static bool record_parser_seat(struct record_parser *g, const struct record *r)
{
	const char *detail = r->result.detail;
	enum verdict verdict = verdict_find(r->result.verdict);
	if (r->seat != g->game.seats + 1 || r->seat > DB_SEATS || verdict == VERDICTS ||
		verdict == VERDICT_VOID || r->result.rank < 1 || r->result.rank > DB_SEATS)
		return false;
	g->game.seat[g->game.seats++] = (struct db_seat){.rank = (int)r->result.rank,
		.points = NAN,
		.verdict = verdict_table[verdict].name,
		.detail = *detail == '\0' ? NULL : record_parser_keep_escaped(g, detail)};
	return true;
}

/* The phases; the word in the record line does not last. */
static const char *const record_parser_phases[] = {"start", "newgame", "move"};

/* The last seat in the record, which the line must be about; NULL: it is not. */
static struct db_seat *record_parser_last(struct record_parser *g, const struct record *r)
{
	return r->seat == g->game.seats ? &g->game.seat[r->seat - 1] : NULL;
}

/* The end of the process: 0 to 255 is its exit status, below 0 a signal. */
static bool record_parser_exit(int64_t end, struct db_failure *e)
{
	e->exit_status = end >= 0 ? (int)end : -1;
	e->signal = end < 0 && end != UNKNOWN ? (int)-end : -1;
	return end == UNKNOWN ||
	       (end >= -RECORD_PARSER_SIGNAL_MAX && end <= RECORD_PARSER_EXIT_MAX);
}

/* A failure report, about the previous seat, whose bot failed. */
static bool record_parser_evidence(struct record_parser *g, const struct record *r)
{
	struct db_seat *seat = record_parser_last(g, r);
	struct db_failure *e = seat != NULL ? &seat->failure : NULL;
	if (e == NULL || e->phase != NULL || !verdict_is_fault(verdict_find(seat->verdict)))
		return false;
	for (size_t i = 0; i < sizeof record_parser_phases / sizeof *record_parser_phases; i++)
		if (strcmp(record_parser_phases[i], r->evidence.phase) == 0)
			e->phase = record_parser_phases[i];
	return e->phase != NULL && record_parser_span(r->evidence.limit, &e->limit_us) &&
	       record_parser_span(r->evidence.wall, &e->wall_us) &&
	       record_parser_span(r->evidence.cpu, &e->cpu_us) &&
	       record_parser_span(r->evidence.wait, &e->wait_us) &&
	       record_parser_exit(r->evidence.exit, e);
}

/* Is this text that every reader of a database accepts? bytes end with a NUL. */
static bool record_parser_is_text(const char *bytes, size_t length)
{
	const char *at = bytes;
	for (int step; *at != '\0'; at += step) {
		step = utf8_length(at);
		if (step == 0)
			return false;
	}
	return at == bytes + length;
}

/* Escapes bytes that are not text, because a text column takes no bytes. */
static const char *record_parser_keep_text(
	struct record_parser *g, const char *bytes, size_t count, size_t *length)
{
	if (record_parser_is_text(bytes, count)) {
		*length = count;
		return record_parser_keep_bytes(g, bytes, count);
	}
	char *escaped = escape_bytes(bytes, count, true);
	const char *kept = record_parser_keep(g, escaped);
	*length = strlen(kept);
	free(escaped);
	return kept;
}

/* A part of the stderr of a seat's bot, with or without a failure. */
static bool record_parser_errors(struct record_parser *g, const struct record *r)
{
	const struct db_seat *seat = record_parser_last(g, r);
	if (seat == NULL || seat->stderr_tail != NULL ||
		g->errors_length + r->text.length > RECORD_PARSER_ERRORS_MAX)
		return false;
	if (g->errors_length + r->text.length + 1 > g->errors_room) {
		g->errors_room = 2 * (g->errors_length + r->text.length) + 1;
		g->errors = memory_resize(g->errors, g->errors_room, 1);
	}
	memcpy(g->errors + g->errors_length, r->text.at, r->text.length);
	g->errors_length += r->text.length;
	g->errors[g->errors_length] = '\0';
	return true;
}

/* Joins the parts when all are there. */
static void record_parser_end_errors(struct record_parser *g)
{
	if (g->errors_length == 0)
		return;
	struct db_seat *seat = &g->game.seat[g->game.seats - 1];
	seat->stderr_tail =
		record_parser_keep_text(g, g->errors, g->errors_length, &seat->stderr_length);
	g->errors_length = 0;
}

/* Lines with a seat's bytes: each at most once, after its failure report. */
static bool record_parser_bytes(struct record_parser *g, const struct record *r)
{
	struct db_seat *seat = record_parser_last(g, r);
	struct db_failure *e = seat != NULL ? &seat->failure : NULL;
	size_t length;
	if (e == NULL || e->phase == NULL)
		return false;
	if (r->kind == RECORD_ASKED && e->asked == NULL) {
		e->asked = record_parser_keep_text(g, r->text.at, r->text.length, &length);
	} else if (r->kind == RECORD_SAID && e->said == NULL) {
		e->said = record_parser_keep_bytes(g, r->text.at, r->text.length);
		e->said_length = r->text.length;
	} else {
		return false;
	}
	return true;
}

static bool record_parser_end(struct record_parser *g, const struct record *r)
{
	if (g->game.seats < 2 || !record_parser_moment(r->end.ended, &g->game.ended_ms))
		return false;
	g->begun = false;
	g->game.reason = record_parser_keep(g, r->end.reason);
	g->game.final = record_parser_keep(g, r->end.final);
	g->game.moves = g->moves;
	g->game.moves_count = g->game.plies;
	g->game.positions = g->blocks.all;
	g->game.positions_count = g->blocks.count;
	for (int i = 0; i < g->game.plies; i++)
		g->moves[i].text = g->move_texts[i];
	return true;
}

static bool record_parser_begin(struct record_parser *g, const struct record *r)
{
	record_parser_forget(g);
	g->begun = true;
	g->pairing = r->game.pairing;
	return record_parser_moment(r->game.started, &g->game.started_ms);
}

static void record_parser_void(struct record_parser *g, const struct record *r)
{
	record_parser_forget(g);
	g->begun = false;
	g->pairing = r->voided.pairing;
	g->text = r->voided.why;
}

/* Handles a line between the first line of a record and its end. */
static bool record_parser_takes(struct record_parser *g, const struct record *r)
{
	switch (r->kind) {
	case RECORD_MOVE:
		return record_parser_move(g, r);
	case RECORD_QUESTION:
	case RECORD_ANSWER:
		return position_blocks_take(&g->blocks, r);
	case RECORD_INFO:
	case RECORD_STRING:
		return record_parser_info(g, r);
	case RECORD_SEAT:
		return record_parser_seat(g, r);
	case RECORD_EVIDENCE:
		return record_parser_evidence(g, r);
	case RECORD_ASKED:
	case RECORD_SAID:
		return record_parser_bytes(g, r);
	case RECORD_STDERR:
		return record_parser_errors(g, r);
	default: /* the tournament has all other values */
		return false;
	}
}

/* The writer escapes control bytes, so a line with one is invalid. No terminal then obeys a printed
 * line. */
static bool record_parser_is_clean(const char *line)
{
	for (; *line != '\0'; line++)
		if (((unsigned char)*line < ' ' && *line != '\t') || *line == 0x7f)
			return false;
	return true;
}

enum record_parser_status record_parser_line(struct record_parser *g, char *line)
{
	struct record r;
	if (!record_parser_is_clean(line) || !record_read(&r, line))
		return RECORD_PARSER_BAD;
	if (r.kind == RECORD_VOID) {
		record_parser_void(g, &r);
		return RECORD_PARSER_VOID;
	}
	if (r.kind == RECORD_WIRE || r.kind == RECORD_OPTION) {
		g->line_seat = r.seat;
		g->text = r.text.at;
		if (r.seat > DB_SEATS || (r.kind == RECORD_OPTION && !g->begun))
			return RECORD_PARSER_BAD;
		return r.kind == RECORD_WIRE ? RECORD_PARSER_WIRE : RECORD_PARSER_OPTION;
	}
	if (g->begun == (r.kind == RECORD_GAME))
		return RECORD_PARSER_BAD;
	if (r.kind != RECORD_STDERR)
		record_parser_end_errors(g);
	if (r.kind == RECORD_GAME)
		return record_parser_begin(g, &r) ? RECORD_PARSER_MORE : RECORD_PARSER_BAD;
	if (r.kind == RECORD_END)
		return record_parser_end(g, &r) ? RECORD_PARSER_GAME : RECORD_PARSER_BAD;
	return record_parser_takes(g, &r) ? RECORD_PARSER_MORE : RECORD_PARSER_BAD;
}

/* --- the conversations ------------------------------------------------------------------------ */

static void wire_log_add(struct wire_log *w, int seat, const char *line)
{
	if (seat < 1 || seat > SEATS_MAX || w->bytes[seat - 1] > WIRE_LOG_MAX)
		return;
	if (w->stream[seat - 1] == NULL)
		w->stream[seat - 1] = memory_open(&w->text[seat - 1], &w->length[seat - 1]);
	w->bytes[seat - 1] += strlen(line) + 1;
	fprintf(w->stream[seat - 1], "%s\n",
		w->bytes[seat - 1] <= WIRE_LOG_MAX ? line : "(the log ends here: it is full)");
}

static void wire_log_clear(struct wire_log *w)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		if (w->stream[i] != NULL)
			memory_close(w->stream[i]);
		free(w->text[i]);
		w->stream[i] = NULL;
		w->text[i] = NULL;
		w->bytes[i] = 0;
	}
}

static int wire_log_write(const char *path, const char *text, size_t length)
{
	/* Bots may write anything, which a terminal must not obey; and all of it is theirs. */
	char *plain = escape_bytes(text, length, true);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (file == NULL) {
		free(plain);
		return -1;
	}
	size_t size = strlen(plain), written = fwrite(plain, 1, size, file);
	free(plain);
	return fclose(file) == 0 && written == size ? 0 : -1;
}

int wire_log_save(struct wire_log *w, const char *folder, int64_t game)
{
	char path[4096];
	int result = 0;
	for (int i = 0; i < SEATS_MAX; i++) {
		if (w->stream[i] == NULL)
			continue;
		memory_close(w->stream[i]);
		w->stream[i] = NULL;
		snprintf(path, sizeof path, "%s/game-%" PRId64 "-seat-%d.txt", folder, game, i + 1);
		if (wire_log_write(path, w->text[i], w->length[i]) != 0)
			result = -1;
	}
	wire_log_clear(w);
	return result;
}

/* --- the judge ------------------------------------------------------------------------------- */

struct rejudge *record_judge_create(const struct tournament *t)
{
	struct error err;
	const bool process = rules_is_process(t->rules);
	const struct rejudge_terms terms = {.rules = t->rules,
		.description = process ? rules_process_description(t->rules) : NULL,
		.seats = t->players,
		.params = (const char *const *)t->params,
		.params_count = t->params_count,
		.endings = REJUDGE_DEFINED,
		.game = &t->terms,
		.failures_stored = true};
	struct rejudge *judge = rejudge_create(&terms, &err);
	assert(judge->setup != NULL); /* the tournament was checked */
	return judge;
}

static void record_judge_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct error *first = arg;
	if (error_is_set(first))
		return;
	char *text = rejudge_describe(m);
	error_set(first, "its record of a game is wrong: %.300s", text);
	free(text);
}

usec record_judge_most(const struct job *job, usec now)
{
	usec span = now > job->requested ? now - job->requested : 0;
	return span + span / 100 + RECORD_JUDGE_SLACK;
}

/* Seats move one after the other: their times add up. */
static bool record_judge_span(
	const struct job *job, const struct db_game *g, usec now, struct error *err)
{
	char took[32], since[32];
	usec all = 0, span = record_judge_most(job, now);
	for (int i = 0; i < g->moves_count && all <= span; i++)
		all += g->moves[i].wall_us;
	for (int i = 0; i < g->seats && all <= span; i++) {
		const struct db_failure *e = &g->seat[i].failure;
		bool moving = e->phase != NULL && strcmp(e->phase, "move") == 0;
		all += moving && e->wall_us > 0 ? e->wall_us : 0;
	}
	time_format(all, took, sizeof took);
	time_format(now - job->requested, since, sizeof since);
	return all <= span ||
	       error_set(err,
		       "its record of a game is wrong: its moves took %s, but it was requested %s ago",
		       took, since);
}

/* A bot that did not answer in time before the game had this time, and took it. */
static bool record_judge_newgame(
	const struct bot_config *bot, const struct db_seat *seat, struct error *err)
{
	const struct db_failure *e = &seat->failure;
	bool late = verdict_find(seat->verdict) == VERDICT_TIME && e->phase != NULL &&
		    strcmp(e->phase, "move") != 0;
	if (!late || (e->limit_us == bot->allowance.newgame && e->wall_us >= e->limit_us))
		return true;
	return error_set(err,
		"its record of a game is wrong: a bot lost on time before its first move after %.3f ms of %.3f ms, and it has %.3f ms",
		(double)e->wall_us / MILLISECOND, (double)e->limit_us / MILLISECOND,
		(double)bot->allowance.newgame / MILLISECOND);
}

bool record_judge(struct rejudge *judge, const struct arbiter_config *p, const struct job *job,
	const struct db_game *g, usec now, struct error *err)
{
	error_clear(err);
	for (int i = 0; i < job->pairing.seats; i++)
		judge->own_limits[i] = arbiter_config_limits(p, &p->bots[job->pairing.bot[i]]);
	judge->mismatch = record_judge_on_mismatch;
	judge->arg = err;
	rejudge_game(judge, g);
	for (int i = 0; i < g->seats && i < job->pairing.seats && !error_is_set(err); i++)
		record_judge_newgame(&p->bots[job->pairing.bot[i]], &g->seat[i], err);
	return !error_is_set(err) && record_judge_span(job, g, now, err);
}

/* --- the receiver ---------------------------------------------------------------------------- */

void game_receiver_clear(struct game_receiver *t)
{
	record_parser_clear(&t->parser);
	wire_log_clear(&t->wire);
	free(t->line);
	t->line = NULL;
	t->room = 0;
}

static void game_receiver_keep(struct game_receiver *t, const char *line)
{
	size_t size = strlen(line) + 1;
	if (size > t->room) {
		t->room = 2 * size;
		t->line = memory_resize(t->line, t->room, 1);
	}
	memcpy(t->line, line, size);
}

void game_receiver_refuse(const char *line, struct error *err)
{
	char *shown = escape_text(line, false);
	bool cut = strlen(shown) > GAME_RECEIVER_SHOWN;
	error_set(err, "it sent \"%.*s\"%s, which is not valid now", GAME_RECEIVER_SHOWN, shown,
		cut ? "..." : "");
	free(shown);
}

/* Does the parsed line belong to the job's game? */
static bool game_receiver_is_of(
	const struct record_parser *g, enum record_parser_status status, const struct job *job)
{
	bool named = g->begun || status == RECORD_PARSER_GAME || status == RECORD_PARSER_VOID;
	return !named || (job != NULL && g->pairing == job->pairing.key);
}

/* Copies the job's fields to the game. */
static void game_receiver_complete(struct db_game *g, const struct job *job)
{
	g->pairing = (int64_t)job->pairing.key;
	g->round = job->pairing.round;
	g->seed = (int64_t)job->pairing.seed;
	g->opening = job->opening.text;
}

enum game_receiver_status game_receiver_take(struct game_receiver *t,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	struct error *err)
{
	struct record_parser *g = &t->parser;
	game_receiver_keep(t, line);
	enum record_parser_status status = record_parser_line(g, line);
	if (status == RECORD_PARSER_BAD || !game_receiver_is_of(g, status, job)) {
		game_receiver_refuse(t->line, err);
		return GAME_RECEIVER_WRONG;
	}
	if (status == RECORD_PARSER_GAME) {
		game_receiver_complete(&g->game, job);
		if (!calls->judge(owner, job, &g->game, err))
			return GAME_RECEIVER_WRONG;
	}
	if (status == RECORD_PARSER_OPTION) {
		if (calls->options != NULL && job != NULL)
			calls->options(owner, job, g->line_seat, g->text);
		return GAME_RECEIVER_MORE;
	}
	if (calls->line != NULL && job != NULL)
		calls->line(owner, job, t->line);
	if (status == RECORD_PARSER_WIRE && job != NULL)
		wire_log_add(&t->wire, g->line_seat, g->text);
	if (status == RECORD_PARSER_WIRE || status == RECORD_PARSER_MORE)
		return GAME_RECEIVER_MORE;
	if (status == RECORD_PARSER_GAME)
		calls->played(owner, job, &g->game, &t->wire);
	else
		calls->voided(owner, job, g->text);
	wire_log_clear(&t->wire);
	return GAME_RECEIVER_OVER;
}

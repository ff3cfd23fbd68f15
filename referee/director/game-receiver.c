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

static void record_parser_forget(struct record_parser *parser)
{
	while (parser->texts_count > 0)
		free(parser->texts[--parser->texts_count]);
	for (int i = 0; i < parser->game.infos_count; i++) {
		free((char *)parser->infos[i].pv);
		free((char *)parser->infos[i].text);
	}
	position_blocks_clear(&parser->blocks);
	parser->errors_length = 0;
	parser->game = (struct db_game){.seats = 0};
}

void record_parser_clear(struct record_parser *parser)
{
	record_parser_forget(parser);
	free(parser->errors);
	free(parser->infos);
	free(parser->moves);
	free(parser->move_texts);
	*parser = (struct record_parser){.moves = NULL};
}

/* A copy that lasts as long as the game. A record that gives a value twice is invalid. */
static const char *record_parser_keep_bytes(
	struct record_parser *parser, const char *bytes, size_t length)
{
	if (parser->texts_count == (int)(sizeof parser->texts / sizeof *parser->texts))
		return "";
	char *copy = memory_get(length + 1, 1);
	memcpy(copy, bytes, length);
	return parser->texts[parser->texts_count++] = copy;
}

static const char *record_parser_keep(struct record_parser *parser, const char *text)
{
	return record_parser_keep_bytes(parser, text, strlen(text));
}

/* Is it a time span in a clock's range, or not measured? */
static bool record_parser_is_span(int64_t number)
{
	return number == UNKNOWN || (number >= 0 && number <= DB_SPAN_MAX);
}

/* A time span of a failure. False: out of a clock's range. */
static bool record_parser_span(int64_t number, int64_t *span)
{
	*span = number;
	return record_parser_is_span(number);
}

static bool record_parser_moment(int64_t number, int64_t *moment)
{
	*moment = number;
	return number >= 0 && number <= RECORD_PARSER_MOMENT_MAX;
}

/* A number that a bot said, which the arbiter bounds (MESSAGE_INFO_MAX). */
static bool record_parser_number_in_range(int64_t number, int64_t least)
{
	return number == UNKNOWN || (number >= least && number <= MESSAGE_INFO_MAX);
}

static bool record_parser_move(struct record_parser *parser, const struct record *r)
{
	const struct move_numbers *numbers = &r->move.numbers;
	struct db_game *game = &parser->game;
	if (strlen(r->move.text) >= MOVE_TEXT || r->seat > DB_SEATS || game->seats > 0 ||
		game->plies == RECORD_PARSER_PLIES_MAX)
		return false;
	if (game->plies == parser->moves_room) {
		parser->moves_room = 2 * parser->moves_room + 64;
		parser->moves = memory_resize(
			parser->moves, (size_t)parser->moves_room, sizeof *parser->moves);
		parser->move_texts = memory_resize(
			parser->move_texts, (size_t)parser->moves_room, sizeof *parser->move_texts);
	}
	strcpy(parser->move_texts[game->plies], r->move.text);
	struct db_move *m = &parser->moves[game->plies++];
	*m = (struct db_move){.seat = r->seat,
		.wall_us = numbers->wall,
		.cpu_us = numbers->cpu,
		.wait_us = numbers->wait,
		.depth = numbers->depth,
		.score = numbers->score,
		.nodes = numbers->nodes,
		.ply = game->plies};
	return m->wall_us != UNKNOWN && record_parser_is_span(m->wall_us) &&
	       record_parser_is_span(m->cpu_us) && record_parser_is_span(m->wait_us) &&
	       record_parser_number_in_range(m->depth, 0) &&
	       record_parser_number_in_range(m->score, -MESSAGE_INFO_MAX) &&
	       record_parser_number_in_range(m->nodes, 0);
}

/* The place for information about the last move, which must be this seat's; NULL: it is not. */
static struct db_info *record_parser_info_of(struct record_parser *parser, int seat, size_t length)
{
	struct db_game *game = &parser->game;
	if (game->plies == 0 || game->seats > 0 || parser->moves[game->plies - 1].seat != seat ||
		length > RECORD_PARSER_INFO_MAX)
		return NULL;
	if (game->infos_count > 0 && parser->infos[game->infos_count - 1].ply == game->plies)
		return &parser->infos[game->infos_count - 1];
	if (game->infos_count == parser->infos_room) {
		parser->infos_room = 2 * parser->infos_room + 64;
		parser->infos = memory_resize(
			parser->infos, (size_t)parser->infos_room, sizeof *parser->infos);
	}
	game->infos = parser->infos;
	struct db_info *info = &parser->infos[game->infos_count++];
	*info = (struct db_info){.ply = game->plies, .seldepth = UNKNOWN, .nps = UNKNOWN};
	return info;
}

/* Only text that is safe for any reader enters the database. */
static bool record_parser_info(struct record_parser *parser, const struct record *r)
{
	const struct line_bytes *text = r->kind == RECORD_INFO ? &r->info.pv : &r->text;
	struct db_info *info = record_parser_info_of(parser, r->seat, text->length);
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
	return record_parser_number_in_range(info->seldepth, 0) &&
	       record_parser_number_in_range(info->nps, 0);
}

static bool record_parser_seat(struct record_parser *parser, const struct record *r)
{
	enum verdict verdict = verdict_find(r->result.verdict);
	if (r->seat != parser->game.seats + 1 || r->seat > DB_SEATS || verdict == VERDICTS ||
		verdict == VERDICT_VOID || r->result.rank < 1 || r->result.rank > DB_SEATS)
		return false;
	/* A bot may have written a part of it: escaped it is safe for any reader. */
	char *detail = escape_text(r->result.detail, false);
	parser->game.seat[parser->game.seats++] = (struct db_seat){.rank = (int)r->result.rank,
		.points = NAN,
		.verdict = verdict_table[verdict].name,
		.detail = *detail == '\0' ? NULL : record_parser_keep(parser, detail)};
	free(detail);
	return true;
}

/* The phases; the word in the record line does not last. */
static const char *const record_parser_phases[] = {"start", "newgame", "move"};

/* The last seat in the record, which the line must be about; NULL: it is not. */
static struct db_seat *record_parser_last(struct record_parser *parser, const struct record *r)
{
	return r->seat == parser->game.seats ? &parser->game.seat[r->seat - 1] : NULL;
}

/* A failure report, about the previous seat, whose bot failed. */
static bool record_parser_evidence(struct record_parser *parser, const struct record *r)
{
	struct db_seat *seat = record_parser_last(parser, r);
	struct db_failure *failure = seat != NULL ? &seat->failure : NULL;
	const int64_t end = r->evidence.exit; /* 0 to 255: an exit status; below 0: a signal */
	if (failure == NULL || failure->phase != NULL ||
		!verdict_is_fault(verdict_find(seat->verdict)))
		return false;
	for (size_t i = 0; i < sizeof record_parser_phases / sizeof *record_parser_phases; i++)
		if (strcmp(record_parser_phases[i], r->evidence.phase) == 0)
			failure->phase = record_parser_phases[i];
	failure->exit_status = end >= 0 ? end : UNKNOWN;
	failure->signal = end < 0 && end != UNKNOWN ? -end : UNKNOWN;
	return failure->phase != NULL &&
	       record_parser_span(r->evidence.limit, &failure->limit_us) &&
	       record_parser_span(r->evidence.wall, &failure->wall_us) &&
	       record_parser_span(r->evidence.cpu, &failure->cpu_us) &&
	       record_parser_span(r->evidence.wait, &failure->wait_us) &&
	       (end == UNKNOWN ||
		       (end >= -RECORD_PARSER_SIGNAL_MAX && end <= RECORD_PARSER_EXIT_MAX));
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
	struct record_parser *parser, const char *bytes, size_t count, size_t *length)
{
	if (record_parser_is_text(bytes, count)) {
		*length = count;
		return record_parser_keep_bytes(parser, bytes, count);
	}
	char *escaped = escape_bytes(bytes, count, true);
	const char *kept = record_parser_keep(parser, escaped);
	*length = strlen(kept);
	free(escaped);
	return kept;
}

/* A part of the stderr of a seat's bot, with or without a failure. */
static bool record_parser_errors(struct record_parser *parser, const struct record *r)
{
	const struct db_seat *seat = record_parser_last(parser, r);
	if (seat == NULL || seat->stderr_tail != NULL ||
		parser->errors_length + r->text.length > RECORD_PARSER_ERRORS_MAX)
		return false;
	if (parser->errors_length + r->text.length + 1 > parser->errors_room) {
		parser->errors_room = 2 * (parser->errors_length + r->text.length) + 1;
		parser->errors = memory_resize(parser->errors, parser->errors_room, 1);
	}
	memcpy(parser->errors + parser->errors_length, r->text.at, r->text.length);
	parser->errors_length += r->text.length;
	parser->errors[parser->errors_length] = '\0';
	return true;
}

/* Lines with a seat's bytes: each at most once, after its failure report. */
static bool record_parser_bytes(struct record_parser *parser, const struct record *r)
{
	struct db_seat *seat = record_parser_last(parser, r);
	struct db_failure *failure = seat != NULL ? &seat->failure : NULL;
	size_t length;
	if (failure == NULL || failure->phase == NULL)
		return false;
	if (r->kind == RECORD_ASKED && failure->asked == NULL) {
		failure->asked =
			record_parser_keep_text(parser, r->text.at, r->text.length, &length);
	} else if (r->kind == RECORD_SAID && failure->said == NULL) {
		failure->said = record_parser_keep_bytes(parser, r->text.at, r->text.length);
		failure->said_length = r->text.length;
	} else {
		return false;
	}
	return true;
}

static bool record_parser_end(struct record_parser *parser, const struct record *r)
{
	if (parser->game.seats < 2 || !record_parser_moment(r->end.ended, &parser->game.ended_ms))
		return false;
	parser->begun = false;
	parser->game.reason = record_parser_keep(parser, r->end.reason);
	parser->game.final = record_parser_keep(parser, r->end.final);
	parser->game.moves = parser->moves;
	parser->game.moves_count = parser->game.plies;
	parser->game.positions = parser->blocks.all;
	parser->game.positions_count = parser->blocks.count;
	for (int i = 0; i < parser->game.plies; i++)
		parser->moves[i].text = parser->move_texts[i];
	return true;
}

/* Handles a line between the first line of a record and its end. */
static bool record_parser_takes(struct record_parser *parser, const struct record *r)
{
	switch (r->kind) {
	case RECORD_MOVE:
		return record_parser_move(parser, r);
	case RECORD_QUESTION:
	case RECORD_ANSWER:
		return position_blocks_add_line(&parser->blocks, r);
	case RECORD_INFO:
	case RECORD_STRING:
		return record_parser_info(parser, r);
	case RECORD_SEAT:
		return record_parser_seat(parser, r);
	case RECORD_EVIDENCE:
		return record_parser_evidence(parser, r);
	case RECORD_ASKED:
	case RECORD_SAID:
		return record_parser_bytes(parser, r);
	case RECORD_STDERR:
		return record_parser_errors(parser, r);
	default: /* the tournament has all other values */
		return false;
	}
}

enum record_parser_status record_parser_line(struct record_parser *parser, char *line)
{
	struct record r;
	/* The writer escapes control bytes, so a line with one is invalid. No terminal then obeys a
	 * printed line. */
	for (const char *at = line; *at != '\0'; at++)
		if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
			return RECORD_PARSER_BAD;
	if (!record_read(&r, line))
		return RECORD_PARSER_BAD;
	if (r.kind == RECORD_VOID) {
		record_parser_forget(parser);
		parser->begun = false;
		parser->pairing = r.voided.pairing;
		parser->text = r.voided.why;
		return RECORD_PARSER_VOID;
	}
	if (r.kind == RECORD_WIRE || r.kind == RECORD_OPTION) {
		parser->line_seat = r.seat;
		parser->text = r.text.at;
		if (r.seat > DB_SEATS || (r.kind == RECORD_OPTION && !parser->begun))
			return RECORD_PARSER_BAD;
		return r.kind == RECORD_WIRE ? RECORD_PARSER_WIRE : RECORD_PARSER_OPTION;
	}
	if (parser->begun == (r.kind == RECORD_GAME))
		return RECORD_PARSER_BAD;
	if (r.kind != RECORD_STDERR && parser->errors_length > 0) { /* all parts are there */
		struct db_seat *seat = &parser->game.seat[parser->game.seats - 1];
		seat->stderr_tail = record_parser_keep_text(
			parser, parser->errors, parser->errors_length, &seat->stderr_length);
		parser->errors_length = 0;
	}
	bool good;
	if (r.kind == RECORD_GAME) {
		record_parser_forget(parser);
		parser->begun = true;
		parser->pairing = r.game.pairing;
		good = record_parser_moment(r.game.started, &parser->game.started_ms);
	} else if (r.kind == RECORD_END) {
		return record_parser_end(parser, &r) ? RECORD_PARSER_GAME : RECORD_PARSER_BAD;
	} else {
		good = record_parser_takes(parser, &r);
	}
	return good ? RECORD_PARSER_MORE : RECORD_PARSER_BAD;
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
	const struct rejudge_options options = {.rules = t->rules,
		.description = process ? rules_process_description(t->rules) : NULL,
		.seats = t->players,
		.params = (const char *const *)t->params,
		.params_count = t->params_count,
		.endings = REJUDGE_DEFINED,
		.game = &t->terms,
		.failures_stored = true};
	struct rejudge *judge = rejudge_create(&options, &err);
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
		const struct db_failure *failure = &g->seat[i].failure;
		bool moving = failure->phase != NULL && strcmp(failure->phase, "move") == 0;
		all += moving && failure->wall_us > 0 ? failure->wall_us : 0;
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
	const struct db_failure *failure = &seat->failure;
	bool late = verdict_find(seat->verdict) == VERDICT_TIME && failure->phase != NULL &&
		    strcmp(failure->phase, "move") != 0;
	if (!late || (failure->limit_us == bot->resources.newgame &&
			     failure->wall_us >= failure->limit_us))
		return true;
	return error_set(err,
		"its record of a game is wrong: a bot lost on time before its first move after %.3f ms of %.3f ms, and it has %.3f ms",
		(double)failure->wall_us / MILLISECOND, (double)failure->limit_us / MILLISECOND,
		(double)bot->resources.newgame / MILLISECOND);
}

bool record_judge(struct rejudge *judge, const struct arbiter_config *config, const struct job *job,
	const struct db_game *g, usec now, struct error *err)
{
	error_clear(err);
	for (int i = 0; i < job->pairing.seats; i++)
		judge->own_limits[i] =
			arbiter_config_limits(config, &config->bots[job->pairing.bot[i]]);
	judge->mismatch = record_judge_on_mismatch;
	judge->arg = err;
	rejudge_game(judge, g);
	for (int i = 0; i < g->seats && i < job->pairing.seats && !error_is_set(err); i++)
		record_judge_newgame(&config->bots[job->pairing.bot[i]], &g->seat[i], err);
	return !error_is_set(err) && record_judge_span(job, g, now, err);
}

/* --- the receiver ---------------------------------------------------------------------------- */

void game_receiver_clear(struct game_receiver *receiver)
{
	record_parser_clear(&receiver->parser);
	wire_log_clear(&receiver->wire);
	free(receiver->line);
	receiver->line = NULL;
	receiver->room = 0;
}

void game_receiver_refuse(const char *line, struct error *err)
{
	char *shown = escape_text(line, false);
	bool cut = strlen(shown) > GAME_RECEIVER_SHOWN;
	error_set(err, "it sent \"%.*s\"%s, which is not valid now", GAME_RECEIVER_SHOWN, shown,
		cut ? "..." : "");
	free(shown);
}

enum game_receiver_status game_receiver_take(struct game_receiver *receiver,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	struct error *err)
{
	struct record_parser *parser = &receiver->parser;
	size_t size = strlen(line) + 1;
	if (size > receiver->room) {
		receiver->room = 2 * size;
		receiver->line = memory_resize(receiver->line, receiver->room, 1);
	}
	memcpy(receiver->line, line, size);
	enum record_parser_status status = record_parser_line(parser, line);
	/* Does it belong to the game of the job? */
	bool named = parser->begun || status == RECORD_PARSER_GAME || status == RECORD_PARSER_VOID;
	bool ours = !named || (job != NULL && parser->pairing == job->pairing.key);
	if (status == RECORD_PARSER_BAD || !ours) {
		game_receiver_refuse(receiver->line, err);
		return GAME_RECEIVER_WRONG;
	}
	if (status == RECORD_PARSER_GAME) {
		parser->game.pairing = (int64_t)job->pairing.key;
		parser->game.round = job->pairing.round;
		parser->game.seed = (int64_t)job->pairing.seed;
		parser->game.opening = job->opening.text;
		if (!calls->judge(owner, job, &parser->game, err))
			return GAME_RECEIVER_WRONG;
	}
	if (status == RECORD_PARSER_OPTION) {
		if (calls->options != NULL && job != NULL)
			calls->options(owner, job, parser->line_seat, parser->text);
		return GAME_RECEIVER_MORE;
	}
	if (calls->line != NULL && job != NULL)
		calls->line(owner, job, receiver->line);
	if (status == RECORD_PARSER_WIRE && job != NULL)
		wire_log_add(&receiver->wire, parser->line_seat, parser->text);
	if (status == RECORD_PARSER_WIRE || status == RECORD_PARSER_MORE)
		return GAME_RECEIVER_MORE;
	if (status == RECORD_PARSER_GAME)
		calls->played(owner, job, &parser->game, &receiver->wire);
	else
		calls->voided(owner, job, parser->text);
	wire_log_clear(&receiver->wire);
	return GAME_RECEIVER_OVER;
}

/*
 * visitors.c - the files of `--play`, their arbiters, and the process in which people play.
 *
 * A game begins in four steps: the process asks for it (`play`); both ends of a socket pair are
 * sent, one to the process and one to the arbiter; the arbiter takes its end; the game is
 * requested. From then on the arbiter's record goes to the process, line by line. The slot of a
 * game is free again when the arbiter is done with it.
 */
#include "referee/daemon/visitors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/line.h"
#include "base/escape.h"
#include "referee/process/fd-message.h"
#include "base/memory.h"
#include "referee/process/peer.h"
#include "referee/config/config-file.h"
#include "referee/daemon/live-events.h"
#include "referee/daemon/visit-request.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/director/arbiter-handle.h"
#include "referee/prepare/bot-programs.h"
#include "referee/prepare/preflight.h"
#include "referee/prepare/preparation.h"
#include "referee/prepare/tournament-check.h"
#include "referee/web/web-report.h"
#include "referee/web/play/web-play-messages.h"
#include "referee/web/play/web-play-process.h"
#include "referee/schedule/schedule.h"

enum {
	VISITORS_NICE = 10,
	VISITORS_ENDING = 3,	  /* slots per game: one ends while the next begins, and a hint */
	VISITORS_STUCK = 4 << 20, /* unread bytes: the process has stopped reading */
	VISITORS_PAUSE = 1	  /* seconds until an arbiter that died is started again */
};

/* A file of `--play`. */
struct visitors_file {
	struct visitors *owner;
	int number;
	struct tournament t; /* its last bots are the seats of the people, one per slot */
	int bots;	     /* of the file */
	struct bot_programs programs;
	struct preparation *preparation;
	struct preparation_calls preparing;
	struct arbiter_config config;
	struct arbiter_handle *arbiter; /* NULL: it does not run */
	struct event *restart_timer;
	struct rejudge *judge;
	bool ready;
};

/* A game in play. */
struct visitors_slot {
	uint64_t key;		    /* 0: the slot is free */
	struct visitors_file *file; /* whose bot this slot is, or was */
	int fd;			    /* the arbiter's end */
	struct pairing pairing;
	char *moves; /* owned */
	bool requested;
};

struct visitors {
	struct visitors_options options;
	struct peer *peer;	     /* owned */
	struct visitors_file *files; /* owned */
	struct visitors_slot *slots;
	int slots_count;
	struct live_events *events;
	struct live_subscriber *lines;
	struct web_reports reports;
	int64_t sends; /* bytes of a bot that is handed in; 0: none is taken */
	bool (*take_send)(void *arg, const char *name, const char *token,
		const struct peer_limit_key *from, int fd, struct error *err);
	void *take_arg;
};

/* --- writing to the process ------------------------------------------------------------------- */

static void visitors_on_lines(void *arg, const char *text, size_t length)
{
	const struct visitors *v = arg;
	peer_put(v->peer, text, length);
}

static void visitors_send(struct visitors *v, const struct web_play_message *m)
{
	char *line = line_table_print(&web_play_offer_table, m);
	peer_put(v->peer, line, strlen(line));
	free(line);
}

static void visitors_refuse(struct visitors *v, int64_t key, const char *why)
{
	visitors_send(
		v, &(struct web_play_message){.kind = WEB_PLAY_REFUSED, .key = key, .text = why});
}

static void visitors_offer(struct visitors *v, const struct visitors_file *file)
{
	const struct tournament *t = &file->t;
	int number = file->number;
	visitors_send(v, &(struct web_play_message){.kind = WEB_PLAY_TABLE,
				 .table = number,
				 .players = t->players,
				 .game = t->game,
				 .text = t->name});
	for (int i = 0; i < t->params_count; i++)
		visitors_send(
			v, &(struct web_play_message){
				   .kind = WEB_PLAY_PARAM, .table = number, .text = t->params[i]});
}

/* The bots are known when they are prepared. */
static void visitors_offer_bots(struct visitors *v, const struct visitors_file *file)
{
	const struct tournament *t = &file->t;
	int all = (1 << t->players) - 1;
	for (int i = 0; file->ready && i < file->bots; i++)
		visitors_send(
			v, &(struct web_play_message){.kind = WEB_PLAY_BOT,
				   .table = file->number,
				   .seats = t->bots[i].seats != 0 ? (int)t->bots[i].seats : all,
				   .text = t->bots[i].name});
	if (file->ready)
		visitors_send(v,
			&(struct web_play_message){.kind = WEB_PLAY_READY, .table = file->number});
}

/* --- slots ------------------------------------------------------------------------------------ */

/* The bot that sits in this slot's seat. */
static int visitors_bot(const struct visitors *v, const struct visitors_slot *s)
{
	return s->file->bots + (int)(s - v->slots);
}

static struct visitors_slot *visitors_find(struct visitors *v, uint64_t key)
{
	for (int i = 0; i < v->slots_count; i++)
		if (v->slots[i].key == key)
			return &v->slots[i];
	return NULL;
}

static void visitors_free_slot(struct visitors *v, struct visitors_slot *s)
{
	if (s->fd >= 0)
		close(s->fd);
	if (s->file->arbiter != NULL && s->file->arbiter->sockets != NULL)
		arbiter_handle_disconnected(s->file->arbiter, visitors_bot(v, s));
	free(s->moves);
	*s = (struct visitors_slot){.fd = -1};
}

/* --- the arbiter ------------------------------------------------------------------------------ */

static bool visitors_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	const struct visitors_file *file = owner;
	return record_judge(file->judge, &file->config, job, g, time_boot(), err);
}

static void visitors_end_game(struct visitors_file *file, const struct job *job, bool played)
{
	struct visitors *v = file->owner;
	struct visitors_slot *s = visitors_find(v, job->pairing.key);
	if (played)
		live_events_stored(v->events, file->number + 1, job->pairing.key, 1, "-");
	else
		live_events_record(v->events, file->number + 1, &file->t, job, NULL);
	if (s != NULL)
		visitors_free_slot(v, s);
}

static void visitors_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	(void)g;
	(void)w;
	visitors_end_game(owner, job, true);
}

static void visitors_voided(void *owner, const struct job *job, const char *why)
{
	struct visitors_file *file = owner;
	if (why != NULL)
		peer_log(file->owner->peer, "<4>%s: a game was void: %s", file->t.name, why);
	visitors_end_game(file, job, false);
}

static void visitors_line(void *owner, const struct job *job, const char *line)
{
	struct visitors_file *file = owner;
	live_events_record(file->owner->events, file->number + 1, &file->t, job, line);
}

static bool visitors_next(void *owner, const struct arbiter_handle *a, bool behind, struct job *job,
	struct game_request *request)
{
	(void)owner, (void)a, (void)behind, (void)job, (void)request;
	return false; /* all games have a person */
}

static void visitors_returned(void *owner, const struct job *job)
{
	visitors_end_game(owner, job, false);
}

static void visitors_idle(void *owner)
{
	(void)owner;
}

static void visitors_delays(
	void *owner, const struct arbiter_handle *a, const struct latency_histogram *delays)
{
	(void)owner, (void)a, (void)delays;
}

static int visitors_socket(void *owner, int bot)
{
	struct visitors_file *file = owner;
	int slot = bot - file->bots;
	const struct visitors *v = file->owner;
	return slot >= 0 && slot < v->slots_count && v->slots[slot].file == file ? v->slots[slot].fd
										 : -1;
}

/* The arbiter has the socket: requests the game. */
static void visitors_taken(void *owner, int bot)
{
	struct visitors_file *file = owner;
	struct visitors *v = file->owner;
	struct visitors_slot *s = &v->slots[bot - file->bots];
	if (s->key == 0 || s->file != file || s->requested)
		return;
	struct job *job = arbiter_handle_free_job(file->arbiter);
	if (job == NULL) {
		visitors_refuse(v, (int64_t)s->key, "there are too many games");
		visitors_free_slot(v, s);
		return;
	}
	*job = (struct job){.pairing = s->pairing};
	snprintf(job->opening.text, sizeof job->opening.text, "%s", s->moves);
	struct game_request request = {.pairing = s->key,
		.seed = s->pairing.seed,
		.seats = s->pairing.seats,
		.fen = "",
		.moves = job->opening.text};
	memcpy(request.bot, s->pairing.bot, sizeof request.bot);
	s->requested = true;
	arbiter_handle_play(file->arbiter, job, &request);
}

static void visitors_socket_refused(void *owner, int bot)
{
	struct visitors_file *file = owner;
	struct visitors *v = file->owner;
	struct visitors_slot *s = &v->slots[bot - file->bots];
	if (s->key == 0 || s->file != file)
		return;
	visitors_refuse(v, (int64_t)s->key, "the server has no free descriptor");
	visitors_free_slot(v, s);
}

static void visitors_died(void *owner, struct arbiter_handle *a, int lost, const char *why)
{
	struct visitors_file *file = owner;
	(void)a, (void)lost;
	peer_log(file->owner->peer, "<4>%s: %s", file->t.name, why);
}

/* Games that were not requested yet have ended too. */
static void visitors_gone(void *owner, struct arbiter_handle *a)
{
	static const struct timeval pause = {.tv_sec = VISITORS_PAUSE};
	struct visitors_file *file = owner;
	struct visitors *v = file->owner;
	file->arbiter = NULL;
	arbiter_handle_free(a);
	for (int i = 0; i < v->slots_count; i++)
		if (v->slots[i].key != 0 && v->slots[i].file == file) {
			visitors_refuse(
				v, (int64_t)v->slots[i].key, "the server could not continue it");
			visitors_free_slot(v, &v->slots[i]);
		}
	event_add(file->restart_timer, &pause);
}

static const struct game_receiver_calls visitors_games = {.judge = visitors_judge,
	.played = visitors_played,
	.line = visitors_line,
	.voided = visitors_voided};

static const struct arbiter_handle_calls visitors_arbiter = {.games = &visitors_games,
	.next = visitors_next,
	.returned = visitors_returned,
	.idle = visitors_idle,
	.delays = visitors_delays,
	.socket = visitors_socket,
	.taken = visitors_taken,
	.refused = visitors_socket_refused,
	.died = visitors_died,
	.gone = visitors_gone};

static void visitors_start_arbiter(struct visitors_file *file)
{
	static const struct timeval pause = {.tv_sec = VISITORS_PAUSE};
	struct error err;
	file->arbiter = arbiter_handle_create(
		file->owner->options.base, &visitors_arbiter, file, &file->config, true, -1, &err);
	if (file->arbiter != NULL)
		return;
	peer_log(file->owner->peer, "<4>%s: %s", file->t.name, err.text);
	event_add(file->restart_timer, &pause);
}

static void visitors_on_restart(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	visitors_start_arbiter(arg);
}

/* --- requests --------------------------------------------------------------------------------- */

/* Sends a socket. */
static bool visitors_hand(
	struct visitors *v, enum web_play_message_kind kind, int64_t key, int socket)
{
	const struct web_play_message message = {.kind = kind, .key = key};
	struct fd_message fd_message = {.fds = {socket}, .count = 1};
	fd_message_write(&fd_message, &web_play_socket_table, &message);
	return peer_pass(v->peer, &fd_message);
}

/* Sends the process its end of a new pair, and keeps the other. */
static bool visitors_pair(struct visitors *v, struct visitors_slot *s)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	bool sent = visitors_hand(v, WEB_PLAY_SEAT, (int64_t)s->key, ends[1]);
	close(ends[1]);
	s->fd = ends[0];
	return sent;
}

/* Begins a game; the message was checked. */
static void visitors_begin(struct visitors *v, struct visitors_file *file, struct visitors_slot *s,
	const struct web_play_message *m)
{
	*s = (struct visitors_slot){.key = (uint64_t)m->key,
		.file = file,
		.fd = -1,
		.moves = memory_copy(m->text),
		.pairing = {.round = 1,
			.seats = file->t.players,
			.key = (uint64_t)m->key,
			.seed = (uint64_t)m->seed}};
	for (int seat = 0; seat < file->t.players; seat++)
		s->pairing.bot[seat] = seat + 1 == m->seat ? visitors_bot(v, s) : m->bot;
	if (visitors_pair(v, s)) {
		arbiter_handle_connected(file->arbiter, visitors_bot(v, s));
		return;
	}
	visitors_refuse(v, m->key, "the server has no free descriptor");
	visitors_free_slot(v, s);
}

/* The process asks for a game. False: it must not ask like this. */
static bool visitors_take_play(struct visitors *v, const struct web_play_message *m)
{
	struct visitors_file *file = m->table < v->options.files_count ? &v->files[m->table] : NULL;
	struct error err;
	if (file == NULL || !file->ready || visitors_find(v, (uint64_t)m->key) != NULL)
		return false;
	enum visit_request_status status = visit_request_judge(&file->t, file->bots, m, &err);
	if (status == VISIT_REQUEST_WRONG)
		return false;
	struct visitors_slot *s = visitors_find(v, 0);
	if (status == VISIT_REQUEST_REFUSED)
		visitors_refuse(v, m->key, err.text);
	else if (s == NULL || file->arbiter == NULL)
		visitors_refuse(v, m->key,
			s == NULL ? "there are too many games"
				  : "the arbiter is being started again");
	else
		visitors_begin(v, file, s, m);
	return true;
}

/* The process hands in a bot. False: it must not ask like this. */
static bool visitors_take_send(struct visitors *v, const struct web_play_message *m)
{
	struct error err = {"no bots are taken here"};
	struct peer_limit_key from;
	int ends[2];
	if (v->sends == 0 || !peer_address_decode(&from, m->from))
		return false;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
		visitors_refuse(v, m->key, "the server has no free descriptor");
		return true;
	}
	bool taken = v->take_send(v->take_arg, m->name, m->token, &from, ends[0], &err);
	if (!taken) {
		close(ends[0]);
		visitors_refuse(v, m->key, err.text);
	} else if (!visitors_hand(v, WEB_PLAY_SENT, m->key, ends[1])) {
		visitors_refuse(v, m->key, "the server is too busy");
	}
	close(ends[1]);
	return true;
}

void visitors_on_send(struct visitors *v, int64_t bytes,
	bool (*take)(void *arg, const char *name, const char *token,
		const struct peer_limit_key *from, int fd, struct error *err),
	void *arg)
{
	v->sends = take != NULL ? bytes : 0;
	v->take_send = take;
	v->take_arg = arg;
}

static bool visitors_take_report(struct visitors *v, char *line)
{
	struct web_report report;
	char text[WEB_REPORT_LINE];
	if (line_table_read(&web_report_table, &report, line, 0) != LINE_TABLE_RIGHT ||
		!web_reports_take(&v->reports, &report, &v->options.web, text))
		return false;
	peer_log(v->peer, "%s%.480s", report.kind == WEB_LISTENING ? "play " : "", text);
	return true;
}

static bool visitors_take(void *arg, char *line)
{
	struct visitors *v = arg;
	struct web_play_message m;
	if (line_table_knows(&web_report_table, line))
		return visitors_take_report(v, line);
	if (line_table_read(&web_play_request_table, &m, line, 0) != LINE_TABLE_RIGHT)
		return false;
	return m.kind == WEB_PLAY_PLAY ? visitors_take_play(v, &m) : visitors_take_send(v, &m);
}

/* --- the process ------------------------------------------------------------------------------ */

static bool visitors_on_started(void *arg)
{
	struct visitors *v = arg;
	v->reports = (struct web_reports){.failed = false};
	if (!web_listen_pass(&v->options.web, v->peer))
		return false;
	visitors_send(v, &(struct web_play_message){.kind = WEB_PLAY_LIMITS,
				 .games = v->options.games,
				 .silence = (int)(v->options.silence / SECOND)});
	if (v->sends > 0)
		visitors_send(
			v, &(struct web_play_message){.kind = WEB_PLAY_SENDS, .bytes = v->sends});
	for (int i = 0; i < v->options.files_count; i++)
		visitors_offer(v, &v->files[i]);
	for (int i = 0; i < v->options.files_count; i++)
		visitors_offer_bots(v, &v->files[i]);
	return true;
}

static void visitors_on_log(void *arg, const char *line)
{
	const struct visitors *v = arg;
	v->options.say(v->options.arg, line);
}

static const struct peer_kind visitors_peer = {.name = "visitors",
	.loss = ", and all games of visitors with it",
	.line_most = WEB_PLAY_LINE,
	.stuck = VISITORS_STUCK,
	.kept = true,
	.started = visitors_on_started,
	.line = visitors_take,
	.say = visitors_on_log};

/* --- files ------------------------------------------------------------------------------------ */

static void visitors_on_mistake(void *arg, const char *line)
{
	const struct visitors_options *options = arg;
	char *error = memory_print("<3>--play %s", line);
	options->say(options->arg, error);
	free(error);
}

/* Adds the seats of the people. */
static void visitors_add_people(
	struct visitors *v, struct visitors_file *file, struct diagnostics *mistakes)
{
	static const struct origin here = {.file = "--visitor-silence"};
	file->bots = file->t.bots_count;
	for (int i = 0; i < v->slots_count; i++) {
		char name[BOT_NAME];
		snprintf(name, sizeof name, "visitor-%d", i + 1);
		struct bot *bot = tournament_add_bot(&file->t, name, here, mistakes);
		if (bot == NULL)
			return;
		bot->remote = true;
		bot->limits.movetime = v->options.silence;
		bot->set[BOT_SETTING_REMOTE] = bot->set[BOT_SETTING_MOVETIME] = here;
	}
}

/* Reads the file. False: its mistakes were reported. */
static bool visitors_read(struct visitors *v, struct visitors_file *file, const char *path)
{
	struct diagnostics mistakes = {visitors_on_mistake, &v->options, 0};
	tournament_init(&file->t);
	if (!tournament_read_file(&file->t, path, &mistakes))
		return false;
	/* The bots of visitors are started here. */
	for (int i = 0; i < file->t.bots_count; i++)
		if (file->t.bots[i].remote)
			diagnostics_add(&mistakes, file->t.bots[i].at,
				"bot \"%s\" has remote = yes; a bot that people play against needs a command",
				file->t.bots[i].name);
	if (file->t.rules_program.command != NULL) {
		diagnostics_add(&mistakes, (struct origin){.file = path},
			"game: its rules are a program; visitors play the games of `referee-bot --list`");
		return false;
	}
	visitors_add_people(v, file, &mistakes);
	return tournament_check(&file->t, &mistakes) && mistakes.count == 0 &&
	       preflight_check(&file->t, &mistakes) == PREFLIGHT_READY;
}

static void visitors_on_report(void *arg, const char *line)
{
	struct visitors_file *file = arg;
	peer_log(file->owner->peer, "%s: %s", file->t.name, line);
}

static void visitors_on_built(void *arg)
{
	struct visitors_file *file = arg;
	bot_programs_init(&file->programs, &file->t);
	bot_programs_hold(&file->programs, &file->t);
}

/* The bots are prepared: people may play. */
static void visitors_open(struct visitors_file *file)
{
	struct error err;
	struct visitors *v = file->owner;
	if (!arbiter_config_make(&file->config, &file->t, schedule_bot_seats_max(&file->t),
		    file->programs.held != NULL ? &file->programs : NULL, &err)) {
		visitors_on_report(file, err.text);
		return;
	}
	file->config.live = true;
	file->config.terms.reconnect = false;
	file->config.nice = VISITORS_NICE;
	file->judge = record_judge_create(&file->t);
	file->ready = true;
	visitors_start_arbiter(file);
	visitors_offer_bots(v, file);
}

static void visitors_on_prepared(void *arg, const struct error *err)
{
	struct visitors_file *file = arg;
	struct error why = *err; /* it goes with the preparation */
	preparation_free(file->preparation);
	file->preparation = NULL;
	if (error_is_set(&why))
		visitors_on_report(file, why.text);
	else
		visitors_open(file);
}

static void visitors_prepare(struct visitors_file *file)
{
	struct error err;
	if (!preparation_is_needed(&file->t)) {
		visitors_on_built(file);
		visitors_open(file);
		return;
	}
	file->preparing = (struct preparation_calls){
		visitors_on_report, visitors_on_built, visitors_on_prepared, file};
	file->preparation =
		preparation_start(&file->t, file->owner->options.base, &file->preparing, &err);
	if (file->preparation == NULL)
		visitors_on_report(file, err.text);
}

/* --- start and end ---------------------------------------------------------------------------- */

static bool visitors_read_all(struct visitors *v)
{
	bool good = true;
	for (int i = 0; i < v->options.files_count; i++) {
		struct visitors_file *file = &v->files[i];
		file->owner = v;
		file->number = i;
		file->restart_timer = evtimer_new(v->options.base, visitors_on_restart, file);
		good &= visitors_read(v, file, v->options.files[i]);
	}
	if (!good)
		v->options.say(v->options.arg,
			"<3>--play: the daemon does not start; give it a tournament's file without mistakes, in which each bot has a command");
	return good;
}

struct visitors *visitors_create(const struct visitors_options *options)
{
	static const struct live_subscriber_calls calls = {.lines = visitors_on_lines};
	struct visitors *v = memory_get(1, sizeof *v);
	v->options = *options;
	v->peer = peer_create(options->base, &visitors_peer, v);
	v->slots_count = VISITORS_ENDING * options->games;
	v->slots = memory_get((size_t)v->slots_count, sizeof *v->slots);
	for (int i = 0; i < v->slots_count; i++)
		v->slots[i].fd = -1;
	v->files = memory_get((size_t)options->files_count + 1, sizeof *v->files);
	v->events = live_events_create();
	v->lines = live_events_subscribe(v->events, &calls, v);
	if (!visitors_read_all(v)) {
		visitors_free(v);
		return NULL;
	}
	for (int i = 0; i < options->files_count; i++)
		visitors_prepare(&v->files[i]);
	if (options->files_count == 0)
		peer_log(v->peer,
			"there is no bot to play against; --play FILE offers the game and the bots of a file");
	peer_set(v->peer, &web_play_start_process, &v->options.web, 0);
	peer_restart(v->peer, 0);
	return v;
}

void visitors_free(struct visitors *v)
{
	if (v == NULL)
		return;
	live_subscriber_free(v->lines); /* it hears no more: the peer goes */
	peer_free(v->peer);
	web_listen_close(&v->options.web);
	for (int i = 0; i < v->options.files_count; i++)
		live_events_close(v->events, i + 1);
	for (int i = 0; i < v->slots_count; i++) {
		if (v->slots[i].fd >= 0)
			close(v->slots[i].fd);
		free(v->slots[i].moves);
	}
	for (int i = 0; i < v->options.files_count; i++)
		if (v->files[i].owner != NULL) {
			struct visitors_file *file = &v->files[i];
			preparation_free(file->preparation);
			arbiter_handle_free(file->arbiter);
			if (file->restart_timer != NULL)
				event_free(file->restart_timer);
			if (file->judge != NULL)
				rejudge_free(file->judge);
			arbiter_config_clear(&file->config);
			bot_programs_clear(&file->programs);
			tournament_clear(&file->t);
		}
	live_events_free(v->events);
	free(v->files);
	free(v->slots);
	free(v);
}

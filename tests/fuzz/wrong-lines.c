/*
 * wrong-lines.c - what processes of ours tell each other, through every reader of it: what an
 * arbiter, the gate, the web process and the solver say to the main process, and what the
 * web process is told. The first byte says which; then comes a line after the other, until one is
 * refused.
 *
 * Whatever they say, the reader lives. A game that it takes is one of tic-tac-toe, and a sentence
 * that it has others read holds nothing that a terminal obeys.
 */
#include <event2/buffer.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/verdict.h"
#include "referee/web/live-games.h"
#include "referee/arbiter/oracle.h"
#include "referee/daemon/listener-supervisor.c" /* its readers are static */
#include "referee/director/arbiter-handle.h"
#include "referee/daemon/web-supervisor.c"
#include "referee/director/game-receiver.h"
#include "referee/game/rejudge.h"
#include "tests/lib/fuzz.h"

enum { WRONG_KEY = 7, WRONG_GAMES = 8, WRONG_PLIES = 9 };

static struct event_base *base;
static struct tournament cup;
static struct rejudge *judge;

/* --- what is told of games ------------------------------------------------------------------ */

static void wrong_check_text(const char *text)
{
	for (; *text != '\0'; text++)
		assert((unsigned char)*text >= ' ' && *text != 0x7f);
}

static bool wrong_on_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	static const struct bot_config bots[2];
	static const struct arbiter_config config = {.bots = bots, .bots_count = 2};
	(void)owner;
	bool good = record_judge(judge, &config, job, g, INT64_MAX / 2, err);
	assert(good == (*err->text == '\0'));
	return good;
}

/* Checks the condition of every column of the database. */
static void wrong_on_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	(void)owner, (void)w;
	assert(job->pairing.key == WRONG_KEY && g->seats == 2);
	assert(g->plies >= 0 && g->plies <= WRONG_PLIES && g->moves_count == g->plies);
	assert(g->started_ms >= 0 && g->ended_ms >= 0);
	for (int i = 0; i < g->plies; i++) {
		assert(g->moves[i].seat == i % 2 + 1 && strlen(g->moves[i].text) == 2);
		assert(g->moves[i].wall_us >= 0);
		assert(g->moves[i].cpu_us >= 0 || g->moves[i].cpu_us == UNKNOWN);
		assert(g->moves[i].wait_us >= 0 || g->moves[i].wait_us == UNKNOWN);
	}
	for (int i = 0; i < 2; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		assert(verdict != VERDICTS && verdict != VERDICT_VOID);
		assert(g->seat[i].rank >= 1 && g->seat[i].rank <= 2);
		assert(g->seat[i].failure.phase == NULL || verdict_is_fault(verdict));
		assert(g->seat[i].failure.exit_status >= -1);
		assert(g->seat[i].failure.exit_status <= 255);
	}
	assert(g->seat[0].rank == 1 || g->seat[1].rank == 1);
}

static void wrong_on_line(void *owner, const struct job *job, const char *line)
{
	(void)owner, (void)job;
	for (; *line != '\0'; line++)
		assert((unsigned char)*line >= ' ' || *line == '\t');
}

static void wrong_on_voided(void *owner, const struct job *job, const char *why)
{
	(void)owner, (void)why;
	assert(job->pairing.key == WRONG_KEY);
}

static const struct game_receiver_calls wrong_games = {.judge = wrong_on_judge,
	.played = wrong_on_played,
	.line = wrong_on_line,
	.voided = wrong_on_voided};

static void wrong_on_delays(
	void *owner, const struct arbiter_handle *a, const struct latency_histogram *delays)
{
	(void)owner, (void)a, (void)delays;
}

/* --- an arbiter ----------------------------------------------------------------------------- */

static bool wrong_on_next(void *owner, const struct arbiter_handle *a, bool behind, struct job *job,
	struct game_request *order)
{
	(void)owner, (void)a, (void)behind;
	*job = (struct job){.pairing = {.key = WRONG_KEY, .seats = 2, .bot = {0, 1}}};
	*order = (struct game_request){.pairing = WRONG_KEY, .seats = 2, .fen = "", .moves = ""};
	return true;
}

static void wrong_nothing(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
}

/* Local games and one with remote bots, of which the arbiter was sent no socket. */
static void wrong_arbiter(char *lines)
{
	static const struct arbiter_handle_calls calls = {
		.next = wrong_on_next, .games = &wrong_games, .delays = wrong_on_delays};
	struct game_request request = {.pairing = WRONG_KEY, .seats = 2, .fen = "", .moves = ""};
	static const struct peer_kind none = {.line_most = 1};
	struct arbiter_handle *a = memory_get(1, sizeof *a);
	char *line;
	*a = (struct arbiter_handle){.calls = &calls, .base = base, .bots = 2};
	a->peer = peer_create(base, &none, a);
	a->sockets = memory_get(BOTS_MAX, 16);
	a->local_max = WRONG_GAMES;
	for (bool good = true; good && (line = strsep(&lines, "\n")) != NULL;) {
		arbiter_handle_feed(a);
		while (a->remote == 0) {
			struct job *job = arbiter_handle_free_job(a);
			*job = (struct job){
				.pairing = {.key = WRONG_KEY, .seats = 2, .bot = {0, 1}}};
			arbiter_handle_play(a, job, &request);
		}
		good = arbiter_handle_take_line(a, line);
		assert(good == !error_is_set(&a->wrong));
		wrong_check_text(a->wrong.text);
	}
	arbiter_handle_free(a);
}

/* --- the gate ------------------------------------------------------------------------------- */

static void wrong_on_say(void *arg, const char *line)
{
	(void)arg;
	wrong_check_text(line);
}

/* A line that begins with + brings a connection. */
static void wrong_gate(char *lines)
{
	struct listener_supervisor supervisor = {
		.options = {.base = base, .say = wrong_on_say}, .awaited = 1};
	const struct token_keys keys = {.stored = {1}};
	char *line;
	int ends[2];
	listener_files_init(&supervisor.files, &supervisor.options);
	tokens_set(&supervisor.files.known, "ann", NULL, &keys);
	supervisor.sessions = remote_sessions_create(base, wrong_on_say, NULL);
	supervisor.timer = evtimer_new(base, wrong_nothing, NULL);
	supervisor.peer = peer_create(base, &listener_supervisor_peer, &supervisor);
	for (bool good = true; good && (line = strsep(&lines, "\n")) != NULL;) {
		struct fd_message message = {.count = 0};
		bool brings = *line == '+' && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
		snprintf(message.text, sizeof message.text, "%s", line + (*line == '+'));
		if (brings) {
			close(ends[1]);
			message.fds[message.count++] = ends[0];
		}
		good = listener_supervisor_take(&supervisor, &message);
		fd_message_drop(&message);
	}
	remote_sessions_free(supervisor.sessions);
	event_free(supervisor.timer);
	peer_free(supervisor.peer);
	listener_files_clear(&supervisor.files);
}

/* --- the web process ------------------------------------------------------------------------ */

static void wrong_web(char *lines)
{
	static struct web_supervisor w;
	char *line;
	w = (struct web_supervisor){.say = wrong_on_say,
		.peer = peer_create(base, &web_supervisor_peer, &w),
		.options = {.listen = {{"127.0.0.1", 0}}, .listen_count = 1}};
	for (bool good = true; good && (line = strsep(&lines, "\n")) != NULL;)
		good = web_supervisor_take_line(&w, line);
	peer_free(w.peer);
	assert(w.options.listen[0].port >= 0 && w.options.listen[0].port <= UINT16_MAX);
}

/* Gives it the lines. */
static void wrong_feed(char *lines)
{
	struct live_games live;
	struct live_games_news news;
	struct live_event event;
	char *line;
	live_games_init(&live);
	while ((line = strsep(&lines, "\n")) != NULL)
		if (live_event_read(&event, line) && live_games_take(&live, &event, 1000, &news))
			assert(news.text != NULL);
	live_games_clear(&live);
}

/* --- the solver ----------------------------------------------------------------------------- */

static void wrong_solver(char *lines)
{
	struct oracle_line l;
	char *line;
	while ((line = strsep(&lines, "\n")) != NULL) {
		long long value = strncmp(line, "value ", 6) == 0 ? strtoll(line + 6, NULL, 10) : 0;
		if (!oracle_read(&l, line) || l.value == UNKNOWN)
			continue;
		assert(l.kind == ORACLE_VALUE && l.value == value);
		assert(l.value > INT64_C(-10000000000) && l.value < INT64_C(10000000000));
	}
}

static const struct {
	char word;
	void (*take)(char *lines);
} wrong_readers[] = {
	{'a', wrong_arbiter},
	{'g', wrong_gate},
	{'w', wrong_web},
	{'f', wrong_feed},
	{'s', wrong_solver},
};

static void wrong_set_up(void)
{
	base = event_base_new();
	tournament_init(&cup);
	cup.rules = rules_find("tictactoe");
	cup.players = 2;
	judge = record_judge_create(&cup);
	assert(base != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (base == NULL)
		wrong_set_up();
	for (size_t i = 0; size > 0 && i < sizeof wrong_readers / sizeof *wrong_readers; i++) {
		if (wrong_readers[i].word != data[0])
			continue;
		char *lines = fuzz_text(data + 1, size - 1);
		wrong_readers[i].take(lines);
		free(lines);
	}
	return 0;
}

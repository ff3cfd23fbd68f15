/*
 * arbiter-match.h - an arbiter of its own for a few bots, its orders and what it tells, for tests.
 *
 * Every bot is started with a mark as its last argument, which /proc shows for it and for all that
 * it forks: so a test sees what is left of a match.
 */
#ifndef TESTS_LIB_ARBITER_MATCH_H
#define TESTS_LIB_ARBITER_MATCH_H

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/line.h"
#include "base/memory.h"
#include "referee/game/game.h"
#include "referee/game/record.h"
#include "base/latency-histogram.h"
#include "referee/arbiter/arbiter.h"
#include "referee/arbiter/arbiter-messages.h"
#include "referee/bot/arbiter-config.h"
#include "referee/process/process.h"

#define MATCH_PATIENCE (60 * SECOND)

enum { MATCH_BOTS = 4, MATCH_GAMES = 2, MATCH_WORDS = 4, MATCH_PATH = 4096, MATCH_ROOM = 1 << 17 };

/* A game as its record tells it. */
struct match_game {
	bool over, played_again; /* played_again: void */
	int moves, unmeasured;	 /* unmeasured: without processor time */
	int64_t found[3];	 /* the last move's depth, score and nodes */
	int rank[SEATS_MAX];
	enum verdict verdict[SEATS_MAX];
	char detail[SEATS_MAX][GAME_DETAIL];
	char errors[SEATS_MAX][GAME_DETAIL]; /* the first of each stderr */
	char reason[32];
	int wires, strange; /* lines of conversations; those that hold match.strange */
};

struct match {
	struct arbiter_config config;
	struct bot_config bots[MATCH_BOTS];
	char programs[MATCH_BOTS][MATCH_PATH];
	char *argv[MATCH_BOTS][MATCH_WORDS];
	char mark[64];
	struct process process;
	struct line_reader lines;
	char room[MATCH_ROOM];
	const char *strange; /* borrowed; NULL: none */
	int asked, told;     /* games */
	struct latency_histogram delays;
	struct match_game games[MATCH_GAMES];
};

/* The limits: an honest bot has two seconds for each move on the busiest machine, and a silent one
 * costs no more than those. */
static const struct arbiter_config match_plan = {
	.terms.sandbox = SANDBOX_FULL,
	.terms.limits = {.movetime = 100 * MILLISECOND, .margin = 2 * SECOND},
	.terms.resources = {.startup = 3 * SECOND,
		.newgame = 3 * SECOND,
		.quit = 100 * MILLISECOND},
};

/* A match at game (tictactoe, nim) with players seats and the limits of the tests; bots follow. */
static inline struct match *match_create(const char *game, int players)
{
	static int number;
	struct match *m = memory_get(1, sizeof *m);
	m->config = match_plan;
	m->config.rules = rules_find(game);
	m->config.players = players;
	m->config.bots = m->bots;
	snprintf(m->mark, sizeof m->mark, "match-%d-%d", getpid(), number++);
	line_reader_init(&m->lines, m->room, sizeof m->room);
	m->process = (struct process){.to = -1, .from = -1, .fd_channel = -1};
	return m;
}

static inline void match_free(struct match *m)
{
	process_kill(&m->process);
	free(m);
}

/* The folder that the tests are built into: build, build/san. */
static inline void match_build_folder(char folder[MATCH_PATH])
{
	ssize_t length = readlink("/proc/self/exe", folder, MATCH_PATH - 1);
	ck_assert_int_gt(length, 0);
	folder[length] = '\0';
	char *tests = strstr(folder, "/tests/referee/");
	ck_assert_ptr_nonnull(tests);
	*tests = '\0';
}

/* program is below the build folder (tests/rogues/silent), or a path from the root; argument NULL:
 * none. */
static inline void match_bot(struct match *m, const char *program, const char *argument)
{
	char folder[MATCH_PATH];
	int bot = m->config.bots_count++, words = 0;
	ck_assert_int_lt(bot, MATCH_BOTS);
	match_build_folder(folder);
	int length = *program == '/'
			     ? snprintf(m->programs[bot], MATCH_PATH, "%s", program)
			     : snprintf(m->programs[bot], MATCH_PATH, "%s/%s", folder, program);
	ck_assert_int_lt(length, MATCH_PATH);
	m->argv[bot][words++] = m->programs[bot];
	if (argument != NULL)
		m->argv[bot][words++] = (char *)argument;
	m->argv[bot][words++] = m->mark;
	m->bots[bot] = (struct bot_config){
		.name = program, .argv = m->argv[bot], .resources = m->config.terms.resources};
}

/* The same for a bot that has time however busy the machine is. */
static inline void match_honest(struct match *m, const char *program, const char *argument)
{
	struct bot_config *b = &m->bots[m->config.bots_count];
	match_bot(m, program, argument);
	b->has_limits = true;
	b->limits = (struct limits){.movetime = MATCH_PATIENCE};
	b->resources.startup = b->resources.newgame = MATCH_PATIENCE;
}

/* number: as process_start() has it. */
static inline void match_start_number(struct match *m, int number)
{
	ck_assert_int_eq(process_start(&m->process, &arbiter_process, &m->config, number), 0);
}

static inline void match_start(struct match *m)
{
	match_start_number(m, -1);
}

/* Requests this game of game runner 1. */
static inline void match_request(struct match *m, const struct game_request *request)
{
	char line[256] = "1 ";
	size_t length = game_request_write(request, line + 2, sizeof line - 2);
	ck_assert_uint_gt(length, 0);
	ck_assert_int_eq(write(m->process.to, line, length + 2), (ssize_t)length + 2);
	m->asked++;
}

/* Requests a game between these bots, by their number, in seat order. */
static inline void match_order(struct match *m, const int *bots)
{
	struct game_request request = {.pairing = (uint64_t)m->asked + 1,
		.seats = m->config.players,
		.fen = "",
		.moves = ""};
	memcpy(request.bot, bots, sizeof *bots * (size_t)request.seats);
	ck_assert_int_lt(m->asked, MATCH_GAMES);
	match_request(m, &request);
}

/* --- what it tells -------------------------------------------------------------------------- */

static inline void match_copy(char *to, size_t room, const char *text)
{
	snprintf(to, room, "%s", text);
}

/* A line of the game of this pairing, which is the next to end. */
static inline void match_take_of(struct match *m, char *line, uint64_t pairing)
{
	struct match_game *g = &m->games[m->told];
	struct record r;
	ck_assert_int_lt(m->told, MATCH_GAMES);
	ck_assert(record_read(&r, line));
	if (r.kind == RECORD_GAME)
		ck_assert_uint_eq(r.game.pairing, pairing);
	if (r.kind == RECORD_VOID)
		ck_assert_uint_eq(r.voided.pairing, pairing);
	g->moves += r.kind == RECORD_MOVE;
	g->unmeasured += r.kind == RECORD_MOVE && r.move.numbers.cpu == UNKNOWN;
	for (int i = 0; i < 3 && r.kind == RECORD_MOVE; i++)
		g->found[i] = move_number(&r.move.numbers, 3 + i);
	if (r.kind == RECORD_WIRE) {
		g->wires++;
		g->strange += m->strange != NULL && strstr(r.text.at, m->strange) != NULL;
	} else if (r.kind == RECORD_SEAT) {
		ck_assert_int_le(r.seat, SEATS_MAX);
		g->rank[r.seat - 1] = (int)r.result.rank;
		g->verdict[r.seat - 1] = verdict_find(r.result.verdict);
		match_copy(g->detail[r.seat - 1], GAME_DETAIL, r.result.detail);
	} else if (r.kind == RECORD_STDERR) {
		match_copy(g->errors[r.seat - 1], GAME_DETAIL, r.text.at);
	} else if (r.kind == RECORD_END || r.kind == RECORD_VOID) {
		g->over = true;
		g->played_again = r.kind == RECORD_VOID;
		match_copy(
			g->reason, sizeof g->reason, r.kind == RECORD_END ? r.end.reason : "void");
		m->told++;
	}
}

static inline bool match_take(void *arg, char *line)
{
	struct match *m = arg;
	struct arbiter_answer answer;
	if (arbiter_answer_read(&answer, line)) {
		latency_histogram_merge(&m->delays, &answer.delays);
		return true;
	}
	ck_assert(strncmp(line, "1 ", 2) == 0);
	match_take_of(m, line + 2, (uint64_t)m->told + 1);
	return true;
}

/* Reads once; take() gets each complete line. False: the process has ended, or sent a wrong line. */
static inline bool match_read_lines(struct match *m, bool (*take)(void *arg, char *line), void *arg)
{
	size_t room, length;
	char *line, *space = line_reader_space(&m->lines, &room);
	ssize_t count = read(m->process.from, space, room);
	enum line_status status;
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (count <= 0)
		return false;
	line_reader_filled(&m->lines, (size_t)count);
	while ((status = line_reader_next(&m->lines, &line, &length)) == LINE_READY)
		if (!take(arg, line))
			return false;
	return status != LINE_TOO_LONG;
}

/* One read of what it tells. False: it has ended. */
static inline bool match_read(struct match *m)
{
	return match_read_lines(m, match_take, m);
}

/* Takes in what is told until every match has told all its games, or four minutes have passed. */
static inline void match_finish(struct match **matches, int count)
{
	struct pollfd fds[64];
	int running = count;
	usec until = time_now() + 4 * MATCH_PATIENCE;
	ck_assert_int_le(count, 64);
	while (running > 0 && time_now() < until) {
		running = 0;
		for (int i = 0; i < count; i++) {
			bool wanted = matches[i]->told < matches[i]->asked;
			fds[i] = (struct pollfd){wanted ? matches[i]->process.from : -1, POLLIN, 0};
			running += wanted;
		}
		if (running == 0 || poll(fds, (nfds_t)count, 1000) <= 0)
			continue;
		for (int i = 0; i < count; i++)
			if (fds[i].revents != 0 && !match_read(matches[i]))
				ck_abort_msg("an arbiter ended: %s", matches[i]->bots[0].name);
	}
	for (int i = 0; i < count; i++)
		ck_assert_msg(matches[i]->told == matches[i]->asked, "no end: %s, %s",
			matches[i]->bots[0].name, matches[i]->bots[1].name);
}

/* Dismisses the arbiter, waits until it has left by itself; its status. */
static inline int match_dismiss(struct match *m)
{
	usec until = time_now() + MATCH_PATIENCE;
	process_close_input(&m->process);
	while (time_now() < until) {
		struct pollfd fd = {m->process.from, POLLIN, 0};
		poll(&fd, 1, 1000);
		if (!match_read(m))
			break;
	}
	/* Its pipe has ended: it is about to. */
	int status = -1;
	ck_assert_int_eq(waitpid(m->process.pid, &status, 0), m->process.pid);
	m->process.pid = 0;
	return status;
}

/* --- what is left --------------------------------------------------------------------------- */

/* The most memory that the arbiter has had so far. */
static inline long match_memory_kb(const struct match *m)
{
	char path[64], line[256];
	long kb = -1;
	snprintf(path, sizeof path, "/proc/%d/status", (int)m->process.pid);
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "VmHWM: %ld kB", &kb) == 1)
			break;
	fclose(file);
	ck_assert_int_gt(kb, 0);
	return kb;
}

static inline bool match_is_marked(const struct match *m, const char *process)
{
	char path[300], bytes[2 * MATCH_PATH];
	snprintf(path, sizeof path, "/proc/%s/cmdline", process);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	size_t length = fread(bytes, 1, sizeof bytes, file), mark = strlen(m->mark) + 1;
	fclose(file);
	/* The mark is the last word. */
	return length > mark && memcmp(bytes + length - mark, m->mark, mark) == 0;
}

/* How many processes carry the mark; *last is one of them. */
static inline int match_find(const struct match *m, pid_t *last)
{
	DIR *folder = opendir("/proc");
	struct dirent *entry;
	int left = 0;
	ck_assert_ptr_nonnull(folder);
	while ((entry = readdir(folder)) != NULL) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9' ||
			!match_is_marked(m, entry->d_name))
			continue;
		*last = (pid_t)atoi(entry->d_name);
		left++;
	}
	closedir(folder);
	return left;
}

static inline int match_left(const struct match *m)
{
	pid_t last;
	return match_find(m, &last);
}

/* Waits until this many are left, a minute at most; returns how many are. */
static inline int match_until_left(const struct match *m, int wanted)
{
	usec until = time_now() + MATCH_PATIENCE;
	int left;
	while ((left = match_left(m)) != wanted && time_now() < until)
		poll(NULL, 0, 10);
	return left;
}

#endif

/*
 * remote-guests.h - an arbiter of its own, and remote bots that the test plays: each is the other
 * end of a socket, with answers as its test wants them.
 *
 * A guest speaks the protocol: it greets, is ready, and plays the first legal move. Its fields
 * say which other things it does.
 */
#ifndef TESTS_LIB_REMOTE_GUESTS_H
#define TESTS_LIB_REMOTE_GUESTS_H

#include <sys/socket.h>

#include "referee/process/fd-message.h"
#include "tests/lib/arbiter-match.h"

enum { GUESTS_MAX = 128, GUESTS_GAMES = 64, GUESTS_ROOM = LINE_FROM_REFEREE };

struct guests;

struct guest {
	struct guests *all;
	int index, fd; /* fd -1: not connected */
	struct line_reader lines;
	char room[GUESTS_ROOM];
	char legal[64];		      /* the first move */
	int greeted, begun, asked;    /* how many ugi, uginewgame, go so far, ... */
	int stops, quits;	      /* ... stop, quit */
	long movetime;		      /* of the last go */
	bool silent;		      /* reads, and says nothing */
	void (*go)(struct guest *g);  /* instead of an answer to go */
	void (*ugi)(struct guest *g); /* instead of an answer to ugi */
};

struct guests {
	struct match match; /* its plan, process and reader */
	struct bot_config plans[GUESTS_MAX];
	struct guest guests[GUESTS_MAX];
	int count, number; /* number: of the game of the last line */
	int asked, told;
	struct match_game games[GUESTS_GAMES + 1]; /* by number, the last of each */
	int changes;				   /* lines of another game than the one before */
	struct latency_histogram delays;
	int had, refused; /* connections that it had, or had no descriptor for */
};

/* An arbiter for this many remote bots. */
static inline struct guests *guests_create(const char *game, int players, int count)
{
	struct guests *g = memory_get(1, sizeof *g);
	struct match *m = match_create(game, players);
	g->match = *m;
	free(m);
	g->count = count;
	g->match.config.bots = g->plans;
	g->match.config.bots_count = count;
	g->match.config.terms.connect_timeout = MATCH_PATIENCE;
	g->match.config.terms.reconnect = true;
	g->match.config.terms.limits.movetime = 60 * SECOND;
	g->match.config.terms.resources.startup = g->match.config.terms.resources.newgame =
		60 * SECOND;
	line_reader_init(&g->match.lines, g->match.room, sizeof g->match.room);
	for (int i = 0; i < count; i++) {
		g->plans[i] = (struct bot_config){.name = "guest",
			.remote = true,
			.resources = g->match.config.terms.resources};
		g->guests[i] = (struct guest){.all = g, .index = i, .fd = -1};
	}
	return g;
}

/* The same, and after the remote bots one of this machine, its program below the build folder. */
static inline struct guests *guests_mixed(int count, const char *program)
{
	struct guests *g = guests_create("tictactoe", 2, count);
	struct match *m = &g->match;
	m->config.bots_count = 0;
	match_bot(m, program, NULL);
	g->plans[count] = m->bots[0];
	m->config.bots_count = count + 1;
	return g;
}

static inline void guests_leave(struct guest *guest)
{
	if (guest->fd >= 0)
		close(guest->fd);
	guest->fd = -1;
}

static inline void guests_free(struct guests *g)
{
	for (int i = 0; i < g->count; i++)
		guests_leave(&g->guests[i]);
	process_kill(&g->match.process);
	free(g);
}

static inline void guests_start(struct guests *g)
{
	match_start(&g->match);
	ck_assert_int_gt(g->match.process.fd_channel, 0);
}

/* Hands this end of a socket over. */
static inline void guests_hand(struct guests *g, int bot, int fd)
{
	struct fd_message message = {.fds = {fd}, .count = 1};
	fd_message_write(&message, &arbiter_socket_table, &(struct arbiter_socket){.bot = bot});
	struct pollfd room = {g->match.process.fd_channel, POLLOUT, 0};
	usec until = time_now() + MATCH_PATIENCE;
	int sent;
	while ((sent = fd_message_send(g->match.process.fd_channel, &message)) != 0 &&
		errno == EAGAIN && time_now() < until)
		poll(&room, 1, 1000);
	ck_assert_int_eq(sent, 0);
}

/* A guest has a socket, anew if it had one; returns the end that is to be handed over. */
static inline int guests_socket(struct guests *g, int bot)
{
	int ends[2];
	struct guest *guest = &g->guests[bot];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	guests_leave(guest);
	guest->fd = ends[0];
	line_reader_init(&guest->lines, guest->room, sizeof guest->room);
	return ends[1];
}

static inline void guests_connect(struct guests *g, int bot)
{
	int fd = guests_socket(g, bot);
	guests_hand(g, bot, fd);
	close(fd);
}

static inline void guests_order_marked(
	struct guests *g, int number, const int *bots, unsigned absent)
{
	struct game_request order = {.pairing = (uint64_t)number,
		.seats = g->match.config.players,
		.absent = absent,
		.fen = "",
		.moves = ""};
	char line[256];
	memcpy(order.bot, bots, sizeof *bots * (size_t)order.seats);
	size_t length = (size_t)sprintf(line, "%d ", number);
	length += game_request_write(&order, line + length, sizeof line - length);
	ck_assert_int_eq(write(g->match.process.to, line, length), (ssize_t)length);
	ck_assert_int_le(number, GUESTS_GAMES);
	g->games[number] = (struct match_game){.over = false};
	g->asked++;
}

static inline void guests_order(struct guests *g, int number, const int *bots)
{
	guests_order_marked(g, number, bots, 0);
}

/* --- what the guests do --------------------------------------------------------------------- */

static inline void guest_say(struct guest *guest, const char *text)
{
	size_t length = strlen(text);
	if (guest->fd >= 0) /* the arbiter may have ended it */
		(void)!send(guest->fd, text, length, MSG_NOSIGNAL);
}

static inline void guest_move(struct guest *guest)
{
	char line[80];
	snprintf(line, sizeof line, "bestmove %s\n", guest->legal);
	guest_say(guest, line);
}

/* Instead of an answer to go: none. */
static inline void guest_wait(struct guest *guest)
{
	(void)guest;
}

static inline void guest_greet(struct guest *guest)
{
	guest_say(guest, "id name guest\nfeature legal\nfeature players\nugiok\n");
}

static inline void guest_take(struct guest *guest, const char *line)
{
	if (strcmp(line, "ugi") == 0) {
		guest->greeted++;
		if (guest->ugi != NULL)
			guest->ugi(guest);
		else if (!guest->silent)
			guest_greet(guest);
	} else if (strcmp(line, "isready") == 0 && !guest->silent) {
		guest_say(guest, "readyok\n");
	} else if (strcmp(line, "stop") == 0) {
		guest->stops++;
	} else if (strcmp(line, "quit") == 0) {
		guest->quits++;
	} else if (strncmp(line, "uginewgame", 10) == 0) {
		guest->begun++;
	} else if (strncmp(line, "legal ", 6) == 0) {
		snprintf(guest->legal, sizeof guest->legal, "%.*s", (int)strcspn(line + 6, " "),
			line + 6);
	} else if (strncmp(line, "go ", 3) == 0) {
		guest->asked++;
		sscanf(line, "go movetime %ld", &guest->movetime);
		if (guest->go != NULL)
			guest->go(guest);
		else if (!guest->silent)
			guest_move(guest);
	}
}

static inline void guest_read(struct guest *guest)
{
	size_t room, length;
	char *line, *space = line_reader_space(&guest->lines, &room);
	ssize_t count = recv(guest->fd, space, room, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0) {
		guests_leave(guest);
		return;
	}
	line_reader_filled(&guest->lines, (size_t)count);
	while (guest->fd >= 0 && line_reader_next(&guest->lines, &line, &length) == LINE_READY)
		guest_take(guest, line);
}

/* How often all of them were asked for a move. */
static inline int guests_asked(const struct guests *g)
{
	int asked = 0;
	for (int i = 0; i < g->count; i++)
		asked += g->guests[i].asked;
	return asked;
}

/* --- what the arbiter writes --------------------------------------------------------------------
 */

static inline bool guests_take(void *arg, char *line)
{
	struct guests *g = arg;
	struct arbiter_answer answer;
	if (arbiter_answer_read(&answer, line)) {
		if (answer.kind == ARBITER_DELAYS)
			latency_histogram_merge(&g->delays, &answer.delays);
		else
			*(answer.kind == ARBITER_TAKEN ? &g->had : &g->refused) += 1;
		return true;
	}
	int number, used = 0;
	ck_assert_int_eq(sscanf(line, "%d %n", &number, &used), 1);
	ck_assert_int_ge(number, 1);
	ck_assert_int_le(number, GUESTS_GAMES);
	g->changes += number != g->number;
	g->number = number;
	struct match *m = &g->match;
	/* The match's own reader takes it, into the place of its first game. */
	m->told = 0;
	m->games[0] = g->games[number];
	match_take_of(m, line + used, (uint64_t)number);
	g->games[number] = m->games[0];
	g->told += m->told;
	return true;
}

static inline bool guests_read(struct guests *g)
{
	return match_read_lines(&g->match, guests_take, g);
}

/* Lets something happen. False: the arbiter has ended. */
static inline bool guests_turn(struct guests *g)
{
	struct pollfd fds[GUESTS_MAX + 1];
	fds[0] = (struct pollfd){g->match.process.from, POLLIN, 0};
	for (int i = 0; i < g->count; i++)
		fds[i + 1] = (struct pollfd){g->guests[i].fd, POLLIN, 0};
	poll(fds, (nfds_t)g->count + 1, 1000);
	for (int i = 0; i < g->count; i++)
		if (fds[i + 1].revents != 0 && g->guests[i].fd == fds[i + 1].fd)
			guest_read(&g->guests[i]);
	return fds[0].revents == 0 || guests_read(g);
}

/* Until this is so, a minute at most. */
#define GUESTS_UNTIL(g, condition)                                                                 \
	do {                                                                                       \
		usec guests_until = time_now() + MATCH_PATIENCE;                                   \
		while (!(condition) && time_now() < guests_until)                                  \
			ck_assert_msg(guests_turn(g), "the arbiter has ended");                    \
		ck_assert_msg(condition, "not within a minute: " #condition);                      \
	} while (0)

/* Until all games have been told. */
static inline void guests_finish(struct guests *g)
{
	GUESTS_UNTIL(g, g->told == g->asked);
}

/* The orders end; waits until the arbiter has ended by itself; its status. */
static inline int guests_stop(struct guests *g)
{
	usec until = time_now() + MATCH_PATIENCE;
	int status = -1;
	process_close_input(&g->match.process);
	while (time_now() < until && guests_turn(g))
		;
	ck_assert_int_eq(waitpid(g->match.process.pid, &status, 0), g->match.process.pid);
	g->match.process.pid = 0;
	return status;
}

#endif

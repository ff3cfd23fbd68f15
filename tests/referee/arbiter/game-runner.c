/*
 * One game from its request to its end: the record that it leaves, and the lines that its bots
 * hear. The bots are remote; the test is each of them, at the other end of a socket, in the same
 * loop.
 */
#include "referee/arbiter/game-runner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/line.h"
#include "base/memory.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { BOTS = 3, ROOM = 1 << 16 };

/* A bot: it greets with its features, is ready, and answers each `go` with its next move. */
struct guest {
	int fd;			      /* -1: not connected */
	const char *features, *moves; /* moves: separated by blanks; "-": it says nothing, "!": it
					 leaves */
	char heard[ROOM];	      /* its lines */
	struct line_reader lines;
	char room[LINE_FROM_REFEREE];
};

static struct {
	struct arbiter_config config;
	struct bot_config bots[BOTS];
	struct game_runner_context context;
	struct game_runner runner;
	struct wire out;
	int record; /* the records can be read here */
	struct guest guests[BOTS];
	char told[ROOM]; /* the records, without moments and times */
	int over;	 /* games that are told */
	bool due;
} s;

static void on_schedule(void *owner, struct game_runner *g)
{
	ck_assert_ptr_eq(owner, &s);
	ck_assert_ptr_eq(g, &s.runner);
	s.due = true;
}

/* Two or three bots of a game with a minute for each move; the bots are not connected. */
static void scene_init(const char *game, int players)
{
	static bool prepared;
	signal(SIGPIPE, SIG_IGN); /* as in all processes that talk to bots */
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	memset(&s, 0, sizeof s);
	s.config = (struct arbiter_config){.rules = rules_find(game),
		.players = players,
		.terms.limits = {.movetime = 60 * SECOND},
		.terms.resources = {.startup = 60 * SECOND, .newgame = 60 * SECOND},
		.terms.connect_timeout = 60 * SECOND,
		.terms.strikes = 3,
		.bots = s.bots,
		.bots_count = BOTS};
	for (int i = 0; i < BOTS; i++) {
		static const char *const names[] = {"ann", "bob", "cat"};
		s.bots[i] = (struct bot_config){
			.name = names[i], .remote = true, .resources = s.config.terms.resources};
		s.guests[i] =
			(struct guest){.fd = -1, .features = "feature legal players", .moves = ""};
	}
}

static void connects(int bot)
{
	int ends[2];
	struct guest *guest = &s.guests[bot];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	line_reader_init(&guest->lines, guest->room, sizeof guest->room);
	guest->fd = ends[1];
	bot_pool_connect(&s.context.pool, bot, ends[0]);
}

static void scene_open(void)
{
	int ends[2];
	ck_assert_int_eq(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
	s.record = ends[0];
	s.context.schedule = on_schedule;
	s.context.owner = &s;
	ck_assert(game_runner_context_open(&s.context, &s.config));
	ck_assert(wire_init(&s.out, s.context.base, -1, ends[1], NULL, NULL));
	ck_assert(game_runner_open(&s.runner, &s.context, &s.out, 4));
	for (int i = 0; i < s.config.players; i++)
		connects(i);
}

static void scene_close(void)
{
	int to = s.out.to;
	game_runner_close(&s.runner);
	wire_clear(&s.out);
	ck_assert(game_runner_context_close(&s.context));
	close(to);
	close(s.record);
	for (int i = 0; i < BOTS; i++)
		if (s.guests[i].fd >= 0)
			close(s.guests[i].fd);
}

/* --- what the bots do -------------------------------------------------------------------- */

static void guest_say(struct guest *guest, const char *word, const char *text, size_t length)
{
	char line[256];
	int size = snprintf(line, sizeof line, "%s%.*s\n", word, (int)length, text);
	ck_assert_int_eq(write(guest->fd, line, (size_t)size), size);
}

static void guest_move(struct guest *guest)
{
	size_t length = strcspn(guest->moves, " ");
	const char *word = guest->moves;
	guest->moves += length;
	guest->moves += *guest->moves == ' ';
	if (length == 1 && *word == '!') {
		close(guest->fd);
		guest->fd = -1;
	} else if (length > 0 && *word != '-') {
		guest_say(guest, "bestmove ", word, length);
	}
}

static void guest_take(struct guest *guest, const char *line)
{
	size_t used = strlen(guest->heard);
	snprintf(guest->heard + used, sizeof guest->heard - used, "%s\n", line);
	if (strcmp(line, "ugi") == 0) {
		guest_say(guest, guest->features, "\nugiok", 6);
	} else if (strcmp(line, "isready") == 0) {
		guest_say(guest, "readyok", "", 0);
	} else if (strncmp(line, "go ", 3) == 0) {
		guest_move(guest);
	}
}

static void guest_read(struct guest *guest)
{
	size_t room, length;
	char *line, *space = line_reader_space(&guest->lines, &room);
	ssize_t count = recv(guest->fd, space, room, MSG_DONTWAIT);
	if (count <= 0)
		return;
	line_reader_filled(&guest->lines, (size_t)count);
	while (guest->fd >= 0 && line_reader_next(&guest->lines, &line, &length) == LINE_READY)
		guest_take(guest, line);
}

/* --- the record -------------------------------------------------------------------------- */

/* Cuts off the moments and times of a line, which no test can know. */
static void told_add(char *line)
{
	struct record r;
	char text[ROOM];
	size_t used = strlen(s.told);
	ck_assert_int_eq(strncmp(line, "4 ", 2), 0);
	snprintf(text, sizeof text, "%s", line + 2);
	ck_assert_msg(record_read(&r, line + 2), "%s", text);
	s.over += r.kind == RECORD_END || r.kind == RECORD_VOID;
	if (r.kind == RECORD_GAME)
		snprintf(text, sizeof text, "game %d", (int)r.game.pairing);
	else if (r.kind == RECORD_MOVE)
		snprintf(text, sizeof text, "move %d %s", r.seat, r.move.text);
	else if (r.kind == RECORD_EVIDENCE)
		snprintf(text, sizeof text, "evidence %d %s %d", r.seat, r.evidence.phase,
			(int)r.evidence.limit);
	else if (r.kind == RECORD_END)
		snprintf(text, sizeof text, "end %s %s", r.end.reason, r.end.final);
	snprintf(s.told + used, sizeof s.told - used, "%s\n", text);
}

static void told_read(void)
{
	static char bytes[ROOM];
	static size_t length;
	char *line, *rest = bytes;
	wire_flush(&s.out);
	ssize_t count = read(s.record, bytes + length, sizeof bytes - 1 - length);
	if (count <= 0)
		return;
	bytes[length + (size_t)count] = '\0';
	for (char *end; (end = strchr(rest, '\n')) != NULL; rest = end + 1) {
		*end = '\0';
		line = rest;
		told_add(line);
	}
	length = strlen(rest);
	memmove(bytes, rest, length + 1);
}

/* Everything that can happen without waiting, and then one event. */
static void turn(bool waits)
{
	for (int i = 0; i < BOTS; i++)
		if (s.guests[i].fd >= 0)
			guest_read(&s.guests[i]);
	event_base_loop(s.context.base, waits ? EVLOOP_ONCE : EVLOOP_NONBLOCK);
	if (s.due) {
		s.due = false;
		game_runner_advance(&s.runner);
	}
	told_read();
}

#define UNTIL(condition)                                                                           \
	while (!(condition))                                                                       \
	turn(false)

/* Requests a game, which is pairing number `pairing`, of the bots 0, 1, ... */
static void order(const struct game_request *more, uint64_t pairing)
{
	char line[1024];
	struct game_request request = *more;
	request.pairing = pairing;
	request.seed = 7;
	request.seats = s.config.players;
	request.fen = request.fen != NULL ? request.fen : "";
	request.moves = request.moves != NULL ? request.moves : "";
	for (int i = 0; i < request.seats; i++)
		request.bot[i] = i;
	size_t length = game_request_write(&request, line, sizeof line);
	line[length - 1] = '\0'; /* its LF */
	game_runner_request(&s.runner, line);
	s.due = true;
}

static void plays(const struct game_request *more)
{
	int before = s.over;
	order(more, 5);
	UNTIL(s.over > before);
}

static const struct game_request usual;

/* A game of two in tic-tac-toe that seat 1 wins with its third move. */
static void scene_tictactoe(void)
{
	scene_init("tictactoe", 2);
	s.guests[0].moves = "a1 b1 c1 a1 b1 c1";
	s.guests[1].moves = "a2 b2 a2 b2";
}

#define WON                                                                                        \
	"move 1 a1\nmove 2 a2\nmove 1 b1\nmove 2 b2\nmove 1 c1\n"                                  \
	"seat 1 1 ok \nseat 2 2 ok \nend normal 3/oo1/xxx o 3\n"

/* How often the text is in what this bot has heard. */
static int heard(int bot, const char *text)
{
	int count = 0;
	for (const char *at = s.guests[bot].heard; (at = strstr(at, text)) != NULL; at++)
		count++;
	return count;
}

/* --- games ------------------------------------------------------------------------------- */

START_TEST(a_game_is_recorded_from_its_request_to_its_end)
	{
		scene_tictactoe();
		scene_open();
		s.guests[1].features = "feature legal gameover";
		plays(&usual);
		ck_assert_str_eq(s.told, "game 5\n" WON);
		ck_assert_int_eq(s.context.rules.programs[0]->playing, 0);
		ck_assert_int_eq(s.runner.state, GAME_RUNNER_IDLE);
		UNTIL(heard(1, "gameover rank 1 2 reason normal\n") == 1);
		ck_assert_int_eq(heard(0, "gameover"), 0); /* it did not ask for it */
		ck_assert_int_eq(heard(0, "uginewgame\n"), 1);
		scene_close();
	}
END_TEST

START_TEST(requests_wait_for_the_game_before)
	{
		scene_tictactoe();
		scene_open();
		order(&usual, 5);
		order(&usual, 6);
		UNTIL(s.over == 2);
		ck_assert_str_eq(s.told, "game 5\n" WON "game 6\n" WON);
		ck_assert_int_eq(heard(0, "ugi\n"), 1); /* it is kept */
		ck_assert_int_eq(heard(0, "uginewgame\n"), 2);
		scene_close();
	}
END_TEST

START_TEST(openings_begin_the_game_and_count_as_no_moves)
	{
		scene_init("tictactoe", 2);
		s.config.terms.max_plies = 3;
		if (_i == 0) {
			s.guests[0].moves = "b1 c1";
			s.guests[1].moves = "b2";
		} else {
			s.guests[0].moves = "a1 b1";
			s.guests[1].moves = "b2";
		}
		scene_open();
		plays(&(struct game_request){
			.moves = _i == 0 ? "a1 a2" : "", .fen = _i == 1 ? "3/o2/2x x 2" : ""});
		ck_assert_str_eq(s.told,
			_i == 0 ? "game 5\nmove 1 b1\nmove 2 b2\nmove 1 c1\nseat 1 1 ok \nseat 2 2 ok \nend normal 3/oo1/xxx o 3\n"
				: "game 5\nmove 1 a1\nmove 2 b2\nmove 1 b1\nseat 1 1 ok \nseat 2 2 ok \nend normal 3/oo1/xxx o 3\n");
		ck_assert_int_eq(heard(0, _i == 0 ? "position startpos moves a1 a2\n"
						  : "position fen 3/o2/2x x 2\n"),
			1);
		scene_close();
	}
END_TEST

START_TEST(a_game_ends_at_its_most_plies)
	{
		scene_tictactoe();
		s.config.terms.max_plies = 3;
		scene_open();
		plays(&usual);
		ck_assert_str_eq(s.told,
			"game 5\nmove 1 a1\nmove 2 a2\nmove 1 b1\nseat 1 1 ok \nseat 2 1 ok \nend max-plies 3/o2/xx1 o 2\n");
		scene_close();
	}
END_TEST

START_TEST(each_bot_has_its_own_limits)
	{
		scene_tictactoe();
		s.bots[1].has_limits = true;
		s.bots[1].limits.movetime = 30 * SECOND;
		scene_open();
		plays(&usual);
		ck_assert_int_eq(heard(0, "go movetime 60000\n"), 3);
		ck_assert_int_eq(heard(1, "go movetime 30000\n"), 2);
		scene_close();
	}
END_TEST

START_TEST(parameters_are_those_of_the_tournament)
	{
		char *params[] = {(char *)"heaps=2"};
		scene_init("nim", 2);
		s.config.params = params;
		s.config.params_count = 1;
		s.guests[0].features = "feature newgame";
		s.guests[0].moves = "a2";
		scene_open();
		plays(&usual);
		ck_assert_str_eq(s.told,
			"game 5\nmove 1 a2\nseat 1 2 ok \nseat 2 1 ok \nend normal 0 p2 1\n");
		ck_assert_int_eq(
			heard(0, "uginewgame game nim players 2 seat 1 seed 7 param heaps 2 "), 1);
		scene_close();
	}
END_TEST

/* --- seats that are not asked ------------------------------------------------------------ */

static const struct {
	struct game_request request;
	const char *unbuilt; /* of seat 1 */
	const char *told;
} omitted[] = {
	{{.benched = 1}, NULL,
		"seat 1 2 benched failed 3 games in a row before\nseat 2 1 ok \nend benched 3/3/3 x 1 out1\n"},
	{{.benched = 2, .failed = {0, 77}}, NULL,
		"seat 1 1 ok \nseat 2 2 benched failed 3 games in a row before, first in game 77; see `referee show 77 --why`\nend benched 3/3/3 x 1 out2\n"},
	{{.absent = 2}, NULL,
		"seat 1 1 ok \nseat 2 2 absent was not connected; waited 60.0 s for it\nend absent 3/3/3 x 1 out2\n"},
	{{.absent = 3}, NULL,
		"seat 1 1 absent was not connected; waited 60.0 s for it\nseat 2 1 absent was not connected; waited 60.0 s for it\nend absent 3/3/3 x 1 out1\n"},
	{{.seats = 0}, "it does not compile",
		"seat 1 2 build it does not compile\nstderr 1 line 1: error\\n\nseat 2 1 ok \nend build 3/3/3 x 1 out1\n"},
};

START_TEST(seats_that_are_left_out_have_lost_before_the_game)
	{
		char wanted[1024];
		scene_tictactoe();
		s.bots[0].unbuilt = omitted[_i].unbuilt;
		s.bots[0].build_output = "line 1: error\n";
		scene_open();
		plays(&omitted[_i].request);
		snprintf(wanted, sizeof wanted, "game 5\n%s", omitted[_i].told);
		ck_assert_str_eq(s.told, wanted);
		unsigned out = omitted[_i].request.benched | omitted[_i].request.absent;
		ck_assert_int_eq(
			heard(0, "ugi"), (out & 1) == 0 && omitted[_i].unbuilt == NULL ? 2 : 0);
		scene_close();
	}
END_TEST

/* Nim from three tokens, one each: seats 1 and 3 play on, and seat 1 loses with the last token. */
START_TEST(of_three_seats_the_others_play_without_the_one_that_is_left_out)
	{
		char *params[] = {(char *)"heaps=3"};
		scene_init("nim", 3);
		s.config.params = params;
		s.config.params_count = 1;
		s.guests[0].moves = "a1 a1";
		s.guests[2].moves = "a1";
		scene_open();
		plays(&(struct game_request){.benched = 2});
		ck_assert_str_eq(s.told,
			"game 5\nmove 1 a1\nmove 3 a1\nmove 1 a1\nseat 1 2 ok \n"
			"seat 2 3 benched failed 3 games in a row before\nseat 3 1 ok \nend normal 0 p3 2 out2\n");
		scene_close();
	}
END_TEST

/* --- seats that fail --------------------------------------------------------------------- */

START_TEST(an_illegal_move_ends_a_game_of_two_and_its_bot_is_told)
	{
		scene_tictactoe();
		s.guests[0].features = "feature legal error gameover";
		s.guests[0].moves = "a1 a2";
		scene_open();
		plays(&usual);
		const char *illegal = strstr(s.told, "seat 1 2 illegal ");
		ck_assert_ptr_nonnull(illegal);
		ck_assert_int_eq(strncmp(s.told, "game 5\nmove 1 a1\nmove 2 a2\nseat 1 2 illegal ",
					 strlen("game 5\nmove 1 a1\nmove 2 a2\nseat 1 2 illegal ")),
			0);
		ck_assert_ptr_nonnull(strstr(illegal, "evidence 1 move 60000000\nasked 1 "));
		ck_assert_ptr_nonnull(strstr(illegal, "\nsaid 1 bestmove a2\\n\n"));
		ck_assert_ptr_nonnull(
			strstr(illegal, "\nseat 2 1 ok \nend illegal 3/o2/x2 x 2 out1\n"));
		UNTIL(heard(0, "gameover rank 2 1 reason illegal\n") == 1);
		ck_assert_int_eq(heard(0, "error illegal "), 1);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_resigns_has_not_failed)
	{
		scene_tictactoe();
		s.guests[0].moves = "resign a1 b1 c1";
		scene_open();
		plays(&usual);
		ck_assert_str_eq(s.told,
			"game 5\nseat 1 2 resign \nseat 2 1 ok \nend resign 3/3/3 x 1 out1\n");
		*s.told = '\0';
		plays(&usual);
		ck_assert_str_eq(s.told, "game 5\n" WON);
		ck_assert_int_eq(heard(0, "ugi\n"), 1);
		scene_close();
	}
END_TEST

static const struct {
	const char *moves; /* of seat 1: the second is its last */
	const char *seat;  /* its line and the last one */
} leavings[] = {
	{"a1 resign", "\nseat 1 3 resign \n"},
	{"a1 b9", "\nseat 1 3 illegal "},
	{"a1 !", "\nseat 1 3 crash its connection ended"},
};

START_TEST(in_a_game_of_three_the_others_play_on)
	{
		char *params[] = {(char *)"heaps=5"};
		scene_init("nim", 3);
		s.config.params = params;
		s.config.params_count = 1;
		s.guests[0].moves = leavings[_i].moves;
		s.guests[1].moves = s.guests[2].moves = "a1 a1";
		scene_open();
		plays(&usual);
		static const char moves[] =
			"game 5\nmove 1 a1\nmove 2 a1\nmove 3 a1\nmove 2 a1\nmove 3 a1\n";
		ck_assert_msg(strncmp(s.told, moves, sizeof moves - 1) == 0, "%s", s.told);
		ck_assert_msg(strstr(s.told, leavings[_i].seat) != NULL, "%s", s.told);
		ck_assert_msg(
			strstr(s.told, "\nseat 2 1 ok \nseat 3 2 ok \nend normal 0 p") != NULL,
			"%s", s.told);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_does_not_answer_loses_on_time_by_the_timer)
	{
		scene_tictactoe();
		s.config.terms.limits = (struct limits){.movetime = MILLISECOND};
		s.guests[0].moves = "-";
		scene_open();
		order(&usual, 5);
		while (s.over == 0)
			turn(s.guests[0].moves[0] == '\0');
		ck_assert_ptr_nonnull(strstr(s.told, "\nseat 1 2 time no answer after "));
		ck_assert_ptr_nonnull(strstr(s.told, "\nevidence 1 move 1000\n"));
		ck_assert_msg(strstr(s.told, "\nseat 2 1 ok \nend time 3/3/3 x 1 out1\n") != NULL,
			"%s", s.told);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_leaves_out_of_turn_loses_when_it_is_asked)
	{
		scene_tictactoe();
		s.guests[0].moves = "-";
		scene_open();
		order(&usual, 5);
		UNTIL(heard(0, "go ") == 1);
		close(s.guests[1].fd);
		s.guests[1].fd = -1;
		for (int i = 0; i < 3; i++)
			turn(false);
		ck_assert_int_eq(s.over, 0);
		guest_say(&s.guests[0], "bestmove ", "a1", 2);
		UNTIL(s.over == 1);
		ck_assert_ptr_nonnull(strstr(s.told,
			"game 5\nmove 1 a1\nseat 1 1 ok \nseat 2 2 crash its connection ended"));
		scene_close();
	}
END_TEST

START_TEST(bots_that_fail_before_the_game_lose_together)
	{
		scene_init("nim", 3);
		s.guests[0].features = s.guests[1].features = "feature legal";
		scene_open();
		plays(&usual);
		ck_assert_ptr_nonnull(strstr(
			s.told, "game 5\nseat 1 2 startup did not send \"feature players\""));
		ck_assert_ptr_nonnull(
			strstr(s.told, "\nseat 2 2 startup did not send \"feature players\""));
		ck_assert_ptr_nonnull(strstr(s.told, "\nseat 3 1 ok \nend startup "));
		ck_assert_ptr_nonnull(strstr(s.told, "\nevidence 1 start 60000000\n"));
		scene_close();
	}
END_TEST

/* --- games that cannot be played --------------------------------------------------------- */

static const struct {
	struct game_request request;
	const char *param, *why;
} voids[] = {
	{{.moves = "a1 z9"}, NULL, "void 5 "},
	{{.fen = "nonsense"}, NULL, "void 5 "},
	{{.seats = 0}, "no-such-parameter=1", "void 5 "},
};

START_TEST(a_game_that_cannot_begin_is_void_and_the_next_is_played)
	{
		char *params[] = {(char *)voids[_i].param};
		scene_tictactoe();
		s.config.params = params;
		s.config.params_count = voids[_i].param != NULL;
		scene_open();
		plays(&voids[_i].request);
		ck_assert_int_eq(strncmp(s.told, voids[_i].why, strlen(voids[_i].why)), 0);
		ck_assert_ptr_eq(strchr(s.told, '\n'), s.told + strlen(s.told) - 1);
		ck_assert_uint_gt(strlen(s.told), strlen(voids[_i].why) + 10); /* with a reason */
		ck_assert_int_eq(s.context.rules.programs[0]->playing, 0);
		*s.told = '\0';
		s.config.params_count = 0;
		plays(&usual);
		ck_assert_str_eq(s.told, "game 5\n" WON);
		scene_close();
	}
END_TEST

START_TEST(refused_options_are_recorded_once_and_void_a_game_that_depends_on_them)
	{
		char *options[] = {(char *)"Hash=16"};
		scene_tictactoe();
		s.bots[0].options = options;
		s.bots[0].options_count = 1;
		s.config.options_bind = _i == 1;
		scene_open();
		plays(&usual);
		const char *option = strstr(s.told, "game 5\noption 1 ");
		ck_assert_ptr_eq(option, s.told);
		if (_i == 1) {
			ck_assert_ptr_nonnull(strstr(s.told,
				"\nvoid 5 bot ann: refuses an option that is set for it\n"));
		} else {
			ck_assert_ptr_nonnull(strstr(s.told, "\n" WON));
			*s.told = '\0';
			plays(&usual);
			ck_assert_str_eq(s.told, "game 5\n" WON);
		}
		scene_close();
	}
END_TEST

/* --- records that are watched, delays, conversations ------------------------------------- */

START_TEST(a_record_that_is_watched_is_sent_move_by_move)
	{
		scene_tictactoe();
		s.config.live = _i == 0;
		s.guests[1].moves = "-";
		scene_open();
		order(&usual, 5);
		UNTIL(heard(1, "go ") == 1);
		turn(false);
		ck_assert_str_eq(s.told, _i == 0 ? "game 5\nmove 1 a1\n" : "");
		scene_close();
	}
END_TEST

START_TEST(conversations_are_recorded_where_they_are_wanted)
	{
		scene_tictactoe();
		s.config.log_wire = true;
		scene_open();
		plays(&usual);
		ck_assert_int_eq(strncmp(s.told, "game 5\nwire 1 > ugi\n", 20), 0);
		ck_assert_ptr_nonnull(strstr(s.told, "\nwire 2 < bestmove a2\nmove 2 a2\n"));
		scene_close();
	}
END_TEST

/* Each question after the first follows an answer. */
START_TEST(our_delays_are_counted_and_reported_once_a_second)
	{
		char line[ARBITER_ANSWER_LINE];
		struct arbiter_answer answer;
		scene_tictactoe();
		scene_open();
		ck_assert_uint_eq(game_runner_context_delays(&s.context, 0, line), 0);
		plays(&usual);
		ck_assert_uint_eq(s.context.delays.sum, 4);
		usec last = s.context.reported;
		ck_assert_uint_eq(
			game_runner_context_delays(&s.context, last + SECOND - 1, line), 0);
		size_t length = game_runner_context_delays(&s.context, last + SECOND, line);
		ck_assert_uint_gt(length, 0);
		line[length - 1] = '\0';
		ck_assert(arbiter_answer_read(&answer, line));
		ck_assert_uint_eq(answer.delays.sum, 4);
		ck_assert_int_eq(s.context.reported, last + SECOND);
		ck_assert_uint_eq(game_runner_context_delays(&s.context, 0, line), 0);
		scene_close();
	}
END_TEST

START_TEST(a_runner_can_be_closed_in_a_game_and_with_requests_that_wait)
	{
		scene_tictactoe();
		s.guests[0].moves = "-";
		scene_open();
		order(&usual, 5);
		order(&usual, 6);
		UNTIL(heard(0, "go ") == 1);
		ck_assert_int_eq(s.context.rules.programs[0]->playing, 1);
		scene_close();
		ck_assert_int_eq(s.context.rules.count, 0);
		ck_assert_int_eq(s.over, 0);
	}
END_TEST

/* --- rules that are a program ------------------------------------------------------------ */

/* tests/lib/rules_game.py, race: seats step 1 or 2 towards a goal of at least 7; a seat that gave
 * up is a "-". */
static void scene_race(const char *rogue)
{
	static char *argv[] = {(char *)"python3", (char *)"tests/lib/rules_game.py", (char *)"race",
		NULL, (char *)"1", NULL};
	scene_init("tictactoe", 3);
	argv[3] = (char *)rogue;
	s.config.rules = NULL;
	s.config.rules_program = (struct bot_config){.argv = argv};
}

START_TEST(a_program_of_rules_is_asked_for_each_move_and_each_seat_that_leaves)
	{
		scene_race(NULL);
		s.guests[0].moves = "2 resign";
		s.guests[1].moves = "2 2 1 2 2 1";
		s.guests[2].moves = "1 1 1 1 1 1";
		scene_open();
		plays(&usual);
		ck_assert_msg(strstr(s.told, "\nquestion play 2\n") != NULL, "%s", s.told);
		ck_assert_msg(strstr(s.told, "\nquestion forfeit 1\n") != NULL, "%s", s.told);
		ck_assert_ptr_nonnull(strstr(s.told, "\nseat 1 3 resign \n"));
		ck_assert_msg(strstr(s.told, "\nseat 2 1 ok \n") != NULL, "%s", s.told);
		ck_assert_ptr_nonnull(strstr(s.told, "\nseat 3 2 ok \nend normal "));
		scene_close();
	}
END_TEST

START_TEST(a_program_of_rules_is_asked_for_each_move_of_an_opening)
	{
		scene_race(NULL);
		s.guests[0].moves = s.guests[1].moves = "resign";
		scene_open();
		plays(&(struct game_request){.moves = "2 1 2"});
		static const char beginning[] =
			"game 5\n"
			"question start\nanswer position 11/1,1,1/1\\nturn 1\\nlegal 1 2\\n\n"
			"question play 2\nanswer position 11/3,1,1/2\\nturn 2\\nlegal 1 2\\n\n"
			"question play 1\nanswer position 11/3,2,1/3\\nturn 3\\nlegal 1 2\\n\n"
			"question play 2\nanswer position 11/3,2,3/1\\nturn 1\\nlegal 1 2\\n\n";
		ck_assert_msg(strncmp(s.told, beginning, sizeof beginning - 1) == 0, "%s", s.told);
		scene_close();
	}
END_TEST

START_TEST(a_fault_of_the_rules_voids_the_game_and_the_next_starts_them_again)
	{
		scene_race("lie");
		s.guests[0].moves = "2 2";
		scene_open();
		for (int i = 0; i < 2; i++) {
			*s.told = '\0';
			plays(&usual);
			const char *end = strstr(s.told, "\nvoid 5 rules: ");
			ck_assert_msg(end != NULL, "%s", s.told);
			ck_assert_int_eq(strncmp(s.told, "game 5\n", 7), 0);
		}
		scene_close();
	}
END_TEST

SUITE("referee/arbiter/game-runner", CASE(a_game_is_recorded_from_its_request_to_its_end),
	CASE(requests_wait_for_the_game_before),
	LOOP(openings_begin_the_game_and_count_as_no_moves, 2), CASE(a_game_ends_at_its_most_plies),
	CASE(each_bot_has_its_own_limits), CASE(parameters_are_those_of_the_tournament),
	LOOP(seats_that_are_left_out_have_lost_before_the_game, ROWS(omitted)),
	CASE(of_three_seats_the_others_play_without_the_one_that_is_left_out),
	CASE(an_illegal_move_ends_a_game_of_two_and_its_bot_is_told),
	CASE(a_bot_that_resigns_has_not_failed),
	LOOP(in_a_game_of_three_the_others_play_on, ROWS(leavings)),
	CASE(a_bot_that_does_not_answer_loses_on_time_by_the_timer),
	CASE(a_bot_that_leaves_out_of_turn_loses_when_it_is_asked),
	CASE(bots_that_fail_before_the_game_lose_together),
	LOOP(a_game_that_cannot_begin_is_void_and_the_next_is_played, ROWS(voids)),
	LOOP(refused_options_are_recorded_once_and_void_a_game_that_depends_on_them, 2),
	LOOP(a_record_that_is_watched_is_sent_move_by_move, 2),
	CASE(conversations_are_recorded_where_they_are_wanted),
	CASE(our_delays_are_counted_and_reported_once_a_second),
	CASE(a_runner_can_be_closed_in_a_game_and_with_requests_that_wait),
	CASE(a_program_of_rules_is_asked_for_each_move_and_each_seat_that_leaves),
	CASE(a_program_of_rules_is_asked_for_each_move_of_an_opening),
	CASE(a_fault_of_the_rules_voids_the_game_and_the_next_starts_them_again))

/*
 * Processes of ours that say what they must not say. The table of processes is the test's own, so
 * that each is a double: forked as the real one is, with the real one's ways to the main process,
 * and with lines that a broken or captured one could write.
 *
 * Whatever it says, the main process lives on, kills it, and has its games played again.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "referee/net/tokens.h"
#include "protocol/line.h"
#include "referee/process/fd-message.h"
#include "referee/process/process.h"
#include "referee/web/web-process.h"
#include "referee/daemon/web-supervisor.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/director/run-tournament.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/results/verify.h"
#include "referee/schedule/schedule.h"
#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

enum { ROOM = 1 << 18, FOREVER = 1000 };

/* The script that all doubles share with the test. */
static struct {
	const char *text; /* that is said; P stands for the pairing of the order */
	int wrong;	  /* this many of the first lives say it, ... */
	int lives;	  /* ... of this many so far */
	bool talks;	  /* an arbiter says it without a request */
} * script;

static char said[1 << 14];

static void say(void *arg, const char *line)
{
	size_t used = strlen(said);
	(void)arg;
	snprintf(said + used, sizeof said - used, "%s\n", line);
}

/* --- doubles -------------------------------------------------------------------------------- */

static void double_write(int to, const char *text, const char *pairing)
{
	static char out[ROOM];
	size_t used = 0;
	for (; *text != '\0' && used + 32 < sizeof out; text++) {
		if (*text == 'P')
			used += (size_t)sprintf(out + used, "%s", pairing);
		else
			out[used++] = *text;
	}
	for (size_t sent = 0; sent < used;) {
		ssize_t count = write(to, out + sent, used - sent);
		if (count <= 0)
			_exit(EXIT_FAILURE);
		sent += (size_t)count;
	}
}

/* Tic-tac-toe, the first free square each time: seat 1 has a1, c1, b2, a3 and wins by c1 b2 a3. */
#define MOVES                                                                                      \
	"move 1 a1 10 - - - - -\nmove 2 b1 10 - - - - -\nmove 1 c1 10 - - - - -\n"                 \
	"move 2 a2 10 - - - - -\nmove 1 b2 10 - - - - -\nmove 2 c2 10 - - - - -\n"                 \
	"move 1 a3 10 - - - - -\n"
#define SEATS  "seat 1 1 ok \nseat 2 2 ok \n"
#define FINAL  "x2/oxo/xox o 4\n"
#define GAME   "game P 1000\n"
#define HONEST GAME MOVES SEATS "end normal 2000 " FINAL

/* The same, with the number of a game before each line. */
static void double_write_numbered(int to, const char *text, const char *number, const char *pairing)
{
	char *all = memory_get(3 * strlen(text) + 16, 1), *at = all;
	for (bool begins = true; *text != '\0'; text++) {
		at += begins ? sprintf(at, "%s ", number) : 0;
		begins = *text == '\n';
		*at++ = *text;
	}
	double_write(to, all, pairing);
	free(all);
}

/* Says it, and waits for its end. */
static int talker_double(const void *arg, int number, int from, int to)
{
	char end;
	(void)arg, (void)number;
	if (script->lives++ < script->wrong)
		double_write(to, script->text, "7");
	while (read(from, &end, 1) > 0)
		;
	return EXIT_SUCCESS;
}

static int arbiter_double(const void *arg, int place, int from, int to)
{
	static char room[ROOM];
	struct line_reader lines;
	char *line, pairing[32], number[8];
	size_t size, length;

	if (script->talks)
		return talker_double(arg, place, from, to);
	bool wrong = script->lives++ < script->wrong;
	line_reader_init(&lines, room, sizeof room);
	for (;;) {
		char *space = line_reader_space(&lines, &size);
		ssize_t count = read(from, space, size);
		if (count <= 0)
			return EXIT_SUCCESS;
		line_reader_filled(&lines, (size_t)count);
		while (line_reader_next(&lines, &line, &length) == LINE_READY)
			if (sscanf(line, "%7s play %31s", number, pairing) == 2)
				double_write_numbered(
					to, wrong ? script->text : HONEST, number, pairing);
	}
}

static int gate_double(const void *arg, int number, int from, int to)
{
	char *texts = strdup(script->text), *rest = texts, *line;
	struct fd_message message = {.count = 0};
	(void)arg, (void)number;
	bool wrong = script->lives++ < script->wrong;
	while (wrong && (line = strsep(&rest, "\n")) != NULL && *line != '\0') {
		snprintf(message.text, sizeof message.text, "%s", line);
		fd_message_send(to, &message);
	}
	free(texts);
	while (fd_message_receive(from, &message) > 0)
		fd_message_drop(&message);
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {
	"test-arbiter", arbiter_double, .has_fd_channel = true};
const struct process_kind listener_process = {"test-gate", gate_double, .is_socket = true};
const struct process_kind web_start_process = {"test-web", talker_double};

/* The first lives say the text. */
static void script_begin(const char *text, int wrong)
{
	if (script == NULL)
		script = mmap(NULL, sizeof *script, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(script, MAP_FAILED);
	script->text = text;
	script->wrong = wrong;
	script->lives = 0;
	script->talks = false;
	*said = '\0';
}

/* --- arbiters ------------------------------------------------------------------------------- */

/* 200 000 bytes without an end. */
static const char *endless(void)
{
	static char text[200001];
	memset(text, 'a', sizeof text - 1);
	return text;
}

static const struct {
	const char *text; /* NULL: one without an end */
	const char *why;  /* what is said of it */
} arbiters[] = {
	{"hello\n", "it sent \"hello\", which is not valid now"},
	{"\n", "it sent \"\""},
	{NULL, "it sent a line of more than"},
	{"game 12345 1000\n", "it sent \"game 12345 1000\""},
	{"void 12345 because\n", "it sent \"void 12345 because\""},
	{"game P -5\n", "-5\""},
	{"game P 99999999999999999999999\n", "it sent \"game "},
	{"game P 1000 \x1b[2J\n", "it sent \"game "},
	{GAME GAME, "it sent \"game "},
	{"move 1 a1 10 - - - - -\n", "it sent \"move 1 a1 "},
	{"seat 1 1 ok \n", "it sent \"seat 1 1 ok "},
	{"end normal 2000 " FINAL, "it sent \"end normal 2000 "},
	{GAME "end normal 2000 " FINAL, "it sent \"end normal 2000 "},
	{GAME "rules tictactoe 2\n", "it sent \"rules "},
	{GAME "player 1 another\n", "it sent \"player "},
	{GAME "move 7 a1 10 - - - - -\n", "it sent \"move 7 "},
	{GAME "move 1 a1 -3 - - - - -\n", "it sent \"move 1 "},
	{GAME "move 1 a1 - - - - - -\n", "it sent \"move 1 "},
	{GAME "move 1 a1 9000000000000000000 - - - - -\n", "it sent \"move 1 "},
	{GAME "move 1 abcdefghijklmnopqrstuvwxyzabcdef 10 - - - - -\n", "it sent \"move 1 "},
	{GAME MOVES "seat 2 2 ok \n", "it sent \"seat 2 "},
	{GAME MOVES "seat 1 0 ok \n", "it sent \"seat 1 0 "},
	{GAME MOVES "seat 1 4294967297 ok \n", "it sent \"seat 1 4294967297 "},
	{GAME MOVES "seat 1 1 splendid \n", "it sent \"seat 1 1 splendid "},
	{GAME MOVES "seat 1 1 void \n", "it sent \"seat 1 1 void "},
	{GAME MOVES SEATS "move 1 a1 10 - - - - -\n", "it sent \"move 1 a1 "},
	{GAME MOVES SEATS "evidence 2 move 1 1 1 1 0\n", "it sent \"evidence 2 "},
	{GAME MOVES "seat 1 2 crash x\nevidence 1 lunch 1 1 1 1 0\n",
		"it sent \"evidence 1 lunch "},
	{GAME MOVES "seat 1 2 crash x\nevidence 1 move 1 1 1 1 4294967296\n",
		"it sent \"evidence 1 move "},
	{GAME MOVES "seat 1 2 crash x\nasked 1 words\n", "it sent \"asked 1 words"},
	{GAME MOVES "stderr 1 words\n", "it sent \"stderr 1 words"},
	{GAME MOVES "seat 1 2 ok \nstderr 2 words\n", "it sent \"stderr 2 words"},
	{GAME MOVES "seat 1 2 ok \nstderr 1 a\nstderr 1 b\nseat 2 1 ok \nstderr 1 c\n",
		"it sent \"stderr 1 c"},
	{GAME MOVES "seat 1 2 crash x\nstderr 1 a\nevidence 1 move 1 1 1 1 0\nstderr 1 b\n",
		"it sent \"stderr 1 b"},
	{GAME "info 1 1 1 a1\n", "it sent \"info 1 1 1 a1"},
	{GAME "move 1 a1 10 - - - - -\ninfo 2 1 1 a1\n", "it sent \"info 2 1 1 a1"},
	{GAME "move 1 a1 10 - - - - -\ninfo 1 1 1 a1\ninfo 1 1 1 a2\n", "it sent \"info 1 1 1 a2"},
	{GAME "move 1 a1 10 - - - - -\ninfo 1 -1 1 a1\n", "it sent \"info 1 -1 1 a1"},
	{GAME "move 1 a1 10 - - - - -\nstring 1\n", "it sent \"string 1"},
	{GAME MOVES SEATS "string 2 words\n", "it sent \"string 2 words"},
	{"option 1 words\n", "it sent \"option 1 words"},
	{GAME "option 9 words\n", "it sent \"option 9 words"},
	{GAME MOVES "seat 1 2 crash x\nevidence 1 move 1 1 1 1 0\nsaid 1 a\nsaid 1 b\n",
		"it sent \"said 1 b"},
	{GAME "wire 9 < hello\n", "it sent \"wire 9 "},
	{GAME SEATS "seat 3 3 ok \nend normal 2000 " FINAL,
		"the number of seats is 3, should be 2"},
	{GAME "move 2 a1 10 - - - - -\n" SEATS "end normal 2000 " FINAL,
		"seat at ply 1 is 2, should be 1"},
	{GAME "move 1 d9 10 - - - - -\n" SEATS "end normal 2000 " FINAL,
		"move of seat 1 at ply 1 is d9, should be one of a1 "},
	{GAME MOVES "move 2 b3 10 - - - - -\n" SEATS "end normal 2000 " FINAL,
		"move of seat 2 at ply 8 is b3, should be none"},
	{GAME "move 1 a1 10 - - - - -\n" SEATS "end normal 2000 2x/3/3 o 1\n",
		"reason is normal, should be none yet"},
	{GAME MOVES SEATS "end time 2000 " FINAL, "reason is time, should be normal"},
	{GAME MOVES SEATS "end normal 2000 3/3/3 x 1\n",
		"final is 3/3/3 x 1, should be x2/oxo/xox"},
	{GAME MOVES "seat 1 2 ok \nseat 2 1 ok \nend normal 2000 " FINAL,
		"rank of seat 1 is 2, should be 1"},
	{GAME MOVES "seat 1 1 ok \nseat 2 1 ok \nend normal 2000 " FINAL,
		"rank of seat 2 is 1, should be 2"},
	{GAME MOVES "seat 1 1 ok \nseat 2 2 crash lost\nend normal 2000 " FINAL,
		"verdict of seat 2 is crash, should be ok"},
	{GAME "seat 1 1 ok \nseat 2 2 benched lost\nend benched 2000 3/3/3 x 1 out2\n",
		"its record has the wrong bots benched or absent"},
	{GAME "seat 1 1 ok \nseat 2 2 absent lost\nend absent 2000 3/3/3 x 1 out2\n",
		"its record has the wrong bots benched or absent"},
	{GAME MOVES SEATS "end oracle 2000 " FINAL, "reason is oracle, should be normal"},
};
enum { ARBITERS = sizeof arbiters / sizeof *arbiters };

static struct played_cup {
	struct tournament t;
	struct game_queue queue;
	struct game_store store;
	struct db *db;
	struct db_tournament row;
	struct error err;
	int results;
} cup;

static void cup_on_result(void *arg, const struct result *r)
{
	(void)arg, (void)r;
	cup.results++;
}

static void cup_open(void)
{
	struct reported told;
	reported_init(&told);
	reported_enter_folder();
	cup = (struct played_cup){.results = 0};
	test_tournament_init(&cup.t, "tictactoe", 2, 2, 2, NULL);
	free(cup.t.name);
	cup.t.name = memory_copy("cup");
	cup.t.concurrency = 1;
	ck_assert_int_eq(db_open(&cup.db, "cup.db", DB_WRITE), DB_OK);
	ck_assert_int_eq(game_store_open(&cup.store, cup.db, &cup.t,
				 &(struct game_store_options){.fresh = true}, &cup.err),
		DB_OK);
	cup.store.announce = cup_on_result;
	ck_assert(game_queue_init(&cup.queue, &cup.t, &told.mistakes));
}

static void cup_close(void)
{
	game_store_close(&cup.store);
	db_close(cup.db);
	game_queue_clear(&cup.queue);
	tournament_clear(&cup.t);
	ck_assert_int_eq(unlink("cup.db"), 0);
	unlink("cup.db-lock");
	unlink("cup.db-wal");
	unlink("cup.db-shm");
}

static struct {
	struct event_base *base;
	enum director_end end;
} play;

static void play_on_ended(void *arg, enum director_end end)
{
	(void)arg;
	play.end = end;
	event_base_loopbreak(play.base);
}

/* Plays it by doubles. */
static enum director_end cup_play(void)
{
	struct cpu_slots slots;
	play.base = event_base_new();
	struct director_options options = {
		.base = play.base, .places = &slots, .log = say, .ended = play_on_ended};
	cpu_slots_init(&slots, 1);
	struct director *d = director_create(&cup.queue, &cup.store, &options, &cup.err);
	ck_assert_ptr_nonnull(d);
	director_allow(d, 1);
	ck_assert_int_eq(event_base_dispatch(play.base), 0);
	error_set(&cup.err, "%s", d->err.text);
	director_free(d);
	event_base_free(play.base);
	return play.end;
}

static int mismatches;

static void on_mismatch(void *arg, const struct mismatch *m)
{
	(void)arg;
	mismatches++;
	fprintf(stderr, "%s is %s, should be %s\n", m->what, m->stored, m->right);
}

/* The judge of stored games has nothing to say. */
static void cup_verify(void)
{
	const struct verify_calls calls = {.mismatch = on_mismatch};
	mismatches = 0;
	ck_assert_int_eq(db_tournament_find(cup.db, "cup", &cup.row), DB_OK);
	struct verify_of of = {.id = cup.row.id,
		.name = "cup",
		.game = "tictactoe",
		.definition = memory_copy(cup.row.definition),
		.seats = 2,
		.seed = cup.row.seed};
	ck_assert_int_eq(verify_tournament(cup.db, &of, &calls, true), DB_OK);
	ck_assert_int_eq(mismatches, 0);
	free((char *)of.definition);
}

START_TEST(a_wrong_line_costs_its_arbiter_alone_and_the_game_is_played_again)
	{
		script_begin(arbiters[_i].text != NULL ? arbiters[_i].text : endless(), 1);
		cup_open();
		ck_assert_int_eq(cup_play(), DIRECTOR_DONE);
		ck_assert_int_eq(cup.results, 4);
		ck_assert_int_eq(script->lives, 2);
		ck_assert_msg(strstr(said, "<4>a game is played again: an arbiter was killed: ") ==
					      said &&
				      strstr(said, arbiters[_i].why) != NULL,
			"%s", said);
		cup_verify();
		cup_close();
	}
END_TEST

START_TEST(arbiters_that_are_wrong_again_and_again_end_the_tournament_with_a_sentence)
	{
		script_begin(arbiters[_i].text != NULL ? arbiters[_i].text : endless(), FOREVER);
		cup_open();
		ck_assert_int_eq(cup_play(), DIRECTOR_BROKEN);
		ck_assert_int_eq(cup.results, 0);
		ck_assert_int_eq(script->lives, 3);
		ck_assert_msg(strstr(cup.err.text, "an arbiter was killed: ") == cup.err.text &&
				      strstr(cup.err.text, arbiters[_i].why) != NULL,
			"%s", cup.err.text);
		cup_close();
	}
END_TEST

/* Each plays well, and then goes on talking. */
START_TEST(an_arbiter_that_is_wrong_after_its_last_game_costs_nothing)
	{
		script_begin(HONEST "what else?\n", FOREVER);
		cup_open();
		ck_assert_int_eq(cup_play(), DIRECTOR_DONE);
		ck_assert_int_eq(cup.results, 4);
		cup_verify();
		cup_close();
	}
END_TEST

/* --- the numbers of games, and sockets --------------------------------------------------- */

static const struct {
	const char *text, *why;
} talkers[] = {
	{"hello\n", "it sent \"hello\""},
	{"move 1 a1 10 - - - - -\n", "it sent \"move 1 a1 "},
	{"0 game 7 1000\n", "it sent \"0 game 7 1000\""},
	{"2 game 7 1000\n", "it sent \"2 game 7 1000\""},
	{"-1 game 7 1000\n", "it sent \"-1 game 7 1000\""},
	{"99999999999 game 7 1000\n", "it sent \"99999999999 game 7 1000\""},
	{"1game 7 1000\n", "it sent \"1game 7 1000\""},
	{"1\n", "it sent \"1\""},
	{"taken 0\n", "it sent \"taken 0\""},
	{"taken 500\n", "it sent \"taken 500\""},
	{"taken -1\n", "it sent \"taken -1\""},
	{"refused 1\n", "it sent \"refused 1\""},
	{"1 end normal 2000 " FINAL, "it sent \"end normal 2000 "},
	{"1 game 8 1000\n", "it sent \"game 8 1000\""},
	{"1 game 7 1000\n1 move 1 a1 10 - - - - -\n1 seat 1 2 ok \n1 seat 2 1 ok \n1 end "
	 "normal 2000 3/3/3 x 1\n",
		"judged wrong"},
};
enum { TALKERS = sizeof talkers / sizeof *talkers };

static struct {
	struct event_base *base;
	int voided, gone, lost;
	char why[2 * ERROR_TEXT];
} ended;

static bool talker_on_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	(void)owner, (void)job, (void)g;
	return error_set(err, "judged wrong");
}

static void talker_on_voided(void *owner, const struct job *job, const char *why)
{
	(void)owner, (void)why;
	ck_assert_uint_eq(job->pairing.key, 7);
	ended.voided++;
}

static void talker_on_died(void *owner, struct arbiter_handle *a, int lost, const char *why)
{
	(void)owner, (void)a;
	ended.lost = lost;
	snprintf(ended.why, sizeof ended.why, "%s", why);
}

static void talker_on_gone(void *owner, struct arbiter_handle *a)
{
	(void)owner, (void)a;
	ended.gone++;
	event_base_loopbreak(ended.base);
}

START_TEST(a_wrong_line_costs_the_arbiter_and_its_games)
	{
		static const struct game_receiver_calls games = {
			.judge = talker_on_judge, .voided = talker_on_voided};
		static const struct arbiter_handle_calls calls = {
			.games = &games, .died = talker_on_died, .gone = talker_on_gone};
		struct tournament t;
		struct arbiter_config config;
		struct error err;
		struct game_request order = {.pairing = 7, .seats = 2, .fen = "", .moves = ""};
		script_begin(talkers[_i].text, 1);
		script->talks = true;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		ck_assert(arbiter_config_make(&config, &t, schedule_bot_seats_max(&t), NULL, &err));
		memset(&ended, 0, sizeof ended);
		ended.base = event_base_new();
		struct arbiter_handle *a = arbiter_handle_create(
			ended.base, &calls, NULL, &config, _i % 2 == 0, -1, &err);
		struct job *job = arbiter_handle_free_job(a);
		job->pairing.key = 7;
		job->pairing.seats = 2;
		arbiter_handle_play(a, job, &order);
		ck_assert_int_eq(event_base_dispatch(ended.base), 0);
		ck_assert_int_eq(ended.gone, 1);
		ck_assert_int_eq(ended.lost, 1);
		ck_assert_int_eq(ended.voided, 1);
		ck_assert_msg(strstr(ended.why, "an arbiter was killed: ") == ended.why &&
				      strstr(ended.why, talkers[_i].why) != NULL,
			"%s", ended.why);
		arbiter_handle_free(a);
		event_base_free(ended.base);
		arbiter_config_clear(&config);
		tournament_clear(&t);
	}
END_TEST

/* --- the gate and the web process ------------------------------------------------------------ */

static void turn_until(struct event_base *base, const char *words)
{
	while (strstr(said, words) == NULL)
		ck_assert_int_eq(event_base_loop(base, EVLOOP_ONCE), 0);
}

static const char *const gates[] = {"hello", "bot", "bot eve 10.0.0.1:5", "bot ann", "bot \x1b 1",
	"bot ann 10.0.0.1:5 more", "ready", "ready steady", "ready tokens 1\nready tokens 1",
	"wrong tokens a\nwrong tokens a", "penalty", "penalty 10.0.0.1", "penalty 10.0.0.1 soon",
	"penalty 10.0.0.1 99999999999999999999", "failing ann", "failing an/n 10.0.0.1"};
enum { GATES = sizeof gates / sizeof *gates };

static struct listener_supervisor *gate_open(struct event_base *base)
{
	struct listener_supervisor *supervisor;
	struct error err;
	char line[TOKENS_LINE];
	unsigned char token[CRYPTO_BYTES] = {1};
	struct token_row ann = {.name = "ann"};
	const char *const addresses[] = {"unix:gate.sock"};
	reported_enter_folder();
	token_keys_make(token, &ann.keys);
	token_write(&ann, line);
	char *text = memory_print("%s%s", tokens_head, line);
	reported_write("tokens", text, strlen(text));
	free(text);
	const struct listener_supervisor_options terms = {.base = base,
		.addresses = addresses,
		.addresses_count = 1,
		.tokens = "tokens",
		.say = say};
	ck_assert_int_eq(
		listener_supervisor_create(&supervisor, &terms, &err), LISTENER_SUPERVISOR_GOOD);
	return supervisor;
}

static void gate_close(struct listener_supervisor *supervisor)
{
	listener_supervisor_free(supervisor);
	unlink("tokens");
	unlink("gate.sock");
}

START_TEST(a_wrong_message_costs_the_gate_alone)
	{
		struct event_base *base = event_base_new();
		script_begin(gates[_i], 1);
		struct listener_supervisor *supervisor = gate_open(base);
		turn_until(
			base, "and was killed, and its TLS connections with it; it restarts in ");
		ck_assert_ptr_nonnull(
			strstr(said, "listener: the process sent the invalid message \""));
		ck_assert_ptr_null(strstr(said, " connected from"));
		ck_assert_ptr_null(strchr(said, '\x1b'));
		gate_close(supervisor);
		event_base_free(base);
	}
END_TEST

START_TEST(another_gate_takes_the_place_of_a_wrong_one)
	{
		struct event_base *base = event_base_new();
		script_begin("hello", 1);
		struct listener_supervisor *supervisor = gate_open(base);
		turn_until(base, "listener: the process runs again");
		gate_close(supervisor);
		event_base_free(base);
	}
END_TEST

static const char *const webs[] = {"hello\n", "\n", "listening\n", "listening 10.0.0.1 80\n",
	"listening 127.0.0.1 0\n", "listening 127.0.0.1 70000\n", "listening 127.0.0.1 -1\n",
	"listening 127.0.0.1 80 more\n", "listening 127.0.0.1 99999999999999\n",
	"listening \x1b[2J 80\n", "listening 127.0.0.1 8080\nlistening 127.0.0.1 8081\n",
	"failed once\nfailed again\n"};
enum { WEBS = sizeof webs / sizeof *webs };

START_TEST(a_wrong_line_costs_the_web_process_alone)
	{
		const struct web_options options = {
			.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		script_begin(webs[_i], 1);
		struct event_base *base = event_base_new();
		struct live_events *events = live_events_create();
		struct web_supervisor *b = web_supervisor_create(base, events, &options, say, NULL);
		ck_assert_ptr_nonnull(b);
		turn_until(base, "\" and was killed; it restarts in ");
		ck_assert_ptr_nonnull(strstr(said, "web: the process sent the invalid message \""));
		ck_assert_ptr_null(strchr(said, '\x1b'));
		web_supervisor_free(b);
		live_events_free(events);
		event_base_free(base);
	}
END_TEST

START_TEST(a_line_without_an_end_costs_the_web_process_alone_and_another_takes_its_place)
	{
		const struct web_options options = {
			.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		script_begin(endless(), 1);
		struct event_base *base = event_base_new();
		struct live_events *events = live_events_create();
		struct web_supervisor *b = web_supervisor_create(base, events, &options, say, NULL);
		turn_until(base, "web: the process sent a line without an end and was killed");
		while (script->lives < 2)
			ck_assert_int_eq(event_base_loop(base, EVLOOP_ONCE), 0);
		web_supervisor_free(b);
		live_events_free(events);
		event_base_free(base);
	}
END_TEST

START_TEST(nothing_is_left_in_the_folder)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/wrong-lines",
	LOOP(a_wrong_line_costs_its_arbiter_alone_and_the_game_is_played_again, ARBITERS),
	LOOP(arbiters_that_are_wrong_again_and_again_end_the_tournament_with_a_sentence, ARBITERS),
	CASE(an_arbiter_that_is_wrong_after_its_last_game_costs_nothing),
	LOOP(a_wrong_line_costs_the_arbiter_and_its_games, TALKERS),
	LOOP(a_wrong_message_costs_the_gate_alone, GATES),
	CASE(another_gate_takes_the_place_of_a_wrong_one),
	LOOP(a_wrong_line_costs_the_web_process_alone, WEBS),
	CASE(a_line_without_an_end_costs_the_web_process_alone_and_another_takes_its_place),
	CASE(nothing_is_left_in_the_folder))

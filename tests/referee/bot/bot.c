/*
 * The conversation with one bot: the lines that it is sent in each phase, the lines that count, its
 * time limits, and how it fails. The test is the bot, at the other end of a socket. The clock is
 * asked with a time of the test.
 */
#include "referee/bot/bot.h"

#include "referee/game/adjudication.h"
#include "tests/lib/bot-scene.h"

/* --- to the first game ------------------------------------------------------------------- */

START_TEST(a_bot_is_greeted_set_and_told_of_its_game_in_this_order)
	{
		char *options[] = {(char *)"Hash=16", (char *)"Clear Hash", NULL};
		scene_open("tictactoe", 2);
		s.self.options = options;
		s.self.options_count = 2;
		connects();
		hears(""); /* it is in no game yet */
		prepares(2);
		hears("ugi\n");
		writes("id name Ann\nid author A. Student\n"
		       "option name Hash type spin default 1 min 1 max 64\n"
		       "option name Clear Hash type button\nfeature newgame legal\nugiok\n");
		hears("setoption name Hash value 16\nsetoption name Clear Hash\nisready\n");
		says("");
		writes("readyok\n");
		hears("uginewgame game tictactoe players 2 seat 2 seed 7\nisready\n");
		says("");
		writes("readyok\n");
		hears("");
		says("ready\n");
		ck_assert_str_eq(s.b.author, "A. Student");
		ck_assert_uint_eq(s.b.features, FEATURE_NEWGAME | FEATURE_LEGAL);
		ck_assert(s.b.fresh);
		ck_assert_ptr_null(s.b.options.wrong);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_is_there_is_told_of_its_next_game_alone)
	{
		scene_open("tictactoe", 2);
		gets_ready("");
		bot_unseat(&s.b);
		prepares(1);
		hears("uginewgame\nisready\n");
		ck_assert(!s.b.fresh);
		writes("readyok\n");
		says("ready\n");
		scene_close();
	}
END_TEST

START_TEST(each_greeting_begins_with_no_features)
	{
		scene_open("tictactoe", 2);
		gets_ready("id author A\nfeature legal seats 1\n");
		ck_assert_uint_ne(s.b.features, 0);
		ck_assert_uint_eq(s.b.seats, 1);
		bot_kill(&s.b);
		connects();
		prepares(2);
		hears("ugi\n");
		writes("ugiok\n");
		ck_assert_uint_eq(s.b.features, 0);
		ck_assert_uint_eq(s.b.seats, 0);
		ck_assert_str_eq(s.b.author, "");
		hears("isready\n");
		scene_close();
	}
END_TEST

/* Lines that do not answer: the wrong word, a word of another phase, other cases and spellings. */
static const char *const strays[] = {"readyok\n", "bestmove a1\n", "UGIOK\n", "ugiokay\n",
	"uciok\n", "\n", "   \n", "hello\n", "info depth 3\n", "ugi\n", "feature nonsense\n"};

START_TEST(no_other_line_is_taken_for_the_greeting)
	{
		scene_open("tictactoe", 2);
		connects();
		prepares(1);
		hears("ugi\n");
		usec deadline = s.b.deadline;
		for (size_t i = 0; i < ROWS(strays); i++)
			writes(strays[i]);
		hears("");
		ck_assert_int_eq(s.b.phase, BOT_GREETING);
		ck_assert_int_eq(s.b.deadline, deadline); /* no input moves it */
		writes("  ugiok  \r\n");
		hears("isready\n");
		scene_close();
	}
END_TEST

START_TEST(features_and_options_after_the_greeting_do_not_count)
	{
		scene_open("tictactoe", 2);
		connects();
		prepares(1);
		writes("ugiok\nfeature legal\nid author Late\n");
		ck_assert_uint_eq(s.b.features, 0);
		ck_assert_str_eq(s.b.author, "");
		scene_close();
	}
END_TEST

/* --- limits on the way to a game --------------------------------------------------------- */

static const struct {
	const char *lines[4]; /* written one after the other; then silence */
	usec limit;
	const char *failure;
} silences[] = {
	{{NULL}, 3 * SECOND, "failed startup: printed nothing within 3.0 s\n"},
	{{"id name Ann\n", NULL}, 3 * SECOND,
		"failed startup: did not send \"ugiok\" within 3.0 s\n"},
	{{"ugiok\n", NULL}, 3 * SECOND,
		"failed startup: did not answer \"isready\" within 3.0 s\n"},
	{{"ugiok\n", "readyok\n", NULL}, 4 * SECOND,
		"failed time: did not answer \"isready\" for a new game within 4.0 s\n"},
};

START_TEST(each_phase_has_its_limit_to_the_microsecond)
	{
		scene_open("tictactoe", 2);
		connects();
		usec before = time_now();
		prepares(1);
		usec after = time_now();
		for (int i = 0; silences[_i].lines[i] != NULL; i++) {
			before = i == 1 ? time_now() : before;
			writes(silences[_i].lines[i]);
			after = i == 1 ? time_now() : after;
		}
		ck_assert_int_ge(s.b.deadline, before + silences[_i].limit);
		ck_assert_int_le(s.b.deadline, after + silences[_i].limit);
		bot_tick(&s.b, s.b.deadline);
		says("");
		passes_its_deadline();
		says(silences[_i].failure);
		ck_assert_int_eq(s.b.deadline, 0);
		writes("readyok\n"); /* its lines count no more */
		says("");
		scene_close();
	}
END_TEST

START_TEST(a_failure_has_advice_for_the_author_unless_the_owner_examines_it)
	{
		scene_open("tictactoe", 2);
		s.calls.own_diagnosis = false;
		connects();
		prepares(1);
		writes("hello there\n");
		passes_its_deadline();
		says_beginning("failed startup: did not send \"ugiok\" within 3.0 s; ");
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_does_not_connect_is_absent)
	{
		scene_open("tictactoe", 2);
		usec before = time_now();
		prepares(1);
		ck_assert_int_eq(s.b.phase, BOT_DISCONNECTED);
		ck_assert_int_ge(s.b.deadline, before + 90 * SECOND);
		ck_assert_int_le(s.b.deadline, time_now() + 90 * SECOND);
		bot_tick(&s.b, s.b.deadline);
		says("");
		passes_its_deadline();
		says("failed absent: was not connected; waited 90.0 s for it\n");
		scene_close();
	}
END_TEST

/* It is the same in every phase before the game. */
START_TEST(a_bot_that_is_lost_on_the_way_may_return_in_the_time_for_connections)
	{
		scene_open("tictactoe", 2);
		s.config.terms.reconnect = true;
		connects();
		prepares(1);
		usec until = s.b.until;
		writes("ugiok\n");
		leaves();
		says("");
		ck_assert_int_eq(s.b.phase, BOT_DISCONNECTED);
		ck_assert_int_ge(s.b.deadline, until);
		ck_assert_int_le(s.b.deadline, until + SECOND);
		connects();
		hears("ugi\n");
		leaves();
		passes_its_deadline();
		says("failed absent: lost its connection, and was not ready for the game within 90.0 s\n");
		scene_close();
	}
END_TEST

START_TEST(without_reconnection_a_bot_that_is_lost_before_it_is_ready_has_failed)
	{
		scene_open("tictactoe", 2);
		connects();
		prepares(1);
		writes("ugiok\n");
		leaves();
		says("failed startup: its connection ended before it was ready\n");
		scene_close();
	}
END_TEST

/* --- bots that cannot play the game ------------------------------------------------------ */

static const struct {
	const char *game;
	int players, seat;
	bool opened;
	const char *features, *failure;
} unfits[] = {
	{"nim", 3, 1, false, "feature legal",
		"failed startup: did not send \"feature players\", so it cannot play games of 3 seats\n"},
	{"nim", 3, 1, false, "feature legal players", ""},
	{"nim", 2, 1, false, "feature legal", ""},
	{"tictactoe", 2, 2, false, "feature seats 1",
		"failed startup: sits in seat 2, which its \"feature seats\" leaves out\n"},
	{"tictactoe", 2, 1, false, "feature seats 1", ""},
	{"tictactoe", 2, 1, true, "feature startpos-only",
		"failed startup: sent \"feature startpos-only\", so it cannot play from an opening; openings = none\n"},
	{"tictactoe", 2, 1, false, "feature startpos-only", ""},
};

START_TEST(a_bot_that_lacks_a_feature_of_the_game_is_not_seated)
	{
		scene_open(unfits[_i].game, unfits[_i].players);
		connects();
		bot_prepare(
			&s.b, &(struct bot_game){&s.setup, unfits[_i].seat, 7, unfits[_i].opened});
		hears("ugi\n");
		writes(unfits[_i].features);
		writes("\nugiok\n");
		says(unfits[_i].failure);
		hears(*unfits[_i].failure == '\0' ? "isready\n" : "");
		scene_close();
	}
END_TEST

/* A rule that is in no position string: it must be told, or be given the legal moves. */
START_TEST(a_bot_that_would_play_by_other_rules_is_not_seated)
	{
		static const char *const lines[] = {
			"ugiok\n", "feature legal\nugiok\n", "feature newgame\nugiok\n"};
		char *params[] = {(char *)"misere=0"};
		struct error err;
		scene_open("nim", 2);
		ck_assert(setup_init(
			&s.setup, s.config.rules, 2, 1, (const char *const *)params, 1, &err));
		connects();
		prepares(1);
		hears("ugi\n");
		writes(lines[_i]);
		if (_i == 0)
			says_beginning("failed startup: ");
		else
			hears("isready\n");
		scene_close();
	}
END_TEST

/* --- moves ------------------------------------------------------------------------------- */

START_TEST(a_bot_with_features_is_asked_at_once_and_its_move_is_measured)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		usec before = time_now();
		asks();
		ck_assert_int_ge(s.b.asked_at, before);
		ck_assert_int_eq(s.b.deadline, s.b.asked_at + 60 * SECOND + 5 * MILLISECOND);
		hears("position startpos\nlegal a1 b1 c1 a2 b2 c2 a3 b3 c3\ngo movetime 60000\n");
		usec answered = time_now();
		writes("info depth 4 score cp -31 nodes 2000 time 5\ninfo nodes 2500\nbestmove b2\n");
		says("answered b2\n");
		ck_assert_int_ge(s.b.answer.at, answered);
		ck_assert_int_eq(s.b.answer.spent.wall, s.b.answer.at - s.b.asked_at);
		ck_assert_int_eq(s.b.answer.spent.cpu, UNKNOWN); /* of another machine */
		ck_assert_int_eq(s.b.answer.info.depth, 4);
		ck_assert_int_eq(s.b.answer.info.nodes, 2500);
		ck_assert_int_eq(bot_score(&s.b.answer), -31);
		ck_assert_int_eq(s.b.deadline, 0);
		ck_assert(s.b.moved);
		writes("bestmove a1\n"); /* one is enough */
		says("");
		scene_close();
	}
END_TEST

START_TEST(the_numbers_of_a_move_are_of_this_move)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		writes("info depth 4 score cp -31\nbestmove b2\n");
		writes("info depth 9\n"); /* it is not asked */
		asks();
		writes("info nodes 3\nbestmove b2\n");
		ck_assert_uint_eq(s.b.answer.info.given, INFO_NODES);
		ck_assert_int_eq(bot_score(&s.b.answer), UNKNOWN);
		asks();
		writes("info score mate 3\nbestmove b2\n");
		ck_assert_int_gt(bot_score(&s.b.answer), 100000);
		scene_close();
	}
END_TEST

START_TEST(the_moves_and_the_start_of_a_game_are_in_its_position)
	{
		struct error err;
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		ck_assert(game_move(&s.game, "b2"));
		ck_assert(game_move(&s.game, "a1"));
		asks();
		hears("position startpos moves b2 a1\nlegal b1 c1 a2 c2 a3 b3 c3\ngo movetime 60000\n");
		writes("bestmove c3\n");
		says("answered c3\n");
		/* Seat 2 is to move. */
		ck_assert_msg(game_begin(&s.game, &s.setup, &s.config.terms.limits, 0,
				      "1x1/1o1/2x o 2", "a1", &err),
			"%s", err.text);
		s.b.game.seat = 1;
		asks();
		hears("position fen 1x1/1o1/2x o 2 moves a1\nlegal b1 a2 c2 a3 c3\ngo movetime 60000\n");
		scene_close();
	}
END_TEST

START_TEST(without_features_a_bot_acknowledges_the_position_before_it_is_asked)
	{
		long left = 0;
		char text[128];
		scene_open("tictactoe", 2);
		gets_ready("");
		asks();
		hears("position startpos\nisready\n");
		usec deadline = s.b.deadline;
		writes("bestmove a1\n"); /* before `go` */
		says("");
		while (time_now() < s.b.asked_at + 3 * MILLISECOND)
			;
		writes("readyok\n");
		ssize_t length = recv(s.end, text, sizeof text - 1, MSG_DONTWAIT);
		text[length > 0 ? length : 0] = '\0';
		/* The time since the position is its own. */
		ck_assert_int_eq(sscanf(text, "go movetime %ld\n", &left), 1);
		ck_assert_int_le(left, 59997);
		ck_assert_int_gt(left, 0);
		ck_assert_int_eq(s.b.deadline, deadline);
		writes("readyok\n");
		writes("bestmove a1\n");
		says("answered a1\n");
		scene_close();
	}
END_TEST

static const struct {
	const char *line, *call;
} answers[] = {
	{"bestmove a1\n", "answered a1\n"},
	{"bestmove a1 ponder b2\n", "answered a1\n"},
	{"  bestmove \t a1  \r\n", "answered a1\n"},
	{"bestmove resign\n", "answered resign\n"},
	{"bestmove\n", "answered \n"},
	{"bestmove \n", "answered \n"},
	{"bestmove a1 b2 c3\n", "answered a1 b2 c3\n"}, /* it says no move */
	{"bestmovea1\n", ""},
	{"BESTMOVE a1\n", ""},
	{"bestmov a1\n", ""},
	{"a1\n", ""},
	{"\n", ""},
	{"readyok\n", ""},
	{"ugiok\n", ""},
	{"info string bestmove a1\n", ""},
};

START_TEST(only_bestmove_answers_and_the_owner_judges_the_rest_of_the_line)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		usec deadline = s.b.deadline;
		writes(answers[_i].line);
		says(answers[_i].call);
		ck_assert_int_eq(s.b.deadline, *answers[_i].call != '\0' ? 0 : deadline);
		scene_close();
	}
END_TEST

/* Of a wrong line 63 bytes are quoted. */
START_TEST(a_wrong_answer_is_quoted_in_part)
	{
		char line[256], wanted[256];
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		snprintf(line, sizeof line, "bestmove x y %0100d", 0);
		snprintf(wanted, sizeof wanted, "answered %.*s\n", 63 - 9, line + 9);
		strcat(line, "\n");
		writes(line);
		says(wanted);
		scene_close();
	}
END_TEST

/* --- time -------------------------------------------------------------------------------- */

START_TEST(no_answer_in_time_is_a_loss_a_microsecond_after_the_margin)
	{
		scene_open("tictactoe", 2);
		s.config.terms.limits =
			(struct limits){.movetime = 40 * MILLISECOND, .margin = 10 * MILLISECOND};
		gets_ready("feature legal\n");
		asks();
		ck_assert_int_eq(s.b.deadline, s.b.asked_at + 50 * MILLISECOND);
		bot_tick(&s.b, s.b.deadline);
		says("");
		passes_its_deadline();
		says("failed time: no answer after 50.0 ms of 40.0 ms (+10.0 ms margin)\n");
		ck_assert_int_eq(s.b.answer.spent.wall, 50 * MILLISECOND + 1);
		writes("bestmove a1\n");
		says("");
		scene_close();
	}
END_TEST

START_TEST(an_answer_that_came_too_late_is_told_as_one)
	{
		double took = 0;
		scene_open("tictactoe", 2);
		s.config.terms.limits = (struct limits){.movetime = MILLISECOND};
		gets_ready("feature legal\n");
		asks();
		while (time_now() <= s.b.deadline)
			;
		writes("bestmove a1\n");
		ck_assert_int_eq(
			sscanf(s.said, "failed time: took %lf ms of 1.0 ms (+0.0 ms margin)\n",
				&took),
			1);
		ck_assert(took >= 1.0);
		ck_assert_int_eq(s.b.answer.spent.wall, s.b.answer.at - s.b.asked_at);
		scene_close();
	}
END_TEST

/* Each of these is there when the time is over, and is read by the loop before that is judged, or
 * not. */
static const struct {
	const char *bytes; /* NULL: the connection ends */
	const char *call;
} last[] = {
	{"bestmove a1\n", "failed time: took "},
	{"bestmove a1", "failed time: no answer after "},
	{"info depth 3\n", "failed time: no answer after "},
	{NULL, "failed crash: its connection ended\n"},
};

START_TEST(it_does_not_matter_whether_the_last_bytes_or_the_end_of_the_time_come_first)
	{
		bool loop_first = _i % 2 == 1;
		scene_open("tictactoe", 2);
		s.config.terms.limits.movetime = MILLISECOND;
		gets_ready("feature legal\n");
		asks();
		while (time_now() <= s.b.deadline)
			;
		if (last[_i / 2].bytes != NULL)
			ck_assert_int_gt(
				write(s.end, last[_i / 2].bytes, strlen(last[_i / 2].bytes)), 0);
		else
			shutdown(s.end, SHUT_WR);
		if (loop_first)
			turn();
		bot_tick(&s.b, time_now());
		says_beginning(last[_i / 2].call);
		scene_close();
	}
END_TEST

/* The last word before a game. */
START_TEST(readiness_that_is_there_counts_though_its_time_is_over)
	{
		scene_open("tictactoe", 2);
		connects();
		prepares(1);
		writes("ugiok\nreadyok\n");
		ck_assert_int_eq(write(s.end, "readyok\n", 8), 8);
		if (_i == 1)
			turn();
		bot_tick(&s.b, s.b.deadline + SECOND);
		says("ready\n");
		scene_close();
	}
END_TEST

START_TEST(a_position_that_is_not_acknowledged_is_a_loss_on_time_as_well)
	{
		scene_open("tictactoe", 2);
		gets_ready("");
		asks();
		passes_its_deadline();
		says("failed time: did not answer \"isready\" after the position; no answer after 60005.0 ms of 60000.0 ms (+5.0 ms margin)\n");
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_still_owes_a_move_is_told_to_stop_before_its_next_greeting)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		passes_its_deadline();
		while (recv(s.end, (char[256]){0}, 256, MSG_DONTWAIT) > 0)
			;
		bot_quit(&s.b); /* a remote bot stays connected */
		hears("");
		writes("bestmove a1\n");
		prepares(1);
		hears("stop\nugi\n");
		writes("ugiok\n");
		hears("isready\n");
		*s.said = '\0';
		bot_quit(&s.b);
		prepares(1);
		hears("ugi\n"); /* it owes nothing */
		scene_close();
	}
END_TEST

/* --- connections that end ---------------------------------------------------------------- */

START_TEST(without_reconnection_the_end_of_the_connection_is_a_crash)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		leaves();
		says("failed crash: its connection ended\n");
		scene_close();
	}
END_TEST

/* Its output closed first, which is known when its exit status is. */
START_TEST(an_end_before_the_question_took_no_time)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		s.b.channel.calls->end(&s.b, CHANNEL_CLOSED, s.b.asked_at - 49);
		says("failed crash: its connection ended\n");
		ck_assert_int_eq(s.b.answer.spent.wall, 0);
		ck_assert_int_eq(s.b.answer.at, s.b.asked_at);
		scene_close();
	}
END_TEST

START_TEST(a_move_before_the_end_counts_and_the_next_is_missed)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		asks();
		ck_assert_int_eq(write(s.end, "bestmove a1\n", 12), 12);
		leaves();
		UNTIL(s.b.channel.ended);
		says("answered a1\n");
		asks();
		says("failed crash: its connection ended\n");
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_returns_is_asked_again_and_its_clock_ran_on)
	{
		long left = 0;
		char text[256];
		scene_open("tictactoe", 2);
		s.config.terms.reconnect = true;
		gets_ready("feature legal\n");
		asks();
		usec deadline = s.b.deadline, asked = s.b.asked_at;
		leaves();
		says("");
		ck_assert_int_eq(s.b.phase, BOT_DISCONNECTED);
		ck_assert_int_eq(s.b.deadline, deadline);
		while (time_now() < asked + 2 * MILLISECOND)
			;
		connects();
		hears("ugi\n");
		writes("feature legal\nugiok\n");
		writes("readyok\n");
		hears("isready\nuginewgame\nisready\n");
		ck_assert_int_eq(s.b.deadline, deadline);
		writes("readyok\n");
		ssize_t length = recv(s.end, text, sizeof text - 1, MSG_DONTWAIT);
		text[length > 0 ? length : 0] = '\0';
		const char *go = strstr(text, "\ngo movetime ");
		ck_assert_ptr_nonnull(go);
		ck_assert_int_eq(sscanf(go, "\ngo movetime %ld", &left), 1);
		ck_assert_int_le(left, 59998);
		ck_assert_int_eq(s.b.asked_at, asked);
		writes("bestmove a1\n");
		says("answered a1\n");
		ck_assert_int_eq(s.b.answer.spent.wall, s.b.answer.at - asked);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_stays_away_loses_on_time_and_so_does_one_that_returns_in_vain)
	{
		scene_open("tictactoe", 2);
		s.config.terms.reconnect = true;
		gets_ready("feature legal\n");
		asks();
		leaves();
		if (_i == 1)
			connects();
		passes_its_deadline();
		says_beginning(
			_i == 0 ? "failed time: lost its connection and did not return in time; no answer after 60005.0 ms"
				: "failed time: lost its connection and returned too late; no answer after 60005.0 ms");
		scene_close();
	}
END_TEST

START_TEST(a_newer_connection_replaces_the_one_in_play)
	{
		char byte;
		scene_open("tictactoe", 2);
		s.config.terms.reconnect = true;
		gets_ready("feature legal\n");
		int old = dup(s.end);
		connects();
		turn();
		ck_assert_int_eq(recv(old, &byte, 1, MSG_DONTWAIT), 0);
		close(old);
		/* It is not asked before it has been greeted and told of the game. */
		hears("ugi\n");
		asks();
		writes("feature legal\nugiok\nreadyok\nreadyok\n");
		says("");
		writes("bestmove a1\n");
		says("answered a1\n");
		scene_close();
	}
END_TEST

START_TEST(a_connection_between_games_is_adopted_at_once)
	{
		char byte;
		scene_open("tictactoe", 2);
		gets_ready("feature legal\n");
		bot_unseat(&s.b);
		int old = dup(s.end);
		connects();
		ck_assert_int_eq(recv(old, &byte, 1, MSG_DONTWAIT), 0);
		close(old);
		prepares(1);
		hears("ugi\n");
		scene_close();
	}
END_TEST

/* --- the end of a game ------------------------------------------------------------------- */

START_TEST(the_result_and_errors_are_told_to_bots_that_ask_for_them)
	{
		scene_open("tictactoe", 2);
		gets_ready(_i == 0 ? "feature legal gameover error\n" : "feature legal\n");
		asks();
		while (recv(s.end, (char[256]){0}, 256, MSG_DONTWAIT) > 0)
			;
		writes("bestmove a1\n");
		bot_refuse(&s.b, "illegal", "a1 is taken");
		hears(_i == 0 ? "error illegal a1 is taken\n" : "");
		bot_gameover(&s.b, (int[]){2, 1}, "illegal");
		hears(_i == 0 ? "gameover rank 2 1 reason illegal\n" : "");
		ck_assert_ptr_null(s.b.position);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_is_not_ready_is_not_told_of_the_end)
	{
		scene_open("tictactoe", 2);
		gets_ready("feature legal gameover\n");
		asks();
		while (recv(s.end, (char[256]){0}, 256, MSG_DONTWAIT) > 0)
			;
		bot_gameover(&s.b, (int[]){2, 1}, "time"); /* it thinks */
		hears("");
		scene_close();
	}
END_TEST

START_TEST(the_conversation_is_logged_where_that_is_wanted)
	{
		scene_open("tictactoe", 2);
		s.calls.wire = on_wire;
		s.config.log_wire = _i == 0;
		connects();
		prepares(1);
		writes("id name A\nugiok\n");
		if (_i == 0)
			says("> ugi\n< id name A\n< ugiok\n> isready\n");
		else
			says("");
		scene_close();
	}
END_TEST

START_TEST(info_is_kept_where_that_is_wanted)
	{
		scene_open("tictactoe", 2);
		s.config.terms.keep_info = _i == 0;
		gets_ready("feature legal\n");
		asks();
		writes("info depth 2 seldepth 9 nps 500 pv a1 b2\ninfo string hi\nbestmove a1\n");
		if (_i == 0) {
			ck_assert_int_eq(s.b.info->seldepth, 9);
			ck_assert_int_eq(s.b.info->nps, 500);
			ck_assert_str_eq(s.b.info->pv, "a1 b2");
			ck_assert_str_eq(s.b.info->text, "hi");
			asks();
			ck_assert_int_eq(s.b.info->seldepth, UNKNOWN);
			ck_assert_str_eq(s.b.info->text, "");
		} else {
			ck_assert_ptr_null(s.b.info);
		}
		scene_close();
	}
END_TEST

START_TEST(an_option_that_the_bot_does_not_offer_is_set_and_reported)
	{
		char *options[] = {(char *)"Hash=16"};
		scene_open("tictactoe", 2);
		s.self.options = options;
		s.self.options_count = 1;
		s.self.options_shared = _i; /* of all bots: then it is left out */
		connects();
		prepares(1);
		hears("ugi\n");
		writes("option name Depth type spin default 1 min 1 max 9\nugiok\n");
		hears(_i == 0 ? "setoption name Hash value 16\nisready\n" : "isready\n");
		ck_assert_ptr_nonnull(s.b.options.wrong);
		ck_assert_int_eq(s.b.options.bad, _i == 0);
		scene_close();
	}
END_TEST

SUITE("referee/bot/bot", CASE(a_bot_is_greeted_set_and_told_of_its_game_in_this_order),
	CASE(a_bot_that_is_there_is_told_of_its_next_game_alone),
	CASE(each_greeting_begins_with_no_features), CASE(no_other_line_is_taken_for_the_greeting),
	CASE(features_and_options_after_the_greeting_do_not_count),
	LOOP(each_phase_has_its_limit_to_the_microsecond, ROWS(silences)),
	CASE(a_failure_has_advice_for_the_author_unless_the_owner_examines_it),
	CASE(a_bot_that_does_not_connect_is_absent),
	CASE(a_bot_that_is_lost_on_the_way_may_return_in_the_time_for_connections),
	CASE(without_reconnection_a_bot_that_is_lost_before_it_is_ready_has_failed),
	LOOP(a_bot_that_lacks_a_feature_of_the_game_is_not_seated, ROWS(unfits)),
	LOOP(a_bot_that_would_play_by_other_rules_is_not_seated, 3),
	CASE(a_bot_with_features_is_asked_at_once_and_its_move_is_measured),
	CASE(the_numbers_of_a_move_are_of_this_move),
	CASE(the_moves_and_the_start_of_a_game_are_in_its_position),
	CASE(without_features_a_bot_acknowledges_the_position_before_it_is_asked),
	LOOP(only_bestmove_answers_and_the_owner_judges_the_rest_of_the_line, ROWS(answers)),
	CASE(a_wrong_answer_is_quoted_in_part),
	CASE(no_answer_in_time_is_a_loss_a_microsecond_after_the_margin),
	CASE(an_answer_that_came_too_late_is_told_as_one),
	LOOP(it_does_not_matter_whether_the_last_bytes_or_the_end_of_the_time_come_first,
		2 * ROWS(last)),
	LOOP(readiness_that_is_there_counts_though_its_time_is_over, 2),
	CASE(a_position_that_is_not_acknowledged_is_a_loss_on_time_as_well),
	CASE(a_bot_that_still_owes_a_move_is_told_to_stop_before_its_next_greeting),
	CASE(without_reconnection_the_end_of_the_connection_is_a_crash),
	CASE(an_end_before_the_question_took_no_time),
	CASE(a_move_before_the_end_counts_and_the_next_is_missed),
	CASE(a_bot_that_returns_is_asked_again_and_its_clock_ran_on),
	LOOP(a_bot_that_stays_away_loses_on_time_and_so_does_one_that_returns_in_vain, 2),
	CASE(a_newer_connection_replaces_the_one_in_play),
	CASE(a_connection_between_games_is_adopted_at_once),
	LOOP(the_result_and_errors_are_told_to_bots_that_ask_for_them, 2),
	CASE(a_bot_that_is_not_ready_is_not_told_of_the_end),
	LOOP(the_conversation_is_logged_where_that_is_wanted, 2),
	LOOP(info_is_kept_where_that_is_wanted, 2),
	LOOP(an_option_that_the_bot_does_not_offer_is_set_and_reported, 2))

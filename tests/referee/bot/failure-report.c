/*
 * The report of a bot's failure, and the facts for its diagnosis: from a bot whose state is written
 * here, without a process.
 */
#include "referee/bot/failure-report.h"

#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

enum { SEAT = 2, STARTUP = 11, NEWGAME = 12, ALLOWED = 13, OTHERS = 99 };

static struct {
	struct arbiter_config config;
	struct bot_config self;
	struct game game;
	struct bot_process bot;
	struct failure_report report;
	struct failure_facts facts;
} failing;

static void begin(enum bot_phase phase, enum bot_pending pending)
{
	static char program[] = "no-such-program-anywhere";
	static char *words[] = {program, NULL};
	memset(&failing, 0, sizeof failing);
	failing.self = (struct bot_config){
		.name = "a", .argv = words, .resources = {.startup = STARTUP, .newgame = NEWGAME}};
	failing.game.seat[SEAT - 1].clock.allowed = ALLOWED;
	failing.game.seat[0].clock.allowed = OTHERS;
	struct bot_process *b = &failing.bot;
	b->config = &failing.config;
	b->self = &failing.self;
	b->game.seat = SEAT;
	b->phase = phase;
	b->pending = pending;
	b->position = pending == BOT_MOVE ? &failing.game : NULL;
	b->asked_at = 1000;
	b->answer.spent = (struct spent){.wall = 70, .cpu = 40, .wait = 20};
	b->channel.ring_size = 100;
}

/* Stderr of this many bytes, of which number i is the letter a to z by i. */
static void complain(size_t total)
{
	struct channel *c = &failing.bot.channel;
	free(c->ring);
	c->ring = memory_get(c->ring_size, 1);
	c->ring_total = total;
	for (size_t i = 0; i < total; i++)
		c->ring[i % c->ring_size] = (char)('a' + i % 26);
}

static void take(void)
{
	failure_report_take(&failing.report, &failing.bot);
}

static void end(void)
{
	free(failing.report.errors);
	free(failing.bot.channel.ring);
}

/* --- the report ------------------------------------------------------------------------------- */

static const struct {
	enum bot_phase phase;
	enum bot_pending pending;
	const char *name;
	int64_t limit;
} phases[] = {
	{BOT_GREETING, BOT_READINESS, "start", STARTUP},
	{BOT_SETTING, BOT_READINESS, "start", STARTUP},
	{BOT_PREPARING, BOT_READINESS, "newgame", NEWGAME},
	{BOT_POSITION, BOT_MOVE, "move", ALLOWED},
	{BOT_THINKING, BOT_MOVE, "move", ALLOWED},
	/* A remote bot that came back while its clock runs. */
	{BOT_GREETING, BOT_MOVE, "move", ALLOWED},
	{BOT_PREPARING, BOT_MOVE, "move", ALLOWED},
};

START_TEST(a_phase_has_its_own_limit)
	{
		begin(phases[_i].phase, phases[_i].pending);
		take();
		ck_assert_str_eq(failing.report.phase, phases[_i].name);
		ck_assert_int_eq(failing.report.limit, phases[_i].limit);
		end();
	}
END_TEST

static const struct {
	usec asked;
	struct spent spent;
	bool ended;
	int status; /* as waitpid(2) has it */
	int64_t limit, wall, cpu, wait, exit;
} times[] = {
	{1, {70, 40, 20}, false, 0, ALLOWED, 70, 40, 20, UNKNOWN},
	{1, {70, 0, 0}, false, 0, ALLOWED, 70, 0, 0, UNKNOWN},
	{1, {70, UNKNOWN, UNKNOWN}, false, 0, ALLOWED, 70, UNKNOWN, UNKNOWN, UNKNOWN},
	/* A process that has ended has no clock any more. */
	{1, {70, 40, 20}, true, 3 << 8, ALLOWED, 70, UNKNOWN, 20, 3},
	{1, {70, 40, 20}, true, 0, ALLOWED, 70, UNKNOWN, 20, 0},
	{1, {70, 40, 20}, true, 11, ALLOWED, 70, UNKNOWN, 20, -11},
	/* No question was open. */
	{0, {70, 40, 20}, true, 9, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, -9},
};

START_TEST(times_and_the_end_are_those_of_the_bot_or_unsaid)
	{
		const struct failure_report *report = &failing.report;
		begin(BOT_THINKING, BOT_MOVE);
		failing.bot.asked_at = times[_i].asked;
		failing.bot.answer.spent = times[_i].spent;
		failing.bot.channel.sandbox.ended = times[_i].ended;
		failing.bot.channel.sandbox.status = times[_i].status;
		take();
		ck_assert_int_eq(report->limit, times[_i].limit);
		ck_assert_int_eq(report->wall, times[_i].wall);
		ck_assert_int_eq(report->cpu, times[_i].cpu);
		ck_assert_int_eq(report->wait, times[_i].wait);
		ck_assert_int_eq(report->exit, times[_i].exit);
		end();
	}
END_TEST

/* Of its stderr a game keeps no more than the bot's limit, and no more than its own. */
static const struct {
	size_t ring, total, length;
} errors[] = {
	{100, 0, 0},
	{100, 99, 99},
	{100, 100, 100},
	{100, 250, 100},
	{FAILURE_REPORT_STDERR, 99999, FAILURE_REPORT_STDERR},
	{2 * FAILURE_REPORT_STDERR, 30000, FAILURE_REPORT_STDERR},
	{2 * FAILURE_REPORT_STDERR, 99999, FAILURE_REPORT_STDERR},
};

START_TEST(the_last_bytes_of_its_stderr_are_kept)
	{
		begin(BOT_THINKING, BOT_MOVE);
		failing.bot.channel.ring_size = errors[_i].ring;
		complain(errors[_i].total);
		ck_assert_uint_eq(failure_report_errors_size(&failing.bot),
			(errors[_i].ring < FAILURE_REPORT_STDERR ? errors[_i].ring
								 : FAILURE_REPORT_STDERR) +
				1);
		/* Twice: a report takes the place of an earlier one. */
		take();
		take();
		ck_assert_uint_eq(failing.report.errors_length, errors[_i].length);
		for (size_t i = 0; i < errors[_i].length; i++)
			ck_assert_int_eq(failing.report.errors[i],
				(char)('a' + (errors[_i].total - errors[_i].length + i) % 26));
		end();
	}
END_TEST

/* --- the record ------------------------------------------------------------------------------- */

START_TEST(the_record_has_each_fact_in_its_own_field)
	{
		struct record_writer writer;
		struct record r;
		begin(BOT_THINKING, BOT_MOVE);
		tail_buffer_add(&failing.bot.channel.sent, "position startpos\ngo\n", 21);
		tail_buffer_add(&failing.bot.channel.received, "info\0\xff", 6);
		complain(20);
		failing.bot.channel.sandbox.ended = true;
		failing.bot.channel.sandbox.status = 5 << 8;
		take();
		record_writer_init(&writer, NULL, 1);
		failure_report_write(&failing.report, SEAT, &writer);
		int kinds[4] = {0};
		char *all = memory_get(writer.length + 1, 1), *rest = all, *line;
		memcpy(all, writer.record, writer.length);
		while ((line = strsep(&rest, "\n")) != NULL && *line != '\0') {
			ck_assert_int_eq(strncmp(line, "1 ", 2), 0);
			ck_assert_msg(record_read(&r, line + 2), "%s", line);
			ck_assert_int_eq(r.seat, SEAT);
			if (r.kind == RECORD_EVIDENCE) {
				kinds[0]++;
				ck_assert_str_eq(r.evidence.phase, "move");
				ck_assert_int_eq(r.evidence.limit, ALLOWED);
				ck_assert_int_eq(r.evidence.wall, 70);
				ck_assert_int_eq(r.evidence.cpu, UNKNOWN);
				ck_assert_int_eq(r.evidence.wait, 20);
				ck_assert_int_eq(r.evidence.exit, 5);
			} else if (r.kind == RECORD_ASKED) {
				kinds[1]++;
				ck_assert_uint_eq(r.text.length, 21);
				ck_assert_mem_eq(r.text.at, "position startpos\ngo\n", 21);
			} else if (r.kind == RECORD_SAID) {
				kinds[2]++;
				ck_assert_uint_eq(r.text.length, 6);
				ck_assert_mem_eq(r.text.at, "info\0\xff", 6);
			} else if (r.kind == RECORD_STDERR) {
				kinds[3]++;
				ck_assert_uint_eq(r.text.length, 20);
				ck_assert_mem_eq(r.text.at, "abcdefghijklmnopqrst", 20);
			}
		}
		for (int i = 0; i < 4; i++)
			ck_assert_int_eq(kinds[i], 1);
		free(all);
		record_writer_clear(&writer);
		end();
	}
END_TEST

/* --- facts ------------------------------------------------------------------------------------ */

static const struct {
	enum bot_phase phase;
	const char *awaited;
} awaited[] = {{BOT_GREETING, "ugiok"}, {BOT_SETTING, "readyok"}, {BOT_PREPARING, "readyok"},
	{BOT_POSITION, "readyok"}, {BOT_THINKING, "bestmove"}};

START_TEST(the_awaited_word_is_that_of_the_phase)
	{
		begin(awaited[_i].phase, BOT_READINESS);
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert_str_eq(failing.facts.seen.awaited, awaited[_i].awaited);
		end();
	}
END_TEST

/* It has said "early" until its failure and the rest after. NULs are shown. */
START_TEST(its_output_is_divided_at_its_failure)
	{
		struct tail_buffer *said = &failing.bot.channel.received;
		begin(BOT_THINKING, BOT_MOVE);
		tail_buffer_add(&failing.bot.channel.sent, "go\n", 3);
		tail_buffer_add(said, "ear\0ly", 6);
		failing.bot.turn_bytes = said->total;
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert_str_eq(failing.facts.seen.said, "ear?ly");
		ck_assert_str_eq(failing.facts.seen.after, "");
		tail_buffer_add(said, "la\0te", 5);
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert_str_eq(failing.facts.seen.said, "ear?ly");
		ck_assert_str_eq(failing.facts.seen.after, "la?te");
		ck_assert_str_eq(failing.facts.seen.sent, "go\n");
		/* So much later that nothing of the time before is kept. */
		static char much[2 * TAIL_BUFFER_BYTES];
		memset(much, 'x', sizeof much);
		tail_buffer_add(said, much, sizeof much);
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert_str_eq(failing.facts.seen.said, "");
		ck_assert_uint_eq(strlen(failing.facts.seen.after), TAIL_BUFFER_BYTES);
		end();
	}
END_TEST

/* Of a hundred milliseconds: most of them on a processor or waiting for it, and more than a trace
 * on it; or less than a trace. */
static const struct {
	usec cpu, wait;
	bool thinking, idle;
} busy[] = {
	{100, 0, true, false},
	{51, 0, true, false},
	{50, 0, false, false},
	{3, 48, true, false},
	{3, 47, false, false},
	{2, 98, false, false},
	{1, 99, false, true},
	{0, 0, false, true},
	{40, -1, false, false},
	{51, -1, true, false},
};

START_TEST(a_bot_thinks_or_is_idle_by_its_use_of_the_processor)
	{
		begin(BOT_THINKING, BOT_MOVE);
		failing.bot.answer.spent =
			(struct spent){100 * MILLISECOND, busy[_i].cpu * MILLISECOND,
				busy[_i].wait < 0 ? -1 : busy[_i].wait * MILLISECOND};
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert_int_eq(failing.facts.seen.thinking, busy[_i].thinking);
		ck_assert_int_eq(failing.facts.seen.idle, busy[_i].idle);
		/* In another phase it does not think, and without a question it is not idle. */
		failing.bot.phase = BOT_PREPARING;
		failing.bot.asked_at = 0;
		failure_facts_collect(&failing.facts, &failing.bot);
		ck_assert(!failing.facts.seen.thinking && !failing.facts.seen.idle);
		end();
	}
END_TEST

/* In milliseconds, of a limit of 100: a loss by the wall clock, or by the most wall time that the
 * other clocks allow, which is a second. */
static const struct {
	enum clock_kind clock;
	enum verdict verdict;
	usec asked, wall, cpu, wait;
	bool busy;
} waits[] = {
	{CLOCK_WALL, VERDICT_TIME, 1000, 101, 0, 51, true},
	{CLOCK_WALL, VERDICT_STARTUP, 1000, 101, 0, 51, true},
	{CLOCK_WALL, VERDICT_TIME, 1000, 101, 0, 50, false},
	{CLOCK_WALL, VERDICT_CRASH, 1000, 101, 0, 51, false},
	{CLOCK_WALL, VERDICT_TIME, 0, 101, 0, 51, false}, /* no question was open */
	{CLOCK_WALL, VERDICT_TIME, 1000, 101, 0, -1, false},
	/* It used more than its time too. */
	{CLOCK_WALL, VERDICT_TIME, 1000, 300, 101, 199, false},
	/* It was not charged: it used all of its time, or slept. */
	{CLOCK_CPU, VERDICT_TIME, 1000, 900, 101, 799, false},
	{CLOCK_FAIR, VERDICT_TIME, 1000, 900, 101, 799, false},
	{CLOCK_FAIR, VERDICT_STARTUP, 1000, 900, 0, 799, false},
	/* It was charged less than its time, and the machine was busy all the time. */
	{CLOCK_CPU, VERDICT_TIME, 1000, 1001, 64, 937, true},
	{CLOCK_FAIR, VERDICT_TIME, 1000, 1001, 64, 937, true},
	{CLOCK_FAIR, VERDICT_STARTUP, 1000, 1001, 64, 937, true},
	/* It slept, which cpu does not charge. */
	{CLOCK_CPU, VERDICT_TIME, 1000, 1001, 64, 500, false},
};

START_TEST(a_bot_that_lost_by_waiting_for_a_processor_was_on_a_busy_machine)
	{
		/* Of a move, and of the phases before it. */
		for (int due = 0; due < 2; due++) {
			struct limits limits = {
				.movetime = 100 * MILLISECOND, .clock = waits[_i].clock};
			begin(due ? BOT_THINKING : BOT_PREPARING, due ? BOT_MOVE : BOT_READINESS);
			struct clock *c =
				due ? &failing.game.seat[SEAT - 1].clock : &failing.bot.limit;
			clock_init(c, &limits);
			clock_start(c, waits[_i].asked);
			failing.bot.verdict = waits[_i].verdict;
			failing.bot.asked_at = waits[_i].asked;
			usec wait = waits[_i].wait < 0 ? -1 : waits[_i].wait * MILLISECOND;
			failing.bot.answer.spent = (struct spent){
				waits[_i].wall * MILLISECOND, waits[_i].cpu * MILLISECOND, wait};
			failure_facts_collect(&failing.facts, &failing.bot);
			ck_assert_int_eq(failing.facts.seen.busy, waits[_i].busy);
			ck_assert_int_eq(failing.facts.seen.queued, wait);
		}
	}
END_TEST

SUITE("referee/bot/failure-report",
	LOOP(a_bot_that_lost_by_waiting_for_a_processor_was_on_a_busy_machine,
		sizeof waits / sizeof *waits),
	LOOP(a_phase_has_its_own_limit, sizeof phases / sizeof *phases),
	LOOP(times_and_the_end_are_those_of_the_bot_or_unsaid, sizeof times / sizeof *times),
	LOOP(the_last_bytes_of_its_stderr_are_kept, sizeof errors / sizeof *errors),
	CASE(the_record_has_each_fact_in_its_own_field),
	LOOP(the_awaited_word_is_that_of_the_phase, sizeof awaited / sizeof *awaited),
	CASE(its_output_is_divided_at_its_failure),
	LOOP(a_bot_thinks_or_is_idle_by_its_use_of_the_processor, sizeof busy / sizeof *busy))

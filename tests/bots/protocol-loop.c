/*
 * Conversations in text files, replayed with a fake clock: `>` is what the referee says, `<` what
 * the bot must say next, where `*` stands for anything; `<+` is one or more such lines. While the
 * bot thinks, it finds those `>` lines that stand before the next `<`. `= end` is the end of the
 * input, `= status N` what the bot exits with, `#` a comment.
 */
#include "bots/protocol-loop.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { TEXT = 16384, LINES = 200, TICK = 300 };

static const char *const conversations[] = {
	"handshake",
	"game",
	"stop",
	"quit",
	"end-of-input",
	"bare",
	"wrong",
	"no-such-game",
	"no-such-evaluation",
	"players",
	"perfect",
	"perfect-declines",
	"perfect-other-board",
};

/* A conversation under way. */
static struct stage {
	const char *name;
	char text[TEXT];
	char *lines[LINES];
	int count, at;	     /* at: the next line of the script */
	int chunk;	     /* bytes read at once */
	const char *pending; /* rest of a `>` line that is being read; NULL: none */
	char heard[TEXT];    /* of the bot's current line */
	int repeats;
	int status;
	search_usec now;
} stage;

static void stage_load(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "tests/bots/conversations/%s.txt", name);
	FILE *f = fopen(path, "r");
	ck_assert_msg(f != NULL, "%s", path);
	size_t n = fread(stage.text, 1, sizeof stage.text - 1, f);
	fclose(f);
	stage.text[n] = '\0';
	stage.name = name;
	for (char *rest = stage.text, *line; (line = strsep(&rest, "\n")) != NULL;) {
		if (strncmp(line, "= status ", 9) == 0)
			stage.status = atoi(line + 9);
		else if (line[0] == '>' || line[0] == '<' || line[0] == '=')
			stage.lines[stage.count++] = line;
	}
}

static const char *stage_line(void)
{
	return stage.at < stage.count ? stage.lines[stage.at] : "";
}

/* Pending `<` and `<+` lines are settled as soon as another line comes. */
static void stage_pass_repeats(void)
{
	if (strncmp(stage_line(), "<+", 2) == 0 && stage.repeats > 0) {
		stage.at++;
		stage.repeats = 0;
	}
}

static ptrdiff_t stage_read(void *context, char *room, size_t size, bool wait)
{
	(void)context;
	if (wait)
		stage_pass_repeats();
	if (stage.pending == NULL) {
		const char *line = stage_line();
		if (line[0] != '>' && !wait && strcmp(line, "= end") != 0)
			return PROTOCOL_LOOP_NOTHING;
		ck_assert_msg(
			line[0] != '<', "%s: it waits instead of saying %s", stage.name, line);
		if (line[0] != '>') {
			stage.at += line[0] == '=';
			return PROTOCOL_LOOP_END;
		}
		stage.pending = line + 2;
		stage.at++;
	}
	size_t n = 0;
	while (n < size && n < (size_t)stage.chunk && stage.pending != NULL) {
		room[n] = *stage.pending == '\0' ? '\n' : *stage.pending;
		stage.pending = *stage.pending == '\0' ? NULL : stage.pending + 1;
		n++;
	}
	return (ptrdiff_t)n;
}

/* The bot said a line. */
static void stage_hear(const char *line)
{
	const char *wanted = stage_line();

	if (strncmp(wanted, "<+ ", 3) == 0) {
		if (fnmatch(wanted + 3, line, 0) == 0) {
			stage.repeats++;
			return;
		}
		stage_pass_repeats();
		wanted = stage_line();
	}
	ck_assert_msg(wanted[0] == '<' && fnmatch(wanted + 2, line, 0) == 0,
		"%s: it says \"%s\" instead of \"%s\"", stage.name, line, wanted);
	stage.at++;
}

static bool stage_write(void *context, const char *bytes, size_t count)
{
	size_t have = strlen(stage.heard);

	(void)context;
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_lt(have + 1, sizeof stage.heard);
		if (bytes[i] != '\n') {
			stage.heard[have++] = bytes[i];
			continue;
		}
		stage.heard[have] = '\0';
		stage_hear(stage.heard);
		have = 0;
	}
	stage.heard[have] = '\0';
	return true;
}

static void stage_complain(void *context, const char *why)
{
	(void)context;
	ck_assert_uint_gt(strlen(why), 0);
}

static search_usec stage_now(void *context)
{
	(void)context;
	return stage.now += TICK;
}

static void replay(const char *name, int chunk)
{
	static struct protocol_loop loop;
	struct engine *engine = engine_create();

	stage = (struct stage){.chunk = chunk};
	stage_load(name);
	protocol_loop_init(&loop);
	loop.port = (struct protocol_loop_port){
		stage_read, stage_write, stage_complain, stage_now, NULL};
	loop.engine = engine;
	ck_assert_int_eq(protocol_loop_run(&loop), stage.status);
	stage_pass_repeats();
	ck_assert_msg(stage.at == stage.count, "%s: it did not come to \"%s\"", name, stage_line());
	engine_free(engine);
}

START_TEST(a_conversation_goes_as_written)
	{
		replay(conversations[_i], LINE_FROM_BOT);
	}
END_TEST

START_TEST(a_conversation_goes_as_written_byte_by_byte)
	{
		replay(conversations[_i], 1);
	}
END_TEST

SUITE("bots/protocol-loop",
	LOOP(a_conversation_goes_as_written, sizeof conversations / sizeof *conversations),
	LOOP(a_conversation_goes_as_written_byte_by_byte,
		sizeof conversations / sizeof *conversations))

/*
 * web-play.c - what comes to the process in which people play: forms of both media types, and moves in
 * a game; and its lines to the main process. A line that was read is written and read to the same.
 */
#include "referee/web/play/web-play-game.h"
#include "referee/web/web-form.h"
#include "tests/lib/fuzz.h"

static void web_play_fuzz_line(char *text)
{
	struct web_play_message m, again;
	const struct line_table *t = line_table_knows(&web_play_offer_table, text)
					     ? &web_play_offer_table
					     : &web_play_request_table;
	if (line_table_read(t, &m, text, 0) != LINE_TABLE_RIGHT)
		return;
	char *line = line_table_print(t, &m), *copy = strdup(line);
	assert(line[strlen(line) - 1] == '\n');
	copy[strlen(copy) - 1] = '\0';
	bool read = line_table_read(t, &again, copy, 0) == LINE_TABLE_RIGHT;
	assert(read);
	free(copy);
	free(line);
}

/* A move in a game that waits for one: no more than a legal one is good. */
static void web_play_fuzz_move(const struct web_form *form)
{
	static struct web_play_offer table = {.players = 2};
	static struct web_play_turn kept[] = {{.seat = 1, .move = "a1"}, {.seat = 2, .move = "b2"}};
	static char socket;
	struct web_play_game g = {.offer = &table,
		.seat = 1,
		.kept = kept,
		.kept_count = 2,
		.sent = -1,
		.state = WEB_PLAY_RUNS,
		.link = {.bev = (struct bufferevent *)&socket, .wants = true, .last_question = 2}};
	table.rules = rules_find("tictactoe");
	const char *text = web_form_text(form, "move");
	enum web_play_verdict verdict = web_play_game_judge(&g, text, 2);
	assert(verdict == WEB_PLAY_GOOD || verdict == WEB_PLAY_ILLEGAL);
	assert(verdict == WEB_PLAY_ILLEGAL || strlen(text) == 2);
}

static void web_play_fuzz_form(const char *type, char *text, size_t size)
{
	struct web_form form;
	struct error err;
	if (web_form_read(&form, type, text, size, &err) != WEB_FORM_GOOD)
		return;
	assert(form.count >= 0 && form.count <= WEB_FORM_FIELDS);
	for (int i = 0; i < form.count; i++) {
		const struct web_field *field = &form.fields[i];
		assert(*field->name != '\0' && web_form_field(&form, field->name) == field);
		assert(field->value[field->length] == '\0');
		assert(field->file != NULL || strlen(field->value) == field->length);
	}
	web_play_fuzz_move(&form);
}

/* The first byte chooses the reader. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const types[] = {
		"application/x-www-form-urlencoded", "multipart/form-data; boundary=xYz"};
	if (size == 0)
		return 0;
	char *text = fuzz_text(data + 1, size - 1);
	if (data[0] == 'l')
		web_play_fuzz_line(text);
	else
		web_play_fuzz_form(types[data[0] == 'm'], text, size - 1);
	free(text);
	return 0;
}

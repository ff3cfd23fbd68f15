/*
 * position-blocks.c - the answers of a rules program about one game.
 */
#include "referee/game/position-blocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/process/rules-process.h"

enum {
	POSITION_BLOCKS_MAX = 1 << 20,
	POSITION_BLOCKS_PIECE = 4096 /* bytes of an answer in a line, before they are escaped */
};

void position_blocks_clear(struct position_blocks *b)
{
	for (int i = 0; i < b->count; i++) {
		free((char *)b->all[i].question);
		free((char *)b->all[i].answer);
	}
	free(b->all);
	*b = (struct position_blocks){.all = NULL};
}

/* --- questions and answers ---------------------------------------------------------------------
 */

static const char position_blocks_play[] = "play ", position_blocks_forfeit[] = "forfeit ";

/* The text behind the word, which the question begins with; NULL: it does not. */
static const char *position_blocks_after(const char *question, const char *word)
{
	size_t length = strlen(word);
	return strncmp(question, word, length) == 0 ? question + length : NULL;
}

/* The words of the protocol are printable. */
static bool position_blocks_is_word(const char *text, size_t room)
{
	size_t length = strlen(text);
	for (const char *at = text; *at != '\0'; at++)
		if ((unsigned char)*at <= ' ' || *at == 0x7f || *at == ',')
			return false;
	return length > 0 && length < room;
}

static bool position_blocks_valid(const char *question, bool first)
{
	const char *played = position_blocks_after(question, position_blocks_play);
	const char *seat = position_blocks_after(question, position_blocks_forfeit);
	if (first)
		return strcmp(question, "start") == 0 || strcmp(question, "read") == 0;
	if (seat != NULL)
		return *seat >= '1' && *seat < '1' + SEATS_MAX && seat[1] == '\0';
	return played != NULL && position_blocks_is_word(played, MOVE_TEXT);
}

bool position_blocks_add_question(struct position_blocks *b, const char *question)
{
	bool unanswered = b->count > 0 && b->answer_length == 0;
	if (!position_blocks_valid(question, b->count == 0) || unanswered ||
		b->count == POSITION_BLOCKS_MAX)
		return false;
	if (b->count == b->size) {
		b->size = 2 * b->size + 64;
		b->all = memory_resize(b->all, (size_t)b->size, sizeof *b->all);
	}
	b->all[b->count++] = (struct db_position){memory_copy(question), memory_copy("")};
	b->answer_length = 0;
	b->bytes += strlen(question);
	return b->bytes <= POSITION_BLOCKS_BYTES;
}

bool position_blocks_add_answer(struct position_blocks *b, const char *piece, size_t length)
{
	if (b->count == 0 || length == 0 || b->answer_length + length >= RULES_PROCESS_BLOCK ||
		b->bytes + length > POSITION_BLOCKS_BYTES)
		return false;
	for (size_t i = 0; i < length; i++)
		if (((unsigned char)piece[i] < ' ' && piece[i] != '\n') || piece[i] == 0x7f)
			return false;
	struct db_position *last = &b->all[b->count - 1];
	char *answer = memory_resize((char *)last->answer, b->answer_length + length + 1, 1);
	memcpy(answer + b->answer_length, piece, length);
	b->answer_length += length;
	b->bytes += length;
	answer[b->answer_length] = '\0';
	last->answer = answer;
	return true;
}

/* --- lines of a record -------------------------------------------------------------------------
 */

bool position_blocks_add_line(struct position_blocks *b, const struct record *r)
{
	assert(r->kind == RECORD_QUESTION || r->kind == RECORD_ANSWER);
	return r->kind == RECORD_QUESTION
		       ? position_blocks_add_question(b, r->question)
		       : position_blocks_add_answer(b, r->text.at, r->text.length);
}

void position_blocks_put(
	const struct db_position *p, void (*put)(void *arg, const struct record *r), void *arg)
{
	static_assert(4 * POSITION_BLOCKS_PIECE + 64 < RECORD_LINE, "a piece fits a line");
	put(arg, &(struct record){.kind = RECORD_QUESTION, .question = p->question});
	for (size_t left = strlen(p->answer), at = 0; left > 0;) {
		size_t piece = left < POSITION_BLOCKS_PIECE ? left : POSITION_BLOCKS_PIECE;
		put(arg, &(struct record){.kind = RECORD_ANSWER, .text = {p->answer + at, piece}});
		at += piece;
		left -= piece;
	}
}

/* --- rules -------------------------------------------------------------------------------------
 */

bool position_blocks_restore(const struct setup *s, const struct db_position *all, int count,
	struct position *at, struct error *err)
{
	for (int i = 0; i < count; i++) {
		const char *seat = position_blocks_after(all[i].question, position_blocks_forfeit);
		const char *played = position_blocks_after(all[i].question, position_blocks_play);
		const bool first = seat == NULL && played == NULL;
		struct position next;
		if (!position_blocks_valid(all[i].question, first))
			return error_set(err, "\"%.60s\" is no question to a rules program",
				all[i].question);
		if (!rules_process_restore(s, first ? NULL : at, seat != NULL ? seat : played,
			    seat != NULL, all[i].answer, &next, err))
			return false;
		*at = next;
	}
	return true;
}

/* Plays what the question says; a position that it read is in its answer. */
static bool position_blocks_follow(const struct setup *s, const struct db_position *block,
	struct position *p, struct error *err)
{
	const char *seat = position_blocks_after(block->question, position_blocks_forfeit);
	const char *played = position_blocks_after(block->question, position_blocks_play);
	const char *position = position_blocks_after(block->answer, "position ");
	move m;
	if (seat != NULL) {
		s->rules->forfeit(s, p, *seat - '0');
	} else if (played != NULL) {
		if (!rules_read_move(s, p, played, &m))
			return error_set(err, "\"%s\" is not legal there", played);
		s->rules->play(s, p, m);
	} else if (strcmp(block->question, "start") == 0) {
		s->rules->start(s, p);
	} else {
		char *text =
			memory_print("%.*s", (int)(position != NULL ? strcspn(position, "\n") : 0),
				position != NULL ? position : "");
		bool good = strlen(text) < POSITION_TEXT && s->rules->read(s, p, text, err);
		free(text);
		return good || error_set(err, "the position it began with is refused");
	}
	return true;
}

/* The line in which two answers differ: "turn 1" and "turn 2". */
static bool position_blocks_differ(
	const char *question, const char *stored, const char *now, struct error *err)
{
	while (strcspn(stored, "\n") == strcspn(now, "\n") && *stored != '\0' &&
		strncmp(stored, now, strcspn(now, "\n") + 1) == 0) {
		stored += strcspn(stored, "\n") + 1;
		now += strcspn(now, "\n") + 1;
	}
	return error_set(err, "to \"%s\": \"%.*s\", and now \"%.*s\"", question,
		(int)strcspn(stored, "\n"), stored, (int)strcspn(now, "\n"), now);
}

int position_blocks_compare(
	const struct setup *s, const struct db_position *all, int count, struct error *err)
{
	char *now = memory_get(RULES_PROCESS_BLOCK, 1);
	struct position p;
	int i;
	for (i = 0; i < count; i++) {
		bool same = position_blocks_valid(all[i].question, i == 0)
				    ? position_blocks_follow(s, &all[i], &p, err)
				    : error_set(err, "\"%.60s\" is no question to a rules program",
					      all[i].question);
		if (same && !rules_process_block(s, &p, now))
			same = error_set(err, "%s", rules_process_fault(s->rules));
		else if (same && strcmp(now, all[i].answer) != 0)
			same = position_blocks_differ(all[i].question, all[i].answer, now, err);
		if (!same)
			break;
	}
	free(now);
	return i;
}

struct position_blocks position_blocks_of(const struct db_game *g)
{
	return (struct position_blocks){
		.all = (struct db_position *)g->positions, .count = g->positions_count};
}

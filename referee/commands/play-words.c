/*
 * play-words.c - reads the input of a person at the board: a move or a command word.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "referee/commands/play-draw.h"
#include "referee/commands/play.h"
#include "referee/base/escape.h"
#include "protocol/did-you-mean.h"

enum { PLAY_WORDS_SHOWN = 12 }; /* moves listed in the answer to a mistake */

struct play_word {
	const char *word;
	const char *argument; /* the argument's name; NULL: none */
	const char *help;
	bool running; /* only during the game */
	void (*run)(struct play *p, const char *argument);
};

extern const struct play_word play_words_table[];

static void play_words_help(struct play *p, const char *argument)
{
	(void)argument;
	if (p->game.reason == NULL) {
		fputs("Type a move as the game writes it, such as", p->out);
		play_draw_moves(p->out, &p->setup, &p->game.position, 3, " ");
		fputs(", or a word:\n", p->out);
	}
	for (const struct play_word *w = play_words_table; w->word != NULL; w++)
		fprintf(p->out, "  %-6s %-5s %s\n", w->word, w->argument != NULL ? w->argument : "",
			w->help);
}

static void play_words_moves(struct play *p, const char *argument)
{
	(void)argument;
	play_draw_moves(p->out, &p->setup, &p->game.position, MOVES_MAX, "  ");
	fputc('\n', p->out);
}

static void play_words_board(struct play *p, const char *argument)
{
	(void)argument;
	play_show(p);
}

/* Goes back to the last turn of this person; after the game, to the last turn of any person. */
static void play_words_undo(struct play *p, const char *argument)
{
	const struct history *h = &p->history;
	int seat = game_to_move(&p->game), last = h->count - 1;
	(void)argument;
	while (last >= 0 &&
		(seat > 0 ? h->turns[last].seat != seat : p->bot[h->turns[last].seat - 1] != NULL))
		last--;
	if (last >= 0)
		play_take_back(p, last);
	else
		fputs("there is nothing to take back: it is your first turn\n", p->out);
}

static void play_words_hint(struct play *p, const char *argument)
{
	(void)argument;
	p->hinting = true;
	if (p->typed) {
		fputs("  thinking ...\n", p->out);
		fflush(p->out);
	}
}

static void play_words_save(struct play *p, const char *argument)
{
	play_save(p, argument);
}

static void play_words_resign(struct play *p, const char *argument)
{
	(void)argument;
	play_leave(p, VERDICT_RESIGN, "");
}

static void play_words_quit(struct play *p, const char *argument)
{
	(void)argument;
	p->leaving = true;
}

const struct play_word play_words_table[] = {
	{"help", NULL, "this list", false, play_words_help},
	{"moves", NULL, "all legal moves", true, play_words_moves},
	{"board", NULL, "draw the board again", false, play_words_board},
	{"undo", NULL, "back to your turn before this one", false, play_words_undo},
	{"hint", NULL, "what a strong bot would play, and the line it expects", true,
		play_words_hint},
	{"save", "FILE", "save the game so far as a record", false, play_words_save},
	{"resign", NULL, "give up", true, play_words_resign},
	{"quit", NULL, "leave the game as it is", false, play_words_quit},
	{.word = NULL},
};

/* --- input ---------------------------------------------------------------------------------- */

/* Finds the legal move that text means: the exact text, else the only one that matches in any
 * case of letters. */
static bool play_words_find_move(const struct play *p, const char *text, char meant[MOVE_TEXT])
{
	static move moves[MOVES_MAX];
	char name[MOVE_TEXT];
	int found = 0, count = p->setup.rules->moves(&p->setup, &p->game.position, moves);
	for (int i = 0; i < count; i++) {
		p->setup.rules->move_text(&p->setup, &p->game.position, moves[i], name);
		if (strcmp(name, text) == 0) {
			strcpy(meant, name);
			return true;
		}
		if (strcasecmp(name, text) == 0) {
			strcpy(meant, name);
			found++;
		}
	}
	return found == 1;
}

/* The nearest command word or legal move; NULL: none is near. */
static const char *play_words_near(const struct play *p, const char *text)
{
	static move moves[MOVES_MAX];
	static char texts[MOVES_MAX][MOVE_TEXT];
	static const char *names[MOVES_MAX + 16];
	int known = 0, count = 0;
	bool running = p->game.reason == NULL;
	for (const struct play_word *w = play_words_table; w->word != NULL; w++)
		if (running || !w->running)
			names[known++] = w->word;
	if (running && strlen(text) > 1) /* all single letters are near each other */
		count = p->setup.rules->moves(&p->setup, &p->game.position, moves);
	for (int i = 0; i < count; i++) {
		p->setup.rules->move_text(&p->setup, &p->game.position, moves[i], texts[i]);
		names[known++] = texts[i];
	}
	return did_you_mean(text, names, known);
}

static void play_words_unknown(struct play *p, const char *text)
{
	char *shown = escape_text(text, false);
	const char *near = play_words_near(p, text);
	bool running = p->game.reason == NULL;
	fprintf(p->out, "\"%.60s\" is %s", shown,
		running ? "neither a legal move nor a word" : "no word, and the game is over");
	if (near != NULL)
		fprintf(p->out, "; did you mean \"%s\"?\n", near);
	else
		fputs("; \"help\" lists the words\n", p->out);
	if (running) {
		fputs("legal:", p->out);
		play_draw_moves(p->out, &p->setup, &p->game.position, PLAY_WORDS_SHOWN, " ");
		fputc('\n', p->out);
	}
	free(shown);
}

static const struct play_word *play_words_find(const char *word, size_t length)
{
	const struct play_word *w = play_words_table;
	while (w->word != NULL && (strlen(w->word) != length || strncasecmp(w->word, word, length)))
		w++;
	return w->word != NULL ? w : NULL;
}

/* Runs the command word at the beginning of line. False: there is none. */
static bool play_words_run(struct play *p, const char *line)
{
	size_t length = strcspn(line, " \t");
	const struct play_word *w = play_words_find(line, length);
	const char *argument = line + length + strspn(line + length, " \t");
	if (w == NULL)
		return false;
	if (w->running && p->game.reason != NULL)
		fprintf(p->out, "the game is over; \"undo\" goes on with it\n");
	else if (w->argument == NULL && *argument != '\0')
		fprintf(p->out, "nothing follows \"%s\"\n", w->word);
	else if (w->argument != NULL && *argument == '\0')
		fprintf(p->out, "\"%s\" needs a %s: %s %s\n", w->word, w->argument, w->word,
			w->argument);
	else
		w->run(p, argument);
	return true;
}

void play_words_enter(struct play *p, char *line)
{
	char meant[MOVE_TEXT];
	line += strspn(line, " \t");
	for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);)
		line[--length] = '\0';
	if (*line == '\0')
		return;
	if (p->game.reason == NULL && play_words_find_move(p, line, meant))
		play_move(p, meant, NULL);
	else if (!play_words_run(p, line))
		play_words_unknown(p, line);
}

/*
 * complete.h - completes the last word of a command line by rows of flags: for `referee complete`,
 * and for `--complete` of the programs of bots.
 *
 * A program prints each candidate as a line "WORD TAB HELP". A line without WORD asks the shell for
 * names that it knows: "TAB files TAB BEFORE". BEFORE is the part of the word that stays before
 * these names. Only candidates that begin as the word does are offered.
 */
#ifndef PROTOCOL_COMPLETE_H
#define PROTOCOL_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

/* Names that the shell knows. */
#define COMPLETE_FILES	  "files"
#define COMPLETE_FOLDERS  "folders"
#define COMPLETE_PROGRAMS "programs"

/* Receives candidates. All texts are borrowed for the call. */
struct candidates {
	/* before has length bytes. word NULL: help is one of the names above. */
	void (*offer)(
		void *arg, const char *before, int length, const char *word, const char *help);
	void *arg;
	const char *before; /* the last word ... */
	const char *typed;  /* ... and the part of it that is completed */
};

/* Offers a word if it begins as the typed one. */
void candidates_offer(const struct candidates *c, const char *word, const char *help);

/* Offers each of these words, ended by NULL. */
void candidates_offer_all(const struct candidates *c, const char *const *words, const char *help);

/* Asks the shell for names. */
void candidates_ask(const struct candidates *c, const char *names);

/* The same for what follows the first bytes of the typed word. */
struct candidates candidates_after(const struct candidates *c, size_t bytes);

/* A flag of a command line. */
struct complete_flag {
	const char *name;  /* without -- */
	char letter;	   /* '\0': none */
	const char *value; /* the name of its value; NULL: it takes none */
	const char *help;  /* NULL: it is read, and not offered */
	bool repeatable;   /* may be given several times */
	bool bare;	   /* its value may be missing */
	size_t number;	   /* of its row; complete_line() sets it */
};

/* The words of a command line; the last is completed. There is at least one. */
struct complete_line {
	const char *const *words;
	int count;
	const struct complete_rows *rows;
	void *arg; /* of the functions of rows */
};

/* A program's description of its command line. A function may be NULL, but not flag(). */
struct complete_rows {
	/* The flag with this number, from 0. False: there is none. */
	bool (*flag)(void *arg, size_t number, struct complete_flag *flag);
	/* Can the word be the value of a flag whose value may be missing? */
	bool (*can)(void *arg, const struct complete_flag *flag, const char *word);
	/* Offers values of the flag. */
	void (*value)(const struct complete_line *line, const struct complete_flag *flag,
		const struct candidates *c);
	/* Offers words for the argument with this number, from 0. */
	void (*argument)(const struct complete_line *line, int number, const struct candidates *c);
	/* Offers words of the command that follows --. */
	void (*command)(void *arg, const char *const *words, int count, const struct candidates *c);
};

/* Offers all that the last word can be. Flags are offered to a word that begins with a dash, or if
 * nothing else is. c is for the whole last word. */
void complete_line(const struct complete_line *line, const struct candidates *c);

/* The value that the flag was given last, or the argument with this number. NULL: not given. */
const char *complete_given(const struct complete_line *line, const char *flag);
const char *complete_argument(const struct complete_line *line, int number);

#endif

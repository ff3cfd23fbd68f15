/*
 * answer.h - the answer of the daemon to a request of one of our commands: lines of text, and at
 * last how it ended.
 *
 *	-TEXT           a line of the answer
 *	!TEXT           a line about a request that failed
 *	end STATUS WHY  the last line. STATUS: the exit status of the command, 0 to 255
 *
 * The control socket, `referee send` and invitations answer so. Texts have no control bytes.
 */
#ifndef BASE_ANSWER_H
#define BASE_ANSWER_H

enum answer_kind { ANSWER_TEXT, ANSWER_FAULT, ANSWER_END, ANSWER_OTHER /* none of them */ };

struct answer {
	enum answer_kind kind;
	int status;	  /* of ANSWER_END */
	const char *text; /* borrowed from the line */
};

/* Reads a line without its LF. The other end is not trusted: a text may have any bytes. */
struct answer answer_read(const char *line);

/* Writes each line of a text as lines of the answer, and escapes them; the caller frees it. */
char *answer_write(enum answer_kind kind, const char *text);

/* Writes the last line; the caller frees it. */
char *answer_write_end(int status, const char *why);

#endif

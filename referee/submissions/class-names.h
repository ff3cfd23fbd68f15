/*
 * class-names.h - the names of students' bots, from the names of their submissions.
 *
 * A submission is named by its file or folder. From the left:
 *
 *	Ada Lovelace_1234567_assignsubmission_file_bot.zip   Moodle: "Ada Lovelace", number 1234567
 *	lovelaceada_LATE_12345_67890_bot.zip                 Canvas: "lovelaceada", number 12345
 *	Task 1_ada_attempt_2026-01-31-10-15-00_bot.py        Blackboard: "ada", and its attempt
 *	bot-of-ada.tar.gz, bot-of-ada.py                     any other archive or source file:
 *                                                           without its extension
 *
 * A rule (class-names, a POSIX extended regular expression) takes the part of the name in its first
 * parentheses. A roster (class-roster) is searched by that part, and wins over both.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_NAMES_H
#define REFEREE_SUBMISSIONS_CLASS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { CLASS_NAME_TEXT = 256 };

/* The parts of a submission's name. */
struct class_name {
	char student[CLASS_NAME_TEXT]; /* as people write it */
	char id[32];		       /* the platform's number or user name; "": none */
	char attempt[24];	       /* of Blackboard: its moment, in rising order; "": none */
	const char *file; /* behind the platform's marks, in the given name: "bot.py"; NULL: none */
};

/* Splits a name. */
void class_name_split(const char *name, struct class_name *parts);

/* Is it the name of a program's source, by its extension? *stem: bytes before the extension. */
bool class_name_is_source(const char *name, size_t *stem);

/* Makes a bot's name of a text, in the composed form (name.h): blanks and marks become "-";
 * letters, digits, ". _ + -" and letters of other scripts stay; at most 48 bytes. A text without
 * any of them gives "student". */
void class_name_make(const char *text, char name[64]);

/* Applies the rule. False: it does not fit the text. A rule that is no regular expression with
 * parentheses is reported by class_name_check_rule(). */
bool class_name_apply_rule(const char *rule, const char *text, char part[CLASS_NAME_TEXT]);
bool class_name_check_rule(const char *rule, struct error *err);

/* A roster: rows of a CSV file (RFC 4180; also with semicolons or tabs) with a header. */
struct class_roster {
	struct class_roster_row {
		char *id, *username, *email, *student, *bot; /* owned; "" if unknown */
		bool found;				     /* class_roster_find() found it */
	} * rows;
	int count;
	char *columns; /* those that were read, as the header writes them: "id, name"; owned */
};

/* Reads a roster. Its columns are found by their names, in any case, with blanks or _: id,
 * identifier, "ID number", "Student ID" or SID; username, login or github_username; email or "Email
 * address"; name, student or "Full name", or "First name" with "Last name" or "Surname"; bot.
 * False: a line in err. */
bool class_roster_read(struct class_roster *r, const char *path, struct error *err);
void class_roster_clear(struct class_roster *r);

/* How many rows fit a submission: those with its number; else those whose user name or address is
 * its name; else those whose full name or bot is, or part of the address before the @ if it has no
 * number; else, of those without a number, those whose user name is behind a "-" or "_" in its
 * name, as in "task-ada". Names are compared without capital letters (name.h). *row: the only one;
 * NULL: none or several fit, and which is the student's is not known. */
int class_roster_find(
	struct class_roster *r, const struct class_name *name, const struct class_roster_row **row);

/* The student of a row for people: the full name, or else what it has. */
const char *class_roster_student(const struct class_roster_row *row);

#endif

/*
 * class-state.h - a class of students: its files beside class.conf, and what is known of each
 * student's bot.
 *
 *	class.conf               the tournament's file; `include = "class.bots"`
 *	class.bots               one section `bot NAME { }` for each student
 *	class/NAME/VERSION/      the files of one version; VERSION is the start of their digest
 *	class/NAME/VERSION.check the text of the check of this version
 *	class/NAME/VERSION.taken the fields of a version that was sent and fit, to take it back
 *	class/NAME/taken         the fields of the student, KEY = 'VALUE' lines
 *
 * Of a tournament with `submissions = FOLDER` the folder is class/, and FOLDER/.bots class.bots.
 *
 * Each file is written aside and renamed. A class that is open for writing is locked.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_STATE_H
#define REFEREE_SUBMISSIONS_CLASS_STATE_H

#include <stdbool.h>

#include "base/error.h"

enum { CLASS_VERSION_TEXT = 13 }; /* bytes of a version's name, with its NUL */

#define CLASS_CONF "class.conf" /* the file of a class, if no other is named */
#define CLASS_KEPT ".taken"	/* behind a version: the file with its fields */

enum class_field {
	CLASS_SOURCE,	   /* the name of the file or folder that was handed in */
	CLASS_STUDENT,	   /* the student's name as people write it */
	CLASS_ID,	   /* the number of the learning platform or of the roster */
	CLASS_VERSION,	   /* the newest version */
	CLASS_COMMAND,	   /* what starts the bot */
	CLASS_BUILD,	   /* what builds it */
	CLASS_ADAPTER,	   /* the adapter between it and the referee */
	CLASS_REASON,	   /* why it is started in this way */
	CLASS_LEFT_OUT,	   /* what was left out of its files, as one line; NULL: nothing */
	CLASS_PROBLEM,	   /* why there is nothing to run, or why the version before stays */
	CLASS_CHECK,	   /* the result of its check: ok or failed */
	CLASS_CHECK_TEXT,  /* its most important sentence */
	CLASS_CHECKED,	   /* the version that was checked */
	CLASS_CHECK_TIME,  /* the time limit of a move in the check, for people; NULL: not known */
	CLASS_FIT_VERSION, /* the last version that its check found fit */
	CLASS_BEFORE,	   /* the version that was taken back or replaced last, if it was sent */
	CLASS_FIELDS
};

struct class_student {
	char *name;		    /* of the bot, and of the student's folder */
	char *fields[CLASS_FIELDS]; /* NULL: unknown */
};

/* All texts are owned. */
struct class_state {
	char *conf;	       /* path of class.conf, as given */
	char *folder;	       /* path of the students' folder */
	char *bots;	       /* path of class.bots */
	char *names;	       /* class-names: the rule of the names; NULL: none */
	char *roster;	       /* class-roster: path of a CSV file; NULL: none */
	char *tournament, *db; /* the tournament's name and database; NULL: not said */
	char **house;	       /* names of the bots in class.conf itself */
	int house_count;
	struct class_student *students; /* in the order of their names */
	int count;
	int lock; /* -1: open for reading */
};

/* Opens the class of this file. write: creates and locks its folder. False: a line in err. The
 * caller closes it in every case. */
bool class_state_open(struct class_state *c, const char *conf, bool write, struct error *err);
void class_state_close(struct class_state *c);

/* The student of this name; NULL: there is none. The pointer is valid until one is added. */
struct class_student *class_state_find(const struct class_state *c, const char *name);

/* Has class.conf itself a bot of this name? */
bool class_state_has_house_bot(const struct class_state *c, const char *name);

/* Adds a student of this name, at its place. */
struct class_student *class_state_add(struct class_state *c, const char *name);

/* Replaces a field by a copy; NULL: unknown. */
void class_student_set(struct class_student *s, enum class_field field, const char *text);

/* Keeps the result of a check of the newest version: whether it is fit, and the sentence. That of a
 * failure gets what else the student needs: what was left out of the files, and where a command is
 * written. */
void class_student_set_check(struct class_student *s, bool fit, const char *text);

/* Is the newest version checked? Is it checked and fit? */
bool class_student_is_checked(const struct class_student *s);
bool class_student_is_fit(const struct class_student *s);

/* Does the newest version enter? all: also one whose check failed. */
bool class_student_enters(const struct class_student *s, bool all);

/* The version that was fit before, of a student whose newest version does not enter, as all says
 * (class_state_write_bots()): then no version plays. NULL: none. */
const char *class_student_lost_version(const struct class_student *s, bool all);

/* Could the newest submission not be unpacked, so that the version before stays? */
bool class_student_is_kept(const struct class_student *s);

/* Why the student's bot cannot play, as one line; NULL: nothing is known against it. */
const char *class_student_obstacle(const struct class_student *s);

/* Writes a student's fields. False with a line in err. */
bool class_student_save(
	const struct class_state *c, const struct class_student *s, struct error *err);

/* Keeps the fields of the newest version beside its files, so that it can be taken back.
 * False with a line in err. */
bool class_student_keep_version(
	const struct class_state *c, const struct class_student *s, struct error *err);

/* The file of a kept version and its command: "mybot.zip, started by python3 bot.py". The caller
 * frees it. */
char *class_student_describe_version(
	const struct class_state *c, const struct class_student *s, const char *version);

/* Makes a kept version the newest one again; NULL: the one that the newest replaced. The caller
 * saves the student. False with a line in err, and the student is as before. */
bool class_student_take_back(const struct class_state *c, struct class_student *s,
	const char *version, struct error *err);

/* Writes class.bots. A student with an obstacle becomes a comment; all: only if there is nothing to
 * run. False with a line in err. */
bool class_state_write_bots(const struct class_state *c, bool all, struct error *err);

/* Was class.bots written with all? */
bool class_state_lets_all_enter(const struct class_state *c);

/* The path FOLDER/NAME/REST with an end, such as CLASS_KEPT, or ""; the caller frees it. */
char *class_student_path(const struct class_state *c, const struct class_student *s,
	const char *rest, const char *end);

/* Writes a file aside and renames it. False with a line in err. */
bool class_state_write_file(const char *path, const char *text, struct error *err);

#endif

/*
 * class-collect.h - finds the submissions in what a lecturer names: archives, folders and files.
 *
 * A folder that has a program by the conventions of submission-entry.h is one submission. In any
 * other folder each archive, each folder and each source file is one; entries with the same Moodle
 * number belong together. An archive is one submission, unless Moodle's marker stands in its names
 * or it holds archives alone, as when a whole class is downloaded. Clones (folders with .git) lose
 * the start of their names that they all share, which is the assignment's. Of several attempts of
 * Blackboard the newest counts. In a folder with Gradescope's submission_metadata.yml that file
 * names the students.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_COLLECT_H
#define REFEREE_SUBMISSIONS_CLASS_COLLECT_H

#include "base/error.h"

/* A submission. All texts are owned. */
struct class_source {
	char *name;   /* of its file or folder, as it was handed in */
	char *label;  /* the name without the assignment's, for the student's name */
	char **paths; /* its files and folders */
	int count;
	char *id; /* the number of the platform, if a list of it says so; NULL: not known */
};

struct class_collection {
	struct class_source *sources; /* in the order of their names */
	int count;
	char *folder;	/* for archives that hold several submissions; owned, removed at the end */
	char **ignored; /* names of files that are no submissions */
	int ignored_count;
};

/* Begins a collection; temporary folders are made in this folder, which the caller has locked:
 * those that a killed collection left there are removed. */
void class_collection_init(struct class_collection *c, const char *folder);

/* Adds what is at a path. False: a line in err. */
bool class_collection_add(struct class_collection *c, const char *path, struct error *err);
void class_collection_clear(struct class_collection *c);

#endif

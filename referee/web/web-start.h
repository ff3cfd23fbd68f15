/*
 * web-start.h - the web process as a program of its own: forked and executed anew.
 *
 * SQLite's connections do not outlive a fork, and the main process may hold databases open when it
 * starts the web process once more; so that process begins with a fresh memory.
 */
#ifndef REFEREE_WEB_WEB_START_H
#define REFEREE_WEB_WEB_START_H

#include "referee/base/process.h"

/* The referee, given this as its first word, becomes web_start_main(). */
#define WEB_START_WORD "web-process"

/* The web process, executed anew; arg is a struct web_options. */
extern const struct process_kind web_start_process;

/* argv: WEB_START_WORD ADDRESS PORT FROM TO BEAT [KEY=VALUE...]. Returns the exit status. */
int web_start_main(int argc, char **argv);

#endif

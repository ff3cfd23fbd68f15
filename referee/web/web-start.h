/*
 * web-start.h - starts the web process as a program of its own: fork and exec.
 *
 * SQLite's connections do not survive a fork, and the main process may have databases open when
 * it restarts the web process. So the new process begins with fresh memory.
 */
#ifndef REFEREE_WEB_WEB_START_H
#define REFEREE_WEB_WEB_START_H

#include "referee/base/process.h"

/* The referee with this first argument runs web_start_main(). */
#define WEB_START_WORD "web-process"

/* The web process after exec; arg is a struct web_options. */
extern const struct process_kind web_start_process;

/* argv: WEB_START_WORD ADDRESS PORT FROM TO BEAT [KEY=VALUE...]. Returns the exit status. */
int web_start_main(int argc, char **argv);

#endif

/*
 * web-play-process.h - the process in which people play against bots, in the browser.
 *
 * It is an HTTP server of its own (web.h), on a port of its own: another origin than the read-only
 * pages. It plays the seat of each person as a remote bot does; the arbiter judges. The lines
 * between it and the main process are in web-play-messages.h. It has no file, no database and no
 * secret.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_PROCESS_H
#define REFEREE_WEB_PLAY_VISIT_PROCESS_H

#include "referee/process/process.h"

/* The referee with this first argument runs web_play_start_main(). */
#define WEB_PLAY_START_WORD "visitors-process"

/* The process as a program of its own, as web_start_process; arg is a struct web_options. Its first
 * lines are those of web_run(). */
extern const struct process_kind web_play_start_process;
int web_play_start_main(int argc, char **argv);

#endif

/*
 * web-start.h - the web process as a program of its own: forked and executed anew.
 *
 * SQLite's connections do not outlive a fork, and the main process may hold databases open when it
 * starts the web process once more; so that process begins with a fresh memory.
 */
#ifndef REFEREE_WEB_WEB_START_H
#define REFEREE_WEB_WEB_START_H

/* The referee, given this as its first word, becomes web_start_main(). */
#define WEB_START_WORD "web-process"

/* The life of PROCESS_WEB_ANEW in the table of process.h; arg is a struct web_options. */
int web_start_run(const void *arg, int number, int from, int to);

/* argv: WEB_START_WORD ADDRESS PORT FROM TO BEAT [KEY=VALUE...]. Returns the exit status. */
int web_start_main(int argc, char **argv);

#endif

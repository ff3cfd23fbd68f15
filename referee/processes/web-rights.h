/*
 * web-rights.h - what the web process gives up, and what a child of it that makes a page gives up
 * beyond that. Whoever takes one of them over can read what its user can read, and that is all.
 */
#ifndef REFEREE_PROCESSES_WEB_RIGHTS_H
#define REFEREE_PROCESSES_WEB_RIGHTS_H

#include <stdbool.h>

/* From here on it opens files for reading alone, opens no socket, starts no program, and signals
 * none but its own children (where the kernel has Landlock 6; else Landlock as it is, or none). It
 * keeps the sockets that it has, and forks. False with errno. */
bool web_drop_rights(void);

/* The child reads files below these folders only, forks nothing, signals nobody, and uses no
 * socket. False with errno. */
bool web_drop_page_rights(const char *const *folders, int count);

#endif

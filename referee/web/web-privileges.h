/*
 * web-privileges.h - what the web process gives up, and what a child of it that makes a page gives
 * up beyond that. Whoever takes one of them over reads the databases, and that is all.
 *
 * It becomes an unprivileged user, without capabilities. Landlock lets it read what is below the
 * folders of the databases (not the databases alone: SQLite keeps files beside them that come and
 * go), and write nothing. A list of system calls is allowed, and no other. So a database that is
 * elsewhere takes a new web process.
 *
 * Where that user could not read a database the process keeps one capability, to read files and
 * search folders whoever owns them (CAP_DAC_READ_SEARCH), below those folders: without Landlock it
 * does not.
 */
#ifndef REFEREE_WEB_WEB_PRIVILEGES_H
#define REFEREE_WEB_WEB_PRIVILEGES_H

#include <stdbool.h>

/* From here on it reads these databases and what is beside them. It keeps its sockets, accepts
 * connections, forks, and ends its children. False with errno. */
bool web_drop_rights(const char *const *databases, int count);

/* The child reads files below these folders only, forks nothing, signals nobody, and uses no
 * socket. False with errno. */
bool web_drop_page_rights(const char *const *folders, int count);

/* The folder of a file, in room; returns it. */
const char *web_folder(const char *path, char *folder, int room);

#endif

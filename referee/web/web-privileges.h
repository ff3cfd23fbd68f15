/*
 * web-privileges.h - drops the privileges of the web process, and further ones of each child that
 * makes a page. An attacker who takes one of them over can read the databases and nothing else.
 *
 * The process becomes an unprivileged user without capabilities. Landlock lets it read the files
 * below the folders of the databases, and write nothing. (The databases alone are not enough:
 * SQLite creates and removes files beside them.) Only a list of system calls is allowed. So a
 * database in another folder needs a new web process.
 *
 * If that user cannot read a database, the process keeps one capability: to read files and search
 * folders of any owner (CAP_DAC_READ_SEARCH), below those folders. Without Landlock it keeps
 * none.
 */
#ifndef REFEREE_WEB_WEB_PRIVILEGES_H
#define REFEREE_WEB_WEB_PRIVILEGES_H

#include <stdbool.h>

/* Restricts the process to these databases and the files beside them. It keeps its sockets,
 * accepts connections, forks, and ends its children. False with errno. */
bool web_drop_rights(const char *const *databases, int count);

/* Restricts the process in which people play: it has no file and no capability. It keeps its
 * sockets, accepts connections and receives descriptors; it cannot fork, open, connect or send
 * signals. False with errno. */
bool web_drop_play_rights(void);

/* Restricts a child to files below these folders. It can neither fork, send signals, nor use a
 * socket. False with errno. */
bool web_drop_page_rights(const char *const *folders, int count);

/* Writes the folder of a file to folder; returns folder. */
const char *web_folder(const char *path, char *folder, int room);

#endif

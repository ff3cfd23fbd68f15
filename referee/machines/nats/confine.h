/*
 * confine.h - gives up the rights that a program does not need which listens to other machines.
 */
#ifndef REFEREE_MACHINES_NATS_CONFINE_H
#define REFEREE_MACHINES_NATS_CONFINE_H

#include <stdbool.h>

/* From now on this process may connect and start threads, and read these files and folders and
 * those of the system's libraries, names and certificates. It may start no program or process,
 * write no file, and reach no process outside. Without Landlock it may read all files. NULL paths
 * are skipped. Call it before other threads begin. False with errno. */
bool confine(const char *const *readable, int count);

#endif

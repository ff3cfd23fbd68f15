/*
 * version.h - the version of the program.
 */
#ifndef REFEREE_BASE_VERSION_H
#define REFEREE_BASE_VERSION_H

#define REFEREE_VERSION "0.1"

#endif

/*
 * version.h - the version that `referee-bot --version` and `id name` report.
 */
#ifndef BOTS_VERSION_H
#define BOTS_VERSION_H

#define BOTS_VERSION "0.1"

#endif

/*
 * version.h - what `referee-bot --version` and `id name` say.
 */
#ifndef BOTS_VERSION_H
#define BOTS_VERSION_H

#define BOTS_VERSION "0.1"

#endif

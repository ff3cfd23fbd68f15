/*
 * hex.h - hexadecimal digits read, in small letters as everything here writes them.
 */
#ifndef REFEREE_BASE_HEX_H
#define REFEREE_BASE_HEX_H

/* The byte that the first two digits of a text stand for; -1: they are none. */
int hex_byte(const char *text);

#endif

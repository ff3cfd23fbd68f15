/*
 * hex.h - reads lower-case hexadecimal digits.
 */
#ifndef REFEREE_BASE_HEX_H
#define REFEREE_BASE_HEX_H

/* The byte of the first two digits of a text; -1: not two digits. */
int hex_byte(const char *text);

#endif

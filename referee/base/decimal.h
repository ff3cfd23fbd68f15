/*
 * decimal.h - a decimal number as a whole one: "0.31" with two places is 31.
 */
#ifndef REFEREE_BASE_DECIMAL_H
#define REFEREE_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads length bytes: digits, and a point with at most `places` of them behind it. Without a sign.
 * False: it is none, or does not fit. */
bool decimal_read(const char *text, size_t length, int places, int64_t *value);

#endif

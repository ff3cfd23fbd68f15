/*
 * decimal.h - reads a decimal number as an integer: "0.31" with two places is 31.
 */
#ifndef REFEREE_BASE_DECIMAL_H
#define REFEREE_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads length bytes: digits, and optionally a point with at most `places` digits. No sign is
 * allowed. False: not such a number, or too large. */
bool decimal_read(const char *text, size_t length, int places, int64_t *value);

#endif

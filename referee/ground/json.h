/*
 * json.h - strings as JSON has them (RFC 8259).
 */
#ifndef REFEREE_GROUND_JSON_H
#define REFEREE_GROUND_JSON_H

#include <stdio.h>

/* Writes text quoted. Bytes that are not UTF-8 are written as U+FFFD. NULL is null. */
void json_string(FILE *out, const char *text);

#endif

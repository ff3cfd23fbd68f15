/*
 * score.c - formats a score for people, and reads it back.
 */
#include "referee/game/score.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/quantity.h"

int64_t score_of_mate(int64_t plies)
{
	int64_t most = SCORE_MATE - 1;
	if (plies > 0)
		return SCORE_MATE - (plies < most ? plies : most);
	return -SCORE_MATE - (plies > -most ? plies : -most);
}

int score_write(int64_t score, char text[SCORE_TEXT])
{
	uint64_t size = score < 0 ? -(uint64_t)score : (uint64_t)score;
	bool lost = score < 0;
	if (size <= SCORE_MATE && size >= SCORE_MATE - SCORE_MATE_PLIES)
		return snprintf(
			text, SCORE_TEXT, "%sM%" PRIu64, lost ? "-" : "", SCORE_MATE - size);
	return snprintf(text, SCORE_TEXT, "%c%" PRIu64 ".%02d", lost ? '-' : '+', size / 100,
		(int)(size % 100));
}

bool score_read(const char *text, size_t length, int64_t *score)
{
	bool lost = length > 0 && *text == '-', sign = lost || (length > 0 && *text == '+');
	int64_t value;
	text += sign;
	length -= sign;
	if (length > 0 && *text == 'M') {
		if (!quantity_read_decimal(text + 1, length - 1, 0, &value) ||
			value > SCORE_MATE_PLIES)
			return false;
		*score = lost ? value - SCORE_MATE : SCORE_MATE - value;
		return true;
	}
	if (!sign || !quantity_read_decimal(text, length, 2, &value))
		return false;
	*score = lost ? -value : value;
	return true;
}

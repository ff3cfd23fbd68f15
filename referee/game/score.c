/*
 * score.c - formats a score for people.
 */
#include "referee/game/score.h"

#include <inttypes.h>
#include <stdio.h>

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

/*
 * repertoire.c - looks up a reply in the words built into the program.
 */
#include "bots/connect4/repertoire.h"

#include <string.h>

/* The path is relative to the project's root, where the build runs. */
__asm__(".section .rodata\n"
	".balign 8\n"
	"repertoire_bytes:\n"
	".incbin \"bots/connect4/repertoire.bin\"\n"
	"repertoire_bytes_end:\n"
	".byte 0\n"
	".previous\n");

extern const unsigned char repertoire_bytes[], repertoire_bytes_end[];

enum { REPERTOIRE_BIAS = 32, REPERTOIRE_KEY_AT = 9 };

uint64_t repertoire_key(const struct board *b)
{
	struct board mirrored = board_mirror(b);
	uint64_t key = board_key(b), other = board_key(&mirrored);
	return key < other ? key : other;
}

uint64_t repertoire_word(const struct board *b, int column, int score)
{
	uint64_t key = repertoire_key(b);
	if (key != board_key(b))
		column = BOARD_COLUMNS - 1 - column;
	return key << REPERTOIRE_KEY_AT | (uint64_t)(score + REPERTOIRE_BIAS) << 3 |
	       (uint64_t)column;
}

void repertoire_read(uint64_t word, const struct board *b, int *column, int *score)
{
	*score = (int)(word >> 3 & 63) - REPERTOIRE_BIAS;
	*column = (int)(word & 7);
	if (word >> REPERTOIRE_KEY_AT != board_key(b))
		*column = BOARD_COLUMNS - 1 - *column;
}

size_t repertoire_size(void)
{
	return (size_t)(repertoire_bytes_end - repertoire_bytes) / 8;
}

static uint64_t repertoire_at(size_t i)
{
	uint64_t word = 0;
	for (int byte = 7; byte >= 0; byte--)
		word = word << 8 | repertoire_bytes[8 * i + (size_t)byte];
	return word;
}

bool repertoire_find(const struct board *b, int *column, int *score)
{
	uint64_t key = repertoire_key(b);
	size_t from = 0, to = repertoire_size();
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (repertoire_at(middle) >> REPERTOIRE_KEY_AT < key)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == repertoire_size() || repertoire_at(from) >> REPERTOIRE_KEY_AT != key)
		return false;
	repertoire_read(repertoire_at(from), b, column, score);
	return true;
}

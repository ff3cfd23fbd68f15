/*
 * show-keys.c - decodes the keys of a terminal. A key sends a byte, or a sequence that begins with
 * ESC (ECMA-48: ESC [ parameters final; in application mode ESC O final).
 */
#include "referee/commands/show-keys.h"

#include <stddef.h>

static const struct show_keys_row {
	unsigned char byte;
	enum show_key key;
} show_keys_plain[] =
	{
		{'l', SHOW_KEY_ON}, {' ', SHOW_KEY_ON}, {'n', SHOW_KEY_ON}, {'h', SHOW_KEY_BACK},
		{'p', SHOW_KEY_BACK}, {'j', SHOW_KEY_TEN_ON}, {'k', SHOW_KEY_TEN_BACK},
		{'g', SHOW_KEY_FIRST}, {'G', SHOW_KEY_LAST}, {'\b', SHOW_KEY_ERASE},
		{0x7f, SHOW_KEY_ERASE}, {'\r', SHOW_KEY_ENTER}, {'\n', SHOW_KEY_ENTER},
		{'?', SHOW_KEY_HELP}, {'q', SHOW_KEY_QUIT}, {'Q', SHOW_KEY_QUIT},
		{4, SHOW_KEY_QUIT}, /* Ctrl-D */
},
  show_keys_finals[] =
	  {
		  {'A', SHOW_KEY_TEN_BACK},
		  {'B', SHOW_KEY_TEN_ON},
		  {'C', SHOW_KEY_ON},
		  {'D', SHOW_KEY_BACK},
		  {'H', SHOW_KEY_FIRST},
		  {'F', SHOW_KEY_LAST},
},
  show_keys_numbers[] = {
	  /* ESC [ number ~ */
	  {1, SHOW_KEY_FIRST},
	  {7, SHOW_KEY_FIRST},
	  {4, SHOW_KEY_LAST},
	  {8, SHOW_KEY_LAST},
	  {5, SHOW_KEY_TEN_BACK},
	  {6, SHOW_KEY_TEN_ON},
};

static enum show_key show_keys_find(
	const struct show_keys_row *rows, size_t size, unsigned char byte)
{
	for (size_t i = 0; i < size / sizeof *rows; i++)
		if (rows[i].byte == byte)
			return rows[i].key;
	return SHOW_KEY_NONE;
}

static enum show_key show_keys_take_plain(unsigned char byte)
{
	if (byte >= '0' && byte <= '9')
		return (enum show_key)(SHOW_KEY_DIGIT + byte - '0');
	return show_keys_find(show_keys_plain, sizeof show_keys_plain, byte);
}

/* Parameter bytes begin at 0x30, intermediate bytes at 0x20, final bytes at 0x40. */
static enum show_key show_keys_take_csi(struct show_keys *keys, unsigned char byte)
{
	if (byte >= '0' && byte <= '9' && keys->parameters == 0 && keys->number < 100)
		keys->number = 10 * keys->number + byte - '0';
	if (byte == ';')
		keys->parameters++;
	if (byte >= 0x20 && byte < 0x40)
		return SHOW_KEY_NONE;
	keys->state = SHOW_KEYS_PLAIN;
	if (byte == '~')
		return show_keys_find(
			show_keys_numbers, sizeof show_keys_numbers, (unsigned char)keys->number);
	return show_keys_find(show_keys_finals, sizeof show_keys_finals, byte);
}

enum show_key show_keys_take(struct show_keys *keys, unsigned char byte)
{
	if (byte == 0x1b) {
		*keys = (struct show_keys){.state = SHOW_KEYS_ESCAPE};
		return SHOW_KEY_NONE;
	}
	switch (keys->state) {
	case SHOW_KEYS_PLAIN:
		break;
	case SHOW_KEYS_ESCAPE:
		keys->state = byte == '['   ? SHOW_KEYS_CSI
			      : byte == 'O' ? SHOW_KEYS_SS3
					    : SHOW_KEYS_PLAIN;
		if (keys->state != SHOW_KEYS_PLAIN)
			return SHOW_KEY_NONE;
		break; /* ESC was a separate key */
	case SHOW_KEYS_CSI:
		return show_keys_take_csi(keys, byte);
	case SHOW_KEYS_SS3:
		keys->state = SHOW_KEYS_PLAIN;
		return show_keys_find(show_keys_finals, sizeof show_keys_finals, byte);
	}
	return show_keys_take_plain(byte);
}

/*
 * show-keys.h - decodes the bytes that a terminal sends for its keys. Pure.
 */
#ifndef REFEREE_COMMANDS_SHOW_KEYS_H
#define REFEREE_COMMANDS_SHOW_KEYS_H

enum show_key {
	SHOW_KEY_NONE, /* no key yet, or a key without a meaning */
	SHOW_KEY_ON,
	SHOW_KEY_BACK,
	SHOW_KEY_TEN_ON,
	SHOW_KEY_TEN_BACK,
	SHOW_KEY_FIRST,
	SHOW_KEY_LAST,
	SHOW_KEY_ERASE, /* goes back if there is nothing to erase */
	SHOW_KEY_ENTER,
	SHOW_KEY_HELP,
	SHOW_KEY_QUIT,
	SHOW_KEY_DIGIT, /* and the nine digits after it */
	SHOW_KEYS = SHOW_KEY_DIGIT + 10
};

/* All zero: between two keys. */
struct show_keys {
	enum { SHOW_KEYS_PLAIN, SHOW_KEYS_ESCAPE, SHOW_KEYS_CSI, SHOW_KEYS_SS3 } state;
	int number; /* the first parameter of a sequence */
	int parameters;
};

/* Takes a byte. Returns the key that it completes. Unknown sequences are skipped whole. */
enum show_key show_keys_take(struct show_keys *keys, unsigned char byte);

#endif

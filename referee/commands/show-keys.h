/*
 * show-keys.h - keys of a terminal out of the bytes that they send. Pure.
 */
#ifndef REFEREE_COMMANDS_SHOW_KEYS_H
#define REFEREE_COMMANDS_SHOW_KEYS_H

enum show_key {
	SHOW_KEY_NONE, /* not yet one, or none that means anything */
	SHOW_KEY_ON,
	SHOW_KEY_BACK,
	SHOW_KEY_TEN_ON,
	SHOW_KEY_TEN_BACK,
	SHOW_KEY_FIRST,
	SHOW_KEY_LAST,
	SHOW_KEY_ERASE, /* goes back where there is nothing to erase */
	SHOW_KEY_ENTER,
	SHOW_KEY_HELP,
	SHOW_KEY_QUIT,
	SHOW_KEY_DIGIT, /* and the nine that follow it */
	SHOW_KEYS = SHOW_KEY_DIGIT + 10
};

/* Zeroed, it is between two keys. */
struct show_keys {
	enum { SHOW_KEYS_PLAIN, SHOW_KEYS_ESCAPE, SHOW_KEYS_CSI, SHOW_KEYS_SS3 } state;
	int number; /* the first of a sequence's parameters */
	int parameters;
};

/* Takes a byte; the key that it ends. Sequences that mean nothing here are passed over whole. */
enum show_key show_keys_take(struct show_keys *keys, unsigned char byte);

#endif

/*
 * live-feed.c - lines through the reader of the web process. What was read is written and read to
 * the same.
 */
#include "referee/web/live-feed.h"
#include "tests/lib/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char line[LIVE_FEED_LINE], copy[LIVE_FEED_LINE];
	struct live_feed feed, again;
	char *text = fuzz_text(data, size);
	if (size < LIVE_FEED_TEXT / 4 && memchr(data, '\n', size) == NULL &&
		live_feed_read(&feed, text)) {
		size_t length = live_feed_write(&feed, line, sizeof line);
		assert(length > 0 && line[length] == '\0' && line[length - 1] == '\n');
		memcpy(copy, line, length + 1);
		copy[length - 1] = '\0';
		bool read = live_feed_read(&again, copy);
		assert(read && again.kind == feed.kind && again.tournament == feed.tournament);
		assert(again.pairing == feed.pairing && again.seat == feed.seat);
		assert(memcmp(again.number, feed.number, sizeof feed.number) == 0);
		for (int i = 0; i < LIVE_FEED_TEXTS; i++)
			assert(strcmp(again.text[i], feed.text[i]) == 0);
	}
	free(text);
	return 0;
}

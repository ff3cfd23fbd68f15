/*
 * live-event.c - lines of the live stream through their reader. An event that was read is written,
 * read to the same and written to the same line.
 */
#include "referee/web/live-event.h"
#include "tests/lib/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char line[LIVE_EVENT_LINE], copy[LIVE_EVENT_LINE], second[LIVE_EVENT_LINE];
	struct live_event event, again;
	char *text = fuzz_text(data, size);
	if (size < 4096 && memchr(data, '\n', size) == NULL && live_event_read(&event, text)) {
		size_t length = live_event_write(&event, line);
		assert(length > 0 && line[length] == '\0' && line[length - 1] == '\n');
		memcpy(copy, line, length + 1);
		copy[length - 1] = '\0';
		bool read = live_event_read(&again, copy);
		assert(read && again.kind == event.kind && again.game == event.game);
		assert(live_event_write(&again, second) == length && strcmp(line, second) == 0);
	}
	free(text);
	return 0;
}

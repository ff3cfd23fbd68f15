/*
 * upload.c - lines through the reader of requests of `referee send`. One that is taken names a file
 * without a folder, and is the same when it is written; a refused one says why in one line.
 */
#include "referee/submissions/send-request.h"
#include "tests/lib/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct send_request r, again;
	struct error err = {""};
	char line[SEND_LINE], *text = fuzz_text(data, size);
	if (send_request_read(&r, text, &err)) {
		assert(r.length >= 0 && strlen(r.file) <= SEND_FILE);
		assert(strchr(r.file, '/') == NULL && *r.file != '.');
		assert(r.kind != SEND_BOT || (send_file_is_good(r.file) && *r.digest != '\0'));
		assert(r.version[strspn(r.version, "0123456789abcdef")] == '\0');
		if (*r.file == '\'' || *r.tournament == '\'') {
			free(text); /* read again, it would be a name of version 1.0 */
			return 0;
		}
		send_request_write(&r, line);
		line[strlen(line) - 1] = '\0';
		assert(send_request_read(&again, line, &err));
		assert(memcmp(&r, &again, sizeof r) == 0);
	} else {
		assert(*err.text != '\0' && strchr(err.text, '\n') == NULL);
	}
	free(text);
	return 0;
}

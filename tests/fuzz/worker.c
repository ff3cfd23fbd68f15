/*
 * worker.c - bytes as the lines of a worker, in pieces cut by the first byte; and as the
 * configuration that a worker gets. Facts and configurations that were read are written, and read
 * back the same.
 */
#include <stdio.h>

#include "base/memory.h"
#include "referee/machines/worker-dialogue.h"
#include "referee/machines/worker-messages.h"
#include "tests/lib/fuzz.h"

static struct {
	size_t sent;
	int failed, facts;
} heard;

static void worker_on_send(void *owner, const void *bytes, size_t length)
{
	(void)owner, (void)bytes;
	assert(heard.failed == 0);
	heard.sent += length;
}

static void worker_on_send_file(void *owner, int file, int64_t length)
{
	(void)owner, (void)file, (void)length;
	assert(false); /* the manifest has no folder */
}

static void worker_on_tell(void *owner, const char *line)
{
	struct worker_message m;
	char text[WORKER_MESSAGE], *copy = memory_copy(line);
	(void)owner;
	assert(strchr(line, '\n') == NULL && strlen(line) < WORKER_LINE);
	if (worker_message_read(&m, copy)) {
		size_t length = worker_message_write(&m, text);
		assert(length > 0 && text[length - 1] == '\n');
		heard.facts += m.kind == WORKER_FACTS;
	}
	assert(heard.facts > 0 || m.kind == WORKER_CANNOT);
	free(copy);
}

static void worker_on_fail(void *owner, const char *why)
{
	(void)owner;
	assert(*why != '\0');
	heard.failed++;
}

static const struct worker_dialogue_calls worker_calls = {
	worker_on_send, worker_on_send_file, worker_on_tell, worker_on_fail};

static void worker_talk(const uint8_t *data, size_t size)
{
	char config[] = "settings\ngame = nim\n";
	struct worker_manifest manifest = {.text = config, .size = strlen(config), .bots = 2};
	struct worker_dialogue d;
	size_t piece = (size_t)data[0] + 1;
	memset(&heard, 0, sizeof heard);
	worker_dialogue_init(&d, &worker_calls, NULL, &manifest);
	for (size_t at = 1; at < size; at += piece)
		worker_dialogue_take(
			&d, (const char *)data + at, size - at < piece ? size - at : piece);
	assert(heard.failed <= 1);
	worker_dialogue_clear(&d);
}

static char *worker_config_text(const struct arbiter_config *config)
{
	struct worker_config_folders folders;
	char *text;
	size_t size;
	worker_config_folders_init(&folders, config);
	FILE *out = memory_open(&text, &size);
	worker_config_write(out, config, &folders);
	memory_close(out);
	worker_config_folders_clear(&folders);
	return text;
}

/* Reads a configuration and tells where its folders are: each has its number. */
static bool worker_read(struct worker_config *w, char *text)
{
	struct error err;
	if (!worker_config_read(w, text, &err))
		return false;
	char **paths = memory_get((size_t)w->folders + 1, sizeof *paths);
	for (int i = 0; i < w->folders; i++)
		paths[i] = memory_print("/%d", i);
	worker_config_set_folders(w, (const char *const *)paths);
	for (int i = 0; i < w->folders; i++)
		free(paths[i]);
	free(paths);
	return true;
}

static void worker_configure(const uint8_t *data, size_t size)
{
	struct worker_config w, again;
	char *text = fuzz_text(data, size);
	if (worker_read(&w, text)) {
		char *first = worker_config_text(&w.config), *copy = memory_copy(first);
		bool good = worker_read(&again, copy);
		assert(good);
		char *second = worker_config_text(&again.config);
		assert(strcmp(first, second) == 0);
		worker_config_clear(&again);
		free(second);
		free(copy);
		free(first);
	}
	worker_config_clear(&w);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	worker_talk(data, size);
	worker_configure(data + 1, size - 1);
	return 0;
}

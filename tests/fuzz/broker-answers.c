/*
 * broker-answers.c - that which a NATS server says: as INFO, and as answers to a login and to two
 * questions. A client counts as let in only after a PONG, and each other answer has a reason.
 */
#include <sys/socket.h>
#include <unistd.h>

#include "referee/machines/nats-client.h"
#include "tests/lib/fuzz.h"

enum { BROKER_ANSWERS_MAX = 128 << 10 /* a socket takes as much at once */ };

static bool broker_answers_has(const uint8_t *data, size_t size, const char *part)
{
	return memmem(data, size, part, strlen(part)) != NULL;
}

static void broker_answers_check(
	enum nats_answer answer, const struct error *err, const uint8_t *data, size_t size)
{
	if (answer == NATS_ALLOWED)
		assert(broker_answers_has(data, size, "PONG"));
	else
		assert(err->text[0] != '\0');
	for (const char *at = err->text; *at != '\0'; at++)
		assert(*at >= ' ' && *at != 127);
}

static void broker_answers_info(const char *text, struct nats_info *info)
{
	if (!nats_info_read(info, text))
		return;
	assert(strchr(text, '{') != NULL && strchr(text, '}') != NULL);
	assert(memchr(info->version, '\0', sizeof info->version) != NULL);
	for (const char *at = info->nonce; *at != '\0'; at++)
		assert(*at > ' ' && *at < 127 && *at != '"');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct nats_client c;
	const struct nats_credentials none = {.user = NULL};
	struct nats_info info = {.nonce = ""};
	struct error err;
	int ends[2];
	char *text = fuzz_text(data, size);
	broker_answers_info(text, &info);
	free(text);
	if (size > BROKER_ANSWERS_MAX || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return 0;
	assert(write(ends[1], data, size) == (ssize_t)size && shutdown(ends[1], SHUT_WR) == 0);
	c.info = info;
	c.start = c.end = c.taken = 0;
	tls_stream_init(&c.stream, ends[0], time_now() + SECOND);
	for (int i = 0; i < 3; i++) {
		err.text[0] = '\0';
		enum nats_answer answer = i == 0 ? nats_client_login(&c, &none, &err)
						 : nats_client_try(&c, i == 1, "x", &err);
		broker_answers_check(answer, &err, data, size);
		assert(c.start <= c.end && c.end <= sizeof c.room);
		if (answer == NATS_BROKEN || (i == 0 && answer == NATS_REFUSED))
			break;
	}
	nats_client_close(&c);
	close(ends[1]);
	return 0;
}

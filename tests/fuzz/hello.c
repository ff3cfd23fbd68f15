/*
 * handshake.c - the lines of a bot before it is welcome, in pieces cut by the first byte. No bot
 * without the token gets in, each answer is one whole line, and nothing comes after the end.
 */
#include "referee/net/handshake.h"
#include "tests/lib/fuzz.h"

static void hello_fuzz(struct handshake *h, const uint8_t *data, size_t size, size_t piece)
{
	char out[HANDSHAKE_LINE];
	size_t total = 0;
	for (size_t at = 0; at < size; at += piece) {
		size_t count = size - at < piece ? size - at : piece;
		total += count;
		enum handshake_status status =
			handshake_take(h, (const char *)data + at, count, 1, out);
		assert(status != HANDSHAKE_WELCOME);
		assert(*out == '\0' || strchr(out, '\n') == out + strlen(out) - 1);
		assert(strncmp(out, "challenge ", 10) != 0 || status == HANDSHAKE_GOES_ON);
		if (status == HANDSHAKE_REFUSED) {
			assert(strcmp(out, HANDSHAKE_ERROR) == 0);
			return;
		}
		assert(total <= HANDSHAKE_MAX);
	}
}

static void caller_fuzz(const char *text)
{
	struct handshake_client c;
	struct error err;
	char out[HANDSHAKE_LINE];
	unsigned char nonce[CRYPTO_BYTES] = {1};
	handshake_client_init(&c, "ann", "-", nonce, nonce);
	enum handshake_status status = handshake_client_take(&c, text, out, &err);
	assert(status != HANDSHAKE_WELCOME);
	if (status == HANDSHAKE_GOES_ON)
		assert(handshake_client_take(&c, text, out, &err) == HANDSHAKE_REFUSED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const unsigned char nonce[CRYPTO_BYTES] = {7};
	struct tokens tokens;
	struct handshake hello;
	struct error err;
	char line[TOKENS_LINE], *text = fuzz_text(data, size);
	if (tokens_read(&tokens, text, nonce, &err)) {
		for (size_t i = 0; i < tokens.count; i++)
			token_write(&tokens.rows[i], line);
		handshake_init(&hello, &tokens, "-", nonce, HANDSHAKE_TIME);
		hello_fuzz(&hello, data, size, size);
		tokens_clear(&tokens);
	}
	if (size > 0) {
		tokens_read(&tokens,
			"ann 0000000000000000000000000000000000000000000000000000000000000000 0000000000000000000000000000000000000000000000000000000000000000\n",
			nonce, &err);
		handshake_init(&hello, &tokens, "-", nonce, HANDSHAKE_TIME);
		hello_fuzz(&hello, data + 1, size - 1, (size_t)data[0] + 1);
		tokens_clear(&tokens);
	}
	caller_fuzz(text);
	free(text);
	return 0;
}

/*
 * message-go.c - `go` and the limits it names.
 */
#include "protocol/message-rows.h"

/* The limits that are one number; written in this order. */
static const struct {
	const char *word;
	size_t offset; /* in struct message_go */
} message_go_limits[] = {
	{"movetime", offsetof(struct message_go, movetime)},
	{"depth", offsetof(struct message_go, depth)},
	{"nodes", offsetof(struct message_go, nodes)},
	{"movestogo", offsetof(struct message_go, movestogo)},
};

enum { MESSAGE_GO_LIMITS = sizeof(message_go_limits) / sizeof(message_go_limits[0]) };

static const int64_t *message_go_limit(const struct message_go *go, int at)
{
	return (const int64_t *)((const char *)go + message_go_limits[at].offset);
}

/* Where the number behind this word goes: a clock such as p2inc, or a limit; NULL: no such word. */
static int64_t *message_go_find(struct message_go *go, const char *word)
{
	if (word[0] == 'p' && word[1] >= '1' && word[1] < '1' + MESSAGE_SEATS) {
		if (words_same(word + 2, "time"))
			return &go->time[word[1] - '1'];
		if (words_same(word + 2, "inc"))
			return &go->inc[word[1] - '1'];
	}
	for (int i = 0; i < MESSAGE_GO_LIMITS; i++)
		if (words_same(message_go_limits[i].word, word))
			return (int64_t *)message_go_limit(go, i);
	return NULL;
}

bool message_read_go(struct message *m, struct words *w)
{
	for (const char *word; (word = words_next(w)) != NULL;) {
		int64_t *number = message_go_find(&m->go, word);
		if (number != NULL) {
			if (!words_number(w, word, 0, number))
				return false;
		} else if (words_same(word, "infinite")) {
			m->go.infinite = true;
		} else {
			return error_set(w->err, "\"%.40s\" is no limit", word);
		}
	}
	return true;
}

static void message_put_clocks(struct words_out *to, const int64_t *clocks, char *word)
{
	for (int i = 0; i < MESSAGE_SEATS; i++) {
		word[1] = (char)('1' + i);
		if (clocks[i] >= 0)
			words_put_number(to, word, clocks[i]);
	}
}

/* Writes the limits that are given: all times, then all increments, as UGI shows them. */
void message_write_go(const struct message *m, struct words_out *to)
{
	char time[] = "p1time", inc[] = "p1inc";
	if (m->go.infinite)
		words_put(to, "infinite");
	for (int i = 0; i < MESSAGE_GO_LIMITS; i++) {
		int64_t number = *message_go_limit(&m->go, i);
		if (number >= 0)
			words_put_number(to, message_go_limits[i].word, number);
	}
	message_put_clocks(to, m->go.time, time);
	message_put_clocks(to, m->go.inc, inc);
}

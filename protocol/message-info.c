/*
 * message-info.c - `info`, which engines fill with more values than the protocol has.
 *
 * A word that is no field of ours is passed over, and so is what follows it, since that is no
 * field of ours either: this needs no list of all fields there are and how many values each has.
 */
#include "protocol/message-rows.h"

static const struct {
	const char *word;
	unsigned bit;
	size_t offset; /* in struct message_info */
} message_info_counts[] = {
	{"depth", INFO_DEPTH, offsetof(struct message_info, depth)},
	{"nodes", INFO_NODES, offsetof(struct message_info, nodes)},
	{"time", INFO_TIME, offsetof(struct message_info, time)},
};

enum { MESSAGE_INFO_COUNTS = sizeof(message_info_counts) / sizeof(message_info_counts[0]) };

/* Where the number behind this word goes; NULL: it is not one of the counts. */
static int64_t *message_info_find(struct message_info *info, const char *word)
{
	for (int i = 0; i < MESSAGE_INFO_COUNTS; i++) {
		if (!words_same(message_info_counts[i].word, word))
			continue;
		info->given |= message_info_counts[i].bit;
		return (int64_t *)((char *)info + message_info_counts[i].offset);
	}
	return NULL;
}

static bool message_info_number(struct words *w, const char *word, int64_t least, int64_t *number)
{
	if (!words_number(w, word, least, number))
		return false;
	if (*number > MESSAGE_INFO_MAX)
		*number = MESSAGE_INFO_MAX;
	if (*number < -MESSAGE_INFO_MAX)
		*number = -MESSAGE_INFO_MAX;
	return true;
}

/* Reads a number that UGI does not have. Anything else behind its word is passed over. */
static void message_info_extra(struct words *w, const char *word, int64_t *number)
{
	w->rest = words_skip(w->rest);
	if (*w->rest >= '0' && *w->rest <= '9')
		message_info_number(w, word, 0, number);
}

/* Reads `cp N` or `mate N`. */
static bool message_info_score(struct message_info *info, struct words *w)
{
	const char *unit = words_next(w);
	if (unit == NULL)
		return error_set(w->err, "score needs cp or mate and a number");
	info->mate = words_same(unit, "mate");
	if (!info->mate && !words_same(unit, "cp"))
		return error_set(w->err, "score needs cp or mate, not \"%.40s\"", unit);
	info->given |= INFO_SCORE;
	return message_info_number(w, unit, INT64_MIN, &info->score);
}

/* Reads the fields in any order; pv runs to `string` or the end of the line. */
bool message_read_info(struct message *m, struct words *w)
{
	static const char *const stops[] = {"string", NULL};
	int64_t line = 1; /* multipv */
	for (const char *word; (word = words_next(w)) != NULL;) {
		bool multi = words_same(word, "multipv");
		int64_t *number = multi ? &line : message_info_find(&m->info, word);
		if (number != NULL) {
			if (!message_info_number(w, word, 0, number))
				return false;
		} else if (words_same(word, "score")) {
			if (!message_info_score(&m->info, w))
				return false;
		} else if (words_same(word, "seldepth")) {
			message_info_extra(w, word, &m->info.seldepth);
		} else if (words_same(word, "nps")) {
			message_info_extra(w, word, &m->info.nps);
		} else if (words_same(word, "pv")) {
			m->info.pv = words_until(w, stops);
		} else if (words_same(word, "string")) {
			m->info.text = words_rest(w);
		}
	}
	if (m->info.pv != NULL && *m->info.pv == '\0')
		m->info.pv = NULL;
	const char *text = m->info.text;
	if (line > 1) { /* all else is about a move that is not the best one */
		*m = message_make(MESSAGE_INFO);
		m->info.text = text;
	}
	return true;
}

void message_info_keep(struct message_info *kept, const struct message_info *newer)
{
	kept->given |= newer->given;
	if (newer->given & INFO_SCORE) {
		kept->score = newer->score;
		kept->mate = newer->mate;
	}
	for (int i = 0; i < MESSAGE_INFO_COUNTS; i++) {
		size_t offset = message_info_counts[i].offset;
		if (newer->given & message_info_counts[i].bit)
			memcpy((char *)kept + offset, (const char *)newer + offset,
				sizeof(int64_t));
	}
}

void message_write_info(const struct message *m, struct words_out *to)
{
	const struct message_info *info = &m->info;
	if (info->given & INFO_DEPTH)
		words_put_number(to, "depth", info->depth);
	if (info->given & INFO_SCORE)
		words_put_number(to, info->mate ? "score mate" : "score cp", info->score);
	if (info->given & INFO_NODES)
		words_put_number(to, "nodes", info->nodes);
	if (info->given & INFO_TIME)
		words_put_number(to, "time", info->time);
	words_put_field(to, "pv", info->pv);
	words_put_field(to, "string", info->text);
}

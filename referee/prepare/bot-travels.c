/*
 * bot-travels.c - looks at the words of a bot's command and at the size of its folder.
 */
#include "referee/prepare/bot-travels.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/shell-words.h"
#include "referee/sandbox/find-program.h"

static bool bot_travels_add_size(void *arg, const struct file_tree_entry *e)
{
	int64_t *left = arg;
	*left -= e->size;
	return *left >= 0;
}

/* Is a folder larger than a bundle may be? */
static bool bot_travels_is_large(const char *dir)
{
	int64_t left = BOT_BUNDLE_MAX;
	return !file_tree_walk(dir, bot_travels_add_size, &left) && left < 0;
}

bool bot_travels(char *const *words, const char *dir, struct error *err)
{
	for (char *const *word = words; *word != NULL; word++) {
		char **inner = shell_words_inner(*word);
		bool travels = inner == NULL || bot_travels(inner, dir, err);
		free(inner);
		if (!travels)
			return false;
		bool file = word == words ? strchr(*word, '/') != NULL : access(*word, F_OK) == 0;
		if (find_program_is_outside(*word) || (dir == NULL && file))
			return error_set(err,
				"its command names \"%.200s\", which is not in its folder, so it cannot play on another machine; give it a dir with all its files",
				*word);
	}
	if (dir != NULL && bot_travels_is_large(dir))
		return error_set(err,
			"its folder has more than %d MB, so it cannot play on another machine; leave out what it does not need",
			(int)(BOT_BUNDLE_MAX >> 20));
	return true;
}

/*
 * config-flags.c - lines as the words of a command line, through the flags of all settings.
 */
#include "referee/config/config-flags.h"
#include "tests/lib/fuzz-definition.h"

enum { FLAGS_WORDS = 32, FLAGS_INPUT = 4096 };

struct flags {
	struct settings_options settings;
	struct option_list words;
};

static const struct options flags_options = {
	.arguments = {{"WORD", ARGUMENT_ANY, offsetof(struct flags, words), NULL}},
	.groups = {{.row = settings_option, .explain = settings_explain}}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tournament t;
	struct diagnostics mistakes = {defined_on_mistake, NULL, 0};
	struct flags flags = {.settings = {&t, &mistakes}};
	char *argv[FLAGS_WORDS + 2] = {(char *)"run"}, *text = fuzz_text(data, size), *rest = text;
	int argc = 1;
	while (size < FLAGS_INPUT && rest != NULL && argc <= FLAGS_WORDS)
		argv[argc++] = strsep(&rest, "\n");
	tournament_init(&t);
	enum options_result result = options_read(&flags_options, &flags, argc, argv, &mistakes);
	assert(result != OPTIONS_GOOD || mistakes.count == 0);
	assert(result != OPTIONS_WRONG || mistakes.count > 0);
	assert(flags.words.count < argc);
	options_clear(&flags_options, &flags);
	defined_finish(&t, &mistakes);
	free(text);
	return 0;
}

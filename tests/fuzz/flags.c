/*
 * config-flags.c - lines as the words of a command line, through the flags of all settings.
 */
#include "referee/config/config-flags.h"
#include "tests/lib/fuzz-definition.h"

enum { FLAGS_WORDS = 32, FLAGS_INPUT = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tournament t;
	struct diagnostics mistakes = {defined_on_mistake, NULL, 0};
	char *argv[FLAGS_WORDS + 1] = {NULL}, *text = fuzz_text(data, size), *rest = text;
	int argc = 0;
	bool unknown = false;
	while (size < FLAGS_INPUT && rest != NULL && argc < FLAGS_WORDS)
		argv[argc++] = strsep(&rest, "\n");
	tournament_init(&t);
	for (int i = 0; i < argc;) {
		int before = mistakes.count, took = settings_flag(&t, argc, argv, i, &mistakes);
		assert(took >= 0 && took <= 2 && i + took <= argc);
		if (took == 0 && !unknown) {
			unknown = true; /* to look for what was meant takes long */
			took = settings_unknown_flag(argc, argv, i, NULL, 0, &mistakes);
			assert(mistakes.count == before + 1 && took > 0 && i + took <= argc);
		}
		i += took > 0 ? took : 1;
	}
	defined_finish(&t, &mistakes);
	free(text);
	return 0;
}

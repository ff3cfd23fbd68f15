/*
 * program-version.c - what `referee --version` prints.
 */
#include <archive.h>
#include <event2/event.h>
#include <seccomp.h>

#include "referee/commands/program-version.h"
#include "db/db.h"
#include "protocol/message.h"
#include "referee/process/crypto.h"
#include "referee/import-export/export.h"
#include "referee/import-export/import.h"
#include "referee/machines/worker-facts.h"
#include "rules/process/rules-process.h"
#include "base/version.h"

void program_version_print(void)
{
	char features[FEATURE_LIST];
	const struct scmp_version *seccomp = seccomp_version();
	version_print("referee");
	version_print_line("database", "version %d; reads versions %d to %d", db_version_written(),
		db_version_oldest(), db_version_written());
	version_print_line("protocols", "UGI with %s; rules programs %d; workers %d; JSON lines %d",
		feature_list(features), RULES_PROCESS_PROTOCOL, WORKER_PROTOCOL, EXPORT_VERSION);
	version_print_line("libraries",
		"SQLite %s, libevent %s, OpenSSL %s, libseccomp %u.%u.%u, jansson %s, %s",
		db_library(), event_get_version(), crypto_library(), seccomp->major, seccomp->minor,
		seccomp->micro, import_library(), archive_version_string());
}

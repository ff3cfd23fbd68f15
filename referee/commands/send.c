/*
 * send.c - `referee send`: hands in a bot to a referee elsewhere, and prints what its check says.
 *
 * The connection and the login are those of `connect`. In place of a bot a process speaks the lines
 * of send-request.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/escape.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/submission-pack.h"
#include "referee/commands/command.h"
#include "referee/commands/remote-options.h"
#include "referee/submissions/send-request.h"
#include "referee/process/standard-output.h"

enum { SEND_NOT_ANSWERED = -1, SEND_WHY = 2 * ERROR_TEXT };

/* The end of the answer, in memory that the process shares. */
struct send_end {
	int status; /* SEND_NOT_ANSWERED, or as the referee said */
	char why[SEND_WHY];
};

struct send {
	struct remote_client_options options;
	struct remote_options remote;
	const char *file, *tournament, *version;
	bool back, versions;
	struct send_request request;
	char *bytes; /* owned: of the file */
	struct send_end *end;
};

/* --- what is sent -------------------------------------------------------------------------- */

static bool send_read_file(struct send *s, size_t *length, struct error *err)
{
	struct stat file;
	int fd = open(s->file, O_RDONLY | O_CLOEXEC);
	bool good = fd >= 0 && fstat(fd, &file) == 0;
	if (good && file.st_size > SUBMISSION_PACK_MAX)
		good = error_set(err, "%s: the file is too large", s->file);
	else if (!good)
		error_set(err, "%s: %s", s->file, strerror(errno));
	*length = 0;
	if (good) {
		s->bytes = memory_get((size_t)file.st_size + 1, 1);
		ssize_t count;
		while (*length < (size_t)file.st_size &&
			(count = read(fd, s->bytes + *length, (size_t)file.st_size - *length)) > 0)
			*length += (size_t)count;
	}
	if (fd >= 0)
		close(fd);
	return good;
}

/* Writes the name of the file, or of the folder with .tar.gz. */
static bool send_name(struct send *s, bool folder, struct error *err)
{
	char *whole = realpath(s->file, NULL);
	const char *slash = whole != NULL ? strrchr(whole, '/') : NULL;
	char *name =
		memory_print("%s%s", slash != NULL ? slash + 1 : s->file, folder ? ".tar.gz" : "");
	bool good =
		send_file_is_good(name) ||
		error_set(err,
			"%s: not allowed as a file name; at most %d bytes, not starting with \".\"",
			name, SEND_FILE);
	if (good)
		strcpy(s->request.file, name);
	free(name);
	free(whole);
	return good;
}

/* Reads the file, or packs the folder. False: it was reported. */
static bool send_prepare(struct send *s)
{
	struct stat file;
	struct error err = {""};
	size_t length = 0;
	bool folder = stat(s->file, &file) == 0 && S_ISDIR(file.st_mode);
	bool good = send_name(s, folder, &err);
	if (good && folder)
		good = (s->bytes = submission_pack(s->file, &length, &err)) != NULL;
	else if (good)
		good = send_read_file(s, &length, &err);
	if (!good)
		return command_report(&command_send, "%s", err.text);
	crypto_hash_text(s->bytes, length, s->request.digest);
	s->request.length = (int64_t)length;
	return true;
}

/* --- the conversation ---------------------------------------------------------------------- */

/* Takes a line of the referee, without its LF. False: it was the last. */
static bool send_on_line(struct send *s, const char *line, int to)
{
	const struct answer answer = answer_read(line);
	if (strcmp(line, SEND_READY) == 0 && s->bytes != NULL) {
		/* A referee that refuses in the middle has said why. */
		file_tree_put(to, s->bytes, (size_t)s->request.length);
		return true;
	}
	if (answer.kind == ANSWER_TEXT) {
		char *plain = escape_text(answer.text, false);
		puts(plain);
		standard_output_flush();
		free(plain);
		return true;
	}
	if (answer.kind == ANSWER_END) {
		s->end->status = answer.status;
		snprintf(s->end->why, sizeof s->end->why, "%s", answer.text);
	}
	return false;
}

/* Runs in a process of its own. */
static int send_talk(void *arg, int from, int to)
{
	struct send *s = arg;
	char line[SEND_LINE];
	FILE *lines = fdopen(from, "r");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;
	bool more = lines != NULL;
	send_request_write(&s->request, line);
	file_tree_put(to, line, strlen(line)); /* the referee may have refused already */
	while (more && (length = getline(&text, &room, lines)) > 0) {
		text[length - 1] = '\0';
		more = send_on_line(s, text, to);
	}
	free(text);
	return EXIT_SUCCESS;
}

static void send_on_welcome(void *arg, const char *how)
{
	(void)arg, (void)how;
}

/* --- the command --------------------------------------------------------------------------- */

/* False: the options do not fit together, which was reported. */
static bool send_fit(struct send *s)
{
	const char *wrong = NULL;
	if (!remote_options_fit(&command_send, &s->remote, &s->options))
		return false;
	if (s->back && s->versions)
		wrong = "--versions: it lists versions and takes none back; leave out --back";
	else if ((s->back || s->versions) && s->file != NULL)
		wrong = "FILE: --back and --versions send none; leave it out";
	else if (!s->back && !s->versions && s->file == NULL)
		wrong = "FILE: it is missing; it is an archive, a folder or a source file";
	else if (s->tournament != NULL && strlen(s->tournament) > SEND_TOURNAMENT)
		wrong = "--tournament: the name is too long";
	else if (s->version != NULL && strlen(s->version) > SEND_VERSION)
		wrong = "--version: it is no version; `--versions` lists them";
	if (wrong != NULL)
		return command_report(&command_send, "%s", wrong);
	s->request.kind = s->back ? SEND_BACK : s->versions ? SEND_VERSIONS : SEND_BOT;
	snprintf(s->request.tournament, sizeof s->request.tournament, "%s",
		s->tournament != NULL ? s->tournament : "");
	snprintf(s->request.version, sizeof s->request.version, "%s",
		s->version != NULL ? s->version : "");
	return true;
}

static int send_connect(struct send *s)
{
	struct error err;
	enum remote_client_end end = remote_client_run(&s->options, &err);
	if (s->end->status == SEND_NOT_ANSWERED && end == REMOTE_CLIENT_CLOSED)
		command_report(&command_send,
			"%s: the referee closed the connection without an answer; it takes no bots now, or it was ended: send it again later",
			s->remote.where);
	else if (s->end->status == SEND_NOT_ANSWERED)
		command_report(&command_send, "%s: %s", s->remote.where, err.text);
	if (s->end->status == SEND_NOT_ANSWERED)
		return EXIT_CONNECTION;
	s->end->why[SEND_WHY - 1] = '\0';
	char *plain = escape_text(s->end->why, false);
	if (s->end->status == EXIT_SUCCESS)
		puts(plain);
	else
		command_report(&command_send, "%s", plain);
	free(plain);
	return s->end->status == EXIT_SUCCESS ? EXIT_SUCCESS : EXIT_FAULTS;
}

static int send_run(int argc, char **argv)
{
	struct send s = {.file = NULL};
	int status = EXIT_USAGE;
	if (!command_read(&command_send, &s, argc, argv, &status) || !send_fit(&s))
		return status;
	if (!command_read_token(&command_send, s.remote.token_file, s.options.token) ||
		(s.file != NULL && !send_prepare(&s)))
		return EXIT_FILE;
	s.end = mmap(
		NULL, sizeof *s.end, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s.end == MAP_FAILED)
		return EXIT_BROKEN;
	s.end->status = SEND_NOT_ANSWERED;
	s.options.send = send_talk;
	s.options.welcome = send_on_welcome;
	s.options.arg = &s;
	signal(SIGPIPE, SIG_IGN);
	standard_output_flush();
	status = send_connect(&s);
	munmap(s.end, sizeof *s.end);
	free(s.bytes);
	crypto_forget(s.options.token, sizeof s.options.token);
	return status;
}

#define SEND_AT(member) offsetof(struct send, member)

static const struct option_row send_options[] = {
	{OPTION("tournament", TEXT, SEND_AT(tournament)), .value = "NAME",
		.preset = "the only one that takes bots", .help = "let it play in this tournament"},
	{OPTION("back", SWITCH, SEND_AT(back)),
		.help = "send nothing; let the version before the present one play again"},
	{OPTION("version", TEXT, SEND_AT(version)), .value = "VERSION", .preset = "the one before",
		.needs = "back", .help = "let this version play again"},
	{OPTION("versions", SWITCH, SEND_AT(versions)),
		.help = "send nothing; list the versions that were fit and are kept"},
	{.name = NULL},
};

const struct command command_send = {
	.name = "send",
	.group = COMMAND_SERVER,
	.summary = "Send a bot to a referee on another machine, which checks it and lets it play",
	.about =
		"Sends FILE to a referee, which unpacks, builds and checks it as `referee class` does, and prints what the check says while it runs. "
		"A fit bot takes part in the tournament, in place of the version before. One that is not fit changes nothing. "
		"FILE is an archive (zip, 7z, tar), a source file, or a folder, which is packed without links and tools' files.",
	.options = {.arguments = {{"ADDRESS", ARGUMENT_ONE, SEND_AT(remote.where),
					  "the address of the referee: HOST:PORT or unix:PATH"},
			    {"FILE", ARGUMENT_OPTIONAL, SEND_AT(file),
				    "an archive, a folder or a source file"}},
		.groups = {{.rows = send_options}, {.title = "The referee",
							   .rows = remote_option_rows,
							   .at = SEND_AT(remote)}}},
	.notes =
		"Exit status: 0 the bot is fit and takes part; 1 it is not fit, or was refused; 2 usage; 3 a file is wrong; 6 the referee cannot be reached or refuses the client, or the connection broke.",
	.examples = (const char *const[]){"# Send a bot, or its next version.",
		"referee send referee.example.org:4000 mybot.zip --name ann --token-file ann.token",
		NULL},
	.run = send_run,
};

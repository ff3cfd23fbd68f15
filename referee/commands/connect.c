/*
 * connect.c - `referee connect`: a bot of this machine plays at a referee elsewhere.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/commands/command.h"
#include "referee/base/text-file.h"
#include "referee/base/time.h"
#include "referee/net/remote-client.h"
#include "referee/sandbox/exec-error.h"

enum {
	CONNECT_LONGEST = 60, /* seconds between two tries */
	CONNECT_WELL = 10     /* seconds after which a connection that ends is not what is wrong */
};

struct connect {
	struct remote_client_order order;
	const char *where, *token_file;
	char fingerprint[CRYPTO_TEXT + 1];
	bool retry;
	usec welcome; /* when it was let in the last time; 0: it was not */
};

static bool connect_wrong(const char *what, const char *why)
{
	fprintf(stderr, "referee connect: %s%s%s\n", what, why != NULL ? ": " : "",
		why != NULL ? why : "");
	return false;
}

/* However people write it: with colons, in capitals. */
static bool connect_fingerprint(struct connect *c, const char *text)
{
	size_t length = 0;
	unsigned char bytes[CRYPTO_BYTES];
	for (; *text != '\0' && length < CRYPTO_TEXT; text++)
		if (*text != ':')
			c->fingerprint[length++] = (char)tolower((unsigned char)*text);
	c->order.fingerprint = c->fingerprint;
	return *text == '\0' && crypto_read(c->fingerprint, bytes);
}

static bool connect_flags(struct connect *c, int argc, char **argv)
{
	static const struct option flags[] = {{"name", required_argument, NULL, 'n'},
		{"token-file", required_argument, NULL, 't'},
		{"fingerprint", required_argument, NULL, 'f'}, {"insecure", no_argument, NULL, 'i'},
		{"retry", no_argument, NULL, 'r'}, {NULL}};
	int flag;
	opterr = 0;
	/* "-": words come as they stand; where `--` is the rest is the bot's. */
	while ((flag = getopt_long(argc, argv, "-:", flags, NULL)) != -1) {
		const char *word = argv[optind - 1];
		if (flag == 1 && c->where == NULL)
			c->where = optarg;
		else if (flag == 1)
			return connect_wrong(
				optarg, "is too much; the bot's command stands behind --");
		else if (flag == 'n')
			c->order.name = optarg;
		else if (flag == 't')
			c->token_file = optarg;
		else if (flag == 'i')
			c->order.insecure = true;
		else if (flag == 'r')
			c->retry = true;
		else if (flag != 'f')
			return connect_wrong(
				word, flag == ':' ? "takes a value" : "there is no such flag");
		else if (!connect_fingerprint(c, optarg))
			return connect_wrong("--fingerprint", "it has 64 hexadecimal digits");
	}
	c->order.command = argv + optind;
	return true;
}

static bool connect_check(struct connect *c)
{
	char why[256];
	if (c->where == NULL)
		return connect_wrong("where to? Give HOST:PORT or unix:PATH", NULL);
	if (strncmp(c->where, "plain:", 6) == 0)
		return connect_wrong(c->where, "a listener without TLS wants --insecure HOST:PORT");
	if (!net_address_read(&c->order.address, c->where, why, sizeof why))
		return connect_wrong(why, NULL);
	if (c->order.name == NULL || !token_name_is_good(c->order.name))
		return connect_wrong("--name",
			"the bot's name at the referee: letters, digits and . _ + -, 64 at most");
	if (c->token_file == NULL)
		return connect_wrong("--token-file", "the file that holds the bot's token");
	if (c->order.command[0] == NULL)
		return connect_wrong("which bot? Its command stands behind --", NULL);
	if (c->order.insecure && c->order.fingerprint != NULL)
		return connect_wrong(
			"--insecure", "there is no certificate then to have a --fingerprint");
	return true;
}

static bool connect_token(struct connect *c)
{
	char why[256];
	int line = 0;
	struct stat file;
	char *text = text_file_read(c->token_file, 4096, &line, why, sizeof why);
	if (text == NULL)
		return connect_wrong(c->token_file, why);
	text[strcspn(text, " \t\n")] = '\0';
	bool good = crypto_read(text, c->order.token);
	crypto_forget(text, strlen(text));
	free(text);
	if (!good)
		return connect_wrong(
			c->token_file, "is no token: 64 hexadecimal digits on one line");
	if (stat(c->token_file, &file) == 0 && (file.st_mode & 077) != 0)
		fprintf(stderr, "referee connect: %s: others can read it; `chmod 600` it\n",
			c->token_file);
	return true;
}

static void connect_welcome(void *arg, const char *how)
{
	struct connect *c = arg;
	c->welcome = time_now();
	fprintf(stderr, "referee connect: %s: %s is welcome; %s\n", c->where, c->order.name, how);
}

static const struct {
	bool passes; /* another try may end otherwise */
	int status;
} connect_ends[] = {
	[REMOTE_CLIENT_CLOSED] = {true, EXIT_SUCCESS},
	[REMOTE_CLIENT_BOT] = {true, EXIT_FAULTS},
	[REMOTE_CLIENT_FAILED] = {true, EXIT_CONNECTION},
	[REMOTE_CLIENT_REFUSED] = {false, EXIT_CONNECTION},
	[REMOTE_CLIENT_NO_BOT] = {false, EXIT_NO_BOT},
};

/* One try and what there is to say of it. */
static enum remote_client_end connect_try(struct connect *c)
{
	char why[1024];
	enum remote_client_end end = remote_client_run(&c->order, why, sizeof why);
	connect_wrong(end == REMOTE_CLIENT_NO_BOT ? "the bot cannot be started" : c->where, why);
	if (end == REMOTE_CLIENT_BOT &&
		exec_error_explain_end(c->order.command[0], NULL, why, sizeof why))
		connect_wrong(why, NULL);
	return end;
}

static int connect_run(int argc, char **argv)
{
	struct connect c = {.where = NULL};
	int wait = 1;
	if (!connect_flags(&c, argc, argv) || !connect_check(&c))
		return EXIT_USAGE;
	if (!connect_token(&c))
		return EXIT_FILE;
	c.order.welcome = connect_welcome;
	c.order.arg = &c;
	signal(SIGPIPE, SIG_IGN);
	for (bool in = false;; in |= c.welcome > 0) {
		c.welcome = 0;
		enum remote_client_end end = connect_try(&c);
		/* One that was there before may be just being compiled. */
		bool passes = connect_ends[end].passes || (in && end == REMOTE_CLIENT_NO_BOT);
		if (!c.retry || !passes) {
			crypto_forget(c.order.token, sizeof c.order.token);
			return connect_ends[end].status;
		}
		/* In a game its clock runs on meanwhile. */
		if (c.welcome > 0 && time_now() - c.welcome >= CONNECT_WELL * SECOND)
			wait = 0;
		fprintf(stderr,
			wait > 0 ? "referee connect: once more in %d s\n"
				 : "referee connect: once more, at once\n",
			wait);
		poll(NULL, 0, wait * 1000);
		wait = wait == 0 ? 1 : wait * 2 < CONNECT_LONGEST ? wait * 2 : CONNECT_LONGEST;
	}
}

const struct command command_connect = {"connect", "let a bot of this machine play elsewhere",
	"HOST:PORT|unix:PATH --name N --token-file F [FLAGS] -- COMMAND...",
	"Connects to a referee, proves that it knows the token of the bot N, starts the bot's\n"
	"COMMAND, and passes on what the two say until one of them ends. What the bot writes to its\n"
	"standard error stays in the terminal. The bot and what it has started end with the connection.\n"
	"\n"
	"  --name N            the bot's name at the referee\n"
	"  --token-file F      the file with its token, as `referee token N` printed it\n"
	"  --fingerprint HEX   the referee's certificate is the one with this fingerprint (SHA-256);\n"
	"                      without it an authority that this system believes must vouch for it\n"
	"  --insecure          TCP without TLS, for a referee on this machine; elsewhere everybody on\n"
	"                      the way can read and write along\n"
	"  --retry             when it ends, connect again: at once when it was connected for 10 s\n"
	"                      and more, else after 1 s, 2 s, 4 s, up to 60 s\n"
	"\n"
	"Exit status: 0 the referee ended it, or the bot with 0; 1 the bot failed, 2 usage,\n"
	"3 the token's file, 4 the bot cannot be started, 6 the referee cannot be reached or does not let\n"
	"it in, or the connection broke.\n",
	connect_run};

/*
 * listener-messages.c - the lines between the main process and the listener.
 */
#include "referee/net/listener-messages.h"

#include "referee/net/net-address.h"
#include "referee/net/tokens.h"

enum { LISTENER_WHAT = 16, LISTENER_TEXT = 400, LISTENER_SECONDS = 999999999 };

#define LINE_STRUCT struct listener_message
#define NAME	    LINE_WORD(name, TOKEN_NAME)
#define ADDRESS	    LINE_STRING(address, NET_ADDRESS_ADDRESS - 1) /* a path may have blanks */

static const struct line_row listener_order_rows[] = {
	[LISTENER_TOKENS] = {"tokens", {{0}}, .fds = 1,
		.help = "A file of tokens, open for reading; sent again when it changes. A bad file changes "
			"nothing."},
	[LISTENER_CERTIFICATE] = {"certificate", {{0}}, .fds = 2,
		.help = "Two files, certificate and key (PEM); they may be the same."},
	[LISTENER_LISTEN] = {"listen", {LINE_WORD(transport, LISTENER_WHAT), ADDRESS}, .fds = 1,
		.help = "A listening socket. TRANSPORT: tls, TCP with TLS, after the certificate; plain, "
			"TCP without, for which the sender is responsible; or unix."},
};

const struct line_table listener_order_table = {.name = "daemon to listener",
	.help = "The listener gives up all rights at its start and opens nothing itself: the daemon sends "
		"each descriptor. The answer is `ready` or `wrong`.",
	LINE_TABLE(listener_order_rows)};

static const struct line_row listener_report_rows[] = {
	[LISTENER_BOT] = {"bot", {NAME, ADDRESS}, .fds = 1,
		.help = "A stream socket for the lines of the protocol; the referee sends the first line. "
			"NAME has proved its token. The socket is blocking. Its other end is the bot or, "
			"with TLS, the listener, which relays."},
	[LISTENER_SEND] = {"send", {NAME, ADDRESS}, .fds = 1,
		.help = "The same for a client that hands in a bot or uses an invitation."},
	[LISTENER_PENALTY] = {"penalty", {ADDRESS, LINE_INT(seconds, 0, LISTENER_SECONDS)},
		.help = "Connections from there are refused for this time."},
	[LISTENER_FAILING] = {"failing", {NAME, ADDRESS},
		.help = "A client there repeatedly uses this name without its token."},
	[LISTENER_READY] = {"ready",
		{LINE_WORD(what, LISTENER_WHAT), LINE_TEXT(text, LISTENER_TEXT)},
		.help = "WHAT was sent is in use: tokens and their number, certificate and its fingerprint, "
			"listen with its transport and address."},
	[LISTENER_WRONG] = {"wrong",
		{LINE_WORD(what, LISTENER_WHAT), LINE_TEXT(text, LISTENER_TEXT)},
		.help = "WHAT was sent is refused for this reason."},
};

const struct line_table listener_report_table = {.name = "listener to daemon",
	.help = "Reports that the daemon does not read in time are lost; if a bot's does not fit, its "
		"connection is closed.",
	LINE_TABLE(listener_report_rows)};

/*
 * web-report.c - where a process that serves pages listens: its sockets and its reports, as the main
 * process has them.
 */
#include "referee/web/web-report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"

#define LINE_STRUCT struct web_report

static const struct line_row web_report_rows[WEB_REPORTS] = {
	[WEB_LISTENING] = {"listening",
		{LINE_WORD(address, WEB_LISTEN_HOST - 1), LINE_INT(port, 1, UINT16_MAX)},
		.help = "It listens. Once for each address of its options, in order."},
	[WEB_FAILED] = {"failed", {LINE_TEXT(why, WEB_REPORT_WHY)},
		.help = "It cannot serve pages, and ends with status 1. Instead of `listening`."},
};

const struct line_table web_report_table = {.name = "web to daemon",
	.help = "The first lines of the process that serves pages, and of the one in which people play.",
	LINE_TABLE(web_report_rows)};

static bool web_reports_take_listening(struct web_reports *all, const struct web_report *r,
	struct web_options *o, char text[WEB_REPORT_LINE])
{
	if (all->failed || all->listening == o->listen_count)
		return false;
	struct web_listen *at = &o->listen[all->listening++];
	bool six = strchr(at->host, ':') != NULL;
	if (strcmp(r->address, at->host) != 0 || (at->port != 0 && r->port != at->port))
		return false;
	at->port = r->port; /* also after a restart */
	snprintf(text, WEB_REPORT_LINE, "at http://%s%s%s:%d/", six ? "[" : "", at->host,
		six ? "]" : "", at->port);
	return true;
}

bool web_reports_take(struct web_reports *all, const struct web_report *r, struct web_options *o,
	char text[WEB_REPORT_LINE])
{
	if (r->kind == WEB_LISTENING)
		return web_reports_take_listening(all, r, o, text);
	if (all->failed || all->listening > 0)
		return false;
	all->failed = true;
	char *shown = escape_text(r->why, false);
	snprintf(text, WEB_REPORT_LINE, "failed %s", shown);
	free(shown);
	return true;
}

bool web_listen_pass(const struct web_options *o, struct peer *p)
{
	struct fd_message message = {.text = "listen"};
	for (int i = 0; i < o->listen_count; i++) {
		message.count = 1;
		message.fds[0] = o->listen[i].fd;
		if (message.fds[0] > 0 && !peer_pass(p, &message))
			return false;
	}
	return true;
}

void web_listen_close(struct web_options *o)
{
	for (int i = 0; i < o->listen_count; i++) {
		if (o->listen[i].fd > 0)
			close(o->listen[i].fd);
		o->listen[i].fd = 0;
	}
}

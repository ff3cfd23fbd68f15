/*
 * web-report.h - the first lines of a process that serves pages: where it listens, or why it cannot.
 */
#ifndef REFEREE_WEB_WEB_REPORT_H
#define REFEREE_WEB_WEB_REPORT_H

#include "base/line-table.h"
#include "referee/web/web-process.h"

enum { WEB_REPORT_WHY = 400, WEB_REPORT_LINE = 2048 /* bytes of the longest line */ };

struct web_report {
	enum web_report_kind { WEB_LISTENING, WEB_FAILED, WEB_REPORTS } kind;
	const char *address;
	int port;
	const char *why;
};

extern const struct line_table web_report_table;

/* The reports of a process since its start. */
struct web_reports {
	int listening; /* addresses at which it listens */
	bool failed;
};

/* Takes a report; a port that was any free one is that port from now on. Writes a text for the log,
 * such as "at http://127.0.0.1:8080/" or "failed WHY". False: the report is not allowed now, and
 * the process must be killed. */
bool web_reports_take(struct web_reports *all, const struct web_report *r, struct web_options *o,
	char text[WEB_REPORT_LINE]);

#endif

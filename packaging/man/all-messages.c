/*
 * all-messages.c - the list of all message tables, and their page for `make docs`.
 */
#include "packaging/man/pages.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/plural.h"
#include "referee/arbiter/arbiter-messages.h"
#include "referee/arbiter/oracle.h"
#include "referee/daemon/invitations.h"
#include "referee/game/record.h"
#include "referee/machines/broker-messages.h"
#include "referee/machines/worker-config.h"
#include "referee/machines/worker-runs.h"
#include "referee/machines/worker-messages.h"
#include "referee/machines/worker-session.h"
#include "referee/net/listener-messages.h"
#include "referee/prepare/preparation-messages.h"
#include "referee/submissions/intake-messages.h"
#include "referee/submissions/send-request.h"
#include "referee/web/live-event.h"
#include "referee/web/play/web-play-messages.h"
#include "referee/web/web-report.h"

const struct line_table *const all_messages[] = {
	&arbiter_request_table,
	&arbiter_socket_table,
	&arbiter_answer_table,
	&oracle_table,
	&record_table,
	&worker_config_table,
	&worker_message_table,
	&worker_order_table,
	&worker_hello_table,
	&packet_table,
	&broker_subject_table,
	&broker_order_table,
	&broker_report_table,
	&preparation_table,
	&live_state_table,
	&live_game_table,
	&web_report_table,
	&web_play_offer_table,
	&web_play_request_table,
	&web_play_socket_table,
	&listener_order_table,
	&listener_report_table,
	&intake_report_table,
	&intake_answer_table,
	&intake_socket_table,
	&send_table,
	&invitation_table,
	NULL,
};

/* The name of a field: the last part of the member's name, in capitals. */
static void all_messages_print_name(FILE *out, const struct line_field *f)
{
	const char *dot = strrchr(f->name, '.');
	for (const char *at = dot != NULL ? dot + 1 : f->name; *at != '\0'; at++)
		fputc(*at == '_' ? '-' : toupper((unsigned char)*at), out);
	if (f->count > 0)
		fprintf(out, "x%d", f->count);
}

void all_messages_print_row(FILE *out, const struct line_row *row)
{
	fputs(row->word, out);
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++) {
		fputc(' ', out);
		all_messages_print_name(out, f);
	}
}

/* "an integer from 1 to 64" */
static void all_messages_print_bounds(FILE *out, const struct line_field *f)
{
	static const char *const types[] = {[LINE_TYPE_INT] = "integer",
		[LINE_TYPE_NUMBER] = "integer",
		[LINE_TYPE_MAYBE] = "integer or `-`, unknown",
		[LINE_TYPE_UNSIGNED] = "unsigned integer",
		[LINE_TYPE_WORD] = "word",
		[LINE_TYPE_STRING] = "text as one word",
		[LINE_TYPE_CHARS] = "text as one word",
		[LINE_TYPE_LIST] = "list of numbers",
		[LINE_TYPE_TEXT] = "rest of the line",
		[LINE_TYPE_BYTES] = "rest of the line, any bytes"};
	bool number = f->type == LINE_TYPE_INT || f->type == LINE_TYPE_NUMBER ||
		      f->type == LINE_TYPE_MAYBE;
	fputs(types[f->type], out);
	if (f->least == 0 && f->most == 0)
		return;
	if (number && f->most == INT64_MAX)
		fprintf(out, ", from %" PRId64, f->least);
	else if (number)
		fprintf(out, ", %" PRId64 " to %" PRId64, f->least, f->most);
	else if (f->type == LINE_TYPE_LIST)
		fprintf(out, ", %" PRId64 " to %" PRId64 " of them", f->least, f->most);
	else if (f->most > 0)
		fprintf(out, ", at most %" PRId64 " bytes", f->most);
}

static void all_messages_print_help(FILE *out, const struct line_row *row)
{
	fputs("\n### `", out);
	all_messages_print_row(out, row);
	fputs("`", out);
	if (row->fds > 0)
		fprintf(out, ", with %s", counted(row->fds, "descriptor").text);
	fprintf(out, "\n\n%s\n", row->help);
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++) {
		fputs(f == row->fields ? "\n" : "", out);
		fputs("- `", out);
		all_messages_print_name(out, f);
		fputs("`: ", out);
		all_messages_print_bounds(out, f);
		fputc('\n', out);
	}
}

void all_messages_print(FILE *out)
{
	fputs("# Messages between processes\n\n"
	      "Every line between two of the referee's own processes, printed from the tables that "
	      "read and write them.\nA line is a word and its fields, each after one space. Text as "
	      "one word has spaces, control bytes and\nbackslashes as `\\xHH`, and `-` if it is empty. "
	      "A text that is the rest of its line has control bytes as\n`\\n`, `\\\\` and `\\xHH`.\n",
		out);
	for (const struct line_table *const *t = all_messages; *t != NULL; t++) {
		fprintf(out, "\n## %c%s\n\n%s\n", toupper((unsigned char)*(*t)->name),
			(*t)->name + 1, (*t)->help);
		if ((*t)->numbered)
			fputs("The number of the game stands before each line.\n", out);
		for (int i = 0; i < (*t)->count; i++)
			if ((*t)->rows[i].word != NULL)
				all_messages_print_help(out, &(*t)->rows[i]);
	}
}

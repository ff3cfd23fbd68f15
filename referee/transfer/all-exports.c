/*
 * all-exports.c - the list of all formats, in the order of the help.
 */
#include "referee/transfer/export.h"

const struct export_format *const all_exports[] = {
	&export_text,
	&export_csv,
	&export_places,
	&export_jsonl,
	&export_record,
	&export_html,
	&export_positions,
	NULL,
};

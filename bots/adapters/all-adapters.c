/*
 * all-adapters.c - the kinds of adapter. A new kind is one file and one row here, and its name in
 * value_adapters of referee/config/value-types.c, which tournament files are read by.
 */
#include "bots/adapters/adapter.h"

extern const struct adapter adapter_kaggle, adapter_columns, adapter_by_line, adapter_board,
	adapter_aigames, adapter_codingame, adapter_uci, adapter_human;

const struct adapter *const all_adapters[] = {&adapter_kaggle, &adapter_columns, &adapter_by_line,
	&adapter_board, &adapter_aigames, &adapter_codingame, &adapter_uci, &adapter_human, NULL};

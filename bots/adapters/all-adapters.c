/*
 * all-adapters.c - the kinds of adapter. A new kind is one file and one row here.
 */
#include "bots/adapters/adapter.h"

extern const struct adapter adapter_kaggle, adapter_columns, adapter_by_line, adapter_board,
	adapter_aigames, adapter_codingame, adapter_uci, adapter_human;

const struct adapter *const all_adapters[] = {&adapter_kaggle, &adapter_columns, &adapter_by_line,
	&adapter_board, &adapter_aigames, &adapter_codingame, &adapter_uci, &adapter_human, NULL};

/*
 * import-database.h - reads the tournaments of another database into a target.
 */
#ifndef REFEREE_TRANSFER_IMPORT_DATABASE_H
#define REFEREE_TRANSFER_IMPORT_DATABASE_H

#include "referee/transfer/import-target.h"

/* Reads the database at path into the target, inside db_begin(); reports mistakes. A game whose
 * pairing was played differently in the target is left out: EXIT_FAULTS. Returns an exit status,
 * or IMPORT_TARGET_FAILED. */
int import_database_read(struct import_target *target, const char *path);

#endif

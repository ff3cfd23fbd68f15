/*
 * submission-pack.h - packs a folder to hand it in: a gzipped tar of its files, without links and
 * without what tools leave (submission_is_tools()).
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_PACK_H
#define REFEREE_SUBMISSIONS_SUBMISSION_PACK_H

#include <stddef.h>

#include "base/error.h"

enum { SUBMISSION_PACK_MAX = 64 << 20 /* bytes of the archive */ };

/* Returns the archive, which the caller frees. NULL: a line in err. */
char *submission_pack(const char *folder, size_t *length, struct error *err);

#endif

/*
 * value-types-sprt.c - value types of a sequential test: Elo, error rates, and the model.
 */
#include "referee/rating/sprt.h"

#include "referee/config/settings.h"

static double *value_real(const struct setting *row, const void *owner)
{
	return (double *)((char *)owner + row->offset);
}

/* Writes the fewest digits that read back to the same number. */
static void value_real_write(const struct setting *row, const void *owner, FILE *out)
{
	double value = *value_real(row, owner);
	fprintf(out, "%.15g", value == 0 ? 0 : value);
}

static bool value_elo_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return sprt_read_elo(text, value_real(row, owner), why, room);
}

const struct value value_elo = {.shape = "ELO", .read = value_elo_read, .write = value_real_write};

static bool value_error_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return sprt_read_error(text, value_real(row, owner), why, room);
}

const struct value value_error = {
	.shape = "SHARE", .read = value_error_read, .write = value_real_write};

static bool value_model_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return sprt_read_model(text, (enum sprt_model *)((char *)owner + row->offset), why, room);
}

static void value_model_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(sprt_model_name(*(const enum sprt_model *)((const char *)owner + row->offset)), out);
}

const struct value value_model = {
	.shape = "logistic|normalized", .read = value_model_read, .write = value_model_write};

/*
 * turn.c - whose turn it is, passed on, written and read.
 */
#include "rules/turn.h"

#include <string.h>

static bool turn_is_out(const struct turn *turn, int seat)
{
	return turn->out >> (seat - 1) & 1;
}

void turn_pass_over(struct turn *turn, int seats, unsigned skipped)
{
	int seat = turn->seat;
	skipped |= turn->out;
	do {
		if (seat == seats) {
			seat = 0;
			turn->number++;
		}
		seat++;
	} while ((skipped >> (seat - 1) & 1) != 0 && seat != turn->seat);
	turn->seat = (uint8_t)seat;
}

void turn_pass(struct turn *turn, int seats)
{
	turn_pass_over(turn, seats, 0);
}

void turn_to(struct turn *turn, int seat)
{
	assert(!turn_is_out(turn, seat));
	if (seat <= turn->seat)
		turn->number++;
	turn->seat = (uint8_t)seat;
}

int turn_before(const struct turn *turn, int seats)
{
	int seat = turn->seat;
	do {
		seat = seat == 1 ? seats : seat - 1;
	} while (turn_is_out(turn, seat) && seat != turn->seat);
	return seat;
}

void turn_forfeit(struct turn *turn, int seats, int seat)
{
	assert(seat >= 1 && seat <= seats);
	turn->out |= (uint8_t)(1u << (seat - 1));
	if (turn->seat == seat)
		turn_pass(turn, seats);
}

bool turn_alone(unsigned out, int seats)
{
	return out != 0 && seats - __builtin_popcount(out) < 2;
}

void turn_write(const struct turn *turn, const char *letters, struct text *t)
{
	text_char(t, ' ');
	if (letters != NULL) {
		text_char(t, letters[turn->seat - 1]);
	} else {
		text_char(t, 'p');
		text_char(t, (char)('0' + turn->seat));
	}
	text_char(t, ' ');
	text_number(t, turn->number);
	if (turn->out == 0)
		return;
	text_string(t, " out");
	for (int seat = 1; turn->out >> (seat - 1) != 0; seat++)
		if (turn_is_out(turn, seat))
			text_char(t, (char)('0' + seat));
}

/* Takes `p2` or the seat's letter; 0 when there is none. */
static int turn_take_seat(const char **at, const char *letters, int seats)
{
	const char *c = *at;
	int seat = 0;
	if (letters == NULL) {
		if (*c++ == 'p' && *c > '0' && *c <= '0' + seats)
			seat = *c - '0';
	} else if (*c != '\0' && strchr(letters, *c) != NULL) {
		seat = (int)(strchr(letters, *c) - letters) + 1;
	}
	if (seat != 0)
		*at = c + 1;
	return seat;
}

int turn_take_word(const char **at, const char *word, int seats, uint8_t order[SEATS_MAX])
{
	const char *c = *at;
	size_t length = strlen(word);
	unsigned named = 0;
	int count = 0;
	if (*c++ != ' ' || strncmp(c, word, length) != 0)
		return 0;
	for (c += length; *c > '0' && *c <= '0' + seats; c++) {
		int seat = *c - '0';
		if (named >> (seat - 1) & 1)
			return 0;
		named |= 1u << (seat - 1);
		order[count++] = (uint8_t)seat;
	}
	if (count == 0 || (*c != ' ' && *c != '\0'))
		return 0;
	*at = c;
	return count;
}

/* Takes ` out24` when it is there: rising seats, fewer than all. */
static void turn_take_out(struct turn *turn, int seats, const char **at)
{
	const char *c = *at;
	uint8_t order[SEATS_MAX];
	int count = turn_take_word(&c, "out", seats, order);
	if (count == 0 || count == seats)
		return;
	for (int i = 1; i < count; i++)
		if (order[i] < order[i - 1])
			return;
	for (int i = 0; i < count; i++)
		turn->out |= (uint8_t)(1u << (order[i] - 1));
	*at = c;
}

bool turn_take(
	struct turn *turn, const char *letters, int seats, const char **text, struct error *err)
{
	const char *at = *text;
	*turn = (struct turn){0};
	if (*at++ != ' ')
		return error_set(err, "after the board comes a blank, the seat to move, a number");
	turn->seat = (uint8_t)turn_take_seat(&at, letters, seats);
	if (turn->seat == 0 || (*at != ' ' && *at != '\0')) {
		if (letters != NULL)
			return error_set(err, "the seat to move is %c or %c, not \"%.20s\"",
				letters[0], letters[1], at);
		return error_set(
			err, "the seat to move is one of p1 to p%d, not \"%.20s\"", seats, at);
	}
	int64_t number = 0;
	if (*at++ != ' ' || !text_take_number(&at, &number) || number < 1 ||
		number > TURN_NUMBER_MAX)
		return error_set(err,
			"after the seat to move comes the number of the move, 1 to %d",
			TURN_NUMBER_MAX);
	turn->number = (uint32_t)number;
	turn_take_out(turn, seats, &at);
	*text = at;
	return true;
}

bool turn_read(struct turn *turn, const char *letters, int seats, const char *at, struct error *err)
{
	if (!turn_take(turn, letters, seats, &at, err))
		return false;
	if (*at == '\0')
		return true;
	return error_set(err,
		"after the number of the move comes nothing, or the seats that gave up such as \"out2\", not \"%.20s\"",
		at + (*at == ' '));
}

bool turn_follows(const struct turn *turn, int plies, const char *letters, struct error *err)
{
	struct turn right = {.seat = (uint8_t)(plies % 2 + 1), .number = 1 + (uint32_t)plies / 2};
	if (turn->seat == right.seat && turn->number == right.number)
		return true;
	char buffer[32];
	struct text t = text_begin(buffer, sizeof buffer);
	turn_write(&right, letters, &t);
	text_end(&t);
	return error_set(
		err, "after %d moves the position string ends in \"%s\"", plies, buffer + 1);
}

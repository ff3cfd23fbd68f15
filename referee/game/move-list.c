/*
 * move-list.c - one game turn by turn, and its replay.
 */
#include "referee/game/move-list.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/process/rules-process.h"

/* The longest line is that of a parameter. */
enum { MOVE_LIST_LINE = RECORD_LINE + PARAMETER_TEXT, MOVE_LIST_DESCRIPTION = 1 << 16 };

void move_list_init(struct move_list *h, const struct setup *setup, const char *start)
{
	*h = (struct move_list){.setup = setup};
	assert(strlen(start) < sizeof h->start);
	strcpy(h->start, start);
}

void move_list_clear(struct move_list *h)
{
	move_list_cut(h, 0);
	free(h->turns);
	for (int i = 0; i < SEATS_MAX; i++)
		free(h->names[i]);
	position_blocks_clear(&h->blocks);
	free(h->program);
	free(h->digest);
	rules_process_close(h->offline_rules);
	*h = (struct move_list){.setup = NULL};
}

void move_list_name(struct move_list *h, int seat, const char *name)
{
	free(h->names[seat - 1]);
	h->names[seat - 1] = memory_copy(name);
}

static struct move_list_turn *move_list_add(struct move_list *h, int seat)
{
	if (h->count == h->size) {
		h->size = 2 * h->size + 16;
		h->turns = memory_resize(h->turns, (size_t)h->size, sizeof *h->turns);
	}
	struct move_list_turn *turn = &h->turns[h->count++];
	*turn = (struct move_list_turn){.seat = seat, .numbers = move_numbers_unknown};
	return turn;
}

void move_list_add_move(
	struct move_list *h, int seat, const char *text, const struct move_numbers *numbers)
{
	struct move_list_turn *turn = move_list_add(h, seat);
	assert(strlen(text) < sizeof turn->move);
	strcpy(turn->move, text);
	if (numbers != NULL)
		turn->numbers = *numbers;
}

void move_list_add_leave(struct move_list *h, int seat, enum verdict verdict, const char *detail)
{
	assert(verdict != VERDICT_OK);
	struct move_list_turn *turn = move_list_add(h, seat);
	turn->verdict = verdict;
	turn->detail = memory_copy(detail);
}

void move_list_cut(struct move_list *h, int count)
{
	while (h->count > count)
		free(h->turns[--h->count].detail);
}

int move_list_plies(const struct move_list *h, int count)
{
	int plies = 0;
	for (int i = 0; i < count; i++)
		plies += h->turns[i].verdict == VERDICT_OK;
	return plies;
}

int move_list_turns(const struct move_list *h, int plies)
{
	int count = 0;
	if (plies == move_list_plies(h, h->count))
		return h->count;
	for (; plies > 0; count++)
		plies -= h->turns[count].verdict == VERDICT_OK;
	return count;
}

bool move_list_replay(const struct move_list *h, int count, const struct limits *limits,
	struct game *g, struct error *err)
{
	assert(count <= h->count);
	if (!game_begin(g, h->setup, limits, 0, h->start, "", err))
		return false;
	for (int i = 0; i < count; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		int seat = game_to_move(g);
		if (turn->verdict != VERDICT_OK)
			seat = turn->seat; /* a seat whose turn never came has left as well */
		if (seat != turn->seat)
			return error_set(err, "turn %d is of seat %d, but seat %d is to move",
				i + 1, turn->seat, seat);
		if (turn->verdict != VERDICT_OK) {
			game_judge(g, seat, turn->verdict, "%s", turn->detail);
			game_forfeit(g, 1u << (seat - 1));
		} else if (!game_move(g, turn->move)) {
			return error_set(err, "turn %d: \"%s\" is not legal", i + 1, turn->move);
		}
	}
	return true;
}

/* --- written -------------------------------------------------------------------------------- */

struct move_list_pen {
	char *text;
	size_t length, size;
};

static void move_list_put(void *arg, const struct record *r)
{
	struct move_list_pen *pen = arg;
	if (pen->size - pen->length < MOVE_LIST_LINE + 1) {
		pen->size = 2 * pen->size + MOVE_LIST_LINE + 1;
		pen->text = memory_resize(pen->text, pen->size, 1);
	}
	pen->length += record_write(r, pen->text + pen->length, pen->size - pen->length - 1);
	pen->text[pen->length] = '\0';
}

/* Writes the rules. */
static void move_list_put_rules(struct move_list_pen *pen, const struct move_list *h)
{
	const struct setup *s = h->setup;
	if (!rules_is_process(s->rules)) {
		move_list_put(pen, &(struct record){.kind = RECORD_RULES,
					   .rules = {s->rules->name, s->seats}});
		return;
	}
	char *lines = memory_copy(rules_process_description(s->rules)), *rest = lines, *line;
	if (h->program != NULL)
		move_list_put(pen, &(struct record){.kind = RECORD_PROGRAM, .command = h->program});
	if (h->digest != NULL)
		move_list_put(pen, &(struct record){.kind = RECORD_DIGEST, .digest = h->digest});
	while ((line = strsep(&rest, "\n")) != NULL)
		if (*line != '\0')
			move_list_put(
				pen, &(struct record){.kind = RECORD_DESCRIBE, .describe = line});
	move_list_put(pen,
		&(struct record){.kind = RECORD_RULES, .rules = {MOVE_LIST_PROCESS, s->seats}});
	free(lines);
}

/* Writes a block of the position after a turn, or of the start. */
static void move_list_put_block(struct move_list_pen *pen, const struct setup *s, const char *word,
	const char *argument, const struct position *p)
{
	char *block = memory_get(RULES_PROCESS_BLOCK, 1);
	char *question = memory_print("%s%s", word, argument);
	if (rules_process_block(s, p, block))
		position_blocks_put(&(struct db_position){question, block}, move_list_put, pen);
	free(question);
	free(block);
}

/* Plays the turns, and writes what the program says of each position. */
static void move_list_put_played(struct move_list_pen *pen, const struct move_list *h)
{
	const struct setup *s = h->setup;
	struct position p;
	struct error err;
	move m;
	if (h->start[0] == '\0')
		s->rules->start(s, &p);
	else if (!s->rules->read(s, &p, h->start, &err))
		return;
	move_list_put_block(pen, s, h->start[0] == '\0' ? "start" : "read", "", &p);
	for (int i = 0; i < h->count; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		const char seat[] = {(char)('0' + turn->seat), '\0'};
		if (turn->verdict != VERDICT_OK && s->seats > 2) {
			s->rules->forfeit(s, &p, turn->seat);
			move_list_put_block(pen, s, "forfeit ", seat, &p);
		} else if (turn->verdict == VERDICT_OK) {
			if (!rules_read_move(s, &p, turn->move, &m))
				return;
			s->rules->play(s, &p, m);
			move_list_put_block(pen, s, "play ", turn->move, &p);
		}
	}
}

/* Writes what a rules program answered: as it is stored, else as it answers now. */
static void move_list_put_blocks(struct move_list_pen *pen, const struct move_list *h)
{
	if (!rules_is_process(h->setup->rules))
		return;
	for (int i = 0; i < h->blocks.count; i++)
		position_blocks_put(&h->blocks.all[i], move_list_put, pen);
	if (h->blocks.count == 0)
		move_list_put_played(pen, h);
}

static void move_list_put_header(struct move_list_pen *pen, const struct move_list *h)
{
	const struct setup *s = h->setup;
	const struct parameter *p = s->rules->parameters;
	char *value = memory_get(PARAMETER_TEXT, 1);
	move_list_put(pen, &(struct record){.kind = RECORD_GAME, .game = {.started = h->started}});
	move_list_put_rules(pen, h);
	for (int i = 0; p[i].name != NULL; i++) {
		s->rules->parameter(s, i, value);
		move_list_put(
			pen, &(struct record){.kind = RECORD_PARAM, .param = {p[i].name, value}});
	}
	if (h->start[0] != '\0')
		move_list_put(pen, &(struct record){.kind = RECORD_START, .start = h->start});
	for (int i = 0; i < s->seats; i++)
		if (h->names[i] != NULL)
			move_list_put(pen, &(struct record){.kind = RECORD_PLAYER,
						   .seat = i + 1,
						   .player = h->names[i]});
	free(value);
}

/* Writes the seats that have left and, once the game is over, all seats. */
static void move_list_put_seats(struct move_list_pen *pen, const struct game *g)
{
	int ranks[SEATS_MAX];
	game_ranks(g, ranks);
	for (int i = 0; i < g->setup->seats; i++) {
		const struct game_seat *seat = &g->seat[i];
		if (g->reason == NULL && seat->verdict == VERDICT_OK)
			continue;
		move_list_put(
			pen, &(struct record){.kind = RECORD_SEAT,
				     .seat = i + 1,
				     .result = {g->reason == NULL ? UNKNOWN : ranks[i],
					     verdict_table[seat->verdict].name, seat->detail}});
	}
}

char *move_list_text(const struct move_list *h, const struct game *g, int64_t now)
{
	struct move_list_pen pen = {NULL, 0, 0};
	char final[POSITION_TEXT];
	move_list_put_header(&pen, h);
	move_list_put_blocks(&pen, h);
	for (int i = 0; i < h->count; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		const struct record r = {.kind = RECORD_MOVE,
			.seat = turn->seat,
			.move = {turn->move, turn->numbers}};
		if (turn->verdict == VERDICT_OK)
			move_list_put(&pen, &r);
	}
	if (g == NULL)
		return pen.text;
	move_list_put_seats(&pen, g);
	g->setup->rules->write(g->setup, &g->position, final);
	if (g->reason != NULL)
		move_list_put(
			&pen, &(struct record){.kind = RECORD_END,
				      .end = {.reason = g->reason, .final = final, .ended = now}});
	return pen.text;
}

/* --- read ----------------------------------------------------------------------------------- */

static bool move_list_read_game(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->begun)
		return error_set(err, "a second game; a file has one");
	in->begun = true;
	in->moves.started = r->game.started;
	return true;
}

static bool move_list_read_program(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->moves.program != NULL)
		return error_set(err, "a second line \"program\"");
	in->moves.program = memory_copy(r->command);
	return true;
}

static bool move_list_read_digest(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->moves.digest != NULL)
		return error_set(err, "a second line \"digest\"");
	in->moves.digest = memory_copy(r->digest);
	return true;
}

static bool move_list_read_describe(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	const char *before = in->description != NULL ? in->description : "";
	if (in->rules != NULL)
		return error_set(err, "it stands after the line \"rules\"");
	if (strlen(before) + strlen(r->describe) >= MOVE_LIST_DESCRIPTION)
		return error_set(err, "the description of the rules is too long");
	char *now = memory_print("%s%s\n", before, r->describe);
	free(in->description);
	in->description = now;
	return true;
}

static bool move_list_read_block(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->moves.offline_rules == NULL)
		return error_set(err, "the rules of the game are no program");
	return position_blocks_add_line(&in->moves.blocks, r) ||
	       error_set(err, "not an answer of a rules program, or not here");
}

/* Finds the rules by their name, or makes them of the description before. */
static bool move_list_find_rules(struct move_list_reader *in, const char *name, struct error *err)
{
	if (strcmp(name, MOVE_LIST_PROCESS) == 0) {
		if (in->description == NULL)
			return error_set(err, "no lines \"describe\" before it");
		struct error why;
		in->moves.offline_rules = rules_process_offline(in->description, 0, &why);
		in->rules = in->moves.offline_rules;
		return in->rules != NULL || error_set(err, "%s", why.text);
	}
	in->rules = rules_find(name);
	return in->rules != NULL || error_set(err, "there is no game \"%.40s\"", name);
}

static bool move_list_read_rules(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	int64_t seats = r->rules.seats;
	if (in->rules != NULL)
		return error_set(err, "a second line \"rules\"");
	if (!move_list_find_rules(in, r->rules.name, err))
		return false;
	if (seats < 2 || seats > SEATS_MAX || (in->rules->seat_counts & 1u << seats) == 0)
		return error_set(err, "the game does not allow this number of seats");
	in->seats = (int)seats;
	return true;
}

static bool move_list_read_param(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->params_count == PARAMETERS_MAX)
		return error_set(err, "too many parameters");
	in->params[in->params_count++] = memory_print("%s=%s", r->param.key, r->param.value);
	return true;
}

static bool move_list_read_start(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (strlen(r->start) >= sizeof in->moves.start)
		return error_set(err, "not a position");
	strcpy(in->moves.start, r->start);
	return true;
}

static bool move_list_read_player(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	(void)err;
	move_list_name(&in->moves, r->seat, r->player);
	return true;
}

static bool move_list_read_move(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (strlen(r->move.text) >= MOVE_TEXT)
		return error_set(err, "not a move");
	move_list_add_move(&in->moves, r->seat, r->move.text, &r->move.numbers);
	in->moves.turns[in->moves.count - 1].line = in->line;
	return true;
}

static bool move_list_read_seat(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	enum verdict verdict = verdict_find(r->result.verdict);
	if (verdict == VERDICTS)
		return error_set(err, "unknown verdict");
	in->result.ends.verdict[r->seat - 1] = verdict;
	in->result.ends.detail[r->seat - 1] = r->result.detail;
	in->result.rank[r->seat - 1] = r->result.rank;
	in->result.seat_line[r->seat - 1] = in->line;
	return true;
}

static bool move_list_read_end(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	if (in->result.reason != NULL)
		return error_set(err, "a second line \"end\"");
	in->result.reason = r->end.reason;
	in->result.final = r->end.final;
	in->result.end_line = in->line;
	return true;
}

static bool move_list_read_void(
	struct move_list_reader *in, const struct record *r, struct error *err)
{
	(void)in, (void)r;
	return error_set(err, "the game was not played to its end");
}

/* The function for each kind of line; NULL: the line is ignored. */
static const struct move_list_line {
	bool (*take)(struct move_list_reader *in, const struct record *r, struct error *err);
	bool ruled; /* only after the line "rules"; its seat, if any, must be valid */
} move_list_lines[RECORD_KINDS] = {
	[RECORD_GAME] = {move_list_read_game, false},
	[RECORD_PROGRAM] = {move_list_read_program, false},
	[RECORD_DIGEST] = {move_list_read_digest, false},
	[RECORD_DESCRIBE] = {move_list_read_describe, false},
	[RECORD_RULES] = {move_list_read_rules, false},
	[RECORD_QUESTION] = {move_list_read_block, true},
	[RECORD_ANSWER] = {move_list_read_block, true},
	[RECORD_PARAM] = {move_list_read_param, true},
	[RECORD_START] = {move_list_read_start, true},
	[RECORD_PLAYER] = {move_list_read_player, true},
	[RECORD_MOVE] = {move_list_read_move, true},
	[RECORD_SEAT] = {move_list_read_seat, true},
	[RECORD_END] = {move_list_read_end, true},
	[RECORD_VOID] = {move_list_read_void, false},
};

bool move_list_add_line(struct move_list_reader *in, const struct record *r, struct error *err)
{
	const struct move_list_line *line = &move_list_lines[r->kind];
	if (line->take == NULL)
		return true;
	if (line->ruled && in->rules == NULL)
		return error_set(err, "no line \"rules GAME SEATS\" before it");
	if (line->ruled && r->seat > in->seats)
		return error_set(err, "the game does not have this seat");
	return line->take(in, r, err);
}

static bool move_list_read_lines(struct move_list_reader *in, char *text, struct error *err)
{
	struct error wrong;
	struct record r;
	char *line;
	while ((line = strsep(&text, "\n")) != NULL) {
		in->line++;
		if (*line == '\0' ||
			(record_read(&r, line) ? move_list_add_line(in, &r, &wrong)
					       : error_set(&wrong, "not a line of a record")))
			continue;
		return error_set(err, "line %d: %s", in->line, wrong.text);
	}
	return in->rules != NULL || error_set(err, "not a record of a game");
}

/* Adds the departure of seat, if it has left and that is not yet added. */
static bool move_list_add_departure(
	struct move_list *to, struct move_list_ends *ends, int seat, struct game *g)
{
	if (seat == 0 || ends->verdict[seat - 1] == VERDICT_OK)
		return false;
	const char *detail = ends->detail[seat - 1] != NULL ? ends->detail[seat - 1] : "";
	move_list_add_leave(to, seat, ends->verdict[seat - 1], detail);
	game_judge(g, seat, ends->verdict[seat - 1], "%s", detail);
	game_forfeit(g, 1u << (seat - 1));
	ends->verdict[seat - 1] = VERDICT_OK;
	return true;
}

/* The seat that left next, by the blocks from number *at on; 0: none before the next move. */
static int move_list_left_next(const struct move_list *h, int *at)
{
	const char *question = *at < h->blocks.count ? h->blocks.all[*at].question : "";
	++*at;
	return sscanf(question, "forfeit %1d", &(int){0}) == 1 ? question[strlen("forfeit ")] - '0'
							       : 0;
}

/* The number of the first block behind the opening. */
static int move_list_opening_blocks(const struct move_list *h, int moves)
{
	int plays = 0, at = 1;
	for (int i = 0; i < h->blocks.count; i++)
		plays += strncmp(h->blocks.all[i].question, "play ", 5) == 0;
	return at + (plays > moves ? plays - moves : 0);
}

/* Plays the moves in g and adds them to h, with each departure in its place. */
static bool move_list_play(struct move_list *h, const struct move_list *moves,
	struct move_list_ends *ends, struct game *g, struct error *err)
{
	int block = move_list_opening_blocks(h, moves->count);
	for (int i = 0; i < moves->count; i++) {
		const struct move_list_turn *turn = &moves->turns[i];
		for (int seat; (seat = move_list_left_next(h, &block)) > 0;)
			if (seat > h->setup->seats || !move_list_add_departure(h, ends, seat, g))
				break;
		while (game_to_move(g) != turn->seat &&
			move_list_add_departure(h, ends, game_to_move(g), g))
			;
		if (game_to_move(g) != turn->seat || !game_move(g, turn->move))
			return error_set(err, "move %d, \"%s\" by seat %d, cannot be played", i + 1,
				turn->move, turn->seat);
		move_list_add_move(h, turn->seat, turn->move, &turn->numbers);
		h->turns[h->count - 1].line = turn->line;
	}
	for (int seat; (seat = move_list_left_next(h, &block)) > 0;)
		if (seat > h->setup->seats || !move_list_add_departure(h, ends, seat, g))
			break;
	/* Seats leave in their own turns first; then those that had no further turn. */
	while (move_list_add_departure(h, ends, game_to_move(g), g))
		;
	for (int seat = 1; seat <= h->setup->seats; seat++)
		move_list_add_departure(h, ends, seat, g);
	return true;
}

bool move_list_knows_opening(const struct move_list *h, const char *opening)
{
	int blocks = 1;
	for (; *opening != '\0'; opening += strspn(opening, " ")) {
		blocks++;
		opening += strcspn(opening, " ");
	}
	const struct position_blocks *b = &h->blocks;
	return h->offline_rules == NULL || b->count > blocks ||
	       (b->count == blocks && b->answer_length > 0 &&
		       b->all[blocks - 1].answer[b->answer_length - 1] == '\n');
}

bool move_list_add_departures(
	struct move_list *h, const struct move_list_ends *ends, struct error *err)
{
	static const struct limits none;
	struct move_list moves = *h;
	struct move_list_ends left = *ends;
	struct game *g = memory_get(1, sizeof *g);
	bool good = game_begin(g, h->setup, &none, 0, h->start, "", err);
	h->turns = NULL;
	h->count = h->size = 0;
	good = good && move_list_play(h, &moves, &left, g, err);
	free(moves.turns);
	free(g);
	return good;
}

bool move_list_parse(struct move_list *h, struct setup *setup, struct move_list_result *recorded,
	char *text, struct error *err)
{
	struct move_list_reader in = {.line = 0};
	for (int i = 0; i < SEATS_MAX; i++)
		in.result.rank[i] = UNKNOWN;
	move_list_init(&in.moves, setup, "");
	bool good = move_list_read_lines(&in, text, err) &&
		    setup_init(setup, in.rules, in.seats, 0, (const char *const *)in.params,
			    in.params_count, err);
	struct position at;
	good = good &&
	       position_blocks_restore(setup, in.moves.blocks.all, in.moves.blocks.count, &at, err);
	*h = in.moves;
	*recorded = in.result;
	for (int i = 0; i < in.params_count; i++)
		free(in.params[i]);
	free(in.description);
	return good;
}

bool move_list_read(struct move_list *h, struct setup *setup, char *text, struct error *err)
{
	struct move_list_result recorded;
	return move_list_parse(h, setup, &recorded, text, err) &&
	       move_list_add_departures(h, &recorded.ends, err);
}

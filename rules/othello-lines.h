/*
 * othello-lines.h - discs between discs, on all lines at once, for one width of a set of cells.
 *
 * Included by rules/othello.c once for each width: OTHELLO_BITS is the type of a set,
 * OTHELLO_NAME(x) a name for it. A set is shifted towards each of the eight neighbours and grows
 * over the other seat's discs, as in the parallel prefix fills of chess programs. A disc in the
 * first or the last column has nothing behind it in any direction but up and down.
 */

/* The other's discs that can lie between two ends: one set a direction and its opposite. */
static inline OTHELLO_BITS OTHELLO_NAME(inner)(
	const struct othello_setup *o, OTHELLO_BITS other, int i)
{
	return i == OTHELLO_VERTICAL ? other : other & ~(OTHELLO_BITS)o->sides;
}

/* The free cells on which a disc of own turns others over. */
static inline OTHELLO_BITS OTHELLO_NAME(moves)(
	const struct othello_setup *o, OTHELLO_BITS own, OTHELLO_BITS other)
{
	OTHELLO_BITS found = 0;
	for (int i = 0; i < OTHELLO_STEPS; i++) {
		int step = o->steps[i];
		OTHELLO_BITS inner = OTHELLO_NAME(inner)(o, other, i);
		OTHELLO_BITS up = own << step & inner, down = own >> step & inner;
		for (int n = 3; n < o->size; n++) {
			up |= up << step & inner;
			down |= down >> step & inner;
		}
		found |= up << step | down >> step;
	}
	return found & (OTHELLO_BITS)o->board & ~(own | other);
}

/* The discs of other that a new disc of own turns over. */
static inline OTHELLO_BITS OTHELLO_NAME(turned)(
	const struct othello_setup *o, OTHELLO_BITS own, OTHELLO_BITS other, OTHELLO_BITS disc)
{
	OTHELLO_BITS found = 0;
	for (int i = 0; i < OTHELLO_STEPS; i++) {
		int step = o->steps[i];
		OTHELLO_BITS inner = OTHELLO_NAME(inner)(o, other, i);
		OTHELLO_BITS up = disc << step & inner, down = disc >> step & inner;
		for (int n = 3; n < o->size; n++) {
			up |= up << step & inner;
			down |= down >> step & inner;
		}
		found |= (up << step & own) != 0 ? up : 0;
		found |= (down >> step & own) != 0 ? down : 0;
	}
	return found;
}

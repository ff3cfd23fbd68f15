/*
 * nim-heaps.c - the theory of nim.
 */
#include "bots/solve/nim-heaps.h"

bool nim_heaps_win(const struct setup *s, const struct position *p)
{
	struct nim_view nim = nim_view(s, p);
	int sum = 0, most = 0;

	for (int i = 0; i < nim.count; i++) {
		int counts = nim.take == 0 ? nim.heaps[i] : nim.heaps[i] % (nim.take + 1);
		sum ^= counts;
		most = counts > most ? counts : most;
	}
	return nim.misere && most <= 1 ? sum == 0 : sum != 0;
}

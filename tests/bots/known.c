/*
 * Facts about games from other sources: values, best moves and numbers of positions, found by
 * programs that share nothing with this one.
 */
#include "bots/search/search.h"

#include <stdio.h>

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

/* Sizes of whole trees: tic-tac-toe, Nim with one heap of n by up to 3; Connect Four's as the sum
 * of the numbers of move sequences 1, 7, 49, 343... */
static const struct {
	struct searching_game game; /* depth 0: to the end */
	int64_t value, nodes;
} trees[] = {
	{{"tictactoe", 2, 0, 0, {NULL}}, 0, 549946},
	{{"nim", 2, 0, 0, {"heaps=4"}}, VALUE_WIN - 2, 15},
	{{"nim", 2, 0, 0, {"heaps=21"}}, -VALUE_WIN + 11, 489396},
	{{"connect4", 2, 4, 0, {NULL}}, INT64_MIN, 1 + 7 + 49 + 343 + 2401},
	{{"connect4", 2, 7, 0, {NULL}}, INT64_MIN,
		1 + 7 + 49 + 343 + 2401 + 16807 + 117649 + 823536},
};

START_TEST(minimax_visits_the_whole_tree)
	{
		searching_begin(&trees[_i].game, 0);
		struct position p = searching_start();
		struct search_result r =
			searching_to_depth(&search_minimax, &p, trees[_i].game.depth);
		ck_assert_int_eq(r.nodes, trees[_i].nodes);
		if (trees[_i].value != INT64_MIN)
			ck_assert_int_eq(r.value, trees[_i].value);
		searching_end();
	}
END_TEST

/* Misere, one heap, 1 to 3 taken: lost exactly when n mod 4 = 1. */
START_TEST(nim_is_lost_where_theory_says)
	{
		char heaps[32];
		snprintf(heaps, sizeof heaps, "heaps=%d", _i + 1);
		const struct searching_game game = {"nim", 2, 0, 0, {heaps}};

		searching_begin(&game, 0);
		struct position p = searching_start();
		for (int i = 0; all_searches[i] != NULL; i++) {
			if (!searching_fits(all_searches[i]) || all_searches[i] == &search_mcts)
				continue; /* the value of mcts is an estimate */
			struct search_result r = searching_to_depth(all_searches[i], &p, 0);
			if (r.depth > 0)
				ck_assert_int_eq(r.value < 0, (_i + 1) % 4 == 1);
		}
		searching_end();
	}
END_TEST

static const struct {
	struct searching_game game;
	int64_t value, nodes;
} leaves[] = {
	{{"tree", 2, 0, 0, {"depth=1", "branching=7", "leaves=-56,-29,-11,55,-79,-14,-82"}}, 55, 8},
	{{"tree", 2, 0, 0, {"depth=2", "branching=3", "leaves=-99,-54,-59,-8,-11,-57,-58,52,-7"}},
		-57, 11},
	{{"tree", 2, 0, 0, {"depth=3", "branching=2", "leaves=0,-11,-12,54,-71,-38,4,-81"}}, 0, 12},
	{{"tree", 2, 0, 0,
		 {"depth=3", "branching=4",
			 "leaves=20,-80,-17,-62,-77,-41,73,-47,-6,-100,-11,33,92,64,10,-94,-45,"
			 "-50,57,-56,-67,-33,58,82,58,-6,-5,-2,11,49,69,17,10,-33,32,-95,-44,53,"
			 "76,-38,19,81,34,20,1,23,18,-71,69,27,50,89,-8,96,77,-81,0,-70,18,-13,"
			 "-21,-76,-54,-22"}},
		57, 54},
	{{"tree", 2, 0, 0,
		 {"depth=4", "branching=3",
			 "leaves=-51,-33,-99,47,0,-5,22,87,-22,-20,-93,21,73,38,-66,5,95,58,46,"
			 "80,42,-68,32,99,75,70,37,31,21,-44,25,-75,94,-12,-84,-3,-23,-37,90,49,"
			 "-36,66,-94,-90,53,-40,-57,60,59,86,18,52,44,89,-71,22,86,26,55,82,73,"
			 "-22,72,91,-23,-85,67,-34,26,-81,93,-89,-22,79,36,63,-85,78,-49,-87,56"}},
		-5, 64},
	{{"tree", 2, 0, 0,
		 {"depth=5", "branching=3",
			 "leaves=35,-45,-89,-91,-49,-1,-42,-45,-58,65,29,39,75,-58,-24,-25,-31,"
			 "-56,78,33,-80,93,31,97,-71,42,46,59,21,-31,-20,-47,37,14,35,-41,-52,"
			 "100,70,-34,8,-74,65,57,98,-41,-97,46,-55,-38,-25,-43,-18,-30,-48,52,"
			 "92,-2,-5,-86,45,-93,-65,31,-39,95,10,31,-6,69,50,60,-29,-2,-82,41,99,"
			 "-10,-43,73,41,-19,-35,-25,-88,55,-80,38,10,75,19,-92,-32,18,52,-19,8,"
			 "90,-69,-81,-5,-56,-69,35,57,64,16,-63,-96,24,-6,-40,62,29,33,-74,80,8,"
			 "-27,-74,-18,-72,70,0,-26,93,67,-87,-9,39,-99,-34,-26,27,-39,40,22,-51,"
			 "57,-10,0,-26,96,27,50,23,-11,12,-53,-42,-15,73,-21,-24,-47,-48,-26,14,"
			 "36,-15,-100,86,-42,-62,-70,-96,61,36,17,-13,31,-50,-35,80,63,92,38,"
			 "-27,-1,-84,15,-48,-63,83,-100,17,-64,-75,0,-88,92,-20,79,-56,23,37,"
			 "-14,-9,-39,-49,-84,87,6,-29,-35,-26,-40,-2,-99,5,-63,-20,12,5,30,49,"
			 "-53,22,-92,-86,60,55,-96,63,41,2,-36,-57,-15,-90,3,96,98,38,-73,-34,"
			 "-87,14,80,-56,38,54,-70"}},
		31, 135},
};

START_TEST(alphabeta_visits_of_a_tree_what_the_textbook_does)
	{
		searching_begin(&leaves[_i].game, 0);
		struct position p = searching_start();
		for (int i = 0; all_searches[i] != NULL; i++) {
			if (!searching_fits(all_searches[i]) || all_searches[i] == &search_mcts)
				continue; /* the value of mcts is an estimate */
			struct search_result r = searching_to_depth(all_searches[i], &p, 0);
			if (r.depth > 0)
				ck_assert_int_eq(r.value, leaves[_i].value);
			if (all_searches[i] == &search_alphabeta)
				ck_assert_int_eq(r.nodes, leaves[_i].nodes);
		}
		searching_end();
	}
END_TEST

static const struct {
	struct searching_game game;
	const char *best;
	int64_t value;
} piles[] = {
	{{"letters", 2, 0, 0, {"pile=K", "words=K:22"}}, "K", 22 - 0},
	{{"letters", 2, 0, 0, {"pile=UN", "words=N:21,N:4"}}, "N", 25 - 0},
	{{"letters", 2, 0, 0, {"pile=CPU", "words=CU:24,PCU:11,UP:13,U:22"}}, "C", 0 - 22},
	{{"letters", 2, 0, 0, {"pile=OQCDG", "words=G:18,DCQ:16,OQDC:18,G:3,O:9"}}, "O", 9 - 21},
	{{"letters", 2, 0, 0,
		 {"pile=FVYKMGSW", "words=SVFMG:6,SVWFYG:12,YWFM:17,SFWMV:18,M:29,YGWFM:3,WVKSF:16,"
				   "WGYVSK:22,FSMK:17,SYWKF:1,FVS:23,WKF:19"}},
		"F", 19 - 29},
	{{"letters", 2, 0, 0,
		 {"pile=NKQYXWODBZ",
			 "words=XY:19,K:20,DNXQ:28,ZDW:14,NQB:22,BWXKD:10,YZQ:20,WX:23,DYQKW:23,"
			 "BXKOD:16,KODN:6,XWQ:13,QB:13,XWBK:2,ZWX:24,BZWOK:1,QW:13,QWNKX:22,"
			 "WBQY:30,NOB:10"}},
		"K", 34 - 32},
	{{"letters", 2, 0, 0,
		 {"pile=DWIGSEPVQCHX",
			 "words=HDVX:11,PDX:12,HWPCGI:28,GIEWQ:4,DV:20,P:27,SEIWVP:2,VISGEH:12,"
			 "XH:30,HEQ:19,CXPH:22,SPH:11,EXWHDV:12,PH:8,GQSW:7,DXPIHW:1,P:30,"
			 "CWISQ:9,CSWPVX:11,SGQI:9,W:28,GS:1,EWDCXS:26,GSVQ:28,PEWCGX:5,QV:9,"
			 "X:28,SWHCE:29,PCHSQ:27,VQ:25,ICSV:27,GS:5,CSIWDV:13,CHV:4,XWCHD:23,"
			 "SIH:14,HEXI:2,WH:24,WG:27,PGWSD:6"}},
		"W", 83 - 90},
	{{"letters", 2, 0, 0,
		 {"pile=PHFSGKZDJLXAOR",
			 "words=J:10,K:22,KZLF:12,PSX:13,AJ:30,K:12,SFJD:13,S:14,OX:28,L:22,"
			 "PKFJZ:1,SXR:2,D:9,DFZ:16,OARD:9,FDZHA:18,DHPAGX:8,SLH:3,JLR:16,LAD:6,"
			 "SPAGO:13,POLXKR:22,A:15,A:27,RKJSG:22,FLGZ:19,HPSZ:12,LADO:12,ZFHXS:6,"
			 "XPK:26,FSAK:28,GXKR:12,LOKFHG:27,ZFPLKX:19,LHPGXR:23,HXGASP:13,"
			 "LSGPR:25,GALOJX:1,SFZ:15,DLGOZ:27,AF:6,JL:16,S:4,DXR:11,ZOJHR:24,"
			 "OXDJFS:20,R:30,H:17,HZSR:4,JAGHK:5,PARHF:18,ZKSLFD:30,LSPG:7,KD:18,"
			 "ZRD:5,KPDX:29,FR:26,F:26,RJPA:4,FK:6"}},
		"H", 199 - 64},
};

START_TEST(a_pile_of_letters_is_worth_what_it_is)
	{
		char text[MOVE_TEXT];

		searching_begin(&piles[_i].game, 0);
		struct position p = searching_start();
		for (int i = 0; all_searches[i] != NULL; i++) {
			if (!searching_fits(all_searches[i]) || all_searches[i] == &search_mcts)
				continue; /* the value of mcts is an estimate */
			struct search_result r = searching_to_depth(all_searches[i], &p, 0);
			if (r.depth > 0)
				ck_assert_int_eq(r.value, piles[_i].value);
			if (all_searches[i] == &search_minimax ||
				all_searches[i] == &search_alphabeta)
				ck_assert_str_eq(
					searching_line(&p, &r.best, 1, text), piles[_i].best);
		}
		searching_end();
	}
END_TEST

SUITE("bots/known", LOOP(minimax_visits_the_whole_tree, sizeof trees / sizeof *trees),
	LOOP(nim_is_lost_where_theory_says, 14),
	LOOP(alphabeta_visits_of_a_tree_what_the_textbook_does, sizeof leaves / sizeof *leaves),
	LOOP(a_pile_of_letters_is_worth_what_it_is, sizeof piles / sizeof *piles))

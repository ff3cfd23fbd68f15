/*
 * all-schedules.c - the list of all schedules.
 */
#include <stddef.h>

#include "referee/schedule/schedule.h"

extern const struct schedule schedule_round_robin, schedule_gauntlet, schedule_swiss,
	schedule_knockout, schedule_ladder, schedule_mix, schedule_sprt;

const struct schedule *const all_schedules[] = {&schedule_round_robin, &schedule_gauntlet,
	&schedule_swiss, &schedule_knockout, &schedule_ladder, &schedule_mix, &schedule_sprt, NULL};

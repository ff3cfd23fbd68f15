/*
 * all-processes.c - every kind of process of ours.
 */
#include "referee/arbiter/arbiter.h"
#include "referee/check/check-process.h"
#include "referee/net/listener.h"
#include "referee/arbiter/hall-run.h"
#include "referee/base/process.h"
#include "referee/web/web-start.h"
#include "referee/web/web-process.h"

const struct process_row process_table[PROCESS_KINDS] = {
	[PROCESS_ARBITER] = {"referee-arbiter", arbiter_run},
	[PROCESS_HALL] = {"referee-hall", remote_arbiter_run, .hands = true},
	[PROCESS_GATE] = {"referee-gate", listener_run, .parcels = true},
	[PROCESS_WEB] = {"referee-web", web_run},
	[PROCESS_WEB_ANEW] = {"referee-web", web_start_run},
	[PROCESS_EXAMINER] = {"referee-check", check_process_run},
};

/*
 * worker-status.c - what each worker of a director does now.
 */
#include "referee/director/worker-status.h"

#include <string.h>

#include "base/plural.h"
#include "base/unknown.h"
#include "referee/process/status-line.h"

/* The delay that 99 in 100 moves do not pass: the bound of its bucket. */
static int64_t worker_status_delay(const struct latency_histogram *delays)
{
	uint64_t below = 0;
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS - 1 && delays->sum > 0; i++) {
		below += delays->count[i];
		if (below >= delays->sum - delays->sum / 100)
			return latency_histogram_most[i];
	}
	return UNKNOWN; /* none, or more than the last bound */
}

/* Does the pace of the tournament keep it from a game that it would play? */
static bool worker_status_is_paced(const struct director *d, const struct arbiter_handle *a)
{
	return d->t->pace > 0 && a->local < a->local_max && time_now() < d->next;
}

static const char *worker_status_state(
	const struct director *d, const struct director_worker *w, const struct arbiter_handle *a)
{
	if (a == NULL)
		return "gone";
	if (a->retiring || a->leaving)
		return "leaves";
	if (*w->state != '\0' && strcmp(w->state, "plays") != 0)
		return w->state;
	return worker_status_is_paced(d, a) ? WORKER_STATUS_WAITS : "plays";
}

void worker_status_each(
	const struct director *d, void (*each)(void *arg, const struct worker_status *s), void *arg)
{
	for (int i = 0; d != NULL && i < DIRECTOR_WORKERS; i++) {
		const struct director_worker *w = &d->workers[i];
		const struct arbiter_handle *a = w->handle;
		if (*w->name == '\0')
			continue; /* never connected */
		bool linked = a != NULL && a->facts.slots > 0;
		each(arg, &(struct worker_status){.name = w->name,
				  .state = worker_status_state(d, w, linked ? a : NULL),
				  .slots = linked ? a->local_max : 0,
				  .running = linked ? a->local : 0,
				  .played = w->played + (linked ? a->played : 0),
				  .speed = linked ? a->facts.speed : w->speed,
				  .delay = linked ? worker_status_delay(&a->delays) : UNKNOWN,
				  .heard = linked ? a->heard : w->heard});
	}
}

/* --- their sum -------------------------------------------------------------------------------- */

struct worker_status_sums {
	int workers, slots;
};

static void worker_status_add(void *arg, const struct worker_status *s)
{
	struct worker_status_sums *sums = arg;
	sums->workers += s->slots > 0;
	sums->slots += s->slots;
}

void worker_status_sum(const struct director *d, int *workers, int *slots)
{
	struct worker_status_sums sums = {0, 0};
	worker_status_each(d, worker_status_add, &sums);
	*workers = sums.workers;
	*slots = sums.slots;
}

/* --- texts ------------------------------------------------------------------------------------ */

struct worker_status_list {
	int64_t now;
	FILE *out;
	struct json_writer *json;
};

static double worker_status_silent(const struct worker_status *s, int64_t now)
{
	return s->heard > 0 && now > s->heard ? (double)(now - s->heard) / 1000 : 0;
}

static void worker_status_print_one(void *arg, const struct worker_status *s)
{
	const struct worker_status_list *list = arg;
	char span[STATUS_LINE_SPAN];
	fprintf(list->out, "  worker %s: %s, %d of %d slots in use, %s played", s->name, s->state,
		s->running, s->slots, counted(s->played, "game").text);
	if (s->speed > 0)
		fprintf(list->out, ", %lld nodes/s", (long long)s->speed);
	if (s->delay >= 0)
		fprintf(list->out, ", delays below %g ms", (double)s->delay / 1000);
	status_line_span(worker_status_silent(s, list->now), span);
	fprintf(list->out, ", last heard %s ago\n", span);
}

void worker_status_print(const struct director *d, int64_t now, FILE *out)
{
	struct worker_status_list list = {.now = now, .out = out};
	worker_status_each(d, worker_status_print_one, &list);
}

static void worker_status_json_one(void *arg, const struct worker_status *s)
{
	const struct worker_status_list *list = arg;
	struct json_writer *j = list->json;
	json_open(j, NULL, '{');
	json_text(j, "name", s->name);
	json_text(j, "state", s->state);
	json_number(j, "slots", s->slots);
	json_number(j, "running", s->running);
	json_number(j, "played", s->played);
	json_known(j, "speed", s->speed > 0 ? s->speed : -1);
	json_known(j, "delay_99_us", s->delay);
	fprintf(json_key(j, "silent"), "%.1f", worker_status_silent(s, list->now));
	json_close(j, '}');
}

void worker_status_json(const struct director *d, int64_t now, struct json_writer *j)
{
	struct worker_status_list list = {.now = now, .json = j};
	json_open(j, "workers", '[');
	worker_status_each(d, worker_status_json_one, &list);
	json_close(j, ']');
}

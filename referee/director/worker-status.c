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

static const char *worker_status_state(
	const struct director *d, const struct director_worker *w, const struct arbiter_handle *a)
{
	if (a == NULL)
		return "gone";
	if (a->retiring || a->leaving)
		return "leaves";
	if (*w->state != '\0' && strcmp(w->state, "plays") != 0)
		return w->state;
	bool paced = d->t->pace > 0 && a->local < a->local_max && time_now() < d->next;
	return paced ? WORKER_STATUS_WAITS : "plays";
}

bool worker_status_next(const struct director *d, int *at, struct worker_status *s)
{
	while (d != NULL && *at < DIRECTOR_WORKERS && *d->workers[*at].name == '\0')
		++*at; /* never connected */
	if (d == NULL || *at == DIRECTOR_WORKERS)
		return false;
	const struct director_worker *w = &d->workers[(*at)++];
	const struct arbiter_handle *a = w->handle;
	bool linked = a != NULL && a->facts.slots > 0;
	*s = (struct worker_status){.name = w->name,
		.state = worker_status_state(d, w, linked ? a : NULL),
		.slots = linked ? a->local_max : 0,
		.running = linked ? a->local : 0,
		.played = w->played + (linked ? a->played : 0),
		.speed = linked ? a->facts.speed : w->speed,
		.delay = linked ? worker_status_delay(&a->delays) : UNKNOWN,
		.heard = linked ? a->heard : w->heard};
	return true;
}

void worker_status_sum(const struct director *d, int *workers, int *slots)
{
	struct worker_status s;
	*workers = *slots = 0;
	for (int i = 0; worker_status_next(d, &i, &s);) {
		*workers += s.slots > 0;
		*slots += s.slots;
	}
}

static double worker_status_silent(const struct worker_status *s, int64_t now)
{
	return s->heard > 0 && now > s->heard ? (double)(now - s->heard) / 1000 : 0;
}

void worker_status_print(const struct director *d, int64_t now, FILE *out)
{
	struct worker_status s;
	char span[STATUS_LINE_SPAN];
	for (int i = 0; worker_status_next(d, &i, &s);) {
		fprintf(out, "  worker %s: %s, %d of %d slots in use, %s played", s.name, s.state,
			s.running, s.slots, counted(s.played, "game").text);
		if (s.speed > 0)
			fprintf(out, ", %lld nodes/s", (long long)s.speed);
		if (s.delay >= 0)
			fprintf(out, ", delays below %g ms", (double)s.delay / 1000);
		status_line_span(worker_status_silent(&s, now), span);
		fprintf(out, ", last heard %s ago\n", span);
	}
}

void worker_status_json(const struct director *d, int64_t now, struct json_writer *j)
{
	struct worker_status s;
	json_open(j, "workers", '[');
	for (int i = 0; worker_status_next(d, &i, &s);) {
		json_open(j, NULL, '{');
		json_text(j, "name", s.name);
		json_text(j, "state", s.state);
		json_number(j, "slots", s.slots);
		json_number(j, "running", s.running);
		json_number(j, "played", s.played);
		json_known(j, "speed", s.speed > 0 ? s.speed : -1);
		json_known(j, "delay_99_us", s.delay);
		fprintf(json_key(j, "silent"), "%.1f", worker_status_silent(&s, now));
		json_close(j, '}');
	}
	json_close(j, ']');
}

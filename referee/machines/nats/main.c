/*
 * main.c - referee-broker: connects `referee` with workers on other machines, over a NATS server.
 *
 *	referee-broker main --url URL --pool POOL --silence USEC [--ca FILE] [--nkey FILE]
 *		--manifest FD --beat FD
 *	referee-broker worker --url URL --pool POOL --silence USEC [--ca FILE] [--nkey FILE]
 *		--name NAME --slots N
 *	referee-broker check --url URL --pool POOL --silence USEC [--ca FILE] [--nkey FILE]
 *		[--name NAME] [--json]
 *
 * `referee` starts it, with a socket as standard input (main-side.h, worker-side.h), or becomes it
 * (broker-check.h). It is a program of its own because its library has threads, and because no other
 * machine needs that library.
 */
#include <getopt.h>
#include <nats/nats.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "referee/machines/nats/broker-check.h"
#include "referee/machines/nats/main-side.h"
#include "referee/machines/nats/worker-side.h"
#include "referee/process/heartbeat.h"
#include "referee/process/process.h"
#include "referee/process/standard-output.h"
#include "referee/machines/worker-facts.h"
#include "base/version.h"

enum { BROKER_GOODBYE = 3 /* seconds */ };

struct broker_words {
	const char *url, *pool, *ca, *nkey, *name;
	bool json;
	usec silence;
	int manifest, slots, beat;
};

static bool broker_read_words(struct broker_words *w, int argc, char **argv)
{
	static const struct option options[] = {{"url", 1, NULL, 'u'}, {"pool", 1, NULL, 'p'},
		{"silence", 1, NULL, 's'}, {"ca", 1, NULL, 'c'}, {"nkey", 1, NULL, 'k'},
		{"name", 1, NULL, 'n'}, {"slots", 1, NULL, 'l'}, {"manifest", 1, NULL, 'o'},
		{"beat", 1, NULL, 'b'}, {"json", 0, NULL, 'j'}, {NULL, 0, NULL, 0}};
	int c;
	*w = (struct broker_words){.manifest = -1};
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (c) {
		case 'u':
			w->url = optarg;
			break;
		case 'p':
			w->pool = optarg;
			break;
		case 's':
			w->silence = strtoll(optarg, NULL, 10);
			break;
		case 'c':
			w->ca = optarg;
			break;
		case 'k':
			w->nkey = optarg;
			break;
		case 'n':
			w->name = optarg;
			break;
		case 'l':
			w->slots = atoi(optarg);
			break;
		case 'o':
			w->manifest = atoi(optarg);
			break;
		case 'b':
			w->beat = atoi(optarg);
			break;
		case 'j':
			w->json = true;
			break;
		default:
			return false;
		}
	return w->url != NULL && w->pool != NULL && w->silence > 0;
}

/* The parent has died. The loop sees the end of its socket, and says goodbye to the other side. */
static void broker_on_term(int number)
{
	(void)number;
	alarm(BROKER_GOODBYE);
}

static int broker_version(void)
{
	version_print("referee-broker");
	version_print_line("protocols", "workers %d", WORKER_PROTOCOL);
	version_print_line("libraries", "NATS %s", nats_GetVersion());
	return standard_output_end(EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	struct broker_words w;
	const char *side = argc > 1 ? argv[1] : "";
	bool worker = strcmp(side, "worker") == 0, check = strcmp(side, "check") == 0;
	if (argc == 2 && strcmp(argv[1], "--version") == 0)
		return broker_version();
	if (argc < 2 || (!worker && !check && strcmp(side, "main") != 0) ||
		!broker_read_words(&w, argc - 1, argv + 1) || (worker && w.name == NULL)) {
		fprintf(stderr,
			"referee-broker: `referee` starts it; see `referee worker run --help`\n");
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	if (check)
		broker_check_run(
			&(struct broker_check_terms){w.url, w.ca, w.nkey, w.name, w.pool, w.json});
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGTERM, broker_on_term);
	signal(SIGINT, SIG_IGN);
	process_raise_files();
	if (w.beat > 0)
		heartbeat_set_fd(w.beat);
	struct nats_connection_terms nats = {
		.url = w.url, .ca = w.ca, .nkey = w.nkey, .name = worker ? w.name : "main"};
	if (worker)
		return worker_side_run(&(struct worker_side_terms){.nats = nats,
			.name = w.name,
			.pool = w.pool,
			.slots = w.slots,
			.silence = w.silence});
	return main_side_run(&(struct main_side_terms){
		.nats = nats, .pool = w.pool, .silence = w.silence, .manifest = w.manifest});
}

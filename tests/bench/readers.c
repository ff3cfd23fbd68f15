/*
 * readers.c - what 500 open pages cost the games: `referee serve` plays a tournament between two
 * instant bots, and its own delay between an answer and the next question is read from its page of
 * figures (referee_move_delay_seconds) over spans without readers and with them, in turns.
 *
 *     readers FOLDER [READERS [ROUNDS]]
 *
 * FOLDER is made, and what is made in it removed. Readers are pages: half of them standings, half
 * the list of games that are played, and each asks for itself again as often as pages.js does. A
 * quantile lies in its bucket as if the delays there were spread evenly, as Prometheus has it; the
 * ratio is the median of the rounds.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/time.h"
#include "tests/lib/bench.h"

enum {
	READERS_BUCKETS = 13,
	READERS_SPAN = 3 * SECOND,
	READERS_SMALL = SECOND,
	READERS_ROUNDS = 16,
	READERS_ADDRESSES = 16
};

struct readers {
	char folder[256];
	pid_t daemon;
	int port;
	char page[64];		/* of the tournament: its id */
	unsigned asked;		/* how often */
	struct pollfd *streams; /* two a reader: its events, and the page that it loads or -1 */
	usec *due;		/* by reader: when it loads its page again; 0: nothing is new */
	int count;
	uint64_t bytes, pages; /* that they have read */
};

/* The histogram: bounds in microseconds, and how many were below each. */
struct readers_delays {
	double most[READERS_BUCKETS], below[READERS_BUCKETS];
	int count;
};

static void readers_fail(struct readers *r, const char *what)
{
	fprintf(stderr, "readers: %s\n", what);
	if (r->daemon > 0)
		kill(r->daemon, SIGKILL);
	exit(EXIT_FAILURE);
}

/* --- the daemon ------------------------------------------------------------------------------- */

static const char *const readers_files[] = {
	"fast.conf", "fast.db", "fast.db-wal", "fast.db-shm", "fast.db-lock", "control", "errors"};

static void readers_path(const struct readers *r, const char *name, char path[300])
{
	snprintf(path, 300, "%s/%s", r->folder, name);
}

static void readers_clean(const struct readers *r)
{
	char path[300];
	for (size_t i = 0; i < sizeof readers_files / sizeof *readers_files; i++) {
		readers_path(r, readers_files[i], path);
		unlink(path);
	}
	rmdir(r->folder);
}

static void readers_configure(struct readers *r)
{
	char path[300];
	readers_path(r, "fast.conf", path);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		readers_fail(r, "the folder cannot be written");
	fprintf(file,
		"name = fast\ngame = nim\nparam = { \"heaps=100\", \"take=1\" }\nrounds = 1000000\n"
		"movetime = 10s\nconcurrency = 1\ndb = \"%s/fast.db\"\n"
		"bot a { command = \"%s/tests/bench/instant\" }\n"
		"bot b { command = \"%s/tests/bench/instant\" }\n",
		r->folder, bench_build(), bench_build());
	fclose(file);
}

static void readers_start(struct readers *r)
{
	char conf[300], control[300], errors[300], line[512], program[300];
	readers_path(r, "fast.conf", conf);
	readers_path(r, "control", control);
	readers_path(r, "errors", errors);
	snprintf(program, sizeof program, "%s/referee", bench_build());
	r->daemon = fork();
	if (r->daemon == 0) {
		int out = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (out >= 0 && dup2(out, 2) >= 0)
			execl(program, "referee", "serve", conf, "--socket", control,
				"--http-listen", "127.0.0.1:0", "--concurrency", "1", (char *)NULL);
		_exit(127);
	}
	usec until = time_now() + 20 * SECOND;
	while (r->port == 0 && time_now() < until) {
		FILE *file = fopen(errors, "r");
		const char *at = NULL;
		while (file != NULL && r->port == 0 && fgets(line, sizeof line, file) != NULL)
			if ((at = strstr(line, "http://127.0.0.1:")) != NULL)
				r->port = atoi(at + strlen("http://127.0.0.1:"));
		if (file != NULL)
			fclose(file);
		poll(NULL, 0, 20);
	}
	if (r->port == 0)
		readers_fail(r, "there are no pages");
}

/* --- asking ----------------------------------------------------------------------------------- */

static int readers_ask(struct readers *r, const char *path)
{
	char text[256];
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)r->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int length = snprintf(text, sizeof text,
		"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	/* One address has a quarter of all streams at most. */
	struct sockaddr_in from = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + r->asked++ % READERS_ADDRESSES)};
	if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) != 0 ||
		connect(fd, (struct sockaddr *)&to, sizeof to) != 0 ||
		write(fd, text, (size_t)length) != length)
		readers_fail(r, strerror(errno));
	return fd;
}

/* Finds the address of the tournament's pages, which it has once it runs. */
static void readers_find_page(struct readers *r)
{
	usec until = time_now() + 20 * SECOND;
	while (*r->page == '\0' && time_now() < until) {
		char text[4096] = "";
		size_t length = 0;
		ssize_t count;
		int fd = readers_ask(r, "/.json");
		while ((count = read(fd, text + length, sizeof text - 1 - length)) > 0)
			length += (size_t)count;
		close(fd);
		const char *at = strstr(text, "\"id\":\"");
		if (at != NULL && strstr(at, "\"state\":\"running\"") != NULL)
			sscanf(at + strlen("\"id\":\""), "%63[a-z0-9-]", r->page);
		poll(NULL, 0, 20);
	}
	if (*r->page == '\0')
		readers_fail(r, "there is no tournament");
}

static struct readers_delays readers_delays(struct readers *r)
{
	static char text[1 << 18];
	size_t length = 0;
	ssize_t count;
	struct readers_delays d = {.count = 0};
	int fd = readers_ask(r, "/metrics");
	while ((count = read(fd, text + length, sizeof text - 1 - length)) > 0)
		length += (size_t)count;
	close(fd);
	text[length] = '\0';
	static const char bucket[] = "referee_move_delay_seconds_bucket{le=\"";
	for (const char *at = text; d.count < READERS_BUCKETS && (at = strstr(at, bucket)) != NULL;
		d.count++) {
		at += strlen(bucket);
		d.most[d.count] = strtod(at, NULL) * 1e6; /* the last is infinite */
		d.below[d.count] = strtod(strchr(at, ' '), NULL);
	}
	if (d.count != READERS_BUCKETS)
		readers_fail(r, "the page of figures has no delays");
	return d;
}

/* So much of what lies between two looks was below it. */
static double readers_quantile(
	const struct readers_delays *a, const struct readers_delays *b, double part)
{
	double all = b->below[READERS_BUCKETS - 1] - a->below[READERS_BUCKETS - 1];
	double before = 0, from = 0;
	for (int i = 0; i < READERS_BUCKETS - 1; i++) {
		double below = b->below[i] - a->below[i];
		if (below >= part * all)
			return from + (b->most[i] - from) * (part * all - before) /
					      (below > before ? below - before : 1);
		before = below;
		from = b->most[i];
	}
	return from;
}

/* --- readers ---------------------------------------------------------------------------------- */

/* By whether it is a list of games. */
static const struct {
	const char *events, *page;
	usec rest;
} readers_kinds[2] = {{"/t/%s/events?games=none", "/t/%s", 2 * SECOND},
	{"/t/%s/events?games=few", "/t/%s/live", 250 * SECOND / 1000}};

static struct pollfd readers_wait_for(struct readers *r, const char *path)
{
	char whole[128];
	snprintf(whole, sizeof whole, path, r->page);
	int fd = readers_ask(r, whole);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return (struct pollfd){.fd = fd, .events = POLLIN};
}

static void readers_open(struct readers *r, int count)
{
	r->streams = memory_get(2 * (size_t)count, sizeof *r->streams);
	r->due = memory_get((size_t)count, sizeof *r->due);
	for (; r->count < count; r->count++) {
		r->streams[2 * r->count] = readers_wait_for(r, readers_kinds[r->count % 2].events);
		r->streams[2 * r->count + 1].fd = -1;
	}
}

static void readers_close(struct readers *r)
{
	for (int i = 0; i < 2 * r->count; i++)
		if (r->streams[i].fd >= 0)
			close(r->streams[i].fd);
	free(r->streams);
	free(r->due);
	r->streams = NULL;
	r->due = NULL;
	r->count = 0;
}

/* Reads what is there. Returns whether it was anything; false in *open: it has ended. */
static bool readers_take(struct readers *r, int fd, bool *open)
{
	static char text[1 << 16];
	ssize_t count = 1;
	uint64_t before = r->bytes;
	while (count > 0 && (count = read(fd, text, sizeof text)) > 0)
		r->bytes += (uint64_t)count;
	*open = count != 0;
	return r->bytes > before;
}

static void readers_go_on(struct readers *r, int i)
{
	struct pollfd *events = &r->streams[2 * i], *page = events + 1;
	usec now = time_now();
	bool open;
	if (readers_take(r, events->fd, &open) && r->due[i] == 0)
		r->due[i] = now + readers_kinds[i % 2].rest;
	if (!open)
		readers_fail(r, "a reader was dropped");
	if (page->fd >= 0) {
		readers_take(r, page->fd, &open);
		if (open)
			return;
		close(page->fd);
		page->fd = -1;
		r->pages++;
	}
	if (r->due[i] != 0 && now >= r->due[i]) {
		r->due[i] = 0;
		*page = readers_wait_for(r, readers_kinds[i % 2].page);
	}
}

/* Reads whatever comes, twenty times a second at most, until the span is over. */
static void readers_read(struct readers *r, usec span)
{
	for (usec until = time_now() + span; time_now() < until;) {
		poll(NULL, 0, 50);
		for (int i = 0; i < r->count; i++)
			readers_go_on(r, i);
	}
}

/* --- the figures ------------------------------------------------------------------------------ */

struct readers_span {
	double p99, moves; /* microseconds; a second */
};

static struct readers_span readers_measure(struct readers *r)
{
	readers_read(r, SECOND); /* delays are told once a second */
	struct readers_delays a = readers_delays(r);
	usec began = time_now();
	readers_read(r, bench_size(READERS_SPAN, READERS_SMALL));
	struct readers_delays b = readers_delays(r);
	double seconds = (double)(time_now() - began) / 1e6;
	return (struct readers_span){readers_quantile(&a, &b, 0.99),
		(b.below[READERS_BUCKETS - 1] - a.below[READERS_BUCKETS - 1]) / seconds};
}

static void readers_rounds(struct readers *r, int count, int rounds)
{
	double p99[2][READERS_ROUNDS], moves[2][READERS_ROUNDS], ratio[READERS_ROUNDS];
	for (int i = 0; i < rounds; i++) {
		for (int with = 0; with < 2; with++) {
			if (with)
				readers_open(r, count);
			struct readers_span span = readers_measure(r);
			p99[with][i] = span.p99;
			moves[with][i] = span.moves;
			readers_close(r);
		}
		ratio[i] = p99[1][i] / p99[0][i];
	}
	printf("readers_none_p99_us %.2f the referee's own delay of a move without readers\n",
		bench_median(p99[0], (size_t)rounds));
	printf("readers_p99_us %.2f the same, %d pages open with live events\n",
		bench_median(p99[1], (size_t)rounds), count);
	printf("readers_ratio %.3f readers_p99_us / readers_none_p99_us, median of pairs\n",
		bench_median(ratio, (size_t)rounds));
	printf("readers_none_moves_per_s %.0f moves without readers\n",
		bench_median(moves[0], (size_t)rounds));
	printf("readers_moves_per_s %.0f moves, with the readers\n",
		bench_median(moves[1], (size_t)rounds));
	double seconds = rounds * (double)(bench_size(READERS_SPAN, READERS_SMALL) + SECOND) / 1e6;
	printf("readers_pages_per_s %.1f pages that they have loaded\n",
		(double)r->pages / seconds);
	printf("readers_mb_per_s %.2f to all of them\n", (double)r->bytes / 1e6 / seconds);
}

int main(int argc, char **argv)
{
	struct readers r = {.daemon = 0};
	struct rlimit files;
	int count = argc > 2 ? atoi(argv[2]) : bench_size(500, 4), status;
	int rounds = argc > 3 ? atoi(argv[3]) : bench_size(3, 1);
	if (argc < 2 || count < 1 || rounds < 1 || rounds > READERS_ROUNDS) {
		fprintf(stderr, "usage: readers FOLDER [READERS [ROUNDS]]\n");
		return 2;
	}
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	signal(SIGPIPE, SIG_IGN);
	snprintf(r.folder, sizeof r.folder, "%s", argv[1]);
	readers_clean(&r); /* of a run that failed */
	mkdir(r.folder, 0700);
	readers_configure(&r);
	readers_start(&r);
	readers_find_page(&r);
	readers_rounds(&r, count, rounds);
	kill(r.daemon, SIGTERM);
	bool good = waitpid(r.daemon, &status, 0) == r.daemon && status == 0;
	readers_clean(&r);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

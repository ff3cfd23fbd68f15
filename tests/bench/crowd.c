/*
 * crowd.c - many bots in one process, which come over the network and play.
 *
 * Usage: crowd tokens NAME:COUNT...            the file of their tokens, to standard output
 *        crowd bots NAME:COUNT...              their sections of a tournament's file
 *        crowd play NAME:COUNT@ADDRESS... [--think MS] [--seconds S] [--reconnect MS]
 *
 * NAME:COUNT are COUNT bots, NAME-1 and so on; ADDRESS is unix:PATH, plain:HOST:PORT, or HOST:PORT
 * with TLS. The token of a bot is the SHA-256 of "crowd " and its name: it is no secret, so this
 * is for tests alone. A move follows from the game's seed and the ply, so that a tournament always
 * ends the same way, whichever other bots are connected and however often a bot was away.
 *
 *   --think MS      it answers after as long as that on average, between nothing and twice as long
 *   --seconds S     then it ends; without it at SIGTERM
 *   --reconnect MS  each bot drops its connection after as long as that on average, every second
 *                   time without a word of farewell, and comes again
 *
 * "here N" is said when all are welcome for the first time. At SIGUSR1 and at the end one line
 * tells what was since the last: moves, connections that came and were lost, and how long it took
 * from a bot's `bestmove` to its opponent's `position`, where both are of this crowd.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/net/handshake.h"
#include "referee/net/tls.h"
#include "rules/rules.h"
#include "tests/lib/crowd-group.h"
#include "tests/lib/span-histogram.h"

enum {
	CROWD_GROUPS = 32,
	CROWD_HELLOS = 32,     /* at a time; a gate listens to twice as many from one source */
	CROWD_GAMES = 1 << 15, /* places for games that are played at a time */
	CROWD_LOST = 200,      /* ms until a refused bot connects again; and a random time more */
	CROWD_ANSWER = 32 + MOVE_TEXT,
};

/* A game, by its seed: when a move was sent that no other bot has seen yet, and which bot sent it.
 */
struct crowd_game {
	uint64_t seed;
	const struct crowd_bot *mover;
	usec moved; /* 0: it was seen */
};

enum crowd_phase { CROWD_AWAY, CROWD_HELLO, CROWD_HERE };

struct crowd_bot {
	TAILQ_ENTRY(crowd_bot) entry; /* while it waits to say hello */
	struct crowd *crowd;
	const struct crowd_group *group;
	enum crowd_phase phase;
	char name[TOKEN_NAME + 1], binding[CRYPTO_TEXT + 1];
	struct handshake_client caller;
	struct bufferevent *bev;
	int fd;
	struct event *timer, *leave; /* the answer, or the next hello; the farewell */
	uint64_t luck;		     /* of when it leaves */
	uint64_t seed;		     /* of its game */
	int ply;
	char answer[CROWD_ANSWER];
};

struct crowd {
	struct event_base *base;
	struct ssl_ctx_st *tls;
	struct crowd_group groups[CROWD_GROUPS];
	int groups_count, think, reconnect, seconds;
	struct crowd_bot *bots;
	int count, here, hellos;
	bool complete; /* all were here at a time */
	TAILQ_HEAD(, crowd_bot) waiting;
	struct crowd_game games[CROWD_GAMES];
	struct spread delays;
	uint64_t moves, came, lost;
	usec since;
};

static void crowd_fail(const char *what, const char *why)
{
	fprintf(stderr, "crowd: %s: %s\n", what, why);
	exit(EXIT_FAILURE);
}

static struct timeval crowd_after(uint64_t ms)
{
	return (struct timeval){(time_t)(ms / 1000), (suseconds_t)(ms % 1000 * 1000)};
}

static void crowd_print(struct crowd *c)
{
	double seconds = (double)(time_now() - c->since) / 1e6;
	printf("bots=%d here=%d seconds=%.2f moves=%llu moves_per_s=%.0f p50_us=%lld p99_us=%lld "
	       "max_us=%lld seen=%llu came=%llu lost=%llu\n",
		c->count, c->here, seconds, (unsigned long long)c->moves,
		(double)c->moves / seconds, (long long)spread_percentile(&c->delays, 50),
		(long long)spread_percentile(&c->delays, 99), (long long)c->delays.most,
		(unsigned long long)c->delays.count, (unsigned long long)c->came,
		(unsigned long long)c->lost);
	fflush(stdout);
	memset(&c->delays, 0, sizeof c->delays);
	c->moves = c->came = c->lost = 0;
	c->since = time_now();
}

/* --- playing -------------------------------------------------------------------------------- */

static struct crowd_game *crowd_game(struct crowd *c, uint64_t seed)
{
	return &c->games[random_mix(seed, 0) % CROWD_GAMES];
}

static void crowd_newgame(struct crowd_bot *b, const char *line)
{
	const char *seed = strstr(line, " seed ");
	b->seed = seed != NULL ? strtoull(seed + 6, NULL, 10) : 0;
	*crowd_game(b->crowd, b->seed) = (struct crowd_game){.seed = b->seed};
}

static void crowd_position(struct crowd_bot *b, const char *line)
{
	struct crowd_game *game = crowd_game(b->crowd, b->seed);
	const char *moves = strstr(line, " moves ");
	if (game->seed == b->seed && game->moved != 0 && game->mover != b) {
		spread_add(&b->crowd->delays, time_now() - game->moved);
		game->moved = 0;
	}
	b->ply = 0;
	for (moves = moves != NULL ? moves + 6 : ""; *moves != '\0'; moves++)
		b->ply += *moves == ' ';
}

/* Chooses one of "legal MOVE...". */
static void crowd_legal(struct crowd_bot *b, const char *line)
{
	uint64_t count = 0;
	for (const char *at = line; *at != '\0'; at++)
		count += *at == ' ';
	if (count == 0)
		return;
	uint64_t chosen = random_mix(b->seed, (uint64_t)b->ply) % count;
	const char *word = strchr(line, ' ');
	while (chosen-- > 0)
		word = strchr(word + 1, ' ');
	snprintf(b->answer, sizeof b->answer, "bestmove %.*s\n", (int)strcspn(word + 1, " "),
		word + 1);
}

static void crowd_answer(struct crowd_bot *b)
{
	bufferevent_write(b->bev, b->answer, strlen(b->answer));
	*crowd_game(b->crowd, b->seed) = (struct crowd_game){b->seed, b, time_now()};
	b->crowd->moves++;
}

static void crowd_go(struct crowd_bot *b)
{
	uint64_t luck = random_mix(random_mix(b->seed, (uint64_t)b->ply), 1);
	if (b->crowd->think == 0) {
		crowd_answer(b);
		return;
	}
	struct timeval wait = crowd_after(luck % (2 * (uint64_t)b->crowd->think + 1));
	event_add(b->timer, &wait);
}

static void crowd_say(struct crowd_bot *b, const char *text)
{
	bufferevent_write(b->bev, text, strlen(text));
}

/* A line of the referee to a bot that is welcome. */
static void crowd_take(struct crowd_bot *b, const char *line)
{
	if (strcmp(line, "ugi") == 0) {
		event_del(b->timer);
		crowd_say(b, "id name crowd\nfeature newgame legal players\nugiok\n");
	} else if (strcmp(line, "isready") == 0) {
		crowd_say(b, "readyok\n");
	} else if (strncmp(line, "uginewgame", 10) == 0) {
		crowd_newgame(b, line);
	} else if (strncmp(line, "position ", 9) == 0) {
		crowd_position(b, line);
	} else if (strncmp(line, "legal ", 6) == 0) {
		crowd_legal(b, line);
	} else if (strncmp(line, "go ", 3) == 0) {
		crowd_go(b);
	}
}

/* --- coming and going ----------------------------------------------------------------------- */

static void crowd_next(struct crowd *c);

/* The connection is over; the bot comes again, at once or later. */
static void crowd_end(struct crowd_bot *b, bool polite, uint64_t ms)
{
	struct crowd *c = b->crowd;
	static const struct sockaddr nobody = {.sa_family = AF_UNSPEC};
	c->hellos -= b->phase == CROWD_HELLO;
	c->here -= b->phase == CROWD_HERE;
	b->phase = CROWD_AWAY;
	event_del(b->leave);
	if (!polite) /* TCP says RST, and nothing can be said any more */
		connect(b->fd, &nobody, sizeof nobody);
	if (b->bev != NULL)
		(b->group->tls ? tls_close : bufferevent_free)(b->bev);
	if (b->fd >= 0)
		close(b->fd);
	b->bev = NULL;
	b->fd = -1;
	struct timeval wait = crowd_after(ms);
	event_add(b->timer, &wait);
}

static void crowd_lose(struct crowd_bot *b)
{
	b->crowd->lost++;
	crowd_end(b, true, CROWD_LOST + random_mix(b->luck, b->crowd->lost) % CROWD_LOST);
	crowd_next(b->crowd);
}

static void crowd_on_leave(evutil_socket_t fd, short what, void *arg)
{
	struct crowd_bot *b = arg;
	(void)fd, (void)what;
	b->luck = random_mix(b->luck, 1);
	crowd_end(b, b->luck % 2 == 0, b->luck % 64);
}

static void crowd_welcome(struct crowd_bot *b)
{
	struct crowd *c = b->crowd;
	b->phase = CROWD_HERE;
	c->came++;
	c->hellos--;
	if (++c->here == c->count && !c->complete) {
		c->complete = true;
		printf("here %d\n", c->count);
		fflush(stdout);
	}
	if (c->reconnect > 0) {
		uint64_t span = (uint64_t)c->reconnect;
		struct timeval wait = crowd_after(span / 2 + b->luck % (span + 1));
		event_add(b->leave, &wait);
	}
	crowd_next(c);
}

static void crowd_greet(struct crowd_bot *b)
{
	char line[HANDSHAKE_LINE];
	unsigned char token[CRYPTO_BYTES], nonce[CRYPTO_BYTES];
	crowd_token(b->name, token);
	crypto_random(nonce);
	handshake_client_init(&b->caller, b->name, b->binding, token, nonce);
	handshake_client_start(&b->caller, line);
	crowd_say(b, line);
}

static void crowd_on_read(struct bufferevent *bev, void *arg)
{
	struct crowd_bot *b = arg;
	struct error err;
	char out[HANDSHAKE_LINE], *line;
	while (b->bev == bev && (line = evbuffer_readln(bufferevent_get_input(bev), NULL,
					 EVBUFFER_EOL_LF)) != NULL) {
		enum handshake_status status = HANDSHAKE_GOES_ON;
		if (b->phase == CROWD_HERE)
			crowd_take(b, line);
		else if ((status = handshake_client_take(&b->caller, line, out, &err)) ==
			 HANDSHAKE_REFUSED)
			crowd_lose(b);
		else if (status == HANDSHAKE_WELCOME)
			crowd_welcome(b);
		else
			crowd_say(b, out);
		free(line);
	}
}

static void crowd_on_event(struct bufferevent *bev, short what, void *arg)
{
	struct crowd_bot *b = arg;
	if (!(what & BEV_EVENT_CONNECTED))
		crowd_lose(b);
	else if (tls_fingerprint(bev, b->binding))
		crowd_greet(b);
}

static void crowd_connect(struct crowd_bot *b)
{
	struct crowd *c = b->crowd;
	struct error err;
	bool loopback;
	b->phase = CROWD_HELLO;
	c->hellos++;
	b->fd = net_address_connect(&b->group->door, HANDSHAKE_TIME, &loopback, &err);
	if (b->fd < 0) {
		c->lost++;
		crowd_end(b, true, CROWD_LOST * 5);
		return;
	}
	fcntl(b->fd, F_SETFL, fcntl(b->fd, F_GETFL) | O_NONBLOCK);
	b->bev = b->group->tls ? tls_open(c->base, c->tls, b->fd, b->group->door.host)
			       : bufferevent_socket_new(c->base, b->fd, 0);
	if (b->bev == NULL)
		crowd_fail(b->name, "no memory");
	bufferevent_setcb(b->bev, crowd_on_read, NULL, crowd_on_event, b);
	bufferevent_enable(b->bev, EV_READ | EV_WRITE);
	if (!b->group->tls) {
		strcpy(b->binding, "-");
		crowd_greet(b);
	}
}

static void crowd_next(struct crowd *c)
{
	struct crowd_bot *b;
	while (c->hellos < CROWD_HELLOS && (b = TAILQ_FIRST(&c->waiting)) != NULL) {
		TAILQ_REMOVE(&c->waiting, b, entry);
		crowd_connect(b);
	}
}

static void crowd_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct crowd_bot *b = arg;
	(void)fd, (void)what;
	if (b->phase == CROWD_HERE) {
		crowd_answer(b);
		return;
	}
	TAILQ_INSERT_TAIL(&b->crowd->waiting, b, entry);
	crowd_next(b->crowd);
}

/* --- its life ------------------------------------------------------------------------------- */

static void crowd_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct crowd *c = arg;
	(void)what;
	if (number == SIGUSR1)
		crowd_print(c);
	else
		event_base_loopbreak(c->base);
}

static void crowd_group_init(struct crowd *c, const struct crowd_group *g)
{
	for (int i = 0; i < g->count; i++) {
		struct crowd_bot *b = &c->bots[c->count];
		b->crowd = c;
		b->group = g;
		b->fd = -1;
		b->luck = random_mix((uint64_t)c->count++, 0);
		b->timer = evtimer_new(c->base, crowd_on_timer, b);
		b->leave = evtimer_new(c->base, crowd_on_leave, b);
		crowd_name(g, i, b->name);
		TAILQ_INSERT_TAIL(&c->waiting, b, entry);
	}
}

static void crowd_clear(struct crowd *c)
{
	for (int i = 0; i < c->count; i++) {
		struct crowd_bot *b = &c->bots[i];
		if (b->bev != NULL)
			(b->group->tls ? tls_close : bufferevent_free)(b->bev);
		if (b->fd >= 0)
			close(b->fd);
		event_free(b->timer);
		event_free(b->leave);
	}
	free(c->bots);
	tls_free(c->tls);
}

static void crowd_play(struct crowd *c)
{
	static const int signals[] = {SIGTERM, SIGINT, SIGUSR1};
	struct event *heard[sizeof signals / sizeof *signals];
	struct rlimit files;
	struct error err;
	int count = 0;
	for (int i = 0; i < c->groups_count; i++)
		count += c->groups[i].count;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	signal(SIGPIPE, SIG_IGN);
	c->base = event_base_new();
	c->tls = tls_client(&err);
	if (c->base == NULL || c->tls == NULL)
		crowd_fail("TLS", err.text);
	c->bots = memory_get((size_t)count, sizeof *c->bots);
	for (int i = 0; i < c->groups_count; i++)
		crowd_group_init(c, &c->groups[i]);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		heard[i] = evsignal_new(c->base, signals[i], crowd_on_signal, c);
		event_add(heard[i], NULL);
	}
	struct timeval end = {c->seconds, 0};
	if (c->seconds > 0)
		event_base_loopexit(c->base, &end);
	c->since = time_now();
	crowd_next(c);
	event_base_dispatch(c->base);
	crowd_print(c);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		event_free(heard[i]);
	crowd_clear(c);
	event_base_free(c->base);
}

/* --- what is asked of it -------------------------------------------------------------------- */

/* NAME:COUNT[@ADDRESS] */
static void crowd_read_group(struct crowd *c, char *word)
{
	struct crowd_group *g = &c->groups[c->groups_count++];
	struct error err;
	char *address = strchr(word, '@'), *count = strchr(word, ':');
	if (c->groups_count > CROWD_GROUPS || count == NULL || (g->count = atoi(count + 1)) < 1)
		crowd_fail(word, "is not NAME:COUNT or NAME:COUNT@ADDRESS");
	*count = '\0';
	g->name = word;
	if (address == NULL)
		return;
	bool plain = strncmp(++address, "plain:", 6) == 0;
	if (!net_address_read(&g->door, address + (plain ? 6 : 0), &err))
		crowd_fail(address, err.text);
	g->tls = !plain && !g->door.local;
}

int main(int argc, char **argv)
{
	static struct crowd c;
	const struct {
		const char *name;
		int *value;
	} flags[] = {
		{"--think", &c.think}, {"--reconnect", &c.reconnect}, {"--seconds", &c.seconds}};
	TAILQ_INIT(&c.waiting);
	for (int i = 2; i < argc; i++) {
		size_t row = 0;
		while (row < 3 && strcmp(argv[i], flags[row].name) != 0)
			row++;
		if (row < 3 && i + 1 < argc)
			*flags[row].value = atoi(argv[++i]);
		else
			crowd_read_group(&c, argv[i]);
	}
	if (c.groups_count == 0)
		crowd_fail("usage", "crowd tokens|bots|play NAME:COUNT[@ADDRESS]... [flags]");
	for (int i = 0; i < c.groups_count; i++) {
		if (strcmp(argv[1], "tokens") == 0)
			crowd_tokens(&c.groups[i]);
		else if (strcmp(argv[1], "bots") == 0)
			crowd_bots(&c.groups[i]);
	}
	if (strcmp(argv[1], "play") == 0)
		crowd_play(&c);
	return EXIT_SUCCESS;
}

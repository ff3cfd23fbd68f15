/*
 * Which pages are made, for whom and in which order, and which answers are kept. A server of this
 * process with pages of its own: a page names itself in a pipe when it begins, and ends when the
 * test lets one go.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/rate-limit.h"
#include "referee/sandbox/landlock.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/web-readers.h"

static int let_go, begun, standard[2]; /* the pages' ends are the standard input and error */

/* --- the pages -------------------------------------------------------------------------------- */

/* Begins and waits. Then it has what it was made from. */
static int page_slow(struct web_view *v)
{
	char byte, line[64];
	int length = snprintf(line, sizeof line, "%s\n", address_value(v->address, "n"));
	const struct live_games_tournament *t = v->tournament;
	if (write(STDERR_FILENO, line, (size_t)length) != length ||
		read(STDIN_FILENO, &byte, 1) != 1)
		return 500;
	fprintf(v->out, "%llu for %s", (unsigned long long)(t != NULL ? t->version : 0),
		v->owner != NULL ? v->owner : "all");
	return 200;
}

/* Its findings in the database, and the files of this machine that it may open. */
static int page_quick(struct web_view *v)
{
	fprintf(v->out, "%s %d %d %s %s", v->report.texts[REPORT_NAME], v->report.bots_count,
		v->report.bands != NULL, v->base,
		open("/etc/passwd", O_RDONLY | O_CLOEXEC) < 0 || landlock_version() < 1 ? "confined"
											: "free");
	return 200;
}

/* Which databases it can read, and the place of the bot that it is about. */
static int page_databases(struct web_view *v)
{
	for (int i = 0; i < v->web->live.count; i++) {
		struct db *db;
		bool good =
			db_open(&db, v->web->live.tournaments[i]->path, DB_READ_CONFINED) == DB_OK;
		fprintf(v->out, "%s,", good ? "read" : "closed");
		db_close(db);
	}
	fprintf(v->out, "%d", v->report.one);
	return 200;
}

static int page_json(struct web_view *v)
{
	fputs("[]", v->out);
	return 200;
}

static int page_html(struct web_view *v)
{
	return page_json(v);
}

static int page_record(struct web_view *v)
{
	return page_json(v);
}

static int page_refused(struct web_view *v)
{
	fputs("a page that was begun", v->out);
	error_set(&v->err, "There is no <such> page");
	return 404;
}

static int page_gone(struct web_view *v)
{
	(void)v;
	_exit(EXIT_SUCCESS);
}

static const struct web_page pages[] = {
	{.path = "/slow", .keys = "n m", .age = WEB_ALL, .html = page_slow},
	{.path = "/never", .age = WEB_ALWAYS, .html = page_json},
	{.path = "/json",
		.html = page_html,
		.json = page_json,
		.record = page_record,
		.age = WEB_ALL},
	{.path = "/figures", .html = page_json, .type = "text/x-figures", .age = WEB_ALL},
	{.path = "/own", .html = page_slow, .readers = WEB_BY_READER, .age = WEB_ALL, .keys = "n"},
	{.path = "/refused", .html = page_refused, .age = WEB_ALL},
	{.path = "/gone", .html = page_gone, .age = WEB_ALL},
	{.path = "/framed", .html = page_json, .framed = true, .age = WEB_ALL},
	{.path = "/framed/refused", .html = page_refused, .framed = true, .age = WEB_ALL},
	{.path = "/t/T", .html = page_quick, .json = page_json},
	{.path = "/t/T/ratings", .html = page_quick, .history = WEB_BANDS},
	{.path = "/t/T/now", .html = page_slow, .age = WEB_ANY_CHANGE},
	{.path = "/t/T/bot/B", .html = page_databases},
	{.path = "/databases", .html = page_databases, .databases = true, .age = WEB_ALL},
	{.path = "/none", .html = page_databases, .age = WEB_ALL},
	{.path = "/all", .html = page_json, .age = WEB_ALL},
	{.path = NULL},
};

/* The key owner of the query says which owner asks. */
static void on_get(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	(void)owner;
	for (const struct web_page *p = pages; p->path != NULL; p++) {
		struct web_view v = {.web = w, .address = a};
		if (!web_match_path(p->path, &v))
			continue;
		if (p->readers != WEB_ALIKE && *address_value(a, "owner") != '\0')
			v.owner = address_value(a, "owner");
		page_cache_answer(w, request, p,
			*a->suffix == '\0'		 ? p->html
			: strcmp(a->suffix, "json") == 0 ? p->json
							 : p->record,
			&v);
		return;
	}
	web_refuse(w, request, 404, "None of the test's pages");
}

/* --- the server ------------------------------------------------------------------------------- */

static const struct web_service service = {.get = on_get, .other = "/play"};

static void tell(const char *format, const char *path)
{
	char line[PATH_MAX + 64];
	snprintf(line, sizeof line, format, path);
	web_readers_tell(line);
}

static struct live_games_tournament *tournament(int number)
{
	return web->live.tournaments[number - 1];
}

/* Two tournaments, the fixture's first and one that has played nothing. */
static void begin(void)
{
	int go[2], names[2];
	ck_assert(pipe2(go, O_CLOEXEC) == 0 && pipe2(names, O_CLOEXEC) == 0);
	standard[0] = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
	standard[1] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
	ck_assert(dup2(go[0], STDIN_FILENO) == STDIN_FILENO &&
		  dup2(names[1], STDERR_FILENO) == STDERR_FILENO);
	close(go[0]), close(names[1]);
	let_go = go[1];
	begun = names[0];
	web_readers_begin(&service);
	web->next = event_new(web->base, -1, 0, page_cache_next, web);
	mkdir(fixture_path("first"), 0700);
	db_close(fixture_open(fixture_path("first/pages.db")));
	tell("tournament 1 1 6 6 running cup %s - - -", fixture_path("first/pages.db"));
	tell("tournament 2 - 0 6 running%s later - - - -", "");
}

static void end(void)
{
	page_cache_clear(web);
	ck_assert_int_eq(web->children, 0);
	ck_assert_int_eq(web->waiting, 0);
	ck_assert_int_eq(web->kept, 0);
	ck_assert_int_eq(web->kept_of_owners, 0);
	event_free(web->next);
	web_readers_end();
	close(let_go), close(begun);
	dup2(standard[0], STDIN_FILENO);
	dup2(standard[1], STDERR_FILENO);
	close(standard[0]), close(standard[1]);
}

/* --- the readers ------------------------------------------------------------------------------ */

/* A reader asks, and the server has taken it: this many pages wait or are made then. */
static int ask_and_wait(int host, const char *path, int pages_there)
{
	int fd = ask(host, path);
	while (web->waiting + web->children != pages_there)
		ck_assert_int_eq(event_base_loop(web->base, EVLOOP_ONCE), 0);
	return fd;
}

/* Pages end that have begun, or begin later. */
static void go(int count)
{
	for (int i = 0; i < count; i++)
		ck_assert_int_eq(write(let_go, "g", 1), 1);
}

/* The n of the next page that begins. */
static int next_begun(void)
{
	char line[16] = "";
	size_t length = 0;
	do {
		until_ready(begun);
		ck_assert_int_eq(read(begun, &line[length], 1), 1);
	} while (line[length++] != '\n' && length < sizeof line - 1);
	return atoi(line);
}

/* --- the tests -------------------------------------------------------------------------------- */

START_TEST(a_page_is_made_once_for_all_that_ask_meanwhile)
	{
		begin();
		int first = ask_and_wait(1, "/slow?n=7", 1);
		ck_assert_int_eq(next_begun(), 7);
		int second = ask(2, "/slow?n=7"), third = ask(1, "/slow?x=1&n=7");
		until(&web->connections, 3);
		go(1);
		ck_assert_str_eq(body_of(answered(first)), "0 for all");
		ck_assert_str_eq(body_of(answered(second)), "0 for all");
		ck_assert_str_eq(body_of(answered(third)), "0 for all");
		/* and then it is kept: nothing lets another one go */
		ck_assert_str_eq(body_of(answered(ask(3, "/slow?n=7"))), "0 for all");
		ck_assert_uint_eq(web->made, 1);
		ck_assert_int_eq(web->kept, 1);
		go(1);
		ck_assert_int_eq(status_of(answered(ask(3, "/slow?m=7"))), 200);
		ck_assert_uint_eq(web->made, 2);
		end();
	}
END_TEST

enum news { NEWS_NONE, NEWS_RESULT, NEWS_MOVE, NEWS_ELSEWHERE };

static const struct {
	const char *path;
	enum news news;
	int made; /* of two questions */
} ages[] = {
	{"/t/1", NEWS_NONE, 1},
	{"/t/1", NEWS_RESULT, 2},
	{"/t/1", NEWS_MOVE, 1},
	{"/t/1", NEWS_ELSEWHERE, 1},
	{"/t/1/now", NEWS_NONE, 1},
	{"/t/1/now", NEWS_RESULT, 2},
	{"/t/1/now", NEWS_MOVE, 2},
	{"/t/1/now", NEWS_ELSEWHERE, 1},
	{"/all", NEWS_NONE, 1},
	{"/all", NEWS_MOVE, 2},
	{"/all", NEWS_ELSEWHERE, 2},
	{"/never", NEWS_NONE, 2},
};

START_TEST(only_news_of_a_page_make_it_anew)
	{
		begin();
		go(2);
		ck_assert_int_eq(status_of(answered(ask(1, ages[_i].path))), 200);
		struct live_games_tournament *t =
			tournament(ages[_i].news == NEWS_ELSEWHERE ? 2 : 1);
		t->results += ages[_i].news == NEWS_RESULT;
		t->version += ages[_i].news != NEWS_NONE;
		web->live.version += ages[_i].news != NEWS_NONE;
		ck_assert_int_eq(status_of(answered(ask(1, ages[_i].path))), 200);
		ck_assert_uint_eq(web->made, ages[_i].made);
		/* of the two answers the stale one is not kept */
		ck_assert_int_eq(web->kept, strcmp(ages[_i].path, "/never") != 0);
		end();
	}
END_TEST

START_TEST(no_reader_gets_an_answer_that_was_stale_when_it_asked)
	{
		begin();
		uint64_t before = tournament(1)->version;
		char early[32], late[32];
		snprintf(early, sizeof early, "%llu for all", (unsigned long long)before);
		snprintf(late, sizeof late, "%llu for all", (unsigned long long)before + 1);
		int first = ask_and_wait(1, "/t/1/now", 1);
		next_begun();
		tournament(1)->version++;
		int second = ask_and_wait(2, "/t/1/now", 2);
		next_begun();
		go(2);
		ck_assert_str_eq(body_of(answered(first)), early);
		ck_assert_str_eq(body_of(answered(second)), late);
		ck_assert_str_eq(body_of(answered(ask(1, "/t/1/now"))), late);
		ck_assert_uint_eq(web->made, 2);
		end();
	}
END_TEST

START_TEST(an_owners_answer_is_for_that_owner_alone)
	{
		static const struct {
			const char *path, *body;
			bool private;
		} rows[] = {{"/own", "0 for all", false}, {"/own?owner=ann", "0 for ann", true},
			{"/own?owner=bob", "0 for bob", true}};
		begin();
		go(3);
		for (int again = 0; again < 2; again++)
			for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
				const char *answer = answered(ask(1, rows[i].path));
				ck_assert_str_eq(body_of(answer), rows[i].body);
				ck_assert_ptr_nonnull(
					strstr(answer, "\r\nVary: Cookie, Authorization\r\n"));
				ck_assert_int_eq(
					strstr(answer,
						"\r\nCache-Control: private, no-store\r\n") != NULL,
					rows[i].private);
			}
		ck_assert_uint_eq(web->made, 3);
		ck_assert_int_eq(web->kept_of_owners, 2);
		ck_assert_ptr_null(strstr(answered(ask(1, "/all")), "\r\nVary: "));
		end();
	}
END_TEST

static const struct {
	const char *path, *type;
} types[] = {
	{"/json", "text/html; charset=utf-8"},
	{"/json.json", "application/json"},
	{"/json.record", "text/plain; charset=utf-8"},
	{"/figures", "text/x-figures"},
};

START_TEST(an_answer_has_the_type_of_its_form)
	{
		char line[96];
		begin();
		snprintf(line, sizeof line, "\r\nContent-Type: %s\r\n", types[_i].type);
		const char *answer = answered(ask(1, types[_i].path));
		ck_assert_msg(strstr(answer, line) != NULL, "%s", answer);
		ck_assert_str_eq(body_of(answer), "[]");
		end();
	}
END_TEST

/* With a page that pages of other servers may show, its refusal may not be shown there. */
static const struct {
	const char *path, *sentence;
	int status, failed;
	bool framed;
} refusals[] = {
	{"/refused", "There is no &lt;such&gt; page.", 404, 0, false},
	{"/framed/refused", "There is no &lt;such&gt; page.", 404, 0, false},
	{"/gone", "The page could not be made.", 500, 2, false},
	{"/framed", "[]", 200, 0, true},
	/* without a database there is no result yet */
	{"/t/2", "No game has been played yet.", 200, 0, false},
	{"/t/2.json", "null", 200, 0, false},
};

START_TEST(a_refusal_is_told_and_not_kept)
	{
		begin();
		bool good = refusals[_i].status == 200;
		for (int again = 0; again < 2; again++) {
			const char *answer = answered(ask(1, refusals[_i].path));
			ck_assert_int_eq(status_of(answer), refusals[_i].status);
			ck_assert_msg(strstr(body_of(answer), refusals[_i].sentence) != NULL, "%s",
				answer);
			ck_assert_ptr_null(strstr(answer, "begun"));
			ck_assert_int_eq(strstr(answer, "X-Frame-Options: DENY") == NULL,
				refusals[_i].framed);
		}
		ck_assert_uint_eq(web->made, good ? 1 : 2);
		ck_assert_uint_eq(web->failed, refusals[_i].failed);
		ck_assert_int_eq(web->kept, good);
		end();
	}
END_TEST

START_TEST(a_page_reads_its_tournament_and_no_other_file)
	{
		begin();
		ck_assert_str_eq(body_of(answered(ask(1, "/t/1"))), "cup 3 0 /t/1 confined");
		ck_assert_str_eq(
			body_of(answered(ask(1, "/t/1/ratings"))), "cup 3 1 /t/1 confined");
		tell("tournament 3 9 0 6 running gone %s - - -", fixture_path("first/pages.db"));
		const char *answer = answered(ask(1, "/t/3"));
		ck_assert_int_eq(status_of(answer), 404);
		ck_assert_ptr_nonnull(strstr(
			answer, "The database was replaced, and no longer has this tournament."));
		tell("tournament 4 1 0 6 running none %s - - -", fixture_path("none.db"));
		answer = answered(ask(1, "/t/4"));
		ck_assert_int_eq(status_of(answer), 500);
		ck_assert_ptr_nonnull(strstr(answer, "The database cannot be read now."));
		end();
	}
END_TEST

/* Of the databases of both tournaments: the first is the fixture's, the second in a folder of its
 * own. */
static const struct {
	const char *path, *body;
} databases[] = {
	{"/none", "closed,closed,0"},
	{"/databases", "read,read,0"},
	{"/t/1/bot/alpha", "read,closed,1"},
	{"/t/1/bot/gamma", "read,closed,3"},
	{"/t/1/bot/delta", "read,closed,0"},
};

START_TEST(a_page_opens_the_databases_that_it_is_about)
	{
		if (landlock_version() < 1) {
			puts("skipped: this kernel has no Landlock");
			return;
		}
		begin();
		mkdir(fixture_path("apart"), 0700);
		db_close(fixture_open(fixture_path("apart/pages.db")));
		tell("tournament 2 2 0 6 running later %s - - -", fixture_path("apart/pages.db"));
		ck_assert_str_eq(body_of(answered(ask(1, databases[_i].path))), databases[_i].body);
		end();
	}
END_TEST

/* Any reader can ask for a page that fails: a line tells of it, unless lines are owed for an hour
 * (rate-limit.h). */
START_TEST(pages_that_fail_fill_no_log)
	{
		char text[8192];
		int lines = 0;
		begin();
		tell("tournament 2 1 0 6 running none %s - - -", fixture_path("none.db"));
		ck_assert_int_eq(status_of(answered(ask(1, "/t/2"))), 500);
		web->failures_logged = time_now() + 3600 * SECOND;
		for (int i = 0; i < 3; i++)
			ck_assert_int_eq(status_of(answered(ask(1, "/t/2"))), 500);
		ck_assert_int_eq(fcntl(begun, F_SETFL, O_NONBLOCK), 0);
		ssize_t length = read(begun, text, sizeof text);
		for (ssize_t i = 0; i < length; i++)
			lines += text[i] == '\n';
		ck_assert_int_eq(lines, 1);
		end();
	}
END_TEST

START_TEST(a_page_that_hangs_is_killed)
	{
		setenv("REFEREE_WATCHDOG_SEC", "0.01", 1);
		begin();
		const char *answer = answered(ask(1, "/slow?n=1"));
		unsetenv("REFEREE_WATCHDOG_SEC");
		ck_assert_int_eq(status_of(answer), 500);
		ck_assert_int_eq(web->children, 0);
		go(1);
		ck_assert_int_eq(status_of(answered(ask(1, "/slow?n=1"))), 200);
		end();
	}
END_TEST

START_TEST(a_page_is_not_begun_for_readers_that_left)
	{
		int fds[WEB_CHILDREN + 2];
		char path[32];
		begin();
		for (int i = 0; i < WEB_CHILDREN + 2; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			fds[i] = ask_and_wait(1, path, i + 1);
			ck_assert_int_le(web->children, WEB_CHILDREN);
		}
		for (int i = 0; i < WEB_CHILDREN; i++)
			ck_assert_int_lt(next_begun(), WEB_CHILDREN);
		close(fds[WEB_CHILDREN]);
		go(1);
		/* the next that begins is the one after it */
		ck_assert_int_eq(next_begun(), WEB_CHILDREN + 1);
		go(WEB_CHILDREN);
		for (int i = 0; i < WEB_CHILDREN + 2; i++)
			if (i != WEB_CHILDREN)
				ck_assert_int_eq(status_of(answered(fds[i])), 200);
		ck_assert_uint_eq(web->made, WEB_CHILDREN + 1);
		end();
	}
END_TEST

START_TEST(news_while_a_page_waits_make_no_second_one)
	{
		int fds[WEB_CHILDREN];
		char path[32], late[32];
		begin();
		for (int i = 0; i < WEB_CHILDREN; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			fds[i] = ask_and_wait(1, path, i + 1);
		}
		int first = ask_and_wait(2, "/t/1/now", WEB_CHILDREN + 1);
		tournament(1)->version++;
		snprintf(late, sizeof late, "%llu for all",
			(unsigned long long)tournament(1)->version);
		int second = ask(2, "/t/1/now");
		until(&web->connections, WEB_CHILDREN + 2);
		go(WEB_CHILDREN + 1);
		ck_assert_str_eq(body_of(answered(first)), late);
		ck_assert_str_eq(body_of(answered(second)), late);
		for (int i = 0; i < WEB_CHILDREN; i++)
			ck_assert_int_eq(status_of(answered(fds[i])), 200);
		ck_assert_uint_eq(web->made, WEB_CHILDREN + 1);
		end();
	}
END_TEST

/* Ten addresses have four pages each that wait; a new reader's is begun among the first eleven. */
START_TEST(the_addresses_that_wait_take_turns)
	{
		enum {
			HOSTS = 10,
			EACH = 4,
			NEW = 99,
			OTHER = 98,
			ALL = WEB_CHILDREN + HOSTS * EACH + 3
		};
		static int fds[ALL];
		char path[32];
		int count = 0, begun_of[HOSTS + 1] = {0};
		begin();
		for (; count < WEB_CHILDREN; count++) {
			snprintf(path, sizeof path, "/slow?n=%d", count);
			fds[count] = ask_and_wait(50 + count, path, count + 1);
			next_begun();
		}
		for (int host = 1; host <= HOSTS; host++)
			for (int i = 0; i < EACH; i++, count++) {
				snprintf(path, sizeof path, "/slow?n=%d", 100 * host + i);
				fds[count] = ask_and_wait(host, path, count + 1);
			}
		snprintf(path, sizeof path, "/slow?n=%d", 100 * NEW);
		fds[count] = ask_and_wait(NEW, path, count + 1);
		count++;
		for (int i = 0; i < HOSTS; i++) {
			go(1);
			int n = next_begun();
			ck_assert_int_le(n / 100, HOSTS);
			ck_assert_int_eq(begun_of[n / 100]++, 0);
		}
		go(1);
		ck_assert_int_eq(next_begun(), 100 * NEW);
		/* in the next round it is behind the others, and before one that comes later */
		snprintf(path, sizeof path, "/slow?n=%d", 100 * NEW + 1);
		fds[count++] = ask(NEW, path);
		until(&web->waiting, HOSTS * (EACH - 1) + 1);
		snprintf(path, sizeof path, "/slow?n=%d", 100 * OTHER);
		fds[count++] = ask(OTHER, path);
		until(&web->waiting, HOSTS * (EACH - 1) + 2);
		for (int i = 0; i < HOSTS; i++) {
			go(1);
			ck_assert_int_le(next_begun() / 100, HOSTS);
		}
		go(1);
		ck_assert_int_eq(next_begun(), 100 * NEW + 1);
		go(1);
		ck_assert_int_eq(next_begun(), 100 * OTHER);
		end();
		for (int i = 0; i < count; i++)
			close(fds[i]);
	}
END_TEST

/* The pages that wait for the one of addresses 1 and 2 that was served longer ago: they have two
 * connections. */
static int pages_of_first(void)
{
	const struct web_source *first = NULL;
	for (const struct web_source *s = web->sources; s != NULL; s = s->next)
		if (s->connections >= 2 && (first == NULL || s->served < first->served))
			first = s;
	return first != NULL ? first->pages : 0;
}

/* Addresses 1 and 2 are served, first 2; then 3, 1 and 2 ask, 2 for the page of 1. An address
 * without a connection is forgotten, so 1 and 2 have one more, whose request does not end. */
START_TEST(a_page_is_begun_in_the_turn_of_the_reader_served_longest_ago)
	{
		int fds[WEB_CHILDREN + 5], count = 0, held[2];
		char path[32];
		begin();
		for (int i = 0; i < 2; i++)
			held[i] = web_readers_send(i + 1, "GET /");
		until(&web->connections, 2);
		for (; count < WEB_CHILDREN; count++) {
			snprintf(path, sizeof path, "/slow?n=%d", count);
			fds[count] = ask_and_wait(50 + count, path, count + 1);
			next_begun();
		}
		fds[count] = ask_and_wait(2, "/slow?n=20", count + 1);
		count++;
		fds[count] = ask_and_wait(1, "/slow?n=10", count + 1);
		count++;
		go(1);
		ck_assert_int_eq(next_begun(), 20);
		go(1);
		ck_assert_int_eq(next_begun(), 10);
		until(&web->children, WEB_CHILDREN);
		until(&web->connections, count); /* two have their answers */
		fds[count] = ask_and_wait(3, "/slow?n=30", WEB_CHILDREN + 1);
		count++;
		fds[count] = ask_and_wait(1, "/slow?n=11", WEB_CHILDREN + 2);
		count++;
		fds[count++] = ask(2, "/slow?n=11");
		until(&web->connections, count); /* 2 has two again */
		while (pages_of_first() == 0)
			ck_assert_int_eq(event_base_loop(web->base, EVLOOP_ONCE), 0);
		go(1);
		ck_assert_int_eq(next_begun(), 11);
		go(1);
		ck_assert_int_eq(next_begun(), 30);
		end();
		close(held[0]), close(held[1]);
		for (int i = 0; i < count; i++)
			close(fds[i]);
	}
END_TEST

START_TEST(an_address_waits_for_so_many_pages_at_most)
	{
		int fds[WEB_PAGES_OF];
		char path[32];
		begin();
		for (int i = 0; i < WEB_PAGES_OF; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			fds[i] = ask_and_wait(1, path, i + 1);
		}
		const char *answer = answered(ask(1, "/slow?n=100"));
		ck_assert_int_eq(status_of(answer), 503);
		ck_assert_ptr_nonnull(strstr(answer, "\r\nRetry-After: 1\r\n"));
		ck_assert_ptr_nonnull(strstr(answer, "Too many requests; try again in a moment."));
		/* what is made or kept already costs nothing, and another address has its own */
		int same = ask(1, "/slow?n=0"),
		    other = ask_and_wait(2, "/slow?n=100", WEB_PAGES_OF + 1);
		/* one that leaves makes room */
		close(fds[WEB_PAGES_OF - 1]);
		int another = ask_and_wait(1, "/slow?n=101", WEB_PAGES_OF + 1);
		go(WEB_PAGES_OF + 1);
		for (int i = 0; i < WEB_PAGES_OF - 1; i++)
			ck_assert_int_eq(status_of(answered(fds[i])), 200);
		ck_assert_int_eq(status_of(answered(same)), 200);
		ck_assert_int_eq(status_of(answered(other)), 200);
		ck_assert_int_eq(status_of(answered(another)), 200);
		end();
	}
END_TEST

/* The first address has sixteen pages that wait, sixteen others have fifteen, and all places are
 * taken. */
START_TEST(where_all_places_are_taken_the_address_with_most_loses_its_last)
	{
		enum {
			MOST = WEB_PAGES_OF,
			LESS = WEB_PAGES_OF - 1,
			ALL = WEB_CHILDREN + WEB_WAITING
		};
		static int fds[ALL];
		char path[32];
		int count = 0, of_first = 0;
		begin();
		ck_assert_int_eq(WEB_WAITING, MOST + MOST * LESS);
		for (; count < ALL; count++) {
			int waits = count - WEB_CHILDREN;
			int host = waits < 0 ? 100 : waits < MOST ? 1 : 2 + (waits - MOST) / LESS;
			snprintf(path, sizeof path, "/slow?n=%d", count);
			fds[count] = ask_and_wait(host, path, count + 1);
			of_first = host == 1 ? count : of_first;
		}
		ck_assert_int_eq(web->waiting, WEB_WAITING);
		/* one that has nearly as many itself is refused */
		ck_assert_int_eq(status_of(answered(ask(2, "/slow?n=2000"))), 503);
		int late = ask(99, "/slow?n=2001");
		ck_assert_int_eq(status_of(answered(fds[of_first])), 503);
		ck_assert_int_eq(web->waiting, WEB_WAITING);
		end();
		for (int i = 0; i < count; i++)
			if (i != of_first)
				close(fds[i]);
		close(late);
	}
END_TEST

/* 256 sources with a page each, which are all in one network. */
static const struct {
	const char *format, *same, *other; /* addresses: theirs, one more there, one elsewhere */
	bool one;
} crowds[] = {
	{"2001:db8:0:1%02x::1", "2001:db8:0:1ff::1", "2001:db8:0:200::1", true},   /* 56 bits */
	{"2001:db8:1:%02x00::1", "2001:db8:1:ff01::1", "2001:db8:2:100::1", true}, /* 48 bits */
	{"2001:db8:%02x:100::1", "2001:db8:ff:101::1", "2001:dc8:1:100::1", false},
	{"10.0.0.%d", "10.0.1.1", "10.1.1.1", false},
};

/* A reader behind a proxy asks from this address. */
static int ask_from(const char *address, int number)
{
	char request[256];
	snprintf(request, sizeof request,
		"GET /slow?n=%d HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
		"X-Forwarded-For: %s\r\n\r\n",
		number, address);
	return web_readers_send(1, request);
}

START_TEST(where_all_places_are_taken_a_network_loses_its_last_to_another_one)
	{
		enum { ALL = WEB_CHILDREN + WEB_WAITING };
		static int fds[ALL];
		char from[64];
		int count = 0;
		web_readers_options.proxied = true;
		begin();
		for (; count < ALL; count++) {
			int waits = count - WEB_CHILDREN;
			if (waits < 0)
				strcpy(from, "192.0.2.1");
			else
				snprintf(from, sizeof from, crowds[_i].format, waits);
			fds[count] = ask_from(from, count);
			while (web->waiting + web->children != count + 1)
				ck_assert_int_eq(event_base_loop(web->base, EVLOOP_ONCE), 0);
		}
		ck_assert_int_eq(status_of(answered(ask_from(crowds[_i].same, 2000))), 503);
		int late = ask_from(crowds[_i].other, 2001);
		const int refused = crowds[_i].one ? fds[ALL - 1] : late;
		ck_assert_int_eq(status_of(answered(refused)), 503);
		ck_assert_int_eq(web->waiting, WEB_WAITING);
		end();
		web_readers_options.proxied = false;
		for (int i = 0; i < count; i++)
			if (fds[i] != refused)
				close(fds[i]);
		if (late != refused)
			close(late);
	}
END_TEST

START_TEST(of_the_answers_that_are_kept_the_oldest_goes)
	{
		enum { MORE = 3 };
		char path[64];
		begin();
		go(WEB_KEPT + MORE);
		for (int i = 0; i < WEB_KEPT + MORE; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			ck_assert_int_eq(status_of(answered(ask(1, path))), 200);
		}
		ck_assert_int_eq(web->kept, WEB_KEPT);
		/* those that are kept need no new page */
		for (int i = MORE; i < WEB_KEPT + MORE; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			ck_assert_int_eq(status_of(answered(ask(1, path))), 200);
		}
		ck_assert_uint_eq(web->made, WEB_KEPT + MORE);
		end();
	}
END_TEST

START_TEST(answers_of_single_owners_have_places_of_their_own)
	{
		char path[64];
		begin();
		go(WEB_KEPT_OF_OWNERS + 3);
		ck_assert_int_eq(status_of(answered(ask(1, "/slow?n=1"))), 200);
		for (int i = 0; i < WEB_KEPT_OF_OWNERS + 2; i++) {
			snprintf(path, sizeof path, "/own?owner=o%d", i);
			ck_assert_int_eq(status_of(answered(ask(1, path))), 200);
		}
		ck_assert_int_eq(web->kept_of_owners, WEB_KEPT_OF_OWNERS);
		ck_assert_int_eq(web->kept, WEB_KEPT_OF_OWNERS + 1);
		/* the older one for all stays, and so do the latest */
		ck_assert_int_eq(status_of(answered(ask(1, "/slow?n=1"))), 200);
		ck_assert_int_eq(status_of(answered(ask(1, "/own?owner=o2"))), 200);
		ck_assert_uint_eq(web->made, WEB_KEPT_OF_OWNERS + 3);
		end();
	}
END_TEST

START_TEST(a_page_whose_tournament_went_meanwhile_is_not_there)
	{
		int fds[WEB_CHILDREN];
		char path[32];
		begin();
		for (int i = 0; i < WEB_CHILDREN; i++) {
			snprintf(path, sizeof path, "/slow?n=%d", i);
			fds[i] = ask_and_wait(1, path, i + 1);
		}
		int late = ask_and_wait(2, "/t/2/now", WEB_CHILDREN + 1);
		tell("gone 2%s", "");
		go(1);
		ck_assert_int_eq(status_of(answered(late)), 404);
		go(WEB_CHILDREN - 1);
		for (int i = 0; i < WEB_CHILDREN; i++)
			ck_assert_int_eq(status_of(answered(fds[i])), 200);
		end();
	}
END_TEST

SUITE("referee/web/page-cache", CASE(a_page_is_made_once_for_all_that_ask_meanwhile),
	LOOP(only_news_of_a_page_make_it_anew, sizeof ages / sizeof *ages),
	CASE(no_reader_gets_an_answer_that_was_stale_when_it_asked),
	CASE(an_owners_answer_is_for_that_owner_alone),
	LOOP(an_answer_has_the_type_of_its_form, sizeof types / sizeof *types),
	LOOP(a_refusal_is_told_and_not_kept, sizeof refusals / sizeof *refusals),
	CASE(a_page_reads_its_tournament_and_no_other_file),
	LOOP(a_page_opens_the_databases_that_it_is_about, sizeof databases / sizeof *databases),
	CASE(pages_that_fail_fill_no_log), CASE(a_page_that_hangs_is_killed),
	CASE(news_while_a_page_waits_make_no_second_one),
	CASE(a_page_is_not_begun_for_readers_that_left), CASE(the_addresses_that_wait_take_turns),
	CASE(a_page_is_begun_in_the_turn_of_the_reader_served_longest_ago),
	CASE(an_address_waits_for_so_many_pages_at_most),
	CASE(where_all_places_are_taken_the_address_with_most_loses_its_last),
	LOOP(where_all_places_are_taken_a_network_loses_its_last_to_another_one,
		sizeof crowds / sizeof *crowds),
	CASE(of_the_answers_that_are_kept_the_oldest_goes),
	CASE(answers_of_single_owners_have_places_of_their_own),
	CASE(a_page_whose_tournament_went_meanwhile_is_not_there))

/*
 * Bots that are handed in through a form: which forms are right, how one talks to the intake, and
 * which pages make room for others. The test is the intake.
 */
#include <event2/bufferevent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/web/play/web-play.h"
#include "referee/web/web-form.h"
#include "tests/lib/suite.h"

enum { BYTES = 10 /* of a file that may be sent */ };

/* The SHA-256 of "print(1)\n", as sha256sum says it. */
static const char digest[] = "cc42155088fca5730758db72b2a5bca33112a941dfaa2d43098ec422ce4ea213";
static const char token[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static struct web_play *begin(void)
{
	struct web_play *v = memory_get(1, sizeof *v);
	v->web.base = event_base_new();
	v->sends = BYTES;
	return v;
}

static void end(struct web_play *v)
{
	web_play_sendings_clear(v);
	event_base_free(v->web.base);
	free(v);
}

/* Fields as a browser sends them; file NULL: a field that is none. */
static struct web_form form_of(const char *name, const char *secret, const char *tournament,
	const char *task, const char *file, const char *text)
{
	return (struct web_form){
		{{"name", name, strlen(name), NULL}, {"token", secret, strlen(secret), NULL},
			{"tournament", tournament, strlen(tournament), NULL},
			{"do", task, strlen(task), NULL}, {"file", text, strlen(text), file}},
		5};
}

/* A form, and why it is wrong; NULL: it is right. */
static const struct {
	const char *name, *token, *tournament, *task, *file, *text, *why;
} forms[] = {
	{"ann", token, "cup", "send", "bot.py", "print(1)\n", NULL},
	{"ann", token, "", "send", "bot.py", "0123456789", NULL},
	{"ann", token, "", "send", "bot.py", "0123456789a", "The file is too large"},
	{"a b", token, "", "send", "bot.py", "", "The name is not valid"},
	{"", token, "", "send", "bot.py", "", "The name is not valid"},
	{"ann", "0011", "", "send", "bot.py", "", "The token is not valid"},
	{"ann", "", "", "send", "bot.py", "", "The token is not valid"},
	{"ann", token, "a\nb", "send", "bot.py", "", "The tournament's name is not valid"},
	{"ann", token, "a\rb", "send", "bot.py", "", "The tournament's name is not valid"},
	{"ann", token, "", "send", NULL, "print(1)", "The file is missing"},
	{"ann", token, "", "send", "", "print(1)", "The file is missing"},
	{"ann", token, "", "send", "../bot.py", "print(1)", "The file is missing"},
	{"ann", token, "", "send", "a\nb.py", "print(1)", "The file is missing"},
	/* to take a version back needs no file */
	{"ann", token, "cup", "back", NULL, "", NULL},
	{"a b", token, "cup", "back", NULL, "", "The name is not valid"},
};

START_TEST(a_form_is_right_or_the_reason_is_told)
	{
		struct web_play *v = begin();
		const char *why = "";
		const struct web_form form = form_of(forms[_i].name, forms[_i].token,
			forms[_i].tournament, forms[_i].task, forms[_i].file, forms[_i].text);
		struct web_play_sending *s = web_play_sending_begin(v, &form, &why);
		if (forms[_i].why != NULL) {
			ck_assert_ptr_null(s);
			ck_assert_msg(
				strncmp(why, forms[_i].why, strlen(forms[_i].why)) == 0, "%s", why);
			ck_assert_uint_eq(v->key, 0);
		} else {
			ck_assert_msg(s != NULL, "%s", why);
			ck_assert_str_eq(s->name, forms[_i].name);
			ck_assert_str_eq(s->request.tournament, forms[_i].tournament);
			ck_assert_ptr_eq(web_play_sending_with_key(v, s->key), s);
		}
		end(v);
	}
END_TEST

START_TEST(the_longest_name_of_a_tournament_is_one_byte_shorter_than_too_long)
	{
		char name[SEND_TOURNAMENT + 2];
		const char *why;
		for (int more = 0; more < 2; more++) {
			struct web_play *v = begin();
			memset(name, 'x', sizeof name);
			name[SEND_TOURNAMENT + more] = '\0';
			const struct web_form form =
				form_of("ann", token, name, "send", "bot.py", "");
			ck_assert_int_eq(web_play_sending_begin(v, &form, &why) == NULL, more);
			end(v);
		}
	}
END_TEST

static struct web_play_sending *send_one(struct web_play *v, const char *task, const char **why)
{
	const struct web_form form = form_of("ann", token, "cup", task, "bot.py", "print(1)\n");
	return web_play_sending_begin(v, &form, why);
}

/* Opens the connection; returns the intake's end. */
static int intake(struct web_play *v, struct web_play_sending *s)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	ck_assert(web_play_sending_open(v, s, ends[0]));
	return ends[1];
}

static void run(struct web_play *v)
{
	event_base_loop(v->web.base, EVLOOP_NONBLOCK);
}

/* Does the intake hear exactly that? */
static void heard(struct web_play *v, int fd, const char *text)
{
	char got[1024] = "";
	run(v);
	ssize_t count = recv(fd, got, sizeof got - 1, MSG_DONTWAIT);
	ck_assert_str_eq(count > 0 ? got : "", text);
}

static void answers(struct web_play *v, int fd, const char *text)
{
	ck_assert_int_eq(send(fd, text, strlen(text), MSG_NOSIGNAL), (int)strlen(text));
	run(v);
}

START_TEST(the_file_is_sent_when_the_intake_is_ready_and_the_check_is_followed)
	{
		struct web_play *v = begin();
		const char *why;
		char request[SEND_LINE];
		struct web_play_sending *s = send_one(v, "send", &why);
		int fd = intake(v, s);
		snprintf(request, sizeof request, "send 9 %s bot.py cup\n", digest);
		heard(v, fd, request);
		answers(v, fd, SEND_READY "\n");
		heard(v, fd, "print(1)\n");
		/* once */
		answers(v, fd, SEND_READY "\n");
		heard(v, fd, "");
		answers(v, fd, "-it builds\n-a \033[31mred\nother\n-fi");
		ck_assert(!s->over);
		answers(v, fd, "t\nend 0 ann is fit\n");
		ck_assert(s->over);
		ck_assert_int_eq(s->status, 0);
		ck_assert_str_eq(s->why, "ann is fit");
		ck_assert_ptr_nonnull(strstr(s->text, "it builds\n"));
		ck_assert_ptr_nonnull(strstr(s->text, "red\nfit\n"));
		ck_assert_ptr_null(strchr(s->text, '\033'));
		/* what comes later changes nothing */
		answers(v, fd, "end 1 no\n");
		close(fd);
		run(v);
		ck_assert_int_eq(s->status, 0);
		ck_assert_str_eq(s->why, "ann is fit");
		end(v);
	}
END_TEST

START_TEST(an_intake_that_ends_without_an_answer_ends_the_page)
	{
		struct web_play *v = begin();
		const char *why;
		struct web_play_sending *s = send_one(v, "back", &why);
		int fd = intake(v, s);
		heard(v, fd, "back - cup\n");
		answers(v, fd, SEND_READY "\n-half");
		heard(v, fd, "");
		close(fd);
		run(v);
		ck_assert(s->over);
		ck_assert_int_eq(s->status, 1);
		ck_assert_str_eq(
			s->why, "The referee ended without an answer. Send the bot again later");
		end(v);
	}
END_TEST

START_TEST(a_connection_is_taken_once_and_only_while_it_is_waited_for)
	{
		struct web_play *v = begin();
		const char *why;
		int ends[2];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		struct web_play_sending *s = send_one(v, "send", &why), *late;
		int fd = intake(v, s);
		ck_assert(!web_play_sending_open(v, s, ends[0]));
		late = send_one(v, "send", &why);
		web_play_sending_end(late, 3, "refused");
		ck_assert(!web_play_sending_open(v, late, ends[0]));
		ck_assert_ptr_null(late->bytes);
		close(fd), close(ends[0]), close(ends[1]);
		end(v);
	}
END_TEST

/* Those that are being checked keep their pages; of those that are over the first to begin goes. */
START_TEST(a_bot_that_is_being_checked_keeps_its_page)
	{
		struct web_play *v = begin();
		const char *why = "";
		char ids[WEB_PLAY_SENDINGS][WEB_PLAY_SENDING_ID];
		for (int i = 0; i < WEB_PLAY_SENDINGS; i++)
			strcpy(ids[i], send_one(v, "send", &why)->id);
		ck_assert_ptr_null(send_one(v, "send", &why));
		ck_assert_str_eq(why, "Too many bots are being checked; try again soon");
		web_play_sending_end(web_play_sending_find(v, ids[9]), 0, "");
		web_play_sending_end(web_play_sending_find(v, ids[4]), 0, "");
		struct web_play_sending *fresh = send_one(v, "send", &why);
		ck_assert_ptr_nonnull(fresh);
		ck_assert_uint_eq(fresh->key, WEB_PLAY_SENDINGS + 1);
		for (int i = 0; i < WEB_PLAY_SENDINGS; i++) {
			struct web_play_sending *s = web_play_sending_find(v, ids[i]);
			ck_assert_int_eq(s == NULL, i == 4);
			ck_assert(s == NULL || s->over == (i == 9));
		}
		ck_assert_ptr_nonnull(send_one(v, "send", &why));
		ck_assert_ptr_null(send_one(v, "send", &why));
		ck_assert_ptr_null(web_play_sending_find(v, ""));
		ck_assert_ptr_null(web_play_sending_with_key(v, 0));
		end(v);
	}
END_TEST

START_TEST(pages_have_names_that_cannot_be_guessed)
	{
		struct web_play *v = begin();
		const char *why;
		struct web_play_sending *one = send_one(v, "send", &why),
					*other = send_one(v, "send", &why);
		ck_assert_uint_eq(strlen(one->id), WEB_PLAY_SENDING_ID - 1);
		ck_assert_uint_eq(strspn(one->id, "0123456789abcdef"), WEB_PLAY_SENDING_ID - 1);
		ck_assert_str_ne(one->id, other->id);
		ck_assert_ptr_eq(web_play_sending_find(v, other->id), other);
		end(v);
	}
END_TEST

SUITE("web/play/web-play-send",
	LOOP(a_form_is_right_or_the_reason_is_told, sizeof forms / sizeof *forms),
	CASE(the_longest_name_of_a_tournament_is_one_byte_shorter_than_too_long),
	CASE(the_file_is_sent_when_the_intake_is_ready_and_the_check_is_followed),
	CASE(an_intake_that_ends_without_an_answer_ends_the_page),
	CASE(a_connection_is_taken_once_and_only_while_it_is_waited_for),
	CASE(a_bot_that_is_being_checked_keeps_its_page),
	CASE(pages_have_names_that_cannot_be_guessed))

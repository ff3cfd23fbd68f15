/*
 * web-play-send.c - bots that are handed in through a form: each is a client of the daemon's intake,
 * as `referee send` is (send-request.h), and a page that follows the check.
 *
 * The name and the token go to the main process, which checks them and opens the connection. They
 * are not kept here.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/answer.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/net/tokens.h"
#include "referee/web/play/web-play.h"
#include "referee/web/web-form.h"

enum { WEB_PLAY_SENDING_TEXT = 1 << 18 /* bytes of the check's text that are kept */ };

static void web_play_sending_clear(struct web_play_sending *s)
{
	if (s->bev != NULL)
		bufferevent_free(s->bev);
	free(s->bytes);
	free(s->text);
	*s = (struct web_play_sending){.key = 0};
}

void web_play_sendings_clear(struct web_play *play)
{
	for (int i = 0; i < WEB_PLAY_SENDINGS; i++)
		web_play_sending_clear(&play->sendings[i]);
}

/* A free place, or that of the one that ended first. NULL: all are being checked. */
static struct web_play_sending *web_play_sending_place(struct web_play *play)
{
	struct web_play_sending *oldest = NULL;
	for (int i = 0; i < WEB_PLAY_SENDINGS; i++) {
		struct web_play_sending *s = &play->sendings[i];
		if (s->key == 0)
			return s;
		if (s->over && (oldest == NULL || s->key < oldest->key))
			oldest = s;
	}
	if (oldest != NULL)
		web_play_sending_clear(oldest);
	return oldest;
}

struct web_play_sending *web_play_sending_find(struct web_play *play, const char *id)
{
	for (int i = 0; i < WEB_PLAY_SENDINGS; i++)
		if (play->sendings[i].key != 0 && strcmp(play->sendings[i].id, id) == 0)
			return &play->sendings[i];
	return NULL;
}

struct web_play_sending *web_play_sending_with_key(struct web_play *play, uint64_t key)
{
	for (int i = 0; i < WEB_PLAY_SENDINGS; i++)
		if (key != 0 && play->sendings[i].key == key)
			return &play->sendings[i];
	return NULL;
}

/* --- the answer --------------------------------------------------------------------------------
 */

void web_play_sending_end(struct web_play_sending *s, int status, const char *why)
{
	if (s->over)
		return;
	s->over = true;
	s->status = status;
	snprintf(s->why, sizeof s->why, "%s", why);
	free(s->bytes);
	s->bytes = NULL;
}

static void web_play_sending_add(struct web_play_sending *s, const char *line)
{
	char *plain = escape_text(line, false);
	size_t length = strlen(plain);
	if (s->length + length + 2 < WEB_PLAY_SENDING_TEXT) {
		s->text = memory_resize(s->text, s->length + length + 2, 1);
		memcpy(s->text + s->length, plain, length);
		s->length += length;
		s->text[s->length++] = '\n';
		s->text[s->length] = '\0';
	}
	free(plain);
}

static void web_play_sending_take(struct web_play_sending *s, const char *line)
{
	const struct answer answer = answer_read(line);
	if (strcmp(line, SEND_READY) == 0 && s->bytes != NULL) {
		bufferevent_write(s->bev, s->bytes, (size_t)s->request.length);
		free(s->bytes);
		s->bytes = NULL;
	} else if (answer.kind == ANSWER_TEXT) {
		web_play_sending_add(s, answer.text);
	} else if (answer.kind == ANSWER_END) {
		web_play_sending_end(s, answer.status, answer.text);
	}
}

static void web_play_sending_on_read(struct bufferevent *bev, void *arg)
{
	struct web_play_sending *s = arg;
	char *line;
	while ((line = evbuffer_readln(bufferevent_get_input(bev), NULL, EVBUFFER_EOL_LF)) !=
		NULL) {
		web_play_sending_take(s, line);
		free(line);
	}
}

static void web_play_sending_on_end(struct bufferevent *bev, short what, void *arg)
{
	struct web_play_sending *s = arg;
	(void)what;
	web_play_sending_on_read(bev, s);
	web_play_sending_end(s, 1, "The referee ended without an answer. Send the bot again later");
	bufferevent_free(s->bev);
	s->bev = NULL;
}

bool web_play_sending_open(struct web_play *play, struct web_play_sending *s, int fd)
{
	char line[SEND_LINE];
	if (s->bev != NULL || s->over)
		return false;
	evutil_make_socket_nonblocking(fd);
	s->bev = bufferevent_socket_new(play->web.base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (s->bev == NULL)
		return false;
	bufferevent_setcb(s->bev, web_play_sending_on_read, NULL, web_play_sending_on_end, s);
	bufferevent_enable(s->bev, EV_READ | EV_WRITE);
	send_request_write(&s->request, line);
	bufferevent_write(s->bev, line, strlen(line));
	return true;
}

/* --- the form ----------------------------------------------------------------------------------
 */

/* Reads the form. NULL: it is right; else the reason. */
static const char *web_play_sending_read(
	const struct web_play *play, const struct web_form *form, struct send_request *r)
{
	const struct web_field *file = web_form_field(form, "file");
	const char *tournament = web_form_text(form, "tournament");
	const char *name = file != NULL && file->file != NULL ? file->file : "";
	unsigned char token[CRYPTO_BYTES];
	*r = (struct send_request){.kind = SEND_BOT};
	if (!token_name_is_good(web_form_text(form, "name")))
		return "The name is not valid: it has letters, digits and . _ + -";
	if (!crypto_read(web_form_text(form, "token"), token))
		return "The token is not valid: it has 64 hexadecimal digits";
	crypto_forget(token, sizeof token);
	if (strlen(tournament) > SEND_TOURNAMENT || strpbrk(tournament, "\r\n") != NULL)
		return "The tournament's name is not valid";
	strcpy(r->tournament, tournament);
	if (strcmp(web_form_text(form, "do"), "back") == 0) {
		r->kind = SEND_BACK;
		return NULL;
	}
	if (!send_file_is_good(name))
		return "The file is missing, or its name is not valid";
	if (file->length > (size_t)play->sends)
		return "The file is too large";
	strcpy(r->file, name);
	crypto_hash_text(file->value, file->length, r->digest);
	r->length = (int64_t)file->length;
	return NULL;
}

struct web_play_sending *web_play_sending_begin(
	struct web_play *play, const struct web_form *form, const char **why)
{
	struct send_request r;
	unsigned char random[CRYPTO_BYTES];
	char id[CRYPTO_TEXT + 1];
	*why = web_play_sending_read(play, form, &r);
	struct web_play_sending *s = *why == NULL ? web_play_sending_place(play) : NULL;
	if (s == NULL) {
		*why = *why != NULL ? *why : "Too many bots are being checked; try again soon";
		return NULL;
	}
	crypto_random(random);
	crypto_write(random, id);
	*s = (struct web_play_sending){.key = ++play->key, .request = r};
	snprintf(s->id, sizeof s->id, "%.*s", WEB_PLAY_SENDING_ID - 1, id);
	snprintf(s->name, sizeof s->name, "%s", web_form_text(form, "name"));
	if (r.kind == SEND_BOT) {
		s->bytes = memory_get((size_t)r.length + 1, 1);
		memcpy(s->bytes, web_form_field(form, "file")->value, (size_t)r.length);
	}
	return s;
}

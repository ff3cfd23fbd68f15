/*
 * web-answer.h - requests and their answers.
 */
#ifndef REFEREE_WEB_WEB_ANSWER_H
#define REFEREE_WEB_WEB_ANSWER_H

#include <event2/buffer.h>

#include "referee/web/web-page.h"

/* web-answer.c: every request comes here. */
void web_ask(struct evhttp_request *request, void *web);

/* Does the address have this path (as web_page has it), and is there what the path is of? Fills in
 * what its letters stand for. */
bool web_fits(const char *path, struct web_view *v);

/* Sends an answer; a page that says why there is none; the headers of both. */
void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length);
void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why);
void web_headers(struct web *w, struct evhttp_request *request);

/* Its answer will say: again in so many seconds. */
void web_again(struct evhttp_request *request, int seconds);

/* Looks on what goes out on a connection, counts answers, and gives all their strict headers. */
void web_strict(struct evbuffer *out, const struct evbuffer_cb_info *info, struct web *w);

#endif

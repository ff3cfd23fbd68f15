/*
 * web-answer.h - answers to HTTP requests.
 */
#ifndef REFEREE_WEB_WEB_ANSWER_H
#define REFEREE_WEB_WEB_ANSWER_H

#include <event2/buffer.h>

#include "referee/web/web-page.h"

/* web-answer.c: the callback for every request. */
void web_ask(struct evhttp_request *request, void *web);

/* Does the address match this path (of a web_page), and does its object exist? Sets the members
 * of v that the path's letters stand for. */
bool web_fits(const char *path, struct web_view *v);

/* Sends an answer; sends a page with the reason of an error; adds the headers of both. */
void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length);
void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why);
void web_headers(struct web *w, struct evhttp_request *request);

/* Adds a header that asks the client to retry after this many seconds. */
void web_again(struct evhttp_request *request, int seconds);

/* Watches a connection's output, counts answers, and adds strict headers to all of them. */
void web_strict(struct evbuffer *out, const struct evbuffer_cb_info *info, struct web *w);

#endif

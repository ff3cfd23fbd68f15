/*
 * web-make.h - answers that child processes make, and their cache.
 */
#ifndef REFEREE_WEB_WEB_MAKE_H
#define REFEREE_WEB_WEB_MAKE_H

#include "referee/web/web-page.h"

/* web-make.c: answers a request with the result of the page, now or later. */
void web_make(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view);
void web_make_next(evutil_socket_t fd, short what, void *web);
void web_make_clear(struct web *w);

#endif

/*
 * web-stream.h - streams of events to readers (Server-Sent Events).
 */
#ifndef REFEREE_WEB_WEB_STREAM_H
#define REFEREE_WEB_WEB_STREAM_H

#include "referee/web/web-page.h"

/* web-stream.c: events. */
void web_stream_open(struct web *w, struct evhttp_request *request, const struct web_view *view);
void web_stream_tell(struct web *w, const struct live_games_news *news);
void web_stream_beat(struct web *w);
void web_stream_flush(evutil_socket_t fd, short what, void *web);
void web_stream_clear(struct web *w);

#endif

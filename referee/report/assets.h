/*
 * assets.h - the scripts and styles of the pages, compiled in from the files in assets/. The
 * Makefile makes a string of each file: board.js becomes page_board_js.
 *
 * The scripts are plain scripts in this order. Each may use the objects of the earlier ones, and
 * changes nothing else. They use no style attribute and make no HTML from texts. So they also run
 * under a Content-Security-Policy that allows scripts and styles only from files.
 */
#ifndef REFEREE_REPORT_ASSETS_H
#define REFEREE_REPORT_ASSETS_H

extern const char page_style_css[];
extern const char page_board_css[];    /* boards; uses variables of style.css */
extern const char page_feedback_css[]; /* a student's page; added to both */
extern const char page_board_js[];     /* fills the cells of a drawn board */
extern const char page_plot_js[];      /* draws a game's scores and times */
extern const char page_replay_js[];    /* replays a game ply by ply */
extern const char page_report_js[];    /* the report: its visible part, the list's filter */
extern const char page_pages_js[];     /* the pages of the web process: live updates */
extern const char page_play_js[];      /* play in the browser */
extern const char page_play_css[];     /* and its look */

#endif

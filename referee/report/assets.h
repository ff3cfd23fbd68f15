/*
 * assets.h - the scripts and styles of the pages, compiled in from the files of this folder: the
 * Makefile makes a string of each, board.js is page_board_js.
 *
 * Scripts are plain ones, in this order: each may use what those before it have made, and touches
 * nothing else. They need no style attribute and no HTML made of texts, so that they also run where
 * a Content-Security-Policy allows scripts and styles from files alone.
 */
#ifndef REFEREE_REPORT_ASSETS_H
#define REFEREE_REPORT_ASSETS_H

extern const char page_style_css[];
extern const char page_board_css[]; /* boards; with variables of style.css */
extern const char page_board_js[];  /* puts what cells hold into the drawing of a board */
extern const char page_plot_js[];   /* draws a game's scores and times */
extern const char page_replay_js[]; /* a game gone through ply by ply */
extern const char page_report_js[]; /* the report: which part of it is shown, the list's filter */
extern const char page_pages_js[];  /* the pages of the web process: what is new comes in */

#endif

/*
 * kaggle.h - the text of kaggle.py, compiled in.
 */
#ifndef BOTS_ADAPTERS_KAGGLE_H
#define BOTS_ADAPTERS_KAGGLE_H

extern const char adapter_kaggle_py[];

#endif

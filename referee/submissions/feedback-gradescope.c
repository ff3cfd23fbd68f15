/*
 * feedback-gradescope.c - a student's feedback as the results.json of Gradescope's autograder:
 * https://gradescope-autograders.readthedocs.io/en/latest/specs/
 */
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "referee/submissions/feedback.h"

/* Adds a text and frees it. */
static void feedback_json_take(struct json_writer *j, const char *key, char *text)
{
	json_text(j, key, text);
	free(text);
}

static void feedback_json_real(struct json_writer *j, const char *key, double number)
{
	fprintf(json_key(j, key), "%.6g", number);
}

/* Adds a test that has passed or failed; its texts are freed. */
static void feedback_json_test(struct json_writer *j, char *name, bool passed, char *output)
{
	json_open(j, NULL, '{');
	feedback_json_take(j, "name", name);
	json_text(j, "status", passed ? "passed" : "failed");
	json_text(j, "visibility", "visible");
	feedback_json_take(j, "output", output);
	json_close(j, '}');
}

static void feedback_json_tests(struct json_writer *j, const struct feedback *f)
{
	char *words = feedback_check_words(f);
	json_open(j, "tests", '[');
	feedback_json_test(j, memory_copy("The check"), class_student_is_fit(f->student),
		memory_print("%s\n\n%s", words, f->check != NULL ? f->check : ""));
	free(words);
	for (int i = 0; i < f->faults_count; i++) {
		char *title = feedback_fault_title(&f->faults[i]);
		const struct feedback_fault *fault = &f->faults[i];
		feedback_json_test(j, memory_print("Lost by a fault, %s", title), false,
			memory_print("Game %lld against %s: %s\n\n%s\n%s%s%s",
				(long long)fault->game,
				fault->opponents != NULL ? fault->opponents : "?",
				fault->detail != NULL ? fault->detail
						      : verdict_table[fault->verdict].help,
				fault->report != NULL ? fault->report : "",
				fault->command != NULL ? fault->before : "",
				fault->command != NULL ? ":\n\n" : "",
				fault->command != NULL ? fault->command : ""));
		free(title);
	}
	for (int i = 0; i < f->opponents_count; i++) {
		const struct feedback_opponent *o = &f->opponents[i];
		json_open(j, NULL, '{');
		feedback_json_take(j, "name", memory_print("Against %s", o->name));
		feedback_json_real(j, "score", o->points);
		json_number(j, "max_score", o->games);
		json_text(j, "visibility", "visible");
		feedback_json_take(j, "output",
			memory_print("%lld won, %lld drawn, %lld lost", (long long)o->wins,
				(long long)o->draws, (long long)o->losses));
		json_close(j, '}');
	}
	for (int i = 0; i < f->blunders_count; i++) {
		const struct feedback_blunder *b = &f->blunders[i];
		char *sentence = feedback_blunder_words(b), *title = feedback_blunder_title(b);
		feedback_json_test(j, memory_print("A bad move: %s", title), false,
			memory_print("%s\n\n%s\n%s", sentence, b->text != NULL ? b->text : "",
				b->command != NULL ? b->command : ""));
		free(title);
		free(sentence);
	}
	json_close(j, ']');
}

/* Adds a column of Gradescope's leaderboard. order NULL: more is better. */
static void feedback_json_column(
	struct json_writer *j, const char *name, double value, const char *order)
{
	json_open(j, NULL, '{');
	json_text(j, "name", name);
	feedback_json_real(j, "value", value);
	if (order != NULL)
		json_text(j, "order", order);
	json_close(j, '}');
}

void feedback_write_gradescope(FILE *out, const struct feedback *f)
{
	struct json_writer j = {.out = out};
	json_open(&j, NULL, '{');
	feedback_json_real(&j, "score", f->bot != NULL && f->bot->games > 0 ? f->bot->percent : 0);
	json_text(&j, "visibility", "visible");
	feedback_json_take(&j, "output", feedback_standing(f));
	json_text(&j, "output_format", "text");
	json_text(&j, "test_output_format", "text");
	feedback_json_tests(&j, f);
	json_open(&j, "leaderboard", '[');
	if (f->bot != NULL)
		feedback_json_column(&j, "Rank", f->bot->rank, "asc");
	if (f->bot != NULL)
		feedback_json_column(&j, "Points", f->bot->points, NULL);
	if (f->rating != NULL)
		feedback_json_column(&j, "Elo", f->rating->elo, NULL);
	json_close(&j, ']');
	json_close(&j, '}');
	fputc('\n', out);
}

/*
 * The numbers of workers whose rows are written later, and the workers that are not trusted.
 */
#include "referee/machines/store-workers.h"

#include <string.h>

#include "tests/lib/suite.h"

START_TEST(a_number_stays_when_its_row_comes)
	{
		struct store_workers w = {.count = 0};
		ck_assert_int_eq(store_workers_number(&w, 70), 1);
		ck_assert_int_eq(store_workers_number(&w, 0), 2);
		ck_assert_int_eq(store_workers_number(&w, 0), 3); /* two wait for their rows */
		ck_assert_int_eq(store_workers_number(&w, 50), 4);
		ck_assert_int_eq(store_workers_number(&w, 70), 1);
		ck_assert_int_eq(store_workers_number(&w, 50), 4);
		w.ids[2 - 1] = 60;
		ck_assert_int_eq(store_workers_id(&w, 0), 0); /* this machine */
		ck_assert_int_eq(store_workers_id(&w, 1), 70);
		ck_assert_int_eq(store_workers_id(&w, 2), 60);
		ck_assert_int_eq(store_workers_id(&w, 3), 0);
		ck_assert_int_eq(store_workers_id(&w, 4), 50);
		ck_assert_int_eq(store_workers_number(&w, 60), 2);
		store_workers_clear(&w);
		ck_assert_int_eq(store_workers_number(&w, 50), 1);
		store_workers_clear(&w);
	}
END_TEST

START_TEST(those_that_are_not_trusted_are_void_one_by_one)
	{
		struct store_workers w = {.count = 0};
		char name[8] = "lab07";
		ck_assert_ptr_null(store_workers_distrusted(&w, "lab07"));
		ck_assert_ptr_null(store_workers_untrusted(&w));
		store_workers_distrust(&w, name, "it lied");
		strcpy(name, "?"); /* it keeps a copy */
		ck_assert(store_workers_distrust(&w, "lab08", "so did it")->stored == false);
		ck_assert_str_eq(store_workers_distrusted(&w, "lab07"), "it lied");
		ck_assert_str_eq(store_workers_distrusted(&w, "lab08"), "so did it");
		ck_assert_ptr_null(store_workers_distrusted(&w, "lab0"));
		ck_assert_str_eq(store_workers_untrusted(&w)->name, "lab07");
		store_workers_untrusted(&w)->stored = true;
		ck_assert_str_eq(store_workers_untrusted(&w)->name, "lab08");
		store_workers_untrusted(&w)->stored = true;
		ck_assert_ptr_null(store_workers_untrusted(&w));
		ck_assert_str_eq(store_workers_distrusted(&w, "lab07"), "it lied");
		store_workers_clear(&w);
	}
END_TEST

SUITE("referee/machines/store-workers", CASE(a_number_stays_when_its_row_comes),
	CASE(those_that_are_not_trusted_are_void_one_by_one))

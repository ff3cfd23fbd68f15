/*
 * The programs of projects of CMake and Cargo. The paths are those that cmake 3.25 and cargo 1.63
 * made of these files.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/build-programs.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

enum { FILES = 4 };

struct project {
	const char *files[FILES][2];
	const char *program; /* NULL: not known */
};

#define P "cmake_minimum_required(VERSION 3.10)\nproject(four CXX)\n"

static const struct project cmake[] = {
	{{{"CMakeLists.txt", P "add_executable(bot a.cpp)"}}, "build/bot"},
	{{{"CMakeLists.txt", P "ADD_EXECUTABLE( ${PROJECT_NAME}\n  a.cpp # (the bot)\n)"}},
		"build/four"},
	{{{"CMakeLists.txt", P "set(T player)\nadd_executable(\"${T}\" a.cpp)"}}, "build/player"},
	{{{"CMakeLists.txt", P "# add_executable(old a.cpp)\nadd_executable(new a.cpp)"}},
		"build/new"},
	{{{"CMakeLists.txt", P
		 "add_executable(unit t.cpp)\nadd_executable(play a.cpp)\nadd_test(NAME u COMMAND unit play)"}},
		"build/play"},
	{{{"CMakeLists.txt", P "add_executable(four_tests t.cpp)\nadd_executable(play a.cpp)"}},
		"build/play"},
	{{{"CMakeLists.txt", P "add_executable(test a.cpp)"}}, "build/test"},
	{{{"CMakeLists.txt",
		 P "add_executable(u t.cpp)\nadd_executable(v a.cpp)\ngtest_discover_tests(u)"}},
		"build/v"},
	{{{"CMakeLists.txt", P
		 "add_executable(x IMPORTED)\nadd_executable(y ALIAS x)\nadd_executable(z a.cpp)"}},
		"build/z"},
	{{{"CMakeLists.txt", P
		 "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)\nadd_executable(four a.cpp)"}},
		"build/bin/four"},
	{{{"CMakeLists.txt", P
		 "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR}/bin)\nadd_executable(four a.cpp)"}},
		"bin/four"},
	{{{"CMakeLists.txt",
		 P "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY out)\nadd_executable(four a.cpp)"}},
		"build/out/four"},
	{{{"CMakeLists.txt", P
		 "add_executable(four a.cpp)\nset_target_properties(four PROPERTIES OUTPUT_NAME bot RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR})"}},
		"bot"},
	{{{"CMakeLists.txt", P "add_subdirectory(src)"},
		 {"src/CMakeLists.txt", "add_executable(four a.cpp)"}},
		"build/src/four"},
	{{{"CMakeLists.txt", P "add_subdirectory(src)"},
		 {"src/CMakeLists.txt",
			 "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/bin)\nadd_executable(four a.cpp)"}},
		"build/src/bin/four"},
	{{{"CMakeLists.txt", P "add_subdirectory(src)"},
		 {"src/CMakeLists.txt",
			 "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/bin)\nadd_executable(four a.cpp)"}},
		"src/bin/four"},
	{{{"CMakeLists.txt", P "add_subdirectory(tests)\nadd_subdirectory(app)"},
		 {"tests/CMakeLists.txt", "add_executable(t a.cpp)\nadd_test(t t)"},
		 {"app/CMakeLists.txt", "project(inner)\nadd_executable(${PROJECT_NAME} a.cpp)"}},
		"build/app/inner"},
	{{{"CMakeLists.txt", P "add_subdirectory(.)"}}, NULL},
	{{{"CMakeLists.txt", P "add_subdirectory(../x)\nadd_library(four a.cpp)"}}, NULL},
	{{{"CMakeLists.txt", P "add_executable(${UNKNOWN} a.cpp)"}}, NULL},
	{{{"CMakeLists.txt", "add_executable(a"}}, NULL},
	{{{"CMakeLists.txt", "((((\"#"}}, NULL},
	{{{NULL}}, NULL},
};

#define C "[package]\nname = \"four-wins\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"

static const struct project cargo[] = {
	{{{"Cargo.toml", C}, {"src/main.rs", ""}}, "target/release/four-wins"},
	{{{"Cargo.toml", C "\n[[bin]]\nname = \"player\"\npath = \"src/player.rs\"\n"}},
		"target/release/player"},
	{{{"Cargo.toml", C
		 "[[bin]]\nname = \"tester\"\npath = \"t.rs\"\n[[bin]]\npath = \"p.rs\"\nname = 'player'\n"}},
		"target/release/player"},
	{{{"Cargo.toml", C "[[bin]]\nname = \"other\"\npath = \"o.rs\"\n"}, {"src/main.rs", ""}},
		"target/release/four-wins"},
	{{{"Cargo.toml", C "[[bin]]\nname = \"mine\"\npath = \"src/main.rs\"\n"},
		 {"src/main.rs", ""}},
		"target/release/mine"},
	{{{"Cargo.toml", C "default-run = \"b\"\n[[bin]]\nname = \"a\"\n[[bin]]\nname = \"b\"\n"}},
		"target/release/b"},
	{{{"Cargo.toml", "[dependencies.x]\nname = \"no\"\n[lib]\nname = \"core\"\n" C},
		 {"src/main.rs", ""}},
		"target/release/four-wins"},
	{{{"Cargo.toml", C}, {"src/lib.rs", ""}, {"src/bin/bot.rs", ""}, {"src/bin/a_test.rs", ""}},
		"target/release/bot"},
	{{{"Cargo.toml", "[workspace]\nmembers = [\n  \"engine\",\n  \"bot\",\n]\n"},
		 {"engine/Cargo.toml", "[package]\nname = \"engine\"\n"}, {"bot/Cargo.toml", C},
		 {"bot/src/main.rs", ""}},
		"target/release/four-wins"},
	{{{"Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"}, {"crates/bot/Cargo.toml", C},
		 {"crates/bot/src/main.rs", ""}},
		"target/release/four-wins"},
	{{{"Cargo.toml", "[workspace]\nmembers = [\"../x\", \"/etc\"]\n"}}, NULL},
	{{{"Cargo.toml", C}}, "target/release/four-wins"},
	{{{NULL}}, NULL},
};

static void check(const struct project *p, char *(*find)(const char *folder))
{
	char folder[] = "/tmp/project.XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; i < FILES && p->files[i][0] != NULL; i++) {
		char *path = memory_print("%s/%s", folder, p->files[i][0]);
		char *above = memory_print("%.*s", (int)(strrchr(path, '/') - path), path);
		ck_assert(file_tree_make_folder(above));
		reported_write(path, p->files[i][1], strlen(p->files[i][1]));
		free(above);
		free(path);
	}
	char *found = find(folder);
	ck_assert_pstr_eq(found, p->program);
	free(found);
	file_tree_remove(folder);
}

START_TEST(the_program_of_a_project_of_cmake_is_known)
	{
		check(&cmake[_i], build_programs_cmake);
	}
END_TEST

START_TEST(the_program_of_a_project_of_cargo_is_known)
	{
		check(&cargo[_i], build_programs_cargo);
	}
END_TEST

SUITE("class/build-programs", LOOP(the_program_of_a_project_of_cmake_is_known, ROWS(cmake)),
	LOOP(the_program_of_a_project_of_cargo_is_known, ROWS(cargo)))

// Library functions are found wherever their names come from, and the text of every library file says what it defines.
#include "frontend/clang/library.h"

#include <gtest/gtest.h>

#include "c_program.h"
#include "frontend/clang/embedded.h"

namespace fencepost::frontend {
namespace {

// Reading a file checks that each of its definitions was found in the text.
TEST(Library, EveryFileDefinesWhatItsTextSays) {
  struct Case {
    const char *path, *name;
  };
  constexpr Case kOneOfEach[] = {{"attributes.c", "pthread_mutexattr_init"},
                                 {"conditions.c", "pthread_cond_signal"},
                                 {"ctype.c", "isdigit"},
                                 {"exclusives.c", "__fencepost_exclusive_take"},
                                 {"exit.c", "atexit"},
                                 {"futex.c", "__fencepost_futex"},
                                 {"glibc.c", "__errno_location"},
                                 {"kernel.c", "__fencepost_spin_lock"},
                                 {"locks.c", "pthread_barrier_init"},
                                 {"math.c", "floor"},
                                 {"mutexes.c", "pthread_mutex_lock"},
                                 {"pointed.c", "__fencepost_pointed_malloc"},
                                 {"random.c", "__fencepost_rand"},
                                 {"rwlocks.c", "pthread_rwlock_rdlock"},
                                 {"semaphores.c", "sem_post"},
                                 {"sprintf.c", "__fencepost_put"},
                                 {"sscanf.c", "__fencepost_scan_begin"},
                                 {"stdio.c", "fopen"},
                                 {"stdlib.c", "qsort"},
                                 {"string.c", "strlen"},
                                 {"system.c", "sysconf"},
                                 {"thread_keys.c", "pthread_getspecific"},
                                 {"threads.c", "pthread_create"},
                                 {"threads_c11.c", "mtx_lock"},
                                 {"threads_handles.c", "__fencepost_by_handle_pthread_create"},
                                 {"time.c", "time"},
                                 {"vprintf.c", "vsnprintf"}};
  EXPECT_EQ(std::size(kOneOfEach), embedded_library().size());
  for (const Case& one : kOneOfEach) {
    SourceOptions options;
    Library library(options);
    EXPECT_NE(library.read({one.name}), nullptr) << one.path;
    EXPECT_EQ(library.read({one.name}), nullptr) << one.path << " is read once";
  }
}

TEST(Library, NamesOfOthersNeedNothing) {
  SourceOptions options;
  EXPECT_EQ(Library(options).read({"main", "malloc", "struct"}), nullptr);
}

TEST(Library, IsReadForNamesThatNoDeclarationAtFileLevelUses) {
  EXPECT_EQ(CProgram("int main(void) { return (int)__builtin_strlen(\"four\"); }").run(), "returns 4");
  EXPECT_EQ(CProgram("int main(void) { extern int abs(int); return abs(-3); }").run(), "returns 3");
  EXPECT_EQ(
      CProgram(
          "#include <errno.h>\nint* __errno_location(void);\nint main(void) { errno = 7; return *__errno_location(); }")
          .run(),
      "returns 7");
}

TEST(Library, TheProgramsOwnDefinitionWins) {
  EXPECT_EQ(CProgram("int abs(int x) { return 5; }\nint main(void) { return abs(-3); }").run(), "returns 5");
}

}  // namespace
}  // namespace fencepost::frontend

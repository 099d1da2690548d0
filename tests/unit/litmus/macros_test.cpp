// Macro files: every primitive, nested macros, statements, and what is wrong with bad ones.
#include "frontend/litmus/macros.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "engine/litmus/simulate.h"
#include "frontend/litmus/parser.h"

namespace fencepost::litmus {
namespace {

constexpr const char* kMacros =
    "// as in the kernel's file\n"
    "my_read(X) __load{once}(X)\n"
    "my_write(X,V) { __store{once}(X,V); }\n"
    "my_release(X,V) { __store{release}(*X,V); }\n"
    "my_acquire(X) __load{acquire}(*X)\n"
    "my_mb() { __fence{mb}; }\n"
    "my_rcu_lock() { __fence{rcu-lock}; }\n"
    "my_xchg(X,V) __xchg{mb}(X,V)\n"
    "my_cmpxchg(X,V,W) __cmpxchg{mb}(X,V,W)\n"
    "my_inc(X) { __atomic_op{noreturn}(X,+,1); }\n"
    "my_andnot(V,X) { __atomic_op{noreturn}(X,&~,V); }\n"
    "my_add_return(V,X) __atomic_op_return{mb}(X,+,V)\n"
    "my_fetch_add(V,X) __atomic_fetch_op{once}(X,+,V)\n"
    "my_unless(X,V,W) __atomic_add_unless{mb}(X,V,W)\n"
    "my_lock(X) { __lock(X); }\n"
    "my_unlock(X) { __unlock(X); }\n"
    "my_trylock(X) __trylock(X)\n"
    "my_is_locked(X) __islocked(X)\n"
    "my_srcu_lock(X) __srcu{srcu-lock}(X)\n"
    "my_srcu_unlock(X,V) { __srcu{srcu-unlock}(X,V); }\n"
    "my_synchronize(X) { __srcu{sync-srcu}(X); }\n"
    "my_nested(X) my_read(*X)\n"
    "my_test(X) __atomic_op_return{mb}(X,-,1) == 0\n";

class Macros : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / "fencepost-macros.def").string();
    std::ofstream(path_) << kMacros;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  Outcome run(const std::string& text) const {
    return simulate(parse_test(text, "t.litmus", path_), *memory::load_model("lkmm"));
  }
  std::string path_;
};

TEST_F(Macros, OrderingComesFromTheTags) {
  const auto sb = [](const std::string& fence) {
    return "C sb\n{}\nP0(int *x, int *y) { int r; my_write(*x, 1); " + fence +
           " r = my_read(*y); }\nP1(int *x, int *y) { int r; my_write(*y, 1); " + fence +
           " r = my_nested(x); }\nexists (0:r=0 /\\ 1:r=0)\n";
  };
  EXPECT_EQ(run(sb("my_mb();")).positive, 0u);
  EXPECT_EQ(run(sb("")).positive, 1u);
  const std::string mp =
      "C mp\n{}\nP0(int *x, int *y) { my_write(*x, 1); my_release(y, 1); }\nP1(int *x, int *y) { int a; int b; a = "
      "my_acquire(y); b = my_read(*x); }\n"
      "exists (1:a=1 /\\ 1:b=0)\n";
  EXPECT_EQ(run(mp).positive, 0u);
}

TEST_F(Macros, ReadModifyWrites) {
  const std::string t =
      "C rmw\n{ x=5; y=7; }\nP0(atomic_t *x, atomic_t *y) { int a; int b; int c; int d; int e; a = my_xchg(x, 1); b = "
      "my_cmpxchg(x, 1, 2); my_inc(x); "
      "c = my_add_return(4, x); d = my_fetch_add(3, x); e = my_unless(y, 1, 7); my_andnot(2, x); }\n"
      "forall (0:a=5 /\\ 0:b=1 /\\ 0:c=7 /\\ 0:d=7 /\\ 0:e=0 /\\ x=8 /\\ y=7)\n";
  const Outcome o = run(t);
  EXPECT_EQ(o.positive, 1u);
  EXPECT_EQ(o.negative, 0u);
}

TEST_F(Macros, Locks) {
  const std::string t =
      "C locks\n{}\nP0(int *x, spinlock_t *s) { my_lock(s); my_write(*x, 1); my_write(*x, 2); my_unlock(s); }\n"
      "P1(int *x, spinlock_t *s) { int r; my_lock(s); r = my_read(*x); my_unlock(s); }\nexists (1:r=1)\n";
  EXPECT_EQ(run(t).positive, 0u);
}

TEST_F(Macros, TrylockAndIsLocked) {
  // Of two that try once, one gets the lock; both may only do so one after the other.
  const std::string t =
      "C try\n{}\nP0(spinlock_t *s, int *x) { int r; r = my_trylock(s); if (r) { my_write(*x, 1); my_unlock(s); } }\n"
      "P1(spinlock_t *s, int *x) { int r; int v; r = my_trylock(s); if (r) { v = my_read(*x); my_unlock(s); } }\n"
      "exists (0:r=1 /\\ 1:r=1 /\\ 1:v=0)\n";
  EXPECT_GT(run(t).positive, 0u);
  const std::string never =
      "C never\n{}\nP0(spinlock_t *s) { int r; my_lock(s); r = my_trylock(s); }\nexists (0:r=1)\n";
  EXPECT_EQ(run(never).positive, 0u);
  const std::string held =
      "C held\n{}\nP0(spinlock_t *s) { int r; my_lock(s); r = my_is_locked(s); }\nforall (0:r=1)\n";
  EXPECT_GT(run(held).positive, 0u);
  EXPECT_EQ(run(held).negative, 0u);
}

TEST_F(Macros, SleepableRcu) {
  const std::string t =
      "C srcu\n{}\nP0(int *x, int *y, struct srcu_struct *s) { int a; int b; int i; i = my_srcu_lock(s); a = "
      "my_read(*x); "
      "b = my_read(*y); my_srcu_unlock(s, i); }\n"
      "P1(int *x, int *y, struct srcu_struct *s) { my_write(*y, 1); my_synchronize(s); my_write(*x, 1); }\n"
      "exists (0:a=1 /\\ 0:b=0)\n";
  EXPECT_EQ(run(t).positive, 0u);
}

TEST(BadMacros, AreReported) {
  EXPECT_THROW(MacroTable::parse("f(X", "bad.def"), InputError);
  EXPECT_THROW(MacroTable::parse("f(X) { __fence{mb};", "bad.def"), InputError);
  EXPECT_THROW(MacroTable::parse("= 1", "bad.def"), InputError);
  EXPECT_THROW(parse_test("C t\n{}\nP0(int *x) { }\nexists (true)\n", "t.litmus", "/no/such.def"), MissingFile);
  const MacroTable loop = MacroTable::parse("f(X) f(X)", "loop.def");
  Scanner s("f(1)", "t", 1);
  EXPECT_THROW(loop.expand(s), InputError);
}

TEST(Bell, DeclarationsComeBeforeTheModel) {
  const auto path = (std::filesystem::temp_directory_path() / "fencepost-test.bell").string();
  std::ofstream(path)
      << "\"a bell file\"\nenum Accesses = 'fast || 'slow\ninstructions R[{'fast}]\nlet from-bell = po & 0\n";
  const auto cat = (std::filesystem::temp_directory_path() / "fencepost-test-bell.cat").string();
  std::ofstream(cat) << "\"m\"\nempty from-bell | (0 & (Fast * Slow))\n";
  EXPECT_NO_THROW(memory::load_model(cat, {}, path));
  EXPECT_THROW(memory::load_model(cat), InputError);
  std::filesystem::remove(path);
  std::filesystem::remove(cat);
}

}  // namespace
}  // namespace fencepost::litmus

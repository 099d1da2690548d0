#include "driver/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <sstream>

#include "base/check.h"
#include "base/diagnostic.h"
#include "driver/failure.h"
#include "driver/options.h"
#include "driver/output.h"

namespace fencepost::driver {
namespace {

int never(const std::string& reason) {
  ADD_FAILURE() << "gave up: " << reason;
  return -1;
}

// Deep enough to need far more than an ordinary stack of 8 MB.
int depth(int n) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(n);
  return n == 0 ? frame[0] : depth(n - 1) + frame[0] - frame[0];
}

TEST(Session, ReturnsWhatTheWorkReturns) {
  Session session({});
  EXPECT_EQ(session.run([] { return 42; }, never), 42);
  EXPECT_EQ(session.cut_reason(), "");
}

TEST(Session, HasRoomForDeepRecursion) {
  Session session({});
  EXPECT_EQ(session.run([] { return depth(30000); }, never), 0);
}

TEST(Session, AnInterruptCancelsTheBudget) {
  Session session({});
  int code = session.run(
      [&] {
        kill(getpid(), SIGINT);
        while (!session.interrupted()) session.budget().exhausted();
        return 7;
      },
      never);
  EXPECT_EQ(code, 7);
  EXPECT_EQ(session.cut_reason(), "interrupted");
}

TEST(Session, TooMuchMemoryCancelsTheBudget) {
  Session session({.megabytes = 1});
  int code = session.run(
      [&] {
        while (!session.budget().cancelled()) {
        }
        return 3;
      },
      never);
  EXPECT_EQ(code, 3);
  EXPECT_FALSE(session.interrupted());
  EXPECT_EQ(session.cut_reason(), "the memory limit of 1 MB was reached");
}

TEST(SessionDeath, WorkThatDoesNotStopIsCutOff) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        Session session({.seconds = 0.1});
        session.stage("looping");
        session.run(
            [] {
              for (;;) {
              }
              return 0;
            },
            [](const std::string& reason) {
              std::fputs(reason.c_str(), stderr);
              return 20;
            });
      },
      ::testing::ExitedWithCode(20), "the time limit of 0.1 s was reached \\(looping did not stop by itself\\)");
}

TEST(Guarded, EachFailureHasItsExitCode) {
  std::ostringstream err;
  auto code = [&](auto error) { return guarded(err, [&]() -> int { throw error; }); };
  EXPECT_EQ(code(UsageError("x")), 64);
  EXPECT_EQ(code(InputError({}, "x")), 65);
  EXPECT_EQ(code(MissingFile(SourcePos{}, "x")), 66);
  EXPECT_EQ(code(InternalError("x")), 70);
  EXPECT_EQ(code(std::runtime_error("x")), 70);
  EXPECT_EQ(code(OutputError("x")), 73);
  EXPECT_EQ(code(std::bad_alloc()), 20);
  EXPECT_EQ(code(Exhausted(Resource::time, "x")), 20);
  EXPECT_EQ(code(Exhausted(Resource::interrupt, "x")), 130);
  EXPECT_EQ(guarded(err, [] { return 5; }), 5);
}

}  // namespace
}  // namespace fencepost::driver

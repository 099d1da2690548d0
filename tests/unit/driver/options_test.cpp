#include "driver/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "engine/registry.h"

namespace fencepost::driver {
namespace {

using core::Undef;

TEST(OptionTable, EachFlagOncePerCommandAndHelpful) {
  for (unsigned command : {kVerify, kShow, kRun}) {
    std::set<std::string_view> flags;
    for (const OptionInfo& info : option_table()) {
      if (!(info.commands & command)) continue;
      EXPECT_TRUE(flags.insert(info.flags).second) << info.flags;
    }
  }
  for (const OptionInfo& info : option_table()) {
    EXPECT_FALSE(info.help.empty()) << info.flags;
    EXPECT_FALSE(info.group.empty()) << info.flags;
    EXPECT_NE(info.commands, 0u) << info.flags;
  }
}

TEST(OptionTable, EachCommandGetsItsWords) {
  const std::vector<std::string> words = {"--views", "2",        "-I",        "include", "--cost=c.txt", "-j",
                                          "2",       "--strict", "--unknown", "-Dx=1",   "--loops"};
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_for(kVerify, words),
            (Words{"--views", "2", "-I", "include", "-j", "2", "--strict", "--unknown", "-Dx=1", "--loops"}));
  EXPECT_EQ(words_for(kFences, words),
            (Words{"-I", "include", "--cost=c.txt", "-j", "2", "--strict", "--unknown", "-Dx=1"}));
}

TEST(Checks, DefaultsFollowTheTable) {
  core::UndefSet set = checks_of({});
  for (const core::UndefInfo& row : core::undef_table()) EXPECT_EQ(set.has(row.kind), !row.strict) << row.id;
}

TEST(Checks, StrictCheckAndNoCheck) {
  Options options;
  options.strict = true;
  options.checks = {"abort"};
  options.no_checks = {"shift"};
  core::UndefSet set = checks_of(options);
  EXPECT_TRUE(set.has(Undef::ptr_arith));
  EXPECT_TRUE(set.has(Undef::abort_called));
  EXPECT_FALSE(set.has(Undef::shift));
  EXPECT_FALSE(set.has(Undef::deadlock)) << "not part of --strict";
}

TEST(Checks, UninitialisedValues) {
  Options options;
  options.uninit = "unspecified";
  EXPECT_FALSE(checks_of(options).has(Undef::uninit));
  options.uninit = "strict";
  EXPECT_TRUE(checks_of(options).has(Undef::uninit));
  EXPECT_TRUE(checks_of(options).has(Undef::uninit_copy));
}

TEST(Checks, APropertyIsCheckedAlone) {
  Options options;
  options.property = "unreach-call";
  core::UndefSet set = checks_of(options);
  EXPECT_TRUE(set.has(Undef::reach_error));
  EXPECT_TRUE(set.has(Undef::assertion));
  EXPECT_FALSE(set.has(Undef::signed_overflow));
}

TEST(Checks, APropertyFile) {
  std::string path = ::testing::TempDir() + "fencepost_test.prp";
  std::ofstream(path) << "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-free) )\n";
  Options options;
  options.property = path;
  EXPECT_TRUE(checks_of(options).has(Undef::signed_overflow));
  EXPECT_TRUE(checks_of(options).has(Undef::double_free));
  EXPECT_FALSE(checks_of(options).has(Undef::reach_error));
  std::ofstream(path) << "CHECK( init(main()), LTL(F end) )\n";
  EXPECT_THROW(checks_of(options), UsageError) << "termination is not checked";
  options.property = path + ".gone.prp";
  EXPECT_THROW(checks_of(options), MissingFile);
}

TEST(Checks, PropertiesOfMemory) {
  using core::Undef;
  Options options;
  options.property = "valid-memtrack";
  EXPECT_TRUE(checks_of(options).has(Undef::memory_leak));
  EXPECT_FALSE(checks_of(options).has(Undef::unfreed));
  options.property = "valid-memcleanup";
  EXPECT_TRUE(checks_of(options).has(Undef::unfreed));
  EXPECT_FALSE(checks_of(options).has(Undef::memory_leak));
  std::string path = ::testing::TempDir() + "memory.prp";
  std::ofstream(path) << "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
                         "CHECK( init(main()), LTL(G valid-memtrack) )\n";
  for (const std::string& property : {path, std::string("valid-memsafety")}) {
    options.property = property;
    for (Undef kind : {Undef::double_free, Undef::oob_write, Undef::memory_leak})
      EXPECT_TRUE(checks_of(options).has(kind)) << property;
    EXPECT_FALSE(checks_of(options).has(Undef::unfreed)) << property;
  }
}

TEST(Checks, LeaksAreAskedFor) {
  Options options;
  options.strict = true;
  EXPECT_FALSE(checks_of(options).has(core::Undef::memory_leak));
  EXPECT_FALSE(checks_of(options).has(core::Undef::unfreed));
  options.checks = {"memory-leak", "unfreed"};
  EXPECT_TRUE(checks_of(options).has(core::Undef::memory_leak));
  EXPECT_TRUE(checks_of(options).has(core::Undef::unfreed));
}

TEST(Checks, UnknownNamesAreUsageErrors) {
  Options options;
  options.checks = {"singed-overflow"};
  EXPECT_THROW(checks_of(options), UsageError);
  options = {};
  options.property = "termination";
  EXPECT_THROW(checks_of(options), UsageError);
}

TEST(Engine, Bounds) {
  Options options;
  EXPECT_EQ(engine_options(options).unwind, 0u) << "auto";
  options.unwind = "12";
  options.unwindset = {"main.3:5,7:2", "f.9:1"};
  result::EngineOptions engine = engine_options(options);
  EXPECT_EQ(engine.unwind, 12u);
  EXPECT_EQ(engine.loop_bounds, (std::map<std::string, unsigned>{{"main.3", 5}, {"7", 2}, {"f.9", 1}}));
  for (const char* bad : {"0", "-1", "x", "3x", "", "99999999999"}) {
    options.unwind = bad;
    EXPECT_THROW(engine_options(options), UsageError) << bad;
  }
  options.unwind = "auto";
  for (const char* bad : {"main", ":3", "main:", "main:x"}) {
    options.unwindset = {bad};
    EXPECT_THROW(engine_options(options), UsageError) << bad;
  }
}

TEST(Engine, SolversAndIntegers) {
  Options options;
  EXPECT_EQ(engine_options(options).solver, logic::SolverKind::cadical);
  options.solver = "z3";
  options.integers = "mathematical";
  EXPECT_EQ(engine_options(options).solver, logic::SolverKind::z3);
  EXPECT_EQ(engine_options(options).integers, result::Integers::mathematical);
}

TEST(Source, TakesEveryInputOption) {
  Options options;
  options.files = {"a.c"};
  options.data_model = "ILP32";
  options.char_sign = "unsigned";
  options.eval_order = "left-to-right";
  options.malloc_may_fail = options.error_labels = options.system_headers = true;
  options.entry = "f(1)";
  frontend::SourceOptions source = source_options(options);
  EXPECT_EQ(source.files, options.files);
  EXPECT_EQ(source.data_model, frontend::DataModel::ILP32);
  EXPECT_FALSE(source.char_is_signed);
  EXPECT_FALSE(source.all_eval_orders);
  EXPECT_TRUE(source.malloc_may_fail && source.error_labels && source.system_headers);
  EXPECT_EQ(source.entry, "f(1)");
}

TEST(Options, TheOptionsOfEnginesAreOptionsOfVerify) {
  for (const engine::Entry& entry : engine::registry())
    for (std::string_view flag : entry.options)
      EXPECT_TRUE(std::ranges::any_of(
          option_table(), [&](const OptionInfo& info) { return info.flags == flag && (info.commands & kVerify) != 0; }))
          << entry.name << ": " << flag;
}

}  // namespace
}  // namespace fencepost::driver

// What is read, and what is not: links and `..` lead out of no root, and nothing that could block is opened.
#include "base/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/diagnostic.h"
#include "base/files_read.h"

namespace fencepost {
namespace {

namespace fs = std::filesystem;

class InputFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fencepost-base-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::create_directories(folder_ / "root" / "deep");
    write("root/inside.c", "inside");
    write("outside.c", "outside");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  InputFiles rooted() const { return InputFiles(at("root")); }

  fs::path folder_;
};

TEST_F(InputFilesTest, ReadsWhatIsThere) {
  EXPECT_EQ(InputFiles().read(at("outside.c")), "outside");
  EXPECT_EQ(rooted().read(at("root/inside.c")), "inside");
  EXPECT_EQ(rooted().read(at("root/deep/../inside.c")), "inside");
}

TEST_F(InputFilesTest, NothingLeadsOutOfTheRoot) {
  fs::create_symlink(at("outside.c"), at("root/link.c"));
  fs::create_directory_symlink(at("."), at("root/up"));
  write("root-of-others.c", "");
  for (const char* path : {"outside.c", "root/../outside.c", "root/link.c", "root/up/outside.c", "root-of-others.c"}) {
    EXPECT_FALSE(rooted().is_inside(at(path))) << path;
    EXPECT_THROW((void)rooted().read(at(path)), InputError) << path;
  }
}

TEST_F(InputFilesTest, ALinkBackIntoTheRootIsInside) {
  fs::create_symlink(at("root/inside.c"), at("root/link.c"));
  EXPECT_EQ(rooted().read(at("root/link.c")), "inside");
}

TEST_F(InputFilesTest, PipesAndFoldersAreNoFiles) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_THROW((void)InputFiles().read(at("pipe")), InputError);
  EXPECT_THROW((void)InputFiles().read(at("root")), InputError);
  EXPECT_THROW((void)InputFiles().read("/dev/null"), InputError);
}

TEST_F(InputFilesTest, WhatIsMissingIsMissing) {
  EXPECT_THROW((void)InputFiles().read(at("none.c")), MissingFile);
  EXPECT_THROW((void)InputFiles().read(at("outside.c/none.c")), MissingFile);
  EXPECT_THROW(InputFiles(at("none")), MissingFile);
  EXPECT_THROW(InputFiles(at("outside.c")), MissingFile);
}

TEST_F(InputFilesTest, ComplainsWhereTheFileWasNamed) {
  try {
    (void)InputFiles().read(at("none.c"), source_pos("task.yml", 7));
    FAIL();
  } catch (const MissingFile& missing) {
    EXPECT_EQ(to_string(missing.diagnostics().front().pos), "task.yml:7");
    EXPECT_NE(missing.diagnostics().front().message.find("none.c"), std::string::npos);
  }
}

TEST_F(InputFilesTest, WhatWasReadIsKnownByEveryName) {
  write("read.c", "x");
  EXPECT_FALSE(was_file_read(at("read.c")));
  (void)InputFiles().read(at("read.c"));
  fs::create_symlink(at("read.c"), at("symbolic.c"));
  fs::create_hard_link(at("read.c"), at("hard.c"));
  for (const char* name : {"read.c", "root/../read.c", "symbolic.c", "hard.c"}) EXPECT_TRUE(was_file_read(at(name)));
  EXPECT_FALSE(was_file_read(at("root/inside.c")));
  EXPECT_FALSE(was_file_read(at("none.c")));
}

}  // namespace
}  // namespace fencepost

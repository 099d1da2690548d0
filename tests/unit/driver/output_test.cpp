#include "driver/output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/files_read.h"
#include "base/input_file.h"

namespace fencepost::driver {
namespace {

namespace fs = std::filesystem;

class Output : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  fs::path folder_ = fs::path(::testing::TempDir()) / ("fencepost_output_" + std::to_string(::getpid()));
};

TEST_F(Output, AppearsWholeAndLeavesNothingElse) {
  fs::path path = folder_ / "report.json";
  std::ofstream(path) << "old";
  write_output(path.string(), "new report\n");
  EXPECT_EQ(read(path), "new report\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Output, HasThePermissionsThatTheUserWants) {
  const fs::path path = folder_ / "report.json";
  auto mode = [&] { return static_cast<unsigned>(fs::status(path).permissions()); };
  const mode_t before = umask(077);
  write_output(path.string(), "new\n");
  umask(before);
  EXPECT_EQ(mode(), 0600U);
  fs::permissions(path, static_cast<fs::perms>(0640));
  write_output(path.string(), "again\n");
  EXPECT_EQ(mode(), 0640U) << "of the file that is replaced";
}

TEST_F(Output, ReplacesNoFileThatWasRead) {
  fs::path path = folder_ / "input.c";
  std::ofstream(path) << "int x;";
  InputFiles().read(path.string());
  EXPECT_THROW(write_output(path.string(), "report"), OutputError);
}

TEST_F(Output, MayHaveTheNumberOfADeletedInput) {
  fs::path path = folder_ / "report.json";
  std::ofstream(path) << "old";
  struct stat status{};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  note_file_read((folder_ / "deleted.c").string(), status.st_dev, status.st_ino);
  write_output(path.string(), "new");
  EXPECT_EQ(read(path), "new");
}

TEST_F(Output, AMissingFolderIsFoundEarly) {
  std::string path = (folder_ / "none" / "report.json").string();
  EXPECT_THROW(check_output(path), OutputError);
  EXPECT_THROW(write_output(path, "x"), OutputError);
}

TEST_F(Output, AFolderIsNoFile) { EXPECT_THROW(check_output(folder_.string()), OutputError); }

TEST_F(Output, AFullDeviceIsAnError) {
  if (!fs::exists("/dev/full")) return;
  check_output("/dev/full");
  try {
    write_output("/dev/full", "text");
    FAIL() << "a full device took the report";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("help:"), std::string::npos);
  }
}

}  // namespace
}  // namespace fencepost::driver

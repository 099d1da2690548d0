#include "report/layout.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/files_read.h"

namespace fencepost::report {
namespace {

class Excerpt : public ::testing::Test {
 protected:
  // As if the file had been read: no other is shown.
  void write(const std::string& text) {
    std::ofstream(path_) << text;
    struct stat status{};
    ASSERT_EQ(::stat(path_.c_str(), &status), 0);
    note_file_read(path_, status.st_dev, status.st_ino);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = ::testing::TempDir() + "fencepost_excerpt_" + std::to_string(::getpid()) + ".c";
};

TEST(Wrap, KeepsLinesWithinEightyColumns) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  std::string wrapped = wrap(words, 4, 2);
  size_t at = 0, lines = 0;
  while (at < wrapped.size()) {
    size_t end = wrapped.find('\n', at);
    EXPECT_LE(end - at, kColumns);
    EXPECT_EQ(wrapped.substr(at, 4), "    ");
    at = end + 1;
    ++lines;
  }
  EXPECT_GT(lines, 5u);
  EXPECT_EQ(wrapped.substr(wrapped.find('\n') + 1, 6), "      ") << "later lines hang";
}

TEST(Wrap, LeavesALongWordWhole) {
  std::string word(120, 'x');
  EXPECT_EQ(wrap(word, 2), "  " + word + "\n");
}

TEST(Wrap, CountsCodePointsNotBytes) { EXPECT_EQ(width("grün → ∀"), 8u); }

TEST(Paint, WithoutColorsIsTheText) {
  EXPECT_EQ(paint("UNSAFE", Color::red, false), "UNSAFE");
  EXPECT_EQ(paint("UNSAFE", Color::red, true), "\033[1;31mUNSAFE\033[0m");
}

TEST_F(Excerpt, ShowsTheLineAndACaret) {
  write("int f(int a) {\n\treturn a + 1;\n}\n");
  EXPECT_EQ(excerpt(source_pos(path_, 2, 11), 2, false),
            "      1 | int f(int a) {\n"
            "      2 |  return a + 1;\n"
            "        |           ^\n");
}

TEST_F(Excerpt, CutsALongLineAroundTheColumn) {
  write(std::string(500, 'a') + "!" + std::string(500, 'b') + "\n");
  std::string text = excerpt(source_pos(path_, 1, 501), 2, false);
  size_t first_end = text.find('\n');
  EXPECT_LE(first_end, kColumns);
  size_t caret = text.find('^') - first_end - 1;
  EXPECT_EQ(text[caret], '!');
}

TEST_F(Excerpt, HidesControlCharacters) {
  write("int x\033[31m = 1;\n");
  EXPECT_EQ(excerpt(source_pos(path_, 1, 5), 0, false).find('\033'), std::string::npos);
}

TEST_F(Excerpt, OfAFileThatWasNotReadIsEmpty) {
  const std::string unread = path_ + ".unread";  // other tests of this process have read the other one
  std::ofstream(unread) << "secret\n";
  EXPECT_EQ(excerpt(source_pos(unread, 1, 1), 0, false), "");
  std::remove(unread.c_str());
}

TEST_F(Excerpt, OfAFileThatIsGoneIsEmpty) {
  EXPECT_EQ(excerpt(source_pos(path_ + ".gone", 1, 1), 0, false), "");
  EXPECT_EQ(excerpt(SourcePos{}, 0, false), "");
  write("one line\n");
  EXPECT_EQ(excerpt(source_pos(path_, 7, 1), 0, false), "");
}

}  // namespace
}  // namespace fencepost::report

// Streams: what the host's do, the models can do, and what the models do beyond that is allowed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "environment.h"
#include "models.h"

namespace {

class Streams : public testing::Test {
 protected:
  void SetUp() override {
    environment::answer({});
    model_rewind(stream_);
  }
  void TearDown() override { environment::answer({}); }

  // What is chosen when so much is read, and then the file ends or more follows: errno stays, the characters, the end and no error.
  static std::vector<long> reading(const std::string& text, bool ends) {
    std::vector<long> answers = {0};
    for (char c : text) answers.push_back(static_cast<unsigned char>(c));
    if (ends) answers.insert(answers.end(), {-1, 0});
    return answers;
  }

  ModelFile* stream_ = reinterpret_cast<ModelFile*>(__fencepost_stdin);
};

TEST_F(Streams, MayFail) {
  environment::answer({1, ENOENT});
  __fencepost_errno = 0;
  EXPECT_EQ(model_fopen("x", "r"), nullptr);
  EXPECT_EQ(__fencepost_errno, ENOENT);
  environment::answer({0, EBADF});  // errno changes all the same
  EXPECT_EQ(model_fflush(nullptr), 0);
  EXPECT_EQ(__fencepost_errno, EBADF);
  environment::answer({1});
  EXPECT_EQ(model_fflush(nullptr), EOF);
}

TEST_F(Streams, Lines) {
  std::mt19937 random(8);
  for (int round = 0; round < 500; ++round) {
    std::string text(1 + random() % 8, ' ');
    for (char& c : text) c = "ab\n"[random() % 3];
    int size = 1 + static_cast<int>(random() % 6);
    FILE* file = fmemopen(text.data(), text.size(), "r");
    char theirs[8] = "#######", ours[8] = "#######";
    while (fgets(theirs, size, file) && size > 1) {
      std::string line = theirs;
      environment::answer(reading(line, line.size() + 1 < static_cast<size_t>(size) && line.back() != '\n'));
      ASSERT_EQ(model_fgets(ours, size, stream_), ours);
      ASSERT_EQ(std::string(ours, 8), std::string(theirs, 8));
      ASSERT_EQ(model_feof(stream_) != 0, feof(file) != 0);
    }
    fclose(file);
    model_clearerr(stream_);
    // Whatever else it reads fits, and is a line.
    environment::answer_at_random(static_cast<unsigned>(round));
    if (model_fgets(ours, size, stream_)) {
      ASSERT_LT(strlen(ours), static_cast<size_t>(size));
      ASSERT_LE(std::count(ours, ours + strlen(ours), '\n'), 1);
    }
    environment::answer({});
    model_clearerr(stream_);
  }
}

// One step after the other, of those that change what a stream remembers.
TEST_F(Streams, RememberLikeTheHost) {
  std::mt19937 random(9);
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 5, ' ');
    for (char& c : text) c = static_cast<char>(random());
    text.push_back('z');
    FILE* file = fmemopen(text.data(), text.size(), "r");
    environment::answer({0});
    model_rewind(stream_);
    bool may_push = false;
    for (int step = 0; step < 20; ++step) {
      unsigned what = random() % 6;
      if (what < 2) {
        int theirs = getc(file);
        environment::answer(theirs == EOF ? reading("", true) : reading(std::string(1, static_cast<char>(theirs)), false));
        ASSERT_EQ(what == 0 ? model_getc(stream_) : model_fgetc(stream_), theirs);
        may_push = true;
      } else if (what == 2 && may_push) {  // a second one may be refused
        int pushed = static_cast<int>(random() % 257) - 1;
        ASSERT_EQ(model_ungetc(pushed, stream_), ungetc(pushed, file));
        may_push = pushed == EOF;
      } else if (what == 3) {
        clearerr(file);
        model_clearerr(stream_);
      } else if (what == 4) {
        environment::answer({0, 0, 0});
        ASSERT_EQ(model_fseek(stream_, 0, SEEK_SET), fseek(file, 0, SEEK_SET));
        may_push = true;
      } else if (what == 5) {
        char ours[4] = "", theirs[4] = "";
        size_t count = fread(theirs, 1, 3, file);
        environment::answer(reading(std::string(theirs, count), count < 3));
        ASSERT_EQ(model_fread(ours, 1, 3, stream_), count);
        ASSERT_EQ(memcmp(ours, theirs, count), 0);
        may_push = true;
      }
      environment::answer({});
      ASSERT_EQ(model_feof(stream_) != 0, feof(file) != 0);
      ASSERT_EQ(model_ferror(stream_) != 0, ferror(file) != 0);
    }
    long at = ftell(file);
    environment::answer({at, at < 0});
    ASSERT_EQ(model_ftell(stream_), at);
    fclose(file);
  }
}

TEST_F(Streams, WhatIsRead) {
  bool has_ended = false, has_failed = false;
  for (unsigned seed = 0; seed < 500; ++seed) {
    environment::answer({});
    model_clearerr(stream_);
    environment::answer_at_random(seed);
    int c = model_fgetc(stream_);
    ASSERT_TRUE(c >= -1 && c <= 255);
    if (c >= 0) continue;
    bool is_end = model_feof(stream_), is_error = model_ferror(stream_);
    ASSERT_TRUE(is_end || is_error);
    has_ended |= is_end;
    has_failed |= is_error;
    if (is_end) {
      ASSERT_EQ(model_getc(stream_), EOF);
    }
    if (is_end) {
      ASSERT_NE(__fencepost_scan_stream(stream_), 0);
    }
    __fencepost_scanned(stream_, EOF);
    ASSERT_TRUE(model_feof(stream_) || model_ferror(stream_));
    c = model_getchar();
    ASSERT_TRUE(c >= -1 && c <= 255);
  }
  EXPECT_TRUE(has_ended && has_failed);
}

TEST_F(Streams, WhatIsWritten) {
  char text[] = "abcdef";
  std::set<size_t> counts;
  ModelFile* output = nullptr;
  environment::answer({});
  output = model_fopen("y", "w");
  for (unsigned seed = 0; seed < 500; ++seed) {
    environment::answer_at_random(seed);
    counts.insert(model_fwrite(text, 2, 3, output));
  }
  EXPECT_EQ(counts, (std::set<size_t>{0, 1, 2, 3}));
  environment::answer({});
  EXPECT_EQ(model_fclose(output), 0);
}

}  // namespace

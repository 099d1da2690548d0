// What the library demands of its callers: the models' checks fail where they should, and not beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <string>

#include "environment.h"
#include "models.h"

namespace {

using environment::failed_check;

// What would be undefined on the host is asked of the models alone, in memory of exactly the size that it needs.
class Demands : public testing::Test {
 protected:
  void SetUp() override {
    environment::answer({});
    text_ = static_cast<char*>(malloc(8));
    fill();
  }
  void TearDown() override { free(text_); }

  void fill() { std::copy_n("abc\0efg", 8, text_); }
  std::string failed_afresh(const std::function<void()>& run) {
    fill();
    return failed_check(run);
  }

  char* text_ = nullptr;
};

TEST_F(Demands, Domains) {
  using Classify = int (*)(int);
  for (Classify f : {model_isalnum, model_isalpha, model_isblank, model_iscntrl, model_isdigit, model_isgraph, model_islower,
                     model_isprint, model_ispunct, model_isspace, model_isupper, model_isxdigit, model_tolower, model_toupper}) {
    EXPECT_EQ(failed_check([&] { f(-2); }), "bad-argument");
    EXPECT_EQ(failed_check([&] { f(256); }), "bad-argument");
    EXPECT_EQ(failed_check([&] { f(-1), f(255); }), "");
  }
  EXPECT_EQ(failed_check([&] { model_strtol("1", nullptr, 1); }), "bad-argument");
  EXPECT_EQ(failed_check([&] { model_strtoull("1", nullptr, 37); }), "bad-argument");
}

TEST_F(Demands, Overlap) {
  EXPECT_EQ(failed_afresh([&] { model_strcpy(text_ + 1, text_); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strcpy(text_, text_ + 1); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_stpcpy(text_, text_); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strcat(text_, text_); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strncpy(text_ + 1, text_, 2); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strncat(text_, text_ + 1, 5); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strxfrm(text_, text_ + 2, 4); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_memccpy(text_ + 1, text_, 'z', 4); }), "overlap");
  EXPECT_EQ(failed_afresh([&] { model_strcpy(text_ + 4, "xyz"), model_strncpy(text_ + 4, text_, 4); }), "");
}

int never_equal(const void* a, const void* b) { return *static_cast<const int*>(a) < *static_cast<const int*>(b) ? -1 : 1; }
int only_less(const void* a, const void* b) { return *static_cast<const int*>(a) < *static_cast<const int*>(b); }
int in_a_circle(const void* a, const void* b) {
  int x = *static_cast<const int*>(a), y = *static_cast<const int*>(b);
  return x == y ? 0 : (x + 1) % 3 == y ? -1 : 1;
}

TEST_F(Demands, Comparisons) {
  auto fails = [](int (*compare)(const void*, const void*)) {
    for (unsigned seed = 0; seed < 5000; ++seed) {
      environment::answer_at_random(seed);
      int numbers[3] = {0, 1, 2};
      if (failed_check([&] { model_qsort(numbers, 3, sizeof(int), compare); }) == "comparison") return true;
    }
    return false;
  };
  EXPECT_TRUE(fails(only_less));
  EXPECT_TRUE(fails(in_a_circle));
  EXPECT_FALSE(fails(never_equal));
  environment::answer({});
  int* numbers = static_cast<int*>(calloc(3, sizeof(int)));
  EXPECT_EQ(failed_check([&] { model_qsort(numbers, 4, sizeof(int), never_equal); }), "oob-write");
  EXPECT_EQ(failed_check([&] { model_bsearch(numbers, numbers, 4, sizeof(int), never_equal); }), "oob-read");
  EXPECT_EQ(failed_check([&] { model_qsort(numbers, SIZE_MAX, sizeof(int), never_equal); }), "bad-argument");
  free(numbers);
}

TEST_F(Demands, Sizes) {
  EXPECT_EQ(failed_check([&] { model_memcmp(text_, "abcdefghij", 9); }), "oob-read");
  EXPECT_EQ(failed_check([&] { model_memrchr(text_, 'a', 9); }), "oob-read");
  EXPECT_EQ(failed_check([&] { model_strncpy(text_, "a", 9); }), "oob-write");
  EXPECT_EQ(failed_check([&] { model_memcmp(text_, text_, 8), model_memchr(text_, 'b', 100); }), "");
}

TEST_F(Demands, Streams) {
  ModelFile* stream = model_fopen("x", "r");
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(failed_check([&] { model_fgets(text_, 0, stream); }), "bad-argument");
  EXPECT_EQ(failed_check([&] { model_fread(text_, 3, 3, stream); }), "oob-write");
  EXPECT_EQ(failed_check([&] { model_fread(text_, 2, 4, stream), model_fflush(nullptr); }), "");
  EXPECT_EQ(failed_check([&] { model_fflush(stream); }), "loose-argument");
  EXPECT_EQ(failed_check([&] { model_getc(reinterpret_cast<ModelFile*>(text_)); }), "oob-read");
  EXPECT_EQ(failed_check([&] { model_fwrite(text_, 3, 3, stream); }), "oob-read");
  EXPECT_EQ(failed_check([&] { model_fclose(stream); }), "");
  EXPECT_EQ(failed_check([&] { model_fclose(stream); }), "bad-argument");
  EXPECT_EQ(failed_check([&] { model_fopen("x", "q"); }), "bad-argument");
}

}  // namespace

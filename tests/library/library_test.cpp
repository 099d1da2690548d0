// Our models of library functions (src/frontend/clang/library/, those of plain C), compiled for the host under ASan and UBSan and
// compared with the host's own functions on small and on random inputs: here what C determines, in choices_test.cpp what it
// leaves open, in demands_test.cpp what it demands.
#include <gtest/gtest.h>

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "environment.h"
#include "models.h"

namespace {

// Short words over few letters, so that equal prefixes, repeats and matches are common; 0xE4 tests unsigned comparison.
class Words {
 public:
  std::string operator()() {
    static const char letters[] = {'a', 'b', 'B', ' ', '\xE4'};
    std::string word(random_() % 6, 'a');
    for (char& c : word) c = letters[random_() % sizeof letters];
    return word;
  }
  size_t number(size_t below) { return random_() % below; }

 private:
  std::mt19937 random_{20240601};
};

TEST(Strings, AgreeWithTheHost) {
  Words words;
  for (int round = 0; round < 20000; ++round) {
    std::string a = words(), b = words();
    size_t n = words.number(8);
    const char *x = a.c_str(), *y = b.c_str();
    int c = static_cast<unsigned char>("abB \xE4z"[words.number(7)]);
    SCOPED_TRACE("'" + a + "' '" + b + "' " + std::to_string(n) + " " + std::to_string(c));
    ASSERT_EQ(model_strlen(x), strlen(x));
    ASSERT_EQ(model_strnlen(x, n), strnlen(x, n));
    ASSERT_EQ(sign(model_strcmp(x, y)), sign(strcmp(x, y)));
    ASSERT_EQ(sign(model_strncmp(x, y, n)), sign(strncmp(x, y, n)));
    ASSERT_EQ(sign(model_strcasecmp(x, y)), sign(strcasecmp(x, y)));
    ASSERT_EQ(sign(model_strncasecmp(x, y, n)), sign(strncasecmp(x, y, n)));
    ASSERT_EQ(model_strchr(x, c), strchr(x, c));
    ASSERT_EQ(model_strchrnul(x, c), strchrnul(x, c));
    ASSERT_EQ(model_strrchr(x, c), strrchr(x, c));
    ASSERT_EQ(model_strspn(x, y), strspn(x, y));
    ASSERT_EQ(model_strcspn(x, y), strcspn(x, y));
    ASSERT_EQ(model_strpbrk(x, y), strpbrk(x, y));
    ASSERT_EQ(model_strstr(x, y), strstr(x, y));
    size_t both = std::min(a.size(), b.size());
    ASSERT_EQ(sign(model_memcmp(x, y, both)), sign(memcmp(x, y, both)));
    ASSERT_EQ(model_memchr(x, c, a.size()), memchr(x, c, a.size()));
    ASSERT_EQ(model_memrchr(x, c, a.size()), memrchr(x, c, a.size()));
    ASSERT_EQ(sign(model_strcoll(x, y)), sign(strcmp(x, y)));
    ASSERT_EQ(model_bcmp(x, y, both) == 0, bcmp(x, y, both) == 0);
    ASSERT_EQ(model_index(x, c), index(x, c));
    ASSERT_EQ(model_rindex(x, c), rindex(x, c));
  }
}

TEST(Strings, CopiesAgreeWithTheHost) {
  Words words;
  for (int round = 0; round < 5000; ++round) {
    std::string a = words(), b = words();
    size_t n = words.number(8);
    SCOPED_TRACE("'" + a + "' '" + b + "' " + std::to_string(n));
    auto same = [&](const std::function<void(char*)>& model, const std::function<void(char*)>& host) {
      char ours[32], theirs[32];
      memset(ours, '#', sizeof ours);
      memset(theirs, '#', sizeof theirs);
      strcpy(ours, a.c_str());
      strcpy(theirs, a.c_str());
      model(ours);
      host(theirs);
      ASSERT_EQ(std::string(ours, sizeof ours), std::string(theirs, sizeof theirs));
    };
    same([&](char* to) { model_strcpy(to, b.c_str()); }, [&](char* to) { strcpy(to, b.c_str()); });
    same([&](char* to) { *model_stpcpy(to, b.c_str()) = '!'; }, [&](char* to) { *stpcpy(to, b.c_str()) = '!'; });
    same([&](char* to) { model_strncpy(to, b.c_str(), n); }, [&](char* to) { strncpy(to, b.c_str(), n); });
    same([&](char* to) { model_strcat(to, b.c_str()); }, [&](char* to) { strcat(to, b.c_str()); });
    same([&](char* to) { model_strncat(to, b.c_str(), n); }, [&](char* to) { strncat(to, b.c_str(), n); });
    bool is_whole = b.size() < n;  // else it is left open what is there
    same([&](char* to) { to[30] = static_cast<char>(model_strxfrm(to, b.c_str(), is_whole ? n : 0)); },
         [&](char* to) { to[30] = static_cast<char>(strxfrm(to, b.c_str(), is_whole ? n : 0)); });
    size_t bytes = b.size() + 1;
    same([&](char* to) { *static_cast<char*>(model_mempcpy(to, b.c_str(), bytes)) = '!'; },
         [&](char* to) { *static_cast<char*>(mempcpy(to, b.c_str(), bytes)) = '!'; });
    same([&](char* to) { to[30] = model_memccpy(to, b.c_str(), 'b', bytes) == nullptr; },
         [&](char* to) { to[30] = memccpy(to, b.c_str(), 'b', bytes) == nullptr; });
    same([&](char* to) { model_bcopy(to, to + 1, 8); }, [&](char* to) { bcopy(to, to + 1, 8); });
    same([&](char* to) { model_bzero(to, n); }, [&](char* to) { bzero(to, n); });
    char* copy = model_strdup(a.c_str());
    ASSERT_STREQ(copy, a.c_str());
    free(copy);
    copy = model_strndup(a.c_str(), n);
    ASSERT_EQ(std::string(copy), a.substr(0, n));
    free(copy);
  }
}

TEST(Strings, TokensAgreeWithTheHost) {
  Words words;
  for (int round = 0; round < 3000; ++round) {
    std::string text = words() + words() + words(), separators = words();
    std::vector<std::string> ours, theirs;
    std::string a = text, b = text;
    for (char* t = model_strtok(a.data(), separators.c_str()); t; t = model_strtok(nullptr, separators.c_str()))
      ours.emplace_back(t);
    for (char* t = strtok(b.data(), separators.c_str()); t; t = strtok(nullptr, separators.c_str()))
      theirs.emplace_back(t);
    ASSERT_EQ(ours, theirs);
    ours.clear();
    a = text;
    char* state = nullptr;
    for (char* t = model_strtok_r(a.data(), separators.c_str(), &state); t;
         t = model_strtok_r(nullptr, separators.c_str(), &state))
      ours.emplace_back(t);
    ASSERT_EQ(ours, theirs);
    ours.clear();
    theirs.clear();
    a = b = text;
    char *x = a.data(), *y = b.data();
    while (char* t = model_strsep(&x, separators.c_str())) ours.emplace_back(t);
    while (char* t = strsep(&y, separators.c_str())) theirs.emplace_back(t);
    ASSERT_EQ(ours, theirs);
  }
}

TEST(Characters, AgreeWithTheHost) {
  for (int c = -1; c < 256; ++c) {
    SCOPED_TRACE(c);
    EXPECT_EQ(model_isalnum(c) != 0, isalnum(c) != 0);
    EXPECT_EQ(model_isalpha(c) != 0, isalpha(c) != 0);
    EXPECT_EQ(model_isblank(c) != 0, isblank(c) != 0);
    EXPECT_EQ(model_iscntrl(c) != 0, iscntrl(c) != 0);
    EXPECT_EQ(model_isdigit(c) != 0, isdigit(c) != 0);
    EXPECT_EQ(model_isgraph(c) != 0, isgraph(c) != 0);
    EXPECT_EQ(model_islower(c) != 0, islower(c) != 0);
    EXPECT_EQ(model_isprint(c) != 0, isprint(c) != 0);
    EXPECT_EQ(model_ispunct(c) != 0, ispunct(c) != 0);
    EXPECT_EQ(model_isspace(c) != 0, isspace(c) != 0);
    EXPECT_EQ(model_isupper(c) != 0, isupper(c) != 0);
    EXPECT_EQ(model_isxdigit(c) != 0, isxdigit(c) != 0);
    EXPECT_EQ(model_tolower(c), tolower(c));
    EXPECT_EQ(model_toupper(c), toupper(c));
    EXPECT_EQ(model_isascii(c) != 0, isascii(c) != 0);
    EXPECT_EQ(model_toascii(c), toascii(c));
  }
}

TEST(Numbers, ParseLikeTheHost) {
  std::vector<std::string> texts = {"",
                                    "0",
                                    "-0",
                                    "12",
                                    "+12",
                                    "-12",
                                    " \t\n-7x",
                                    "x",
                                    "-",
                                    "+",
                                    "0x",
                                    "0x1f",
                                    "0X1Fg",
                                    "077",
                                    "08",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "-9223372036854775808",
                                    "-9223372036854775809",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "-18446744073709551615",
                                    "zz",
                                    "1z",
                                    "0b1",
                                    "99999999999999999999999x",
                                    "0x-1",
                                    "- 1"};
  for (const std::string& text : texts) {
    for (int base : {0, 2, 8, 10, 16, 36}) {
      SCOPED_TRACE("'" + text + "' base " + std::to_string(base));
      const char* t = text.c_str();
      auto same = [&](auto model, auto host) {
        char *ours = nullptr, *theirs = nullptr;
        errno = __fencepost_errno = 0;
        auto a = model(t, &ours, base);
        auto b = host(t, &theirs, base);
        EXPECT_EQ(a, b);
        EXPECT_EQ(ours, theirs);
        EXPECT_EQ(__fencepost_errno == ERANGE, errno == ERANGE);
      };
      same(model_strtol, strtol);
      same(model_strtoll, strtoll);
      same(model_strtoul, strtoul);
      same(model_strtoull, strtoull);
      same(model_strtoimax, strtoimax);
      same(model_strtoumax, strtoumax);
    }
  }
  for (const char* text : {"0", " 42x", "-2147483648", "2147483647", "+5", "abc", ""}) {
    EXPECT_EQ(model_atoi(text), atoi(text)) << text;
    EXPECT_EQ(model_atol(text), atol(text)) << text;
    EXPECT_EQ(model_atoll(text), atoll(text)) << text;
  }
  EXPECT_EQ(model_atoll("-9223372036854775808"), atoll("-9223372036854775808"));
}

TEST(Numbers, RandomTextsParseLikeTheHost) {
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 8, ' ');
    for (char& c : text) c = " +-0123789xXafz"[random() % 15];
    int base = static_cast<int>(random() % 37);
    if (base == 1) continue;
    SCOPED_TRACE("'" + text + "' base " + std::to_string(base));
    char *ours = nullptr, *theirs = nullptr;
    ASSERT_EQ(model_strtol(text.c_str(), &ours, base), strtol(text.c_str(), &theirs, base));
    ASSERT_EQ(ours, theirs);
    ASSERT_EQ(model_strtoull(text.c_str(), &ours, base), strtoull(text.c_str(), &theirs, base));
    ASSERT_EQ(ours, theirs);
    ASSERT_EQ(model_atoi(text.c_str()), atoi(text.c_str()));
  }
}

TEST(Numbers, SmallFunctions) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 5000; ++round) {
    auto a = static_cast<int64_t>(random() >> random() % 64), b = static_cast<int64_t>(random() >> random() % 64);
    if (b == 0) b = 3;
    int x = static_cast<int>(a), y = static_cast<int>(b);
    if (y == 0) y = 5;
    ASSERT_EQ(model_ffs(x), ffs(x));
    ASSERT_EQ(model_ffsl(a), ffsl(a));
    ASSERT_EQ(model_ffsll(a), ffsll(a));
    if (x != INT32_MIN) {
      ASSERT_EQ(model_abs(x), abs(x));
      ASSERT_EQ(model_div(x, y).quot, div(x, y).quot);
      ASSERT_EQ(model_div(x, y).rem, div(x, y).rem);
    }
    if (a == INT64_MIN) continue;
    ASSERT_EQ(model_labs(a), labs(a));
    ASSERT_EQ(model_llabs(a), llabs(a));
    ASSERT_EQ(model_imaxabs(a), imaxabs(a));
    ASSERT_EQ(model_ldiv(a, b).quot, ldiv(a, b).quot);
    ASSERT_EQ(model_ldiv(a, b).rem, ldiv(a, b).rem);
    ASSERT_EQ(model_lldiv(a, b).quot, lldiv(a, b).quot);
    ASSERT_EQ(model_imaxdiv(a, b).rem, imaxdiv(a, b).rem);
  }
  EXPECT_EQ(model_ffs(0), 0);
}

TEST(Numbers, AlignedMemoryLikeTheHost) {
  void* none = nullptr;
  for (size_t alignment : {0, 1, 3, 4, 24}) EXPECT_EQ(model_posix_memalign(&none, alignment, 64), EINVAL) << alignment;
  for (size_t alignment : {8, 16, 64, 4096}) {
    void *ours = nullptr, *theirs = nullptr;
    EXPECT_EQ(model_posix_memalign(&ours, alignment, 4096), posix_memalign(&theirs, alignment, 4096)) << alignment;
    EXPECT_TRUE(!ours || reinterpret_cast<uintptr_t>(ours) % alignment == 0);
    free(ours);
    free(theirs);
  }
}

// What the front end makes of a format, here by hand.
TEST(Numbers, AreWrittenLikeTheHost) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 5000; ++round) {
    auto value = static_cast<long long>(random() >> random() % 64);
    if (value == INT64_MIN) continue;
    auto small = static_cast<unsigned>(value);
    bool is_left = random() % 4 == 0, has_zeros = random() % 2, is_alternative = random() % 2;
    char otherwise = "\0+ "[random() % 3];
    auto width = static_cast<int>(random() % 24) - 8, precision = static_cast<int>(random() % 24) - 12;
    size_t limit = random() % 32;
    auto same = [&](const std::string& conversion, auto number, unsigned long long magnitude, bool is_int, unsigned base,
                    char ten) {
      bool is_signed = conversion.ends_with("d");
      std::string format = "%";
      if (is_left) format += '-';
      if (has_zeros) format += '0';
      if (is_alternative && !is_signed && base != 10) format += '#';
      if (is_signed && otherwise) format += otherwise;
      format += "*.*" + conversion;
      char ours[64], theirs[64];
      memset(ours, '#', sizeof ours);
      memset(theirs, '#', sizeof theirs);
      int length = snprintf(theirs, limit, format.c_str(), width, precision, number);
      bool is_negative = is_signed && magnitude != static_cast<unsigned long long>(number);
      char shown_sign = is_negative ? '-' : is_signed ? otherwise : '\0';
      size_t at = __fencepost_put_integer(ours, limit, 0, magnitude, shown_sign, is_int, base, ten, is_alternative, width,
                                          precision, has_zeros, is_left);
      __fencepost_put_end(ours, limit, at);
      ASSERT_EQ(at, static_cast<size_t>(length)) << format << " " << number << " " << width << " " << precision;
      ASSERT_EQ(std::string(ours, sizeof ours), std::string(theirs, sizeof theirs))
          << format << " " << number << " " << width << " " << precision;
    };
    if (random() % 8 == 0) value = 0, small = 0;
    same("lld", value, static_cast<unsigned long long>(value < 0 ? -value : value), false, 10, 'a');
    same("u", small, small, true, 10, 'a');
    same("X", small, small, true, 16, 'A');
    same("x", small, small, true, 16, 'a');
    same("llo", static_cast<unsigned long long>(value), static_cast<unsigned long long>(value), false, 8, 'a');
    char ours[64] = "", theirs[64] = "";
    snprintf(theirs, limit, is_left ? "%-*.*s" : "%*.*s", width, precision, "abc");
    __fencepost_put_end(ours, limit, __fencepost_put_string(ours, limit, 0, "abc", precision, width, is_left));
    ASSERT_STREQ(ours, theirs);
    snprintf(theirs, limit, is_left ? "%-*c" : "%*c", width, 'x');
    __fencepost_put_end(ours, limit, __fencepost_put_character(ours, limit, 0, 'x', width, is_left));
    ASSERT_STREQ(ours, theirs);
    ASSERT_EQ(__fencepost_wide_shown(L"abc", precision), static_cast<size_t>(snprintf(nullptr, 0, "%.*ls", precision, L"abc")));
  }
}

int compare_ints(const void* a, const void* b) {
  int x = *static_cast<const int*>(a), y = *static_cast<const int*>(b);
  return (x > y) - (x < y);
}

TEST(Arrays, SortAndSearch) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::vector<int> ours(random() % 12);
    for (int& v : ours) v = static_cast<int>(random() % 10);
    std::vector<int> theirs = ours;
    model_qsort(ours.data(), ours.size(), sizeof(int), compare_ints);
    std::sort(theirs.begin(), theirs.end());
    ASSERT_EQ(ours, theirs);
    for (int key = -1; key < 11; ++key) {
      auto* found = static_cast<int*>(model_bsearch(&key, ours.data(), ours.size(), sizeof(int), compare_ints));
      ASSERT_EQ(found != nullptr, std::binary_search(theirs.begin(), theirs.end(), key));
      if (found) {
        ASSERT_EQ(*found, key);
      }
    }
  }
}

TEST(Floats, AgreeWithTheHost) {
  std::vector<double> values = {0.0,
                                -0.0,
                                0.5,
                                -0.5,
                                0.49999999999999994,
                                1.5,
                                -1.5,
                                2.5,
                                -2.5,
                                0.1,
                                -0.9,
                                1e10,
                                -1e10,
                                4503599627370495.5,
                                -4503599627370495.5,
                                4503599627370496.0,
                                9007199254740993.0,
                                1e300,
                                -1e300,
                                5e-324,
                                INFINITY,
                                -INFINITY};
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) values.push_back(static_cast<double>(static_cast<int64_t>(random())) / 4294967296.0);
  auto same = [](double a, double b) { return a == b && std::signbit(a) == std::signbit(b); };
  for (double v : values) {
    EXPECT_TRUE(same(model_fabs(v), fabs(v))) << v;
    EXPECT_TRUE(same(model_trunc(v), trunc(v))) << v;
    EXPECT_TRUE(same(model_floor(v), floor(v))) << v;
    EXPECT_TRUE(same(model_ceil(v), ceil(v))) << v;
    EXPECT_TRUE(same(model_round(v), round(v))) << v << " " << model_round(v);
    EXPECT_EQ(model_fmax(v, 1.0), fmax(v, 1.0)) << v;
    EXPECT_EQ(model_fmin(v, 1.0), fmin(v, 1.0)) << v;
    EXPECT_EQ(model_fabsl(v), fabsl(v)) << v;
    auto f = static_cast<float>(v);
    EXPECT_TRUE(same(model_fabsf(f), fabsf(f))) << v;
    EXPECT_TRUE(same(model_truncf(f), truncf(f))) << v;
    EXPECT_TRUE(same(model_floorf(f), floorf(f))) << v;
    EXPECT_TRUE(same(model_ceilf(f), ceilf(f))) << v;
    EXPECT_TRUE(same(model_roundf(f), roundf(f))) << v;
    EXPECT_EQ(model_fmaxf(f, 1.0F), fmaxf(f, 1.0F)) << v;
    EXPECT_EQ(model_fminf(f, 1.0F), fminf(f, 1.0F)) << v;
  }
  values.insert(values.end(), {NAN, 2.2250738585072014E-308, 2.2250738585072009E-308, -5e-324});
  for (double v : values) {
    EXPECT_EQ(__fencepost_isinf(v) != 0, std::isinf(v)) << v;
    EXPECT_EQ(__fencepost_isfinite(v) != 0, std::isfinite(v)) << v;
    EXPECT_EQ(__fencepost_signbit(v) != 0, std::signbit(v)) << v;
    EXPECT_EQ(__fencepost_isnan(v) != 0, std::isnan(v)) << v;
    EXPECT_EQ(__fencepost_isunordered(v, 1.0) != 0, std::isunordered(v, 1.0)) << v;
    EXPECT_EQ(__fencepost_islessgreater(v, 1.0) != 0, std::islessgreater(v, 1.0)) << v;
    EXPECT_EQ(__fencepost_fpclassify(v, 2.2250738585072014E-308), std::fpclassify(v)) << v;
    EXPECT_EQ(__fencepost_isnormal(v, 2.2250738585072014E-308) != 0, std::isnormal(v)) << v;
  }
  EXPECT_TRUE(std::isnan(model_floor(NAN)));
  EXPECT_EQ(model_fmax(NAN, 2.0), 2.0);
  EXPECT_EQ(model_fmin(2.0, NAN), 2.0);
}

}  // namespace

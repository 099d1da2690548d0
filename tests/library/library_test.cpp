// Our models of library functions (src/frontend/clang/library/, those of plain C), compiled for the host and compared with the
// host's own functions on small and on random inputs.
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

extern "C" {
size_t model_strlen(const char*);
size_t model_strnlen(const char*, size_t);
char* model_strcpy(char*, const char*);
char* model_stpcpy(char*, const char*);
char* model_strncpy(char*, const char*, size_t);
char* model_strcat(char*, const char*);
char* model_strncat(char*, const char*, size_t);
int model_strcmp(const char*, const char*);
int model_strncmp(const char*, const char*, size_t);
int model_strcasecmp(const char*, const char*);
int model_strncasecmp(const char*, const char*, size_t);
char* model_strchr(const char*, int);
char* model_strchrnul(const char*, int);
char* model_strrchr(const char*, int);
size_t model_strspn(const char*, const char*);
size_t model_strcspn(const char*, const char*);
char* model_strpbrk(const char*, const char*);
char* model_strstr(const char*, const char*);
char* model_strtok(char*, const char*);
char* model_strsep(char**, const char*);
char* model_strdup(const char*);
char* model_strndup(const char*, size_t);
int model_memcmp(const void*, const void*, size_t);
void* model_memchr(const void*, int, size_t);
void* model_memrchr(const void*, int, size_t);
// What the models check holds here: the host's functions are asked within their domain only.
void __fencepost_check(const char* id, int condition) { EXPECT_TRUE(condition) << id; }
int model_isalnum(int);
int model_isalpha(int);
int model_isblank(int);
int model_iscntrl(int);
int model_isdigit(int);
int model_isgraph(int);
int model_islower(int);
int model_isprint(int);
int model_ispunct(int);
int model_isspace(int);
int model_isupper(int);
int model_isxdigit(int);
int model_tolower(int);
int model_toupper(int);
int model_atoi(const char*);
long model_atol(const char*);
long long model_atoll(const char*);
long model_strtol(const char*, char**, int);
long long model_strtoll(const char*, char**, int);
unsigned long model_strtoul(const char*, char**, int);
unsigned long long model_strtoull(const char*, char**, int);
int model_ffs(int);
int model_abs(int);
div_t model_div(int, int);
void* model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
double model_fabs(double);
double model_fmax(double, double);
double model_fmin(double, double);
double model_trunc(double);
double model_floor(double);
double model_ceil(double);
double model_round(double);
int __fencepost_fpclassify(double, double);
int __fencepost_isinf(double);
int __fencepost_isfinite(double);
int __fencepost_signbit(double);
extern thread_local int __fencepost_errno;
}

namespace {

int sign(int value) { return (value > 0) - (value < 0); }

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
    }
  }
  for (const char* text : {"0", " 42x", "-2147483648", "2147483647", "+5", "abc", ""}) {
    EXPECT_EQ(model_atoi(text), atoi(text)) << text;
    EXPECT_EQ(model_atol(text), atol(text)) << text;
    EXPECT_EQ(model_atoll(text), atoll(text)) << text;
  }
  EXPECT_EQ(model_atoll("-9223372036854775808"), atoll("-9223372036854775808"));
}

TEST(Numbers, SmallFunctions) {
  for (int v : {0, 1, 2, 3, 8, -1, -8, INT32_MIN, INT32_MAX}) EXPECT_EQ(model_ffs(v), ffs(v)) << v;
  EXPECT_EQ(model_abs(-5), 5);
  EXPECT_EQ(model_div(-7, 2).quot, -3);
  EXPECT_EQ(model_div(-7, 2).rem, -1);
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
  }
  values.insert(values.end(), {NAN, 2.2250738585072014E-308, 2.2250738585072009E-308, -5e-324});
  for (double v : values) {
    EXPECT_EQ(__fencepost_isinf(v) != 0, std::isinf(v)) << v;
    EXPECT_EQ(__fencepost_isfinite(v) != 0, std::isfinite(v)) << v;
    EXPECT_EQ(__fencepost_signbit(v) != 0, std::signbit(v)) << v;
    EXPECT_EQ(__fencepost_fpclassify(v, 2.2250738585072014E-308), std::fpclassify(v)) << v;
  }
  EXPECT_TRUE(std::isnan(model_floor(NAN)));
  EXPECT_EQ(model_fmax(NAN, 2.0), 2.0);
  EXPECT_EQ(model_fmin(2.0, NAN), 2.0);
}

}  // namespace

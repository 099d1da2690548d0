// What C leaves open: the host's answer is one of the model's, and all of the model's are allowed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <sys/time.h>
#include <unistd.h>

#include "environment.h"
#include "models.h"

namespace {

TEST(Choices, TruthOfCharacters) {
  using Classify = int (*)(int);
  const std::pair<Classify, Classify> pairs[] = {
      {model_isalnum, isalnum}, {model_isalpha, isalpha}, {model_isblank, isblank},   {model_iscntrl, iscntrl},
      {model_isdigit, isdigit}, {model_isgraph, isgraph}, {model_islower, islower},   {model_isprint, isprint},
      {model_ispunct, ispunct}, {model_isspace, isspace}, {model_isxdigit, isxdigit}, {model_isupper, isupper}};
  for (auto [model, host] : pairs)
    for (int c = -1; c < 256; ++c) {
      environment::answer({host(c)});
      ASSERT_EQ(model(c), host(c)) << c;
      for (long any : {0L, -1L, 1024L}) {
        environment::answer({any});
        ASSERT_EQ(model(c) != 0, host(c) != 0) << c;
      }
    }
}

TEST(Choices, SignsOfComparisons) {
  std::mt19937 random(5);
  auto word = [&] {
    std::string text(random() % 4, 'a');
    for (char& c : text) c = "abB\xE4"[random() % 4];
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    std::string a = word(), b = word();
    size_t n = random() % 5, both = std::min(a.size(), b.size());
    auto agree = [&](auto model, auto host) {
      int theirs = host();
      environment::answer({theirs});
      ASSERT_EQ(model(), theirs);
      environment::answer_at_random(static_cast<unsigned>(round));
      ASSERT_EQ(sign(model()), sign(theirs));
      environment::answer({});
    };
    const char *x = a.c_str(), *y = b.c_str();
    agree([&] { return model_strcmp(x, y); }, [&] { return strcmp(x, y); });
    agree([&] { return model_strcoll(x, y); }, [&] { return strcoll(x, y); });
    agree([&] { return model_strncmp(x, y, n); }, [&] { return strncmp(x, y, n); });
    agree([&] { return model_strcasecmp(x, y); }, [&] { return strcasecmp(x, y); });
    agree([&] { return model_strncasecmp(x, y, n); }, [&] { return strncasecmp(x, y, n); });
    agree([&] { return model_memcmp(x, y, both); }, [&] { return memcmp(x, y, both); });
  }
}

struct Entry {
  int key, value;
  bool operator<(const Entry& other) const { return std::pair(key, value) < std::pair(other.key, other.value); }
  bool operator==(const Entry&) const = default;
};

int by_key(const void* a, const void* b) {
  int x = static_cast<const Entry*>(a)->key, y = static_cast<const Entry*>(b)->key;
  return (x > y) - (x < y);
}

TEST(Choices, OrderOfEqualElements) {
  std::mt19937 random(6);
  for (int round = 0; round < 60; ++round) {
    std::vector<Entry> entries(1 + random() % 4);
    for (size_t i = 0; i < entries.size(); ++i) entries[i] = {static_cast<int>(random() % 3), static_cast<int>(i)};
    // All orders that C allows are those of equal keys.
    std::set<std::vector<Entry>> allowed, reached;
    std::vector<Entry> order = entries;
    std::sort(order.begin(), order.end());
    do {
      if (std::is_sorted(order.begin(), order.end(), [](Entry a, Entry b) { return a.key < b.key; }))
        allowed.insert(order);
    } while (std::next_permutation(order.begin(), order.end()));
    for (unsigned seed = 0; seed < 3000 && reached.size() < allowed.size(); ++seed) {
      environment::answer_at_random(seed);
      std::vector<Entry> ours = entries;
      model_qsort(ours.data(), ours.size(), sizeof(Entry), by_key);
      ASSERT_TRUE(allowed.contains(ours));
      reached.insert(ours);
    }
    ASSERT_EQ(reached, allowed);
    std::vector<Entry> theirs = entries;
    qsort(theirs.data(), theirs.size(), sizeof(Entry), by_key);
    ASSERT_TRUE(reached.contains(theirs));
  }
  environment::answer({});
}

TEST(Choices, WhichOfEqualElements) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Entry> entries(1 + random() % 5);
    for (Entry& entry : entries) entry = {static_cast<int>(random() % 3), 0};
    std::sort(entries.begin(), entries.end());
    Entry key{static_cast<int>(random() % 4), 0};
    std::set<const void*> allowed, reached;
    for (const Entry& entry : entries)
      if (entry.key == key.key) allowed.insert(&entry);
    if (allowed.empty()) allowed.insert(nullptr);
    for (unsigned seed = 0; seed < 1000 && reached.size() < allowed.size(); ++seed) {
      environment::answer_at_random(seed);
      reached.insert(model_bsearch(&key, entries.data(), entries.size(), sizeof(Entry), by_key));
    }
    ASSERT_EQ(reached, allowed);
    ASSERT_TRUE(reached.contains(bsearch(&key, entries.data(), entries.size(), sizeof(Entry), by_key)));
  }
  environment::answer({});
}

TEST(Choices, ErrnoWithoutNumber) {
  for (long any : {0L, 1L}) {
    environment::answer({any});
    __fencepost_errno = 0;
    EXPECT_EQ(model_strtol("x", nullptr, 10), 0);
    EXPECT_EQ(__fencepost_errno, any ? EINVAL : 0);
  }
  errno = 0;
  EXPECT_EQ(strtol("x", nullptr, 10), 0);
  EXPECT_TRUE(errno == 0 || errno == EINVAL);
  environment::answer({});
}

TEST(Choices, ZerosOfFloats) {
  using Choose = double (*)(double, double);
  for (auto [model, host] : {std::pair<Choose, Choose>(model_fmax, fmax), std::pair<Choose, Choose>(model_fmin, fmin)}) {
    std::set<bool> signs;
    for (long any : {0L, 1L}) {
      environment::answer({any});
      signs.insert(std::signbit(model(0.0, -0.0)));
    }
    EXPECT_EQ(signs.size(), 2u);
    EXPECT_TRUE(signs.contains(std::signbit(host(0.0, -0.0))));
  }
  for (double v : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    environment::answer({-7});
    EXPECT_EQ(__fencepost_isfinite(v), std::isfinite(v) ? -7 : 0);
  }
  environment::answer({});
}

TEST(Choices, SequencesRepeat) {
  environment::answer_at_random(1);
  std::vector<int> first, again;
  int unseeded = __fencepost_rand();
  __fencepost_srand(42);
  for (int i = 0; i < 10; ++i) first.push_back(__fencepost_rand());
  __fencepost_srand(1);
  EXPECT_EQ(__fencepost_rand(), unseeded);
  __fencepost_srand(42);
  for (int i = 0; i < 10; ++i) again.push_back(__fencepost_rand());
  EXPECT_EQ(first, again);
  for (int number : first) EXPECT_TRUE(number >= 0 && number <= RAND_MAX);
  __fencepost_srandom(3);
  long number = __fencepost_random();
  __fencepost_srandom(3);
  EXPECT_EQ(number, __fencepost_random());
  environment::answer({});
}

TEST(Choices, ScansAndClocks) {
  char block[4] = {0};
  environment::answer({});
  EXPECT_EQ(__fencepost_shown("abc", -1), 3u);
  EXPECT_EQ(__fencepost_shown("abc", 2), 2u);
  for (unsigned seed = 0; seed < 500; ++seed) {
    environment::answer_at_random(seed);
    char word[5];
    __fencepost_scan_word(word, 4);
    size_t length = strlen(word);
    ASSERT_TRUE(length >= 1 && length <= 4);
    for (size_t i = 0; i < length; ++i) ASSERT_FALSE(isspace(static_cast<unsigned char>(word[i])));
    __fencepost_scan_characters(block, 4);
    timespec now;
    bool is_told = model_clock_gettime(0, &now) == 0;
    ASSERT_TRUE(!is_told || (now.tv_nsec >= 0 && now.tv_nsec < 1000000000 && now.tv_sec >= 0));
    is_told = model_timespec_get(&now, TIME_UTC) == TIME_UTC;
    ASSERT_TRUE(!is_told || now.tv_sec >= 0);
    time_t stored, told = model_time(&stored);
    ASSERT_EQ(stored, told);
    ASSERT_GE(told, -1);
    ASSERT_LE(model_sleep(3), 3u);
    ASSERT_TRUE(model_usleep(1) == 0 || __fencepost_errno == EINTR);
    ASSERT_GE(model_clock(), -1);
    timeval day;
    ASSERT_EQ(model_gettimeofday(&day, nullptr), 0);
    ASSERT_TRUE(day.tv_sec >= 0 && day.tv_usec >= 0 && day.tv_usec < 1000000);
  }
  environment::answer({});
}

bool is_before(const timespec& a, const timespec& b) { return std::pair(a.tv_sec, a.tv_nsec) < std::pair(b.tv_sec, b.tv_nsec); }

TEST(Choices, TimesAreNotTurnedBack) {
  timespec last{}, now;
  for (unsigned seed = 0; seed < 300; ++seed) {
    environment::answer_at_random(seed);
    if (model_clock_gettime(CLOCK_MONOTONIC, &now) != 0) continue;
    ASSERT_FALSE(is_before(now, last));
    last = now;
  }
  environment::answer({});
}

// What the host refuses the model refuses, and what is left is not more than was asked for.
TEST(Choices, Sleeps) {
  for (timespec wanted : {timespec{0, 0}, {0, 1}, {0, -1}, {-1, 0}, {0, 999999999}, {0, 1000000000}}) {
    environment::answer({});
    if (wanted.tv_nsec != 999999999) {
      ASSERT_EQ(model_nanosleep(&wanted, nullptr), nanosleep(&wanted, nullptr));
    }
    for (unsigned seed = 0; seed < 100; ++seed) {
      environment::answer_at_random(seed);
      timespec left = wanted;
      if (model_nanosleep(&wanted, &left) == 0) continue;
      ASSERT_TRUE(__fencepost_errno == EINVAL || __fencepost_errno == EINTR);
      ASSERT_FALSE(__fencepost_errno == EINTR && is_before(wanted, left));
    }
  }
  environment::answer({});
}

TEST(Choices, OneProcess) {
  environment::answer_at_random(4);
  int process = model_getpid();
  EXPECT_GT(process, 0);
  for (int round = 0; round < 20; ++round) EXPECT_EQ(model_getpid(), process);
  EXPECT_EQ(getpid(), getpid());
  environment::answer({});
}

// What the host answers the model may answer: of these functions, nothing else is known.
TEST(Choices, Surroundings) {
  environment::answer({0});
  EXPECT_EQ(model_getenv("FENCEPOST_NOT_SET"), getenv("FENCEPOST_NOT_SET"));
  environment::answer({1});
  EXPECT_EQ(environment::failed_check([] { model_getenv("PATH"); }), "what the environment holds");
  for (int theirs : {system("true"), system("exit 3"), system(nullptr)}) {
    environment::answer({theirs});
    EXPECT_EQ(model_system("x"), theirs);
  }
  const char* path = "fencepost_library_test.tmp";
  fclose(fopen(path, "w"));
  auto agree = [](auto model, auto host) {
    __fencepost_errno = errno = 0;
    int theirs = host();
    environment::answer({theirs, theirs != 0, errno});
    EXPECT_EQ(model(), theirs);
    EXPECT_EQ(__fencepost_errno, errno);
  };
  std::string other = std::string(path) + "2";
  agree([&] { return model_rename(path, other.c_str()); }, [&] { return rename(path, other.c_str()); });
  agree([&] { return model_rename(path, other.c_str()); }, [&] { return rename(path, other.c_str()); });
  agree([&] { return model_remove(other.c_str()); }, [&] { return remove(other.c_str()); });
  agree([&] { return model_remove(other.c_str()); }, [&] { return remove(other.c_str()); });
  environment::answer({});
  model_perror("x");
  model_perror(nullptr);
}

std::vector<int> called;

TEST(Choices, HandlersLastFirst) {
  environment::answer({});
  EXPECT_EQ(model_atexit([] { called.push_back(1); }), 0);
  EXPECT_EQ(model_atexit([] { called.push_back(2); }), 0);
  __fencepost_leave();
  EXPECT_EQ(called, (std::vector{2, 1}));
  EXPECT_EQ(environment::failed_check([] { __fencepost_leave(); }), "exit-twice");
}

// The host's order, in a process that ends.
TEST(Choices, HandlersLikeTheHost) {
  auto leave = [](auto at_exit, auto last) {
    at_exit([] { fputs("1", stderr); });
    at_exit([] { fputs("2", stderr); });
    last();
  };
  EXPECT_EXIT(leave(at_quick_exit, [] { quick_exit(0); }), testing::ExitedWithCode(0), "^21$");
  EXPECT_EXIT(leave(model_at_quick_exit, [] { __fencepost_leave_quickly(), _Exit(0); }), testing::ExitedWithCode(0), "^21$");
}

}  // namespace

#include "environment.h"

#include <gtest/gtest.h>
#include <sanitizer/asan_interface.h>

#include <csetjmp>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>

namespace {

std::deque<long> answers;
std::optional<std::mt19937_64> random_answers;
std::optional<std::string> failed;  // set while a failure is asked for
std::jmp_buf escape;

// Small numbers are as likely as others.
long next() {
  if (!answers.empty()) {
    long answer = answers.front();
    answers.pop_front();
    return answer;
  }
  if (!random_answers) return 0;
  auto any = static_cast<long>((*random_answers)());
  return (*random_answers)() % 2 ? any : any % 8;
}

void check(const char* id, bool holds) {
  if (holds) return;
  if (!failed) {
    ADD_FAILURE() << id;
    return;
  }
  *failed = id;
  std::longjmp(escape, 1);
}

bool is_accessible(const void* at, size_t bytes) {
  return bytes == 0 || (at && !__asan_region_is_poisoned(const_cast<void*>(at), bytes));
}

}  // namespace

namespace environment {

void answer(std::vector<long> list) {
  random_answers.reset();
  answers.assign(list.begin(), list.end());
}

void answer_at_random(unsigned seed) {
  answers.clear();
  random_answers.emplace(seed);
}

std::string failed_check(const std::function<void()>& run) {
  failed = "";
  if (setjmp(escape) == 0) run();
  std::string id = *failed;
  failed.reset();
  return id;
}

}  // namespace environment

extern "C" {
void __fencepost_check(const char* id, int condition) { check(id, condition); }
void __fencepost_unsupported(const char* what) { check(what, false); }
bool __fencepost_any_bool() { return next() & 1; }
int __fencepost_any_int() { return static_cast<int>(next()); }
long __fencepost_any_long() { return next(); }
void __fencepost_check_read(const void* from, size_t bytes) { check("oob-read", is_accessible(from, bytes)); }
void __fencepost_check_write(void* to, size_t bytes) { check("oob-write", is_accessible(to, bytes)); }
int __fencepost_overlap(const void* a, size_t bytes_a, const void* b, size_t bytes_b) {
  auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return x < y + bytes_b && y < x + bytes_a;
}
unsigned long __fencepost_self() { return 0; }
int __fencepost_uses(const char*) { return 1; }
int __fencepost_is_specified(const void*) { return 1; }
int __fencepost_compare_exchange(int* object, int expected, int desired, int) {
  int old = *object;
  if (old == expected) *object = desired;
  return old;
}
}

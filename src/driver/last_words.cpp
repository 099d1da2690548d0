#include "driver/last_words.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace fencepost::driver {

namespace {

// Written once before the work starts, read by handlers alone.
struct Words {
  std::array<char, 8192> text{};
  size_t length = 0;

  void set(const std::string& words) {
    length = std::min(words.size(), text.size());
    std::memcpy(text.data(), words.data(), length);
  }
};
Words too_deep_words, out_of_memory_words, our_bug_words;
// Some `new` failed: libraries that were built without exceptions abort then, however little was in use.
std::atomic<bool> was_refused = false;

void refuse() {
  was_refused = true;
  throw std::bad_alloc();
}

uintptr_t stack_low = 0;
alignas(16) std::array<char, 65536> handler_stack;

void say(int descriptor, const char* text, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, text, length);
    if (written <= 0) return;
    text += written;
    length -= static_cast<size_t>(written);
  }
}
void say(int descriptor, std::string_view text) { say(descriptor, text.data(), text.size()); }

// A fault just below the worker's stack; a frame larger than this distance would have to be skipped at once.
bool is_stack_overflow(const siginfo_t* info) {
  constexpr uintptr_t kBelow = 64u << 20, kAbove = 64u << 10;
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  return stack_low != 0 && address + kBelow > stack_low && address < stack_low + kAbove;
}

// Of /proc/self/statm, which handlers may read, in pages: 0 all addresses, 5 data and stacks.
uint64_t pages(int field) {
  int statm = open("/proc/self/statm", O_RDONLY);
  if (statm < 0) return 0;
  std::array<char, 256> text{};
  ssize_t length = read(statm, text.data(), text.size() - 1);
  close(statm);
  uint64_t number = 0;
  for (ssize_t i = 0; i < length && field >= 0; ++i) {
    bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (!is_digit) --field;
    if (is_digit && field == 0) number = number * 10 + static_cast<uint64_t>(text[i] - '0');
  }
  return number;
}

bool is_near_limit(int resource, int field) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return false;
  return pages(field) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) > limit.rlim_cur / 10 * 8;
}

void on_crash(int signal, siginfo_t* info, void*) {
  if (signal == SIGSEGV && is_stack_overflow(info)) {
    say(STDOUT_FILENO, too_deep_words.text.data(), too_deep_words.length);
    say(STDERR_FILENO, "fencepost: the stack is full: the input nests too deeply\n");
    _exit(20);
  }
  if ((signal == SIGABRT && was_refused) || is_near_limit(RLIMIT_AS, 0) || is_near_limit(RLIMIT_DATA, 5)) {
    say(STDOUT_FILENO, out_of_memory_words.text.data(), out_of_memory_words.length);
    say(STDERR_FILENO, "fencepost: out of memory\n");
    _exit(20);
  }
  say(STDOUT_FILENO, our_bug_words.text.data(), our_bug_words.length);
  char number[] = {static_cast<char>('0' + signal / 10), static_cast<char>('0' + signal % 10)};
  say(STDERR_FILENO, "fencepost: internal error: died of signal ");
  say(STDERR_FILENO, number, sizeof number);
  say(STDERR_FILENO, "; please report this with the input that caused it\n");
  _exit(70);
}

}  // namespace

void set_last_words(const std::string& too_deep, const std::string& out_of_memory, const std::string& our_bug) {
  too_deep_words.set(too_deep);
  out_of_memory_words.set(out_of_memory);
  our_bug_words.set(our_bug);
}

uint64_t data_megabytes() { return pages(5) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) >> 20; }

void watch_this_thread() {
  if (!kHandlersAreOurs) return;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* low = nullptr;
    size_t bytes = 0;
    pthread_attr_getstack(&attributes, &low, &bytes);
    stack_low = reinterpret_cast<uintptr_t>(low);
    pthread_attr_destroy(&attributes);
  }
  stack_t alternate{};
  alternate.ss_sp = handler_stack.data();
  alternate.ss_size = handler_stack.size();
  sigaltstack(&alternate, nullptr);
  std::set_new_handler(refuse);
  struct sigaction action{};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}) sigaction(signal, &action, nullptr);
}

}  // namespace fencepost::driver

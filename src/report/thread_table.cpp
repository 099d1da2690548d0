#include "report/thread_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "report/layout.h"
#include "report/line_text.h"

namespace fencepost::report {

namespace {

using result::Step;

constexpr size_t kWidest = 120;
constexpr size_t kGoodCell = 32;
constexpr size_t kLeastCell = 24;
constexpr size_t kIndent = 4;
constexpr size_t kNumber = 5;        // "  12 "
constexpr size_t kPrivateSteps = 6;  // of the thread that fails

// Lines of at most `room` columns; later ones are indented. Words that are longer are cut.
std::vector<std::string> lines(const std::string& text, size_t room) {
  constexpr size_t kHanging = 2;
  std::vector<std::string> out(1);
  std::istringstream words(text);
  bool is_empty = true;
  for (std::string word; words >> word;) {
    if (!is_empty && width(out.back()) + 1 + width(word) > room) {
      out.emplace_back(kHanging, ' ');
      is_empty = true;
    }
    while (width(out.back()) + (is_empty ? 0 : 1) + width(word) > room && room > kHanging + 1) {
      size_t fits = room - width(out.back());
      // A UTF-8 character is never cut.
      while (fits > 1 && fits < word.size() && (word[fits] & 0xC0) == 0x80) --fits;
      if (fits == 0 || fits >= word.size()) break;
      out.back() += word.substr(0, fits);
      word = word.substr(fits);
      out.emplace_back(kHanging, ' ');
    }
    out.back() += (is_empty ? "" : " ") + word;
    is_empty = false;
  }
  return out;
}

std::vector<Step> selected(const std::vector<Step>& trace) {
  const uint32_t failing = trace.back().thread;
  size_t left = kPrivateSteps;  // since the last step of that thread that others see
  std::vector<Step> result;
  for (size_t i = trace.size(); i-- > 0;) {
    const Step& step = trace[i];
    bool is_ours = step.function == "<entry>" || step.function == "<init>";
    if (!step.shared && (step.thread != failing || left == 0 || is_ours)) continue;
    if (!step.shared) --left;
    if (step.shared && step.thread == failing && i + 1 < trace.size()) left = 0;
    result.push_back(step);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

std::string located(const Step& step, const std::string* main) {
  const std::string where = line_text(step.pos, step.caller, main);
  return where.empty() ? step.text : fmt::format("{} {}", where, step.text);
}

std::string heading(uint32_t thread, const std::map<uint32_t, std::string>& names) {
  auto known = names.find(thread);
  return known == names.end() ? fmt::format("thread {}", thread) : fmt::format("thread {}: {}", thread, known->second);
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string padded(const std::string& text, size_t room) {
  size_t used = width(text);
  return text + std::string(used < room ? room - used : 0, ' ');
}

// The largest limit on the width of a column under which all columns together fit into `all`.
size_t widest_cell(const std::vector<size_t>& natural, size_t all) {
  size_t fixed = kIndent + kNumber + 3 * (natural.size() - 1);
  size_t best = 0;
  for (size_t cap = 1; cap <= all; ++cap) {
    size_t sum = fixed;
    for (size_t need : natural) sum += std::min(need, cap);
    if (sum <= all) best = cap;
  }
  return best;
}

// The steps that are shown, and where some are left out.
struct Rows {
  size_t head, tail;
  bool is_gap(size_t i) const { return i == head && head < tail; }
  bool is_left_out(size_t i) const { return i >= head && i < tail; }
};

Rows rows(size_t count, size_t limit) {
  if (count <= limit) return {count, count};
  return {limit / 4, count - (limit - limit / 4)};
}

std::string gap(const Rows& shown, const TextStyle& style) {
  return paint(fmt::format("    ... {} steps left out; --format json has them all ...\n", shown.tail - shown.head),
               Color::dim, style.colors);
}

}  // namespace

std::map<uint32_t, std::string> thread_names(const std::vector<Step>& trace) {
  std::map<uint32_t, const Step*> outermost;
  for (const Step& step : trace) {
    if (step.function.empty() || step.function == "<entry>" || step.function == "<init>") continue;
    if (step.function.starts_with("__fencepost_")) continue;
    const Step*& known = outermost[step.thread];
    if (known == nullptr || step.depth < known->depth) known = &step;
  }
  std::map<uint32_t, std::string> result;
  for (const auto& [thread, step] : outermost) result[thread] = step->function;
  return result;
}

bool has_threads(const std::vector<Step>& trace) {
  return std::any_of(trace.begin(), trace.end(), [&](const Step& step) { return step.thread != trace.front().thread; });
}

std::string thread_table(const std::vector<Step>& trace, const TextStyle& style) {
  if (trace.empty()) return "";
  const std::vector<Step> steps = selected(trace);
  const std::map<uint32_t, std::string> known = thread_names(trace);
  std::map<uint32_t, size_t> column;
  for (const Step& step : steps) column.try_emplace(step.thread, 0);
  size_t count = 0;
  for (auto& [thread, place] : column) place = count++;
  const std::string* file = main_file(trace);

  const Rows shown = rows(steps.size(), style.trace_steps);
  std::vector<size_t> natural(count);
  for (const auto& [thread, place] : column) natural[place] = width(heading(thread, known));
  for (const Step& step : steps)
    natural[column[step.thread]] = std::max(natural[column[step.thread]], width(located(step, file)));
  const size_t most = *std::max_element(natural.begin(), natural.end());
  size_t cap = widest_cell(natural, kColumns);
  if (cap < most && cap < kGoodCell) cap = widest_cell(natural, kWidest);
  std::string out;
  if (cap < most && cap < kLeastCell) {
    for (size_t i = 0; i < steps.size(); ++i) {
      if (shown.is_gap(i)) out += gap(shown, style);
      if (shown.is_left_out(i)) continue;
      out +=
          wrap(fmt::format("{}  {}: {}", i + 1, heading(steps[i].thread, known), located(steps[i], file)), kIndent, 4);
    }
    return out;
  }

  auto row = [&](const std::string& number, const std::vector<std::string>& cells, Color color) {
    std::string line = std::string(kIndent, ' ') + fmt::format("{:>3}  ", number);
    for (size_t i = 0; i < cells.size(); ++i)
      line += (i == 0 ? "" : " | ") + padded(cells[i], std::min(cap, natural[i]));
    out += color == Color::plain ? trimmed(line) : paint(trimmed(line), color, style.colors);
  };
  std::vector<std::string> titles(count);
  for (const auto& [thread, place] : column) titles[place] = lines(heading(thread, known), cap).front();
  row("", titles, Color::bold);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (shown.is_gap(i)) out += gap(shown, style);
    if (shown.is_left_out(i)) continue;
    std::string number = std::to_string(i + 1);
    for (const std::string& line : lines(located(steps[i], file), cap)) {
      std::vector<std::string> cells(count);
      cells[column[steps[i].thread]] = line;
      row(number, cells, i + 1 == steps.size() ? Color::red : Color::plain);
      number.clear();
    }
  }
  return out;
}

}  // namespace fencepost::report

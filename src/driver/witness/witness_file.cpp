#include "driver/witness/witness_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/diagnostic.h"

namespace fencepost::driver {

using result::Segment;
using result::Waypoint;

result::Witness read_witness(const std::string& path, const std::vector<std::string>& main, ProgramText& program,
                             const InputFiles& inputs) {
  const std::string text = inputs.read(path);
  if (const size_t nul = text.find('\0'); nul != std::string::npos)
    throw InputError(source_pos(path, 1 + static_cast<uint32_t>(std::count(
                                              text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n'))),
                     "a null character, which no witness has", "");
  const size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  const bool is_xml = first != std::string::npos && text[first] == '<';
  return is_xml ? read_graphml_witness(path, text, main, program) : read_yaml_witness(path, text, program);
}

void require_harmless(const std::string& expression, const SourcePos& told_at) {
  auto refuse = [&](const std::string& what) {
    throw InputError(told_at, fmt::format("{} in `{}`", what, expression.substr(0, 60)),
                     "a constraint is a C expression without side effects and calls");
  };
  constexpr size_t kLongest = 10'000;
  if (expression.size() > kLongest) throw InputError(told_at, "a constraint that is too long", "");
  constexpr std::array<std::string_view, 13> kTwo = {"==", "!=", "<=", ">=", "&&", "||", "<<",
                                                     ">>", "->", "++", "--", "//", "/*"};
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  int depth = 0;
  bool after_name = false;
  for (size_t i = 0; i < expression.size();) {
    const char c = expression[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++i;
      continue;
    }
    if (is_word(c)) {
      size_t end = i;
      while (end < expression.size() && (is_word(expression[end]) || expression[end] == '.')) ++end;
      after_name = std::isdigit(static_cast<unsigned char>(c)) == 0 && expression.substr(i, end - i) != "sizeof";
      i = end;
      continue;
    }
    const std::string two = expression.substr(i, 2);
    if (two == "++" || two == "--" || two == "//" || two == "/*") refuse(fmt::format("'{}'", two));
    if (std::ranges::find(kTwo, two) != kTwo.end()) {
      i += 2;
      if (i < expression.size() && expression[i] == '=') refuse("an assignment");
      after_name = false;
      continue;
    }
    if (c == '\'') {
      const size_t end = expression.find('\'', i + 1);
      if (end == std::string::npos || end - i > 4) refuse("a quotation mark");
      for (size_t k = i; k < end; ++k)
        if (expression[k] == '\\' || expression[k] == '\n') refuse("a character");
      i = end + 1;
      continue;
    }
    if (c == '(' && after_name) refuse("a call");
    if (std::string_view("+-*/%<>!&|^~()[].?:").find(c) == std::string_view::npos)
      refuse(std::isprint(static_cast<unsigned char>(c)) != 0 ? fmt::format("'{}'", c) : "a strange character");
    if (i + 1 < expression.size() && expression[i + 1] == '=') refuse("an assignment");
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    constexpr int kDeepest = 200;
    if (depth < 0 || depth > kDeepest) refuse("parentheses that do not fit");
    after_name = false;
    ++i;
  }
  if (depth != 0) refuse("parentheses that do not fit");
  if (expression.find_first_not_of(" \t\r\n") == std::string::npos) refuse("nothing");
}

void require_whole(const result::Witness& witness, const SourcePos& told_at) {
  if (witness.segments.empty()) throw InputError(told_at, "the witness has no segments", "a violation needs a target");
  for (const Segment& segment : witness.segments) {
    const bool is_last = &segment == &witness.segments.back();
    for (const Waypoint& point : segment.avoid)
      if (point.kind == Waypoint::Kind::target) throw InputError(point.told_at, "a target that is to be avoided", "");
    for (const Waypoint& point : segment.follow) {
      const bool is_target = point.kind == Waypoint::Kind::target;
      if (is_target && !is_last) throw InputError(point.told_at, "a target that is not in the last segment", "");
      if (!is_target && is_last) throw InputError(point.told_at, "the last segment does not follow a target", "");
    }
    const size_t most = is_last ? 2 : 1;
    if (segment.follow.empty())
      throw InputError(segment.avoid.empty() ? told_at : segment.avoid.back().told_at, "a segment that follows nothing",
                       "");
    if (segment.follow.size() > most)
      throw InputError(segment.follow[most].told_at, "a segment that follows several waypoints", "");
  }
}

void require_threads(result::Witness& witness) {
  witness.threads = 0;
  for (const Segment& segment : witness.segments) {
    for (const std::vector<Waypoint>* points : {&segment.avoid, &segment.follow})
      for (const Waypoint& point : *points)
        if (point.thread > witness.threads)
          throw InputError(point.told_at, fmt::format("thread {} is made by no waypoint before", point.thread),
                           "thread k is the one that the k-th function_enter of pthread_create makes");
    for (const Waypoint& point : segment.follow) witness.threads += point.creates ? 1 : 0;
  }
}

}  // namespace fencepost::driver

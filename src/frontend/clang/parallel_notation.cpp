#include "frontend/clang/parallel_notation.h"

#include <string_view>
#include <vector>

namespace fencepost::frontend {

namespace {

// The first position after the comment, string or character constant at `i`; `i` itself if none begins there.
size_t skip_text(std::string_view source, size_t i) {
  if (source.substr(i, 2) == "//") return std::min(source.find('\n', i), source.size());
  if (source.substr(i, 2) == "/*") {
    size_t end = source.find("*/", i + 2);
    return end == std::string_view::npos ? source.size() : end + 2;
  }
  if (source[i] != '"' && source[i] != '\'') return i;
  for (size_t j = i + 1; j < source.size() && source[j] != '\n'; ++j) {
    if (source[j] == '\\')
      ++j;
    else if (source[j] == source[i])
      return j + 1;
  }
  return i + 1;
}

struct Open {
  size_t offset;
  bool dashed;                 // `{-{`, otherwise one brace
  std::vector<size_t> bars{};  // each `|||` of this composition
};

}  // namespace

std::set<unsigned> rewrite_parallel(std::string& source) {
  std::set<unsigned> found;
  if (source.find("|||") == std::string::npos && source.find("{-{") == std::string::npos) return found;
  std::vector<Open> open;
  auto replace = [&](size_t at, const char* text) { source.replace(at, 3, text); };
  auto settle = [&](const Open& composition, size_t end) {
    found.insert(static_cast<unsigned>(composition.offset));
    replace(composition.offset, "{{ ");
    for (size_t bar : composition.bars) replace(bar, "} {");
    replace(end, "} }");
  };
  for (size_t i = 0; i < source.size();) {
    if (size_t after = skip_text(source, i); after != i) {
      i = after;
      continue;
    }
    std::string_view next = std::string_view(source).substr(i, 3);
    if (next == "{-{") {
      open.push_back({i, true});
      i += 3;
    } else if (next == "}-}" && !open.empty() && open.back().dashed) {
      Open composition = open.back();
      open.pop_back();
      settle(composition, i);
      i += 3;
    } else if (next == "|||" && !open.empty()) {
      // Between plain braces it belongs to three adjacent ones, of which the outermost keeps the list.
      size_t n = open.size();
      if (open.back().dashed)
        open.back().bars.push_back(i);
      else if (n >= 3 && open[n - 3].offset + 2 == open[n - 1].offset)
        open[n - 3].bars.push_back(i);
      i += 3;
    } else {
      if (source[i] == '{') open.push_back({i, false});
      if (source[i] == '}' && !open.empty() && !open.back().dashed) {
        size_t n = open.size();
        bool composition = n >= 3 && !open[n - 3].bars.empty() && open[n - 3].offset + 2 == open[n - 1].offset;
        if (composition && next == "}}}") {
          Open outer = open[n - 3];
          open.resize(n - 3);
          settle(outer, i);
          i += 3;
          continue;
        }
        open.pop_back();
      }
      ++i;
    }
  }
  return found;
}

}  // namespace fencepost::frontend

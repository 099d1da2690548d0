#include "report/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "core/print.h"

namespace fencepost::report {

namespace {

constexpr size_t kContext = 3;  // lines around a change

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

// What is put into a file before a column of a line, both from 1 on, instead of what stands there.
struct Insertion {
  uint32_t line = 0, column = 0;
  std::string text;
  bool has_line = false;    // it becomes a line of its own
  uint32_t replaced = 0;    // columns
  bool takes_line = false;  // the line disappears
};

// `memory_order_acquire`, or by the name that the text has for it.
std::string order_like(const std::string& text, core::MemoryOrder order) {
  std::string name(core::name(order));
  if (!text.starts_with("__ATOMIC_")) return "memory_order_" + name;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "__ATOMIC_" + name;
}

class FilePatch {
 public:
  FilePatch(std::string name, const std::string& text) : name_(std::move(name)), lines_(lines_of(text)) {
    has_atomics_ = text.find("stdatomic.h") != std::string::npos;
  }

  void add(const result::ChosenFence& fence) {
    if (fence.site) return change(*fence.site, fence);
    const core::Place& place = fence.place;
    if (place.pos.line == 0 || place.pos.line > lines_.size()) return;
    const bool is_first = fences_at_[{place.pos.line, place.pos.column}]++ == 0;
    if (place.end.valid()) {
      insertions_.push_back({place.pos.line, place.pos.column, (is_first ? "{ " : "") + fence.code + " "});
      if (is_first) insertions_.push_back({place.end.line, place.end.column, " }"});
    } else if (std::string indent = before(place.pos); indent.find_first_not_of(" \t") == std::string::npos) {
      // The brace at the end of a block stands less deep than what is in the block.
      const std::string& line = lines_[place.pos.line - 1];
      if (line.compare(indent.size(), 1, "}") == 0) indent += indent.starts_with('\t') ? "\t" : "  ";
      insertions_.push_back({place.pos.line, 1, indent + fence.code + ending(line), true});
    } else {
      insertions_.push_back({place.pos.line, place.pos.column, fence.code + " "});
    }
    needs_atomics_ = needs_atomics_ || fence.code.starts_with("atomic_");
  }

  std::string text() {
    if (needs_atomics_ && !has_atomics_) include_atomics();
    std::ranges::stable_sort(insertions_, {}, [](const Insertion& i) { return std::tuple(i.line, i.column); });
    std::string out = fmt::format("--- {}\n+++ {}\n", name_, name_);
    size_t added = 0;
    for (size_t first = 0; first < insertions_.size();) {
      size_t last = first;
      while (last + 1 < insertions_.size() && insertions_[last + 1].line <= insertions_[last].line + 2 * kContext)
        ++last;
      out += hunk(first, last, added);
      first = last + 1;
    }
    return out;
  }

 private:
  void change(const core::OrderSite& site, const result::ChosenFence& made) {
    if (site.pos.line == 0 || site.pos.line > lines_.size()) return;
    const bool is_fence = site.kind == core::OrderSite::Kind::fence;
    if (is_fence && made.order == core::MemoryOrder::relaxed) return remove(site);
    if (is_fence && !core::is_of_c(made.order)) return replace(site.call, made.code.substr(0, made.code.find(';')));
    if (!site.name_end.valid()) {
      replace(site.order_text, order_like(text_of(site.order_text), made.order));
      if (made.failure) replace(site.failure_text, order_like(text_of(site.failure_text), *made.failure));
      return;
    }
    insertions_.push_back({site.name_end.line, site.name_end.column, "_explicit"});
    std::string orders = ", " + order_like("", made.order);
    if (made.failure) orders += ", " + order_like("", *made.failure);
    insertions_.push_back({site.call.end.line, site.call.end.column - 1, std::move(orders)});
  }

  void remove(const core::OrderSite& site) {
    const core::OrderSite::Text& call = site.call;
    if (!call.begin.valid()) return replace(site.order_text, order_like(text_of(site.order_text), made_none()));
    const std::string& line = lines_[call.end.line - 1];
    const std::string rest = line.substr(std::min<size_t>(call.end.column - 1, line.size()));
    const bool is_alone = call.begin.line == call.end.line &&
                          before(call.begin).find_first_not_of(" \t") == std::string::npos && rest.starts_with(';') &&
                          rest.find_first_not_of(" \t\r\n", 1) == std::string::npos;
    if (is_alone && site.is_statement)
      insertions_.push_back({call.begin.line, 1, "", false, 0, true});
    else
      replace(call, "(void)0");
  }
  static core::MemoryOrder made_none() { return core::MemoryOrder::relaxed; }

  // Of one line; what goes on for several is left alone but for its first.
  void replace(const core::OrderSite::Text& text, std::string by) {
    if (!text.begin.valid() || text.begin.line != text.end.line) return;
    insertions_.push_back(
        {text.begin.line, text.begin.column, std::move(by), false, text.end.column - text.begin.column});
  }

  std::string text_of(const core::OrderSite::Text& text) const {
    if (!text.begin.valid() || text.begin.line > lines_.size()) return "";
    const std::string& line = lines_[text.begin.line - 1];
    return line.substr(std::min<size_t>(text.begin.column - 1, line.size()));
  }

  std::string before(const SourcePos& pos) const {
    return lines_[pos.line - 1].substr(0, pos.column > 0 ? pos.column - 1 : 0);
  }
  static std::string ending(const std::string& line) { return line.ends_with("\r\n") ? "\r\n" : "\n"; }

  void include_atomics() {
    auto is_include = [](const std::string& line) { return line.starts_with("#include"); };
    auto at = std::ranges::find_if(lines_, is_include);
    const auto line = static_cast<uint32_t>(at == lines_.end() ? 1 : at - lines_.begin() + 1);
    insertions_.push_back({line, 1, "#include <stdatomic.h>" + ending(lines_[line - 1]), true});
  }

  static std::string marked(char mark, const std::string& line) {
    return mark + line + (line.ends_with('\n') ? "" : "\n\\ No newline at end of file\n");
  }

  std::string hunk(size_t first, size_t last, size_t& added) const {
    const uint32_t from = insertions_[first].line > kContext ? insertions_[first].line - kContext : 1;
    const auto to = static_cast<uint32_t>(std::min<size_t>(lines_.size(), insertions_[last].line + kContext));
    std::string body;
    size_t more = 0, fewer = 0;
    for (uint32_t number = from; number <= to; ++number) {
      const std::string& line = lines_[number - 1];
      std::string changed;
      size_t taken = 0;
      bool is_changed = false, disappears = false;
      for (size_t i = first; i <= last; ++i) {
        if (insertions_[i].line != number) continue;
        if (insertions_[i].has_line) {
          body += marked('+', insertions_[i].text);
          ++more;
          continue;
        }
        const size_t column = std::min<size_t>(insertions_[i].column - 1, line.size());
        changed += line.substr(taken, column - taken) + insertions_[i].text;
        taken = column + insertions_[i].replaced;
        is_changed = true;
        disappears = disappears || insertions_[i].takes_line;
      }
      if (disappears) {
        body += marked('-', line);
        ++fewer;
      } else if (!is_changed)
        body += marked(' ', line);
      else
        body += marked('-', line) + marked('+', changed + line.substr(std::min(taken, line.size())));
    }
    const size_t size = to - from + 1;
    std::string head = fmt::format("@@ -{},{} +{},{} @@\n", from, size, from + added, size + more - fewer);
    added += more - fewer;  // may go below zero and come back
    return head + body;
  }

  std::string name_;
  std::vector<std::string> lines_;
  bool has_atomics_ = false, needs_atomics_ = false;
  std::map<std::pair<uint32_t, uint32_t>, size_t> fences_at_;
  std::vector<Insertion> insertions_;
};

}  // namespace

std::string patch_of(const result::FenceChoice& fences, const std::function<std::string(const std::string&)>& read) {
  std::map<std::string, FilePatch> files;
  for (const result::ChosenFence& fence : fences) {
    const std::string& name = *fence.place.pos.file;
    auto file = files.find(name);
    if (file == files.end()) file = files.emplace(name, FilePatch(name, read(name))).first;
    file->second.add(fence);
  }
  std::string out;
  for (auto& [name, file] : files) out += file.text();
  return out;
}

}  // namespace fencepost::report

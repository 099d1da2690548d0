#include "report/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <span>
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

// What comes instead of the text from one offset to another.
struct Edit {
  size_t begin = 0, end = 0;
  std::string text;
};

// Lines from the first one on up to the other, from 0 on, and what comes instead of them.
struct Block {
  size_t first = 0, behind = 0;
  std::vector<Edit> edits;

  size_t last() const { return std::max(behind, first + 1) - 1; }
};

// `memory_order_acquire` if the text is a name like that, else the one that needs no header.
std::string order_like(const std::string& text, core::MemoryOrder order) {
  std::string name(core::name(order));
  if (text.starts_with("memory_order_")) return "memory_order_" + name;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "__ATOMIC_" + name;
}

// GNU patch and git take a name with spaces up to a tab, and what could end it earlier quoted as in C.
std::string name_in_head(const std::string& name) {
  const bool is_odd = name.starts_with('"') ||
                      std::ranges::any_of(name, [](unsigned char c) { return c < ' ' || c == 127 || c == '\\'; });
  if (!is_odd) return name + (name.find(' ') != std::string::npos ? "\t" : "");
  std::string quoted = "\"";
  for (unsigned char c : name)
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", static_cast<char>(c));
    else if (c < ' ' || c == 127)
      quoted += fmt::format("\\{:03o}", c);
    else
      quoted += static_cast<char>(c);
  return quoted + "\"";
}

class FilePatch {
 public:
  FilePatch(std::string name, std::string text)
      : name_(std::move(name)), text_(std::move(text)), lines_(lines_of(text_)) {
    for (size_t at = 0; const std::string& line : lines_) {
      starts_.push_back(at);
      at += line.size();
    }
    starts_.push_back(text_.size());
  }

  void add(const result::ChosenFence& fence) {
    if (fence.site) return change(*fence.site, fence);
    const core::Place& place = fence.place;
    if (!is_here(place.pos)) return;
    if (place.end.valid()) {
      Braces& braces = braces_[{offset(place.begin), offset(place.end)}];
      (place.pos == place.begin ? braces.before : braces.behind) += fence.code + " ";
    } else if (std::string indent = before(place.pos); is_blank(indent)) {
      // The brace at the end of a block stands less deep than what is in the block.
      const std::string& line = lines_[place.pos.line - 1];
      if (line.compare(indent.size(), 1, "}") == 0) indent += indent.starts_with('\t') ? "\t" : "  ";
      insert(starts_[place.pos.line - 1], indent + fence.code + (line.ends_with("\r\n") ? "\r\n" : "\n"));
    } else {
      insert(offset(place.pos), fence.code + " ");
    }
  }

  std::string text() const {
    const std::string name = name_in_head(name_);
    std::string out = fmt::format("--- {}\n+++ {}\n", name, name);
    const std::vector<Block> all = blocks();
    size_t added = 0;
    for (auto first = all.begin(); first != all.end();) {
      auto end = first + 1;
      while (end != all.end() && end->first <= (end - 1)->last() + 2 * kContext) ++end;
      out += hunk({first, end}, added);
      first = end;
    }
    return out;
  }

 private:
  // Around a statement, and what stands in them before and behind it.
  struct Braces {
    std::string before, behind;
  };

  void change(const core::OrderSite& site, const result::ChosenFence& made) {
    const bool is_fence = site.kind == core::OrderSite::Kind::fence;
    if (is_fence && made.order == core::MemoryOrder::relaxed) return remove(site);
    if (is_fence && !core::is_of_c(made.order)) return replace(site.call, made.code.substr(0, made.code.find(';')));
    if (!site.name_end.valid()) {
      replace(site.order_text, order_like(text_of(site.order_text), made.order));
      if (made.failure) replace(site.failure_text, order_like(text_of(site.failure_text), *made.failure));
      return;
    }
    std::string orders = ", memory_order_" + std::string(core::name(made.order));
    if (made.failure) orders += ", memory_order_" + std::string(core::name(*made.failure));
    insert(offset(site.name_end), "_explicit");
    insert(offset(site.call.end) - 1, std::move(orders));
  }

  void remove(const core::OrderSite& site) {
    const core::OrderSite::Text& call = site.call;
    if (!call.begin.valid())
      return replace(site.order_text, order_like(text_of(site.order_text), core::MemoryOrder::relaxed));
    const std::string rest = text_.substr(offset(call.end), starts_[call.end.line] - offset(call.end));
    const bool is_alone = is_blank(before(call.begin)) && rest.starts_with(';') && is_blank(rest.substr(1));
    if (is_alone && site.is_statement)
      edits_.push_back({starts_[call.begin.line - 1], starts_[call.end.line], ""});
    else
      replace(call, "(void)0");
  }

  void replace(const core::OrderSite::Text& text, std::string by) {
    if (text.begin.valid()) edits_.push_back({offset(text.begin), offset(text.end), std::move(by)});
  }
  void insert(size_t at, std::string text) { edits_.push_back({at, at, std::move(text)}); }

  std::string text_of(const core::OrderSite::Text& text) const {
    if (!text.begin.valid()) return "";
    return text_.substr(offset(text.begin), offset(text.end) - offset(text.begin));
  }

  bool is_here(const SourcePos& pos) const { return pos.line > 0 && pos.line <= lines_.size(); }
  size_t offset(const SourcePos& pos) const {
    if (!is_here(pos)) return text_.size();
    return std::min<size_t>(starts_[pos.line - 1] + std::max(pos.column, 1u) - 1, starts_[pos.line]);
  }
  std::string before(const SourcePos& pos) const {
    const size_t start = starts_[pos.line - 1];
    return text_.substr(start, offset(pos) - start);
  }
  static bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

  // In the order of the text; what is put in comes before what is replaced there. Braces of inner statements close first.
  std::vector<Edit> all_edits() const {
    std::vector<Edit> all;
    for (auto braces = braces_.rbegin(); braces != braces_.rend(); ++braces)
      all.push_back({braces->first.second, braces->first.second, " " + braces->second.behind + "}"});
    for (const auto& [range, braces] : braces_) all.push_back({range.first, range.first, "{ " + braces.before});
    all.insert(all.end(), edits_.begin(), edits_.end());
    std::ranges::stable_sort(all, {}, [](const Edit& edit) { return std::tuple(edit.begin, edit.end); });
    return all;
  }

  size_t line_at(size_t offset) const {
    return static_cast<size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
  }

  std::vector<Block> blocks() const {
    std::vector<Block> all;
    for (const Edit& edit : all_edits()) {
      auto is_start = [&](size_t at) { return std::ranges::binary_search(starts_, at); };
      const bool is_of_lines =
          is_start(edit.begin) && is_start(edit.end) && (edit.text.empty() || edit.text.ends_with('\n'));
      const size_t first = std::min(line_at(edit.begin), lines_.size() - 1);
      const size_t behind = is_of_lines ? line_at(edit.end) : std::min(line_at(edit.end) + 1, lines_.size());
      if (all.empty() || first >= all.back().behind)
        all.push_back({first, behind, {edit}});
      else {
        all.back().behind = std::max(all.back().behind, behind);
        all.back().edits.push_back(edit);
      }
    }
    return all;
  }

  std::string changed(const Block& block) const {
    std::string out;
    size_t at = starts_[block.first];
    for (const Edit& edit : block.edits) {
      out += text_.substr(at, edit.begin - at) + edit.text;
      at = edit.end;
    }
    return out + text_.substr(at, starts_[block.behind] - at);
  }

  static std::string marked(char mark, const std::string& line) {
    return mark + line + (line.ends_with('\n') ? "" : "\n\\ No newline at end of file\n");
  }

  std::string hunk(std::span<const Block> blocks, size_t& added) const {
    const size_t from = blocks.front().first - std::min(blocks.front().first, kContext);
    const size_t to = std::min(lines_.size(), blocks.back().last() + 1 + kContext);
    std::string body;
    size_t size = to - from, at = from;
    auto keep_up_to = [&](size_t end) {
      for (; at < end; ++at) body += marked(' ', lines_[at]);
    };
    for (const Block& block : blocks) {
      keep_up_to(block.first);
      for (; at < block.behind; ++at, --size) body += marked('-', lines_[at]);
      for (const std::string& line : lines_of(changed(block))) {
        body += marked('+', line);
        ++size;
      }
    }
    keep_up_to(to);
    std::string head = fmt::format("@@ -{},{} +{},{} @@\n", from + 1, to - from, from + 1 + added, size);
    added += size - (to - from);  // may go below zero and come back
    return head + body;
  }

  std::string name_, text_;
  std::vector<std::string> lines_;
  std::vector<size_t> starts_;  // of each line, and the end of the text
  std::map<std::pair<size_t, size_t>, Braces> braces_;
  std::vector<Edit> edits_;
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

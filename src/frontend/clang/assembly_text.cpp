#include "frontend/clang/assembly_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace fencepost::frontend {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

// "0x10", "-8"; the whole text.
std::optional<int64_t> number_in(std::string_view text) {
  text = trimmed(text);
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<int64_t>(is_negative ? -value : value);
}

// A placeholder that is all of the text.
std::optional<AsmPlace> operand_in(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 4 || text.front() != kOperandBegins || text.find(kOperandEnds) != text.size() - 1)
    return std::nullopt;
  std::optional<int64_t> number = number_in(text.substr(2, text.size() - 3));
  if (!number) return std::nullopt;
  AsmPlace place;
  place.kind = AsmPlace::Kind::operand;
  place.operand = static_cast<unsigned>(*number);
  place.modifier = text[1] == kNoModifier ? '\0' : text[1];
  return place;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool is_label_name(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_word); }

std::optional<AsmPlace> memory_of(std::string_view base, std::string_view offset) {
  AsmPlace place;
  place.kind = AsmPlace::Kind::memory;
  base = trimmed(base);
  if (std::optional<AsmPlace> operand = operand_in(base)) {
    place.base = operand->operand;
  } else {
    if (base.starts_with('%')) base.remove_prefix(1);
    if (!is_label_name(base)) return std::nullopt;
    place.base_name = lower(base);
  }
  offset = trimmed(offset);
  if (offset.starts_with('#')) offset.remove_prefix(1);
  if (offset.empty()) return place;
  std::optional<int64_t> number = number_in(offset);
  if (!number) return std::nullopt;
  place.number = *number;
  return place;
}

std::optional<AsmPlace> place_in(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return std::nullopt;
  if (std::optional<AsmPlace> operand = operand_in(text)) return operand;
  if (text.front() == '[' && text.back() == ']') {
    text = text.substr(1, text.size() - 2);
    const size_t comma = text.find(',');
    return memory_of(text.substr(0, comma), comma == std::string_view::npos ? "" : text.substr(comma + 1));
  }
  if (text.back() == ')') {
    const size_t open = text.find('(');
    if (open == std::string_view::npos) return std::nullopt;
    return memory_of(text.substr(open + 1, text.size() - open - 2), text.substr(0, open));
  }
  AsmPlace place;
  const bool is_marked = text.front() == '$' || text.front() == '#';
  if (std::optional<int64_t> number = number_in(is_marked ? text.substr(1) : text)) {
    place.number = *number;
    return place;
  }
  if (is_marked) return operand_in(text.substr(1));
  const bool is_reg = text.front() == '%';
  if (is_reg) text.remove_prefix(1);
  if (!is_label_name(text)) return std::nullopt;
  place.kind = is_reg ? AsmPlace::Kind::reg : AsmPlace::Kind::label;
  place.name = lower(text);
  return place;
}

// At commas outside brackets.
std::vector<std::string_view> split_operands(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

std::string without_comments(std::string_view text, Target target) {
  const std::string_view of_line = target == Target::aarch64 ? "//" : "#";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("/*")) {
      const size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = end + 1;
      out += ' ';
    } else if (text.substr(i).starts_with(of_line)) {
      i = std::min(text.find('\n', i), text.size());
      out += '\n';
    } else {
      out += text[i];
    }
  }
  return out;
}

// The label in front of the text, which is cut off.
std::optional<std::string> take_label(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && (is_word(text[end]) || text[end] == '$')) ++end;
  if (end == 0 || end >= text.size() || text[end] != ':') return std::nullopt;
  std::string name(text.substr(0, end));
  text = trimmed(text.substr(end + 1));
  return name;
}

bool is_prefix(std::string_view word, Target target) {
  return target == Target::x86_64 && (word == "lock" || word == "rep" || word == "repz" || word == "repe" ||
                                      word == "xacquire" || word == "xrelease");
}

// Tells the assembler which instructions may be used.
bool is_directive(std::string_view line) {
  return line.starts_with(".arch ") || line.starts_with(".arch_extension ") || line.starts_with(".cpu ") ||
         line.starts_with(".machine ") || line.starts_with(".option ");
}

}  // namespace

std::string placeholder(unsigned operand, char modifier) {
  std::string text(1, kOperandBegins);
  text += modifier == '\0' ? kNoModifier : modifier;
  return text + std::to_string(operand) + kOperandEnds;
}

std::optional<std::vector<AsmLine>> parse_assembly(std::string_view raw, Target target) {
  const std::string text = without_comments(raw, target);
  std::vector<AsmLine> lines(1);
  bool in_section = false;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find_first_of(";\n", begin), text.size());
    std::string_view rest = trimmed(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    if (rest.starts_with(".pushsection")) in_section = true;
    if (rest.starts_with(".popsection")) {
      in_section = false;
      continue;
    }
    if (in_section || is_directive(rest)) continue;
    while (std::optional<std::string> label = take_label(rest)) lines.back().labels.push_back(lower(*label));
    while (!rest.empty()) {
      size_t word = 0;
      while (word < rest.size() && rest[word] != ' ' && rest[word] != '\t' && rest[word] != kOperandBegins) ++word;
      // Power: ld%U1%X1, which is nothing for the addresses that are known here.
      size_t after = word;
      while (after + 1 < rest.size() && rest[after] == kOperandBegins &&
             (rest[after + 1] == 'U' || rest[after + 1] == 'X'))
        after = std::min(rest.find(kOperandEnds, after), rest.size() - 1) + 1;
      const std::string mnemonic = lower(rest.substr(0, word));
      rest = trimmed(rest.substr(after));
      if (is_prefix(mnemonic, target)) {
        if (mnemonic == "lock" || lines.back().prefix.empty()) lines.back().prefix = mnemonic;
        continue;
      }
      lines.back().mnemonic = mnemonic;
      if (!rest.empty())
        for (std::string_view part : split_operands(rest)) {
          std::optional<AsmPlace> place = place_in(part);
          if (!place) {
            // A shift such as `lsl #3`, or the kinds of accesses in `fence rw, w`: kept as it is written.
            place.emplace();
            place->kind = AsmPlace::Kind::label;
            place->name = lower(trimmed(part));
          }
          lines.back().operands.push_back(std::move(*place));
        }
      lines.emplace_back();
      break;
    }
  }
  if (in_section) return std::nullopt;
  if (lines.back().mnemonic.empty() && !lines.back().prefix.empty()) return std::nullopt;
  return lines;
}

}  // namespace fencepost::frontend

#include "frontend/litmus/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "frontend/litmus/asm_table.h"
#include "frontend/litmus/condition_parser.h"
#include "frontend/litmus/initial_state.h"
#include "frontend/litmus/macros.h"

namespace fencepost::litmus {

namespace {

constexpr size_t kMaxFileBytes = 4 << 20;

struct DialectName {
  std::string_view name;
  Dialect dialect;
};
constexpr DialectName kDialects[] = {{"C", Dialect::c},        {"LISA", Dialect::c},          {"X86", Dialect::x86},
                                     {"X86_64", Dialect::x86}, {"AARCH64", Dialect::aarch64}, {"PPC", Dialect::power},
                                     {"RISCV", Dialect::riscv}};

size_t condition_start(std::string_view text, size_t from) {
  static constexpr std::string_view kWords[] = {"exists", "forall",  "locations", "filter",
                                                "final",  "~exists", "~ exists"};
  size_t best = text.size();
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (depth > 0) continue;
    const bool at_word = i == 0 || (std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 && text[i - 1] != '_');
    if (!at_word) continue;
    for (std::string_view w : kWords)
      if (text.substr(i, w.size()) == w) {
        const char after = i + w.size() < text.size() ? text[i + w.size()] : ' ';
        if (std::isalnum(static_cast<unsigned char>(after)) == 0 && after != '_' && after != ':') return i;
      }
    if (text.substr(i, 2) == "<<") return i;
  }
  return best;
}

// Where a line begins with P0: a row of names, `P0 | P1 ;`, or in C a function, `P0(...)`.
size_t first_thread(std::string_view text, size_t from, bool is_c) {
  for (size_t line = from; line < text.size(); line = std::min(text.find('\n', line), text.size() - 1) + 1) {
    const size_t start = text.find_first_not_of(" \t", line);
    if (start == std::string_view::npos || text.substr(start, 2) != "P0") continue;
    const size_t after = text.find_first_not_of(" \t", start + 2);
    if (after != std::string_view::npos &&
        std::string_view(is_c ? "(" : "|;:").find(text[after]) != std::string_view::npos)
      return start;
  }
  return text.size();
}

}  // namespace

Test parse_test(std::string_view original, const std::string& file, const std::string& macros,
                const InputFiles& inputs) {
  if (original.size() > kMaxFileBytes) throw InputError(source_pos(file, 0), "the file is larger than 4 MB");
  if (original.find('\0') != std::string_view::npos)
    throw InputError(source_pos(file, 0), "this is a binary file, not a litmus test");
  Test test;
  test.file = file;
  const size_t first = original.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) throw InputError(source_pos(file, 0), "the file is empty");
  size_t word_end = original.find_first_of(" \t\r\n", first);
  if (word_end == std::string_view::npos) word_end = original.size();
  const std::string arch(original.substr(first, word_end - first));
  const auto* dialect = std::find_if(std::begin(kDialects), std::end(kDialects),
                                     [&](const DialectName& d) { return d.name == upper(arch); });
  if (dialect == std::end(kDialects))
    throw InputError(source_pos(file, line_of(original, first), 1),
                     fmt::format("'{}' is not a litmus dialect", arch.substr(0, 40)),
                     "the first word must be C, X86, AArch64, PPC or RISCV");
  test.dialect = dialect->dialect;
  const std::string clean = without_comments(std::string(original), test.dialect == Dialect::c, file);
  const std::string_view text = clean;
  const size_t line_end = std::min(text.find('\n', word_end), text.size());
  test.name = text.substr(word_end, line_end - word_end);
  test.name.erase(0, std::min(test.name.find_first_not_of(" \t"), test.name.size()));
  test.name.erase(test.name.find_last_not_of(" \t\r") + 1);
  if (const size_t blank = test.name.find_first_of(" \t"); blank != std::string::npos) test.name.resize(blank);
  if (test.name.empty()) test.name = std::filesystem::path(file).stem().string();

  // The initial state is the first brace outside strings, unless the threads come first: then all is zero.
  const size_t threads = first_thread(text, line_end, test.dialect == Dialect::c);
  size_t open = word_end;
  for (bool quoted = false; open < text.size() && (quoted || text[open] != '{'); ++open)
    if (text[open] == '"') quoted = !quoted;
  const bool has_state = open < threads;
  if (!has_state && threads >= text.size())
    throw InputError(source_pos(file, line_of(text, text.size())), "there are neither an initial state nor threads",
                     "write { } before the threads");
  size_t close = open + 1;
  for (int depth = 1; has_state && close < text.size(); ++close) {
    if (text[close] == '{') ++depth;
    if (text[close] == '}' && --depth == 0) break;
  }
  if (has_state && close >= text.size())
    throw InputError(source_pos(file, line_of(text, open)), "the initial state is not closed", "end it with }");

  Builder builder(test);
  size_t body = has_state ? close + 1 : threads;
  const size_t condition = condition_start(text, body);
  if (body < text.size() && text[body] == ';') ++body;
  // Symbolic registers of the initial state apply to every thread: count the columns first.
  if (test.dialect != Dialect::c) {
    const size_t row = std::min(text.find(';', body), text.size());
    builder.ensure_threads(1 +
                           static_cast<size_t>(std::count(text.begin() + static_cast<long>(std::min(body, text.size())),
                                                          text.begin() + static_cast<long>(row), '|')));
  }
  if (has_state) {
    Scanner init(text.substr(open + 1, close - open - 1), file, line_of(text, open + 1));
    parse_initial_state(builder, init);
  }
  if (test.dialect == Dialect::c) {
    Scanner s(text.substr(body, condition - body), file, line_of(text, body));
    if (!macros.empty()) MacroTable::parse(inputs.read(macros), macros).expand(s);
    parse_c_threads(builder, s);
  } else {
    parse_asm_threads(builder, text, body, condition, file);
  }
  test.condition_pos = source_pos(file, line_of(text, condition));
  if (condition < text.size()) {
    Scanner s(text.substr(condition), file, line_of(text, condition));
    parse_condition(builder, s);
    test.condition_text = text.substr(condition);
  }
  resolve_labels(test);
  return test;
}

Test read_test(const std::string& path, const std::string& macros, const InputFiles& inputs) {
  return parse_test(inputs.read(path), path, macros, inputs);
}

}  // namespace fencepost::litmus

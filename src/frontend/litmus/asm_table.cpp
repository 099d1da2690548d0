#include "frontend/litmus/asm_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fencepost::litmus {

namespace {

class TableParser {
 public:
  TableParser(Builder& b, std::string_view text, std::string_view whole, size_t offset, const std::string& file)
      : b_(b), text_(text), whole_(whole), offset_(offset), file_(file) {}

  void run() {
    size_t row_start = 0;
    size_t threads = 0;
    bool first = true;
    while (row_start < text_.size()) {
      size_t end = text_.find(';', row_start);
      if (end == std::string_view::npos) {
        if (text_.find_first_not_of(" \t\r\n", row_start) == std::string_view::npos) break;
        throw InputError(pos_at(row_start), "a row of instructions must end with ';'");
      }
      const std::vector<Cell> cells = split(row_start, end);
      if (first) {
        threads = cells.size();
        b_.ensure_threads(std::max(threads, b_.test().threads.size()));
        branches_.resize(b_.test().threads.size());
        for (size_t i = 0; i < cells.size(); ++i) header(cells[i], i);
        first = false;
      } else {
        if (cells.size() > threads)
          throw InputError(pos_at(row_start),
                           fmt::format("this row has {} columns, the table has {}", cells.size(), threads));
        for (size_t i = 0; i < cells.size(); ++i) cell(cells[i], i);
      }
      row_start = end + 1;
    }
    if (first) throw InputError(pos_at(0), "the test has no threads", "write P0 | P1 ; and the instructions below");
    for (size_t t = 0; t < b_.test().threads.size(); ++t) resolve(t);
  }

 private:
  struct Cell {
    std::string_view text;
    size_t at;  // in text_
  };

  SourcePos pos_at(size_t at) const { return source_pos(file_, line_of(whole_, offset_ + at)); }

  std::vector<Cell> split(size_t from, size_t to) const {
    std::vector<Cell> cells;
    size_t at = from;
    while (true) {
      const size_t bar = std::min(text_.find('|', at), to);
      cells.push_back({text_.substr(at, bar - at), at});
      if (bar >= to) return cells;
      at = bar + 1;
    }
  }

  void header(const Cell& c, size_t i) {
    Scanner s = scan(c);
    const std::string name = s.name("a thread name such as P0");
    if (name != fmt::format("P{}", i))
      throw InputError(s.peek().pos, fmt::format("expected thread P{}, found '{}'", i, name));
    if (!s.at_end()) s.fail("expected '|' or ';' after a thread name");
  }

  Scanner scan(const Cell& c) const {
    const size_t at = offset_ + c.at;
    const size_t line_start = whole_.rfind('\n', at == 0 ? 0 : at - 1);
    const size_t column = line_start == std::string_view::npos || at == 0 ? at + 1 : at - line_start;
    return Scanner(c.text, file_, line_of(whole_, at), static_cast<uint32_t>(column));
  }

  void cell(const Cell& c, size_t thread) {
    Scanner s = scan(c);
    Code& code = b_.test().threads[thread];
    while (s.is_name() && s.is(":", 1)) {
      const SourcePos pos = s.peek().pos;
      const std::string label = s.next().text;
      s.next();
      if (!code.labels.emplace(label, code.instructions.size()).second)
        throw InputError(pos, fmt::format("label '{}' is defined twice", label));
    }
    if (s.at_end()) return;
    const SourcePos pos = s.peek().pos;
    std::vector<PendingBranch> branches;
    Instruction instruction;
    switch (b_.test().dialect) {
      case Dialect::x86:
        instruction = parse_x86(b_, thread, s, branches);
        break;
      case Dialect::aarch64:
        instruction = parse_aarch64(b_, thread, s, branches);
        break;
      case Dialect::power:
        instruction = parse_power(b_, thread, s, branches);
        break;
      case Dialect::riscv:
        instruction = parse_riscv(b_, thread, s, branches);
        break;
      case Dialect::c:
        break;
    }
    if (!s.at_end()) s.fail("expected the end of the instruction");
    instruction.pos = pos;
    std::string_view t = c.text;
    if (const size_t colon = t.find(':'); colon != std::string_view::npos) t.remove_prefix(colon + 1);
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.front()))) t.remove_prefix(1);
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.back()))) t.remove_suffix(1);
    instruction.text = t;
    code.instructions.push_back(std::move(instruction));
    branches_[thread].push_back(std::move(branches));
  }

  void resolve(size_t thread) {
    Code& code = b_.test().threads[thread];
    for (size_t i = 0; i < code.instructions.size(); ++i)
      for (const PendingBranch& p : branches_[thread][i]) {
        Step& step = code.instructions[i].steps[p.step];
        size_t target = 0;
        if (p.is_relative) {
          target = static_cast<size_t>(static_cast<int64_t>(i) + p.relative / 4);
        } else {
          auto it = code.labels.find(p.label);
          if (it == code.labels.end())
            throw InputError(code.instructions[i].pos,
                             fmt::format("label '{}' is not defined in this thread", p.label));
          target = it->second;
        }
        if (target > code.instructions.size()) throw InputError(code.instructions[i].pos, "the branch leaves the code");
        if (p.address_only)
          step.a = constant(Value::label(static_cast<uint32_t>(thread), static_cast<int64_t>(target)));
        else
          step.target = target;
      }
  }

  Builder& b_;
  std::string_view text_, whole_;
  size_t offset_;
  const std::string& file_;
  std::vector<std::vector<std::vector<PendingBranch>>> branches_;
};

}  // namespace

void parse_asm_threads(Builder& b, std::string_view whole, size_t offset, size_t end, const std::string& file) {
  TableParser(b, whole.substr(offset, end - offset), whole, offset, file).run();
}

}  // namespace fencepost::litmus

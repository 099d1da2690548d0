#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>

#include "core/undef.h"
#include "report/advice.h"
#include "report/layout.h"
#include "report/thread_table.h"
#include "report/weakness.h"

namespace fencepost::report {

namespace {

using result::Result;
using result::Step;
using result::Verdict;
using result::Violation;

Color color_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::safe:
      return Color::green;
    case Verdict::unsafe:
      return Color::red;
    case Verdict::unknown:
    case Verdict::safe_to_bound:
      return Color::yellow;
  }
  return Color::plain;
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string expected(const RunInfo& info) {
  if (!info.expected) return "";
  return *info.expected ? " (expected SAFE)" : " (expected UNSAFE)";
}

std::string heading(const Result& result, const RunInfo& info, bool colors) {
  std::string verdict(result::name(result.verdict));
  if (result.verdict == Verdict::safe_to_bound) verdict += fmt::format(" {}", result.bound);
  std::string what = joined(info.files);
  if (!info.entry.empty()) what += ", entry " + info.entry;
  if (!info.property.empty()) what += fmt::format("  {}{}", info.property, expected(info));
  if (result.has_threads) {
    what += fmt::format("  model {}", info.model);
    if (!info.model_reason.empty()) what += fmt::format(" ({})", info.model_reason);
  }
  if (info.witness_answer == "refuted") verdict = "REFUTED";
  if (info.witness_answer == "confirmed") verdict = "CONFIRMED";
  if (!info.witness.empty()) what += fmt::format("  witness {}", info.witness);
  if (result.verdict_under_sc)
    what += *result.verdict_under_sc == Verdict::safe ? " (SAFE under sc)" : " (UNSAFE under sc, too)";
  return fmt::format("{}  {}\n", paint(verdict, color_of(result.verdict), colors), what);
}

std::string place(const SourcePos& pos, const std::string& function) {
  if (!pos.valid()) return function.empty() ? "" : "in " + function;
  return to_string(pos) + (function.empty() ? "" : ", in " + function);
}

std::string step_line(const Step& step, size_t indent) {
  std::string number = step.pos.valid() ? fmt::format("{:5}  ", step.pos.line) : std::string(7, ' ');
  return wrap(step.text, indent + number.size(), 2).replace(indent, number.size(), number);
}

void violation_text(std::string& out, const Violation& violation, const TextStyle& style) {
  const core::UndefInfo& info = core::info(violation.kind);
  std::string rule = info.clause == "-" ? "" : fmt::format("  C11 {}", info.clause);
  out += "\n" + paint(info.id, Color::bold, style.colors) + paint(rule, Color::dim, style.colors) + "\n";
  std::string text = sentence(info.sentence);
  out += wrap(violation.detail.empty() ? text + "." : text + ": " + violation.detail, 2);
  out += fmt::format("\n  {}\n", paint(place(violation.pos, violation.function), Color::cyan, style.colors));
  out += excerpt(violation.pos, 2, style.colors);
  if (violation.trace.empty()) return;
  out += "\n  How the run gets there:\n";
  out += has_threads(violation.trace) ? thread_table(violation.trace, style) : to_text(violation.trace, style);
  if (std::string weak = weakness_text(violation); !weak.empty()) out += "\n" + weak;
}

// The function that calls the entry function is our own: it is shown only if it chooses arguments.
std::vector<Step> told(const std::vector<Step>& trace) {
  std::vector<Step> steps;
  for (const Step& step : trace) {
    bool is_ours = step.function == "<entry>";
    if (is_ours && (step.text == "call main()" || step.text.starts_with("return"))) continue;
    steps.push_back(step);
    if (is_ours) steps.back().function = "start";
    if (step.function == "<init>") steps.back().function = "initialisers";
  }
  unsigned least = UINT_MAX;
  for (const Step& step : steps) least = std::min(least, step.depth);
  for (Step& step : steps) step.depth -= least;
  return steps;
}

std::string number(double value) {
  return std::floor(value) == value && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.3f}", value);
}

void proof_text(std::string& out, const Result& result) {
  if (result.told_proof.empty())
    out += wrap("Only proofs over views and counts of threads can be shown line by line.", 2);
  else
    out += "\nThe proof; whatever is not listed cannot be reached:\n";
  for (const std::string& line : result.told_proof) out += "  " + line + "\n";
}

// What it is made of.
std::string described(const result::ProofSummary& proof) {
  if (proof.buffer_bound == 0) return proof.kind;
  bool is_plain = proof.kind == "buffered invariants";
  return fmt::format("{} store buffers of at most {} {}", is_plain ? "invariants over" : proof.kind + " with",
                     proof.buffer_bound, proof.buffer_bound == 1 ? "entry" : "entries");
}

}  // namespace

std::string to_text(const std::vector<Step>& all, const TextStyle& style) {
  std::string out;
  std::vector<Step> trace = told(all);
  size_t head = trace.size() <= style.trace_steps ? trace.size() : style.trace_steps / 4;
  size_t tail = trace.size() <= style.trace_steps ? trace.size() : trace.size() - (style.trace_steps - head);
  const Step* last = nullptr;
  bool threads = has_threads(trace);
  for (size_t i = 0; i < trace.size(); ++i) {
    if (i == head && head < tail) {
      out += paint(fmt::format("    ... {} steps left out; --format json has them all ...\n", tail - head), Color::dim,
                   style.colors);
      last = nullptr;
    }
    if (i >= head && i < tail) continue;
    const Step& step = trace[i];
    // Deep recursion would run off the screen: indentation stops growing.
    size_t indent = 4 + 2 * std::min<size_t>(step.depth, 8);
    if (!last || last->thread != step.thread || last->function != step.function || last->depth != step.depth ||
        last->pos.file != step.pos.file) {
      std::string file =
          step.pos.valid() && (!last || last->pos.file != step.pos.file) ? fmt::format(" ({})", *step.pos.file) : "";
      std::string who = threads ? fmt::format("thread {}: {}", step.thread, step.function) : step.function;
      out += std::string(indent, ' ') + paint(who, Color::bold, style.colors) + file + "\n";
    }
    out += step_line(step, indent);
    last = &step;
  }
  return out;
}

std::string to_text(const std::vector<Diagnostic>& diagnostics, bool colors, size_t limit) {
  std::string out;
  for (size_t i = 0; i < diagnostics.size() && i < limit; ++i) {
    Color color = diagnostics[i].severity == Severity::error     ? Color::red
                  : diagnostics[i].severity == Severity::warning ? Color::yellow
                                                                 : Color::plain;
    out += paint(to_string(diagnostics[i]), color, colors) + "\n";
  }
  if (diagnostics.size() > limit) out += fmt::format("... and {} more\n", diagnostics.size() - limit);
  return out;
}

std::vector<std::string> conclusions(const Result& result, const RunInfo& info) {
  std::vector<std::string> out;
  switch (result.verdict) {
    case Verdict::safe:
      if (result.proof) {
        out.push_back(
            fmt::format("No execution fails a check, however long it is{}.",
                        result.proof->any_number && info.threads == 0 ? ", for every number of threads" : ""));
        out.push_back(fmt::format("Proof: {} at {} configurations, checked.", described(*result.proof),
                                  result.proof->configurations));
      } else {
        out.emplace_back("No execution fails a check; every loop was unrolled to its end.");
      }
      break;
    case Verdict::safe_to_bound:
      out.push_back(fmt::format("No execution with at most {} {} of each loop's head fails a check.", result.bound,
                                result.bound == 1 ? "visit" : "visits"));
      break;
    case Verdict::unsafe:
      if (!info.witness.empty()) out.emplace_back("A run passes the waypoints of the witness and fails at its target.");
      if (result.violations.size() > 1) out.push_back(fmt::format("{} checks can fail.", result.violations.size()));
      break;
    case Verdict::unknown:
      break;
  }
  if (info.threads != 0)
    out.push_back(fmt::format("At most {} {} from each place that makes any number of them.", info.threads,
                              info.threads == 1 ? "thread" : "threads"));
  return out;
}

std::string to_text(const Result& result, const RunInfo& info, const TextStyle& style) {
  std::string out = heading(result, info, style.colors);
  for (const std::string& conclusion : conclusions(result, info)) out += wrap(conclusion, 2);
  if (!result.reason.empty()) out += wrap(sentence(result.reason), 2);
  if (result.reason_pos.valid()) {
    out += fmt::format("\n  {}\n", paint(to_string(result.reason_pos), Color::cyan, style.colors));
    out += excerpt(result.reason_pos, 2, style.colors);
  }
  if (const std::string next = advice(result, info); !next.empty()) out += "\n" + wrap("To try next: " + next, 2);
  for (const Violation& violation : result.violations) violation_text(out, violation, style);
  if (result.proof && info.shows_proof) proof_text(out, result);
  return style.statistics ? out + statistics_text(result) : out;
}

std::string heading_text(const Result& result, const RunInfo& info, bool colors) {
  return heading(result, info, colors);
}

std::string statistics_text(const Result& result) {
  std::string out = "\nStatistics\n";
  for (const auto& [name, value] : result.statistics.entries())
    out += fmt::format("  {:<40} {:>14}\n", name, number(value));
  return out;
}

}  // namespace fencepost::report

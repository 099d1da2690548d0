#include "report/robustness.h"

#include <fmt/format.h>

#include "report/advice.h"
#include "report/layout.h"
#include "report/thread_table.h"
#include "report/weakness.h"

namespace fencepost::report {

using result::Verdict;

std::string to_text(const result::Result& result, const result::Robustness& robustness, const RunInfo& info,
                    const TextStyle& style) {
  TextStyle plain = style;
  plain.statistics = false;
  std::string out;
  // A violation tells its own story.
  if (!result.violations.empty() && result.verdict == Verdict::unsafe) {
    out = to_text(result, info, plain) + "\n" + wrap("No execution under sc is like this run.", 0);
  } else {
    out = heading_text(result, info, style.colors);
    if (result.verdict == Verdict::safe && !result.has_threads)
      out += wrap("Robust: there is one thread.", 2);
    else if (result.verdict == Verdict::safe && result.proof)
      out += wrap(fmt::format("Robust: every execution under {} is one under sc, however long it is.", info.model), 2) +
             wrap(fmt::format("Proof: {} at {} configurations, checked.", result.proof->kind,
                              result.proof->configurations),
                  2);
    else if (result.verdict == Verdict::safe)
      out += wrap(fmt::format("Robust: every execution under {} is one under sc. {} were compared.", info.model,
                              robustness.executions),
                  2);
    if (result.verdict == Verdict::safe_to_bound)
      out += wrap(
          fmt::format("Every execution with at most {} visits of each loop's head is one under sc. {} were compared.",
                      result.bound, robustness.executions),
          2);
    if (result.verdict == Verdict::unsafe) out += wrap("Not robust: no execution under sc is like this run.", 2);
    if (!result.reason.empty()) out += wrap(sentence(result.reason), 2);
    if (result.reason_pos.valid()) out += "\n" + excerpt(result.reason_pos, 2, style.colors);
    if (const std::string next = advice(result, info); !next.empty()) out += wrap("To try next: " + next, 2);
    if (robustness.weak) {
      out += "\n" + thread_table(robustness.weak->trace, style);
      out += "\n" + weakness_text(robustness.weak->graph, robustness.weak->weakness, robustness.weak->trace);
    }
  }
  return style.statistics ? out + statistics_text(result) : out;
}

}  // namespace fencepost::report

#include "report/checks_table.h"

#include <fmt/format.h>

#include "core/undef.h"
#include "report/layout.h"

namespace fencepost::report {

std::string checks_table() {
  std::string out = "kind              C11 clause   default  meaning\n";
  for (const core::UndefInfo& row : core::undef_table()) {
    std::string left = fmt::format("{:<17} {:<12} {:<8} ", row.id, row.clause, row.strict ? "off" : "on");
    out += wrap(row.sentence, left.size()).replace(0, left.size(), left);
  }
  out +=
      "\n" + wrap(
                 "--strict switches on those that are off by default, except abort, memory-leak, unfreed and deadlock; "
                 "--check KIND and --no-check KIND switch one.",
                 0);
  return out;
}

}  // namespace fencepost::report

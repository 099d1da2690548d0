// Conditions under which arithmetic, addresses and accesses no longer mean what Core means, on their way to the records.
#pragma once

#include "unroll/pointer_access.h"
#include "unroll/records.h"

namespace fencepost::unroll {

class Unmodelled {
 public:
  Unmodelled(Arithmetic& arithmetic, Addresses& addresses, PointerAccess& access, Records& records)
      : arithmetic_(arithmetic), addresses_(addresses), access_(access), records_(records) {}

  // Whatever has been gathered since the last time belongs to this step.
  void report(const Step& step) {
    report_accesses(step);
    for (Term escape : arithmetic_.take_escapes())
      records_.unsupported(step, escape, "a signed result beyond its type, with mathematical integers");
    for (const Addresses::Unknown& unknown : addresses_.take_unknown())
      records_.unsupported(step, unknown.when, unknown.what);
  }
  // Before events follow that come after the access.
  void report_accesses(const Step& step) {
    for (const PointerAccess::Unsupported& found : access_.take_unsupported())
      records_.unsupported(step, found.when, found.what);
  }

 private:
  Arithmetic& arithmetic_;
  Addresses& addresses_;
  PointerAccess& access_;
  Records& records_;
};

}  // namespace fencepost::unroll

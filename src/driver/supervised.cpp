#include "driver/supervised.h"

#include <new>

#include "driver/failure.h"

namespace fencepost::driver {

int supervised(const Limits& limits, std::ostream& err, const std::function<int(Session&)>& work,
               const std::function<void()>& partial) {
  Session session(limits);
  auto cut_off = [&](const std::string& reason) {
    return guarded(err, [&] {
      if (partial) partial();
      err << "fencepost: " << reason << "\n";
      return session.interrupted() ? kExitInterrupted : kExitUnknown;
    });
  };
  auto watched = [&] {
    return guarded(err, [&] {
      std::string reason;
      try {
        return work(session);
      } catch (const Exhausted& error) {
        reason = session.cut_reason().empty() ? error.what() : session.cut_reason();
      } catch (const std::bad_alloc&) {
        reason = session.out_of_memory();
      }
      session.claim_report();
      return cut_off(reason);
    });
  };
  return session.run(watched, cut_off);
}

}  // namespace fencepost::driver

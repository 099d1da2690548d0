// How far a look at the runs within bounds is, for people who wait: what is asked, how many checks are settled, and how many
// runs that the solver proposed the memory model has refuted.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>

namespace fencepost::engine::bounded {

class HowFar {
 public:
  using Tell = std::function<void(const std::string&)>;

  // `tell` may be null: nobody waits.
  explicit HowFar(Tell tell) : tell_(std::move(tell)) {}

  // A look begins: "bound 3", and what it is about as soon as that is known.
  void look(const std::string& which) {
    which_ = which;
    asks("unrolling");
  }
  void knows(size_t checks, size_t events) {
    size_ = events > 0 ? fmt::format(", {} events", events) : "";
    checks_ = checks;
    settled_ = 0;
  }
  void settled() { settled_ = checks_; }
  void asks(const std::string& what) {
    what_ = what;
    judged_ = 0;
    tell();
  }
  void judged(size_t runs) {
    judged_ = runs;
    tell();
  }

 private:
  void tell() const {
    if (!tell_) return;
    const std::string share = checks_ > 0 ? fmt::format("{} of {} checks settled, ", settled_, checks_) : "";
    const std::string runs = judged_ > 0 ? fmt::format("{} run{} judged, ", judged_, judged_ == 1 ? "" : "s") : "";
    tell_(fmt::format("{}: {}{}{}{}", which_, share, runs, what_, size_));
  }

  Tell tell_;
  std::string which_, what_, size_;
  size_t checks_ = 0, settled_ = 0, judged_ = 0;
};

}  // namespace fencepost::engine::bounded

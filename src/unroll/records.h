// What an execution leaves for those who ask about it: obligations with their sites, choices, waits, and where checks are
// decided. All are listed in the order of the execution (unrolled.h).
#pragma once

#include <string>
#include <tuple>

#include "core/core.h"
#include "unroll/state.h"
#include "unroll/step.h"
#include "unroll/unrolled.h"

namespace fencepost::unroll {

class Records {
 public:
  Records(const core::Program& program, Terms& terms, Unrolled& to) : program_(program), terms_(terms), to_(to) {}

  // Where the state is, it must not fail. Obligations of one kind, key and site are one static place.
  void oblige(Obligation::Kind kind, const State& state, Term failure, const Site& site, uint64_t key) {
    oblige(kind, state.thread, state.path, failure, site, key);
  }
  // If `when` holds, the run does something here that is not modelled.
  void unsupported(const Step& step, Term when, const std::string& what, bool is_left_out = false);
  void choose(const State& state, core::Choice::Kind kind, Term value, Term when = {});
  // The environment chooses where the object lies.
  void choose_address(const State& state, uint32_t object);
  void constrain(Term constraint) { to_.constraints.push_back(constraint); }
  // An assumption of the program that may fail.
  void assume(const Step& step, const State& state);
  // The thread does not go on here as long as `while_this`, which follows from reads among the events from the first on.
  void wait(Wait::Kind kind, const Step& step, const State& state, Term while_this, size_t first);
  // Some run comes to a place where a check is decided.
  void reach(const State& state, core::FunctionId function, program::Loc loc);

  // A site in the function of the step, seen from outside the library.
  Site site(const Step& step, const SourcePos& pos, std::string detail) const;
  // The static place of a step.
  static uint64_t key(const Step& step);

 private:
  void oblige(Obligation::Kind kind, uint32_t thread, Path path, Term failure, const Site& site, uint64_t key);

  const core::Program& program_;
  Terms& terms_;
  Unrolled& to_;
  using SiteKey = std::tuple<Obligation::Kind, uint64_t, const std::string*, uint32_t, uint32_t, std::string>;
  std::map<SiteKey, uint32_t> site_ids_;
};

}  // namespace fencepost::unroll

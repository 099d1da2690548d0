#include "driver/show_events.h"

#include <fmt/format.h>

#include "unroll/unrolled.h"

namespace fencepost::driver {

namespace {

using unroll::ChoiceRecord;
using unroll::Obligation;
using unroll::Site;

std::string describe(const Obligation& obligation, const Site& site) {
  std::string place = fmt::format("{} in {}", to_string(site.pos), site.function);
  switch (obligation.kind) {
    case Obligation::Kind::check:
      return fmt::format("{} at {} \"{}\"", core::info(site.undef).id, place, site.detail);
    case Obligation::Kind::unwinding:
      return fmt::format("unwinding at {}", place);
    case Obligation::Kind::unsupported:
      return fmt::format("unsupported at {} \"{}\"", place, site.detail);
  }
  return "";
}

std::string describe(const ChoiceRecord& choice) {
  using Kind = core::Choice::Kind;
  std::string_view kind = choice.kind == Kind::value ? "value" : choice.kind == Kind::address ? "address" : "order";
  std::string value = choice.value ? logic::to_string(choice.value) : "any";
  return fmt::format("{} {} if {}", kind, value, logic::to_string(choice.guard));
}

}  // namespace

std::string events_of(const program::Cfa& cfa, const Options& options, Budget& budget) {
  logic::Terms terms;
  unroll::Options unrolling;
  unrolling.wanted.checks = checks_of(options);
  unrolling.bounds.unwind = options.depth;
  unroll::Unrolled unrolled = unroll::unroll(cfa, unrolling, terms, budget);
  std::string out = "choices\n";
  for (const ChoiceRecord& choice : unrolled.choices) out += fmt::format("  {}\n", describe(choice));
  out += "constraints\n";
  for (logic::Term constraint : unrolled.constraints) out += fmt::format("  {}\n", logic::to_string(constraint));
  out += "obligations\n";
  for (const Obligation& obligation : unrolled.obligations)
    out += fmt::format("  {}\n    fails if {}\n", describe(obligation, unrolled.sites[obligation.site]),
                       logic::to_string(obligation.failure));
  return out;
}

}  // namespace fencepost::driver

#include "driver/show_events.h"

#include <fmt/format.h>

#include "core/print.h"
#include "program/mapping.h"
#include "runs/preparation.h"
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

// "update acquire: read A X, write X"; of an update each half says so.
std::string became(const unroll::Event& event, const program::Mapping& mapping) {
  using Access = program::Mapping::AccessKind;
  const bool is_read = event.kind == unroll::Event::Kind::read, is_fence = event.kind == unroll::Event::Kind::fence;
  const bool is_update = !is_fence && event.partner != unroll::Event::kNone;
  const Access access = is_fence ? Access::fence : is_update ? Access::update : is_read ? Access::load : Access::store;
  const char* kind = is_fence ? "fence" : is_update ? "update" : is_read ? "load" : "store";
  std::string text = fmt::format("{} {}: ", kind, core::name(event.order));
  if (mapping.unknown().contains({access, event.order})) return text + "unknown to the model";
  const memory::Mapped& mapped = mapping.of(access, event.order);
  std::vector<std::string> parts;
  auto add = [&](const char* what, const std::vector<std::string>& tags) {
    parts.push_back(tags.empty() ? what : fmt::format("{} {}", what, fmt::join(tags, " ")));
  };
  if (is_fence)
    return text + (mapped.fence.empty() ? "nothing" : fmt::format("fence {}", fmt::join(mapped.fence, " ")));
  if (!mapped.before.empty() && (is_read || !is_update)) add("before", mapped.before);
  if (is_read) add("read", mapped.read);
  if (!is_read) add("write", mapped.write);
  if (!mapped.after.empty() && (!is_read || !is_update)) add("after", mapped.after);
  if (mapped.control_dependency && (!is_read || !is_update)) parts.back() += " ctrl";
  return text + fmt::format("{}", fmt::join(parts, ", "));
}

std::string accesses_of(const unroll::Unrolled& unrolled, const memory::Model& model) {
  using Kind = unroll::Event::Kind;
  const program::Mapping mapping(model);
  std::string out = fmt::format("accesses under {}\n", model.name);
  for (uint32_t thread = 0; thread < unrolled.threads.size(); ++thread)
    for (const unroll::Event& event : unrolled.events) {
      const bool is_shown = event.kind == Kind::read || event.kind == Kind::write || event.kind == Kind::fence;
      if (event.thread != thread || !is_shown) continue;
      out += fmt::format("  thread {}, {} in {}: ", thread, to_string(event.pos), event.function);
      if (event.kind != Kind::fence) out += fmt::format("{}, ", event.text.empty() ? "memory" : event.text);
      out += became(event, mapping) + "\n";
    }
  return out;
}

}  // namespace

std::string events_of(const program::Cfa& cfa, const Options& options, const memory::Model* model, Budget& budget) {
  logic::Terms terms;
  unroll::Options unrolling;
  unrolling.wanted.checks = checks_of(options);
  unrolling.bounds.unwind = options.depth;
  if (model != nullptr) unrolling.model = runs::facts_of(*model);
  unroll::Unrolled unrolled = unroll::unroll(cfa, unrolling, terms, budget);
  std::string out = "choices\n";
  for (const ChoiceRecord& choice : unrolled.choices) out += fmt::format("  {}\n", describe(choice));
  out += "constraints\n";
  for (logic::Term constraint : unrolled.constraints) out += fmt::format("  {}\n", logic::to_string(constraint));
  out += "obligations\n";
  for (const Obligation& obligation : unrolled.obligations)
    out += fmt::format("  {}\n    fails if {}\n", describe(obligation, unrolled.sites[obligation.site]),
                       logic::to_string(obligation.failure));
  if (model != nullptr && unrolled.concurrent()) out += accesses_of(unrolled, *model);
  return out;
}

}  // namespace fencepost::driver

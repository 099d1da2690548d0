#include "unroll/executor.h"

#include <fmt/format.h>

#include <algorithm>

#include "unroll/walk.h"

namespace fencepost::unroll {

namespace {

constexpr uint32_t kObserver = ~0u;  // a thread that reads what is observed

}  // namespace

State Executor::initial_state() {
  State state;
  state.path = p_.paths.root();
  for (uint32_t i = 0; i < p_.program.globals.size(); ++i) {
    uint32_t object = p_.objects.of(core::GlobalId{i});
    auto content = new ObjectState;
    content->alive = p_.terms.boolean(true);
    content->rest = Piece::Kind::zero;
    state.memory.set(object, Shared<ObjectState>(content));
    if (p_.program.uses_addresses) p_.records.choose_address(state, object);
  }
  return state;
}

// Of what is cut off nothing is known, but where the time went.
Unrolled Executor::run() {
  try {
    return execute();
  } catch (const Exhausted& end) {
    const bool is_limit = end.resource() == Resource::time || end.resource() == Resource::memory;
    const std::string work = is_limit ? p_.work.text(p_.program) : "";
    if (work.empty()) throw;
    throw Exhausted(end.resource(), fmt::format("{} while loops and calls were unrolled, {}", end.what(), work));
  }
}

Unrolled Executor::execute() {
  p_.result.threads.resize(1);
  State first = initial_state();
  const std::vector<core::GlobalId>& observed = p_.options.wanted.observed;
  for (core::GlobalId id : observed)
    p_.sharing.read(p_.objects.of(id), 0, 8 * p_.program.globals[core::index(id)].bytes, kObserver);
  std::optional<State> initialised = Walk(p_, transfer_).run(p_.program.init, std::move(first));
  if (initialised) Walk::run_thread(p_, transfer_, p_.program.entry, std::move(*initialised), {});
  p_.leaks.check();
  p_.initial.add_events(observed);
  finish();
  return std::move(p_.result);
}

void Executor::finish() {
  Unrolled& result = p_.result;
  for (const Addresses::Unknown& unknown : p_.addresses.take_unknown()) {
    Step before{.path = p_.paths.root(), .pos = p_.objects[unknown.object].made_at};
    p_.records.unsupported(before, unknown.when, unknown.what);
  }
  p_.sections.settle();
  for (Term constraint : p_.threads.constraints()) result.constraints.push_back(constraint);
  for (Term constraint : p_.objects.constraints(p_.terms)) result.constraints.push_back(constraint);
  p_.names.known = p_.objects.table();
  p_.names.varied.insert(p_.objects.varied().begin(), p_.objects.varied().end());
  for (uint32_t object : p_.names.varied) {
    ObjectInfo& info = p_.names.known[object];
    info.fixed_size = info.most_size = std::nullopt;
  }
  result.first_global = p_.objects.of(core::GlobalId{0});
  result.first_made = p_.objects.first_made();
  result.paths = p_.paths_owner;
  result.read_sets = p_.reads.all();
  for (ChoiceRecord& record : result.choices)
    if (record.kind == core::Choice::Kind::address) record.value = p_.addresses.known_base(record.object);
  for (Term constraint : p_.addresses.constraints(result.concurrent()))
    if (!constraint.is_true()) result.constraints.push_back(constraint);
  auto count = [&](const char* name, size_t number) { result.statistics.set(name, static_cast<double>(number)); };
  count("unroll.steps", p_.steps);
  count("unroll.merges", p_.merger.merges());
  count("unroll.objects", p_.objects.size());
  count("unroll.obligations", result.obligations.size());
  count("unroll.choices", result.choices.size());
  count("unroll.terms", p_.terms.size());
  if (!result.concurrent()) return;
  count("unroll.threads", result.threads.size());
  count("unroll.events", result.events.size());
  count("unroll.cells", result.cells.size());
  // What rules about waiting and about locks saved.
  count("unroll.idle-iterations", p_.spin_loops.idle_iterations());
  count("unroll.retrying-iterations", p_.spin_loops.retrying_iterations());
  count("unroll.implied-reads", static_cast<size_t>(std::ranges::count(result.events, true, &Event::implied)));
  count("unroll.questions", p_.feasible.questions());
  count("unroll.refuted-places", p_.feasible.refuted());
  count("unroll.narrowed-reads", p_.guarded.narrowed_reads());
}

}  // namespace fencepost::unroll

// Executor: obligations, their sites, and choices; and how often a program is executed.
#include <algorithm>

#include "core/walk.h"
#include "unroll/executor.h"

namespace fencepost::unroll {

void Executor::choice(const State& state, core::Choice::Kind kind, Term value, Term when) {
  Term guard = when ? terms_.and_(state.path->guard, when) : state.path->guard;
  result_.choices.push_back({guard, kind, value, 0, thread_});
}

void Executor::oblige(Obligation::Kind kind, Path path, Term failure, const Site& site, uint64_t key) {
  Term term = terms_.and_(path->guard, failure);
  if (term.is_false()) return;
  SiteKey full_key(kind, key, site.pos.file, site.pos.line, site.pos.column, site.detail);
  auto [known, is_new] = site_ids_.emplace(std::move(full_key), static_cast<uint32_t>(result_.sites.size()));
  if (is_new) result_.sites.push_back(site);
  result_.obligations.push_back({kind, term, known->second, thread_, static_cast<uint32_t>(result_.events.size())});
}

// Before there are threads it goes without saying.
void Executor::look_at_check(const State& state, program::Loc place) {
  if (!options_.wanted.check_places->of(top().function)[index(place)]) return;
  Term& reached = result_.looked_at.try_emplace({top().function, place}, terms_.boolean(false)).first->second;
  reached = state.concurrent ? terms_.or_(reached, state.path->guard) : terms_.boolean(true);
}

void Executor::unsupported(Term when, const std::string& what) {
  if (stack_.empty()) {
    Site end;
    end.pos = ending_->pos;
    end.detail = what;
    return oblige(Obligation::Kind::unsupported, ending_->state.path, when, end, 0);
  }
  uint64_t key =
      uint64_t{core::index(top().function)} << 32 | static_cast<uint32_t>(edge_ - top().procedure->edges.data());
  oblige(Obligation::Kind::unsupported, path_, when, site_here(edge_->pos, what), key);
}

Site Executor::site_here(const SourcePos& pos, std::string detail) const {
  Site site;
  site.pos = pos;
  site.detail = std::move(detail);
  size_t depth = stack_.size() - 1;
  for (; depth > 0 && program_.function(stack_[depth]->function).library; --depth)
    site.pos = stack_[depth - 1]->call->pos;
  site.function = program_.function(stack_[depth]->function).name;
  return site;
}

namespace {

// What threads share is learnt in short executions first, then in longer ones. A loop that waits for another thread never ends
// as long as nobody knows that the place is shared, and most is learnt before long loops have come to their ends.
constexpr uint64_t kLearning = 5'000, kLonger = 8;

Options learning(const program::Cfa& cfa, const Options& options) {
  Options result = options;
  if (core::starts_threads(*cfa.program)) result.bounds.loop_steps = std::min(options.bounds.loop_steps, kLearning);
  return result;
}

bool is_cut_short(const Unrolled& unrolled) {
  return std::any_of(unrolled.sites.begin(), unrolled.sites.end(), [](const Site& site) { return site.by_steps; });
}

}  // namespace

Unrolled unroll(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget) {
  program::Shapes shapes(cfa);
  Sharing sharing(options.model.unread_writes);
  AddressUse address_use;
  Names names;
  Options current = learning(cfa, options);
  for (unsigned executions = 1;; ++executions) {
    size_t threads = names.threads();
    Unrolled result = Executor(cfa, current, terms, budget, shapes, sharing, address_use, names).run();
    result.statistics.set("unroll.executions", executions);
    bool news = sharing.settle();
    news = (address_use.settle() && result.concurrent()) || news;
    if (news || threads != names.threads()) continue;
    if (current.bounds.loop_steps == options.bounds.loop_steps || !is_cut_short(result)) return result;
    current.bounds.loop_steps = std::min(options.bounds.loop_steps, kLonger * current.bounds.loop_steps);
  }
}

}  // namespace fencepost::unroll

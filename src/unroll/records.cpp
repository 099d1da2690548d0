#include "unroll/records.h"

namespace fencepost::unroll {

void Records::choose(const State& state, core::Choice::Kind kind, Term value, Term when) {
  Term guard = when ? terms_.and_(state.path->guard, when) : state.path->guard;
  to_.choices.push_back({guard, kind, value, 0, state.thread});
}

void Records::choose_address(const State& state, uint32_t object) {
  choose(state, core::Choice::Kind::address, {});
  to_.choices.back().object = object;
}

void Records::oblige(Obligation::Kind kind, uint32_t thread, Path path, Term failure, const Site& site, uint64_t key) {
  Term term = terms_.and_(path->guard, failure);
  if (term.is_false()) return;
  SiteKey full_key(kind, key, site.pos.file, site.pos.line, site.pos.column, site.detail);
  auto [known, is_new] = site_ids_.emplace(std::move(full_key), static_cast<uint32_t>(to_.sites.size()));
  if (is_new) to_.sites.push_back(site);
  to_.obligations.push_back({kind, term, known->second, thread, static_cast<uint32_t>(to_.events.size())});
}

void Records::assume(const Step& step, const State& state) {
  to_.assumptions.push_back({state.path->guard, site(step, step.edge->pos, {}).pos});
}

// Before there are threads it goes without saying.
void Records::reach(const State& state, core::FunctionId function, program::Loc loc) {
  Term& reached = to_.looked_at.try_emplace({function, loc}, terms_.boolean(false)).first->second;
  reached = state.concurrent ? terms_.or_(reached, state.path->guard) : terms_.boolean(true);
}

void Records::wait(Wait::Kind kind, const Step& step, const State& state, Term while_this, size_t first) {
  Term blocked = terms_.and_(state.path->guard, while_this);
  if (blocked.is_false()) return;
  Site at = site(step, step.edge != nullptr ? step.edge->pos : SourcePos{}, {});
  to_.waits.push_back({kind, state.thread, blocked, while_this, static_cast<uint32_t>(first),
                       static_cast<uint32_t>(to_.events.size()), at.pos, at.function});
}

uint64_t Records::key(const Step& step) {
  return uint64_t{core::index(step.frame->function)} << 32 |
         static_cast<uint32_t>(step.edge - step.frame->procedure->edges.data());
}

void Records::unsupported(const Step& step, Term when, const std::string& what, bool is_left_out) {
  Site here;
  here.pos = step.pos;
  here.detail = what;
  if (step.frame != nullptr) here = site(step, step.edge->pos, what);
  here.is_left_out = is_left_out;
  oblige(Obligation::Kind::unsupported, step.thread, step.path, when, here, step.frame != nullptr ? key(step) : 0);
}

Site Records::site(const Step& step, const SourcePos& pos, std::string detail) const {
  Site site;
  site.pos = pos;
  site.detail = std::move(detail);
  const Frame* frame = step.frame;
  for (; frame->caller != nullptr && program_.function(frame->function).library; frame = frame->caller)
    site.pos = frame->caller->call->pos;
  site.function = program_.function(frame->function).name;
  return site;
}

}  // namespace fencepost::unroll

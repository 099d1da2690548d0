#include "boolean/broadcast_successors.h"

#include <algorithm>

namespace fencepost::boolean {

Successors::Successors(const BroadcastProgram& program, const SuccessorOptions& options)
    : program_(program),
      options_(options),
      packed_(program),
      live_(options.forgets ? std::optional<BroadcastLive>(std::in_place, program, packed_) : std::nullopt),
      stepper_(live_ ? &*live_ : nullptr, options.most_parts),
      contradictions_(packed_) {
  if (live_) live_->strip_idle_updates(program, packed_);
}

std::vector<Population> Successors::initial() const {
  Successor first;
  first.after.at.assign(program_.templates.size(), Population::kNotBegun);
  first.after.at[0] = program_.templates[0].entry;
  first.after.shared = packed_.initial;
  std::vector<Population> all;
  settle(first, [&](const Successor& made) { all.push_back(made.after); });
  return all;
}

std::vector<Actor> Successors::actors(const Population& from) const {
  std::vector<Actor> found;
  auto add = [&](uint32_t of, uint32_t location, uint32_t number) {
    const std::vector<uint32_t>& first_out = program_.templates[of].first_out;
    for (uint32_t i = first_out[location]; i < first_out[location + 1]; ++i) found.push_back({of, number, i});
  };
  for (uint32_t of = 0; of < from.at.size(); ++of)
    if (from.at[of] != Population::kNotBegun) add(of, from.at[of], kNobody);
  for (uint32_t i = 0; i < from.threads.size(); ++i) add(from.threads[i].of, from.threads[i].location, i);
  return found;
}

bool Successors::can_take(const Population& from, const Actor& actor) {
  const BroadcastEdge& edge = program_.templates[actor.of].edges[actor.edge];
  const BroadcastTemplate& other = program_.templates[edge.other];
  auto is_end = [&](uint32_t location) { return other.first_out[location] == other.first_out[location + 1]; };
  switch (edge.kind) {
    case BroadcastEdge::Kind::exit:
      return false;  // nothing happens afterwards
    case BroadcastEdge::Kind::spawn: {
      if (!other.is_replicated) return from.at[edge.other] == Population::kNotBegun;
      uint64_t instances = 0;
      for (const ThreadClass& one : from.threads)
        if (one.of == edge.other) instances += one.count;
      if (instances < options_.most_instances) return true;
      is_bounded_ = true;
      return false;
    }
    case BroadcastEdge::Kind::join: {
      if (!other.is_replicated) return from.at[edge.other] != Population::kNotBegun && is_end(from.at[edge.other]);
      uint64_t ended = 0;
      for (const ThreadClass& one : from.threads)
        if (one.of == edge.other && is_end(one.location)) ended += one.count;
      return !options_.joins_wait || ended >= edge.number;
    }
    default:
      return true;
  }
}

void Successors::of(const Population& from, const std::function<void(const Actor&, Successor&)>& sink) {
  for (const Actor& actor : actors(from)) of(from, actor, [&](Successor& made) { sink(actor, made); });
}

void Successors::of(const Population& from, const Actor& actor, const Sink& sink) {
  if (!can_take(from, actor)) return;
  ++steps_;
  take(from, actor, packed_.edges[actor.of][actor.edge], true, sink);
}

void Successors::failures(const Population& from, const Actor& actor, const Sink& sink) {
  take(from, actor, packed_.failing[actor.of][actor.edge], false, sink);
}

void Successors::take(const Population& from, const Actor& actor, const PackedEdge& edge, bool is_moving,
                      const Sink& sink) {
  std::vector<ThreadClass> passive = from.threads;
  if (actor.from != kNobody) --passive[actor.from].count;
  PackedValues active;
  if (actor.from != kNobody) active = from.threads[actor.from].values;
  stepper_(edge, from.shared, active, passive, [&](const Outcome& outcome) {
    Successor made;
    Population& after = made.after;
    after.at = from.at;
    after.shared = outcome.shared;
    made.shared_before = outcome.shared_before;
    for (const Part& part : outcome.parts) {
      const ThreadClass& of = from.threads[part.source];
      after.threads.push_back({of.of, of.location, part.count, part.after});
      made.source.push_back(part.source);
      made.before.push_back(part.before);
    }
    const uint32_t to = is_moving ? edge.edge->to : edge.edge->from;
    if (actor.from == kNobody) {
      after.at[actor.of] = to;
    } else {
      made.active = static_cast<uint32_t>(after.threads.size());
      after.threads.push_back({actor.of, to, 1, outcome.active});
      made.source.push_back(actor.from);
      made.before.push_back(outcome.active_before);
    }
    if (is_moving && edge.edge->kind == BroadcastEdge::Kind::spawn) {
      const BroadcastTemplate& other = program_.templates[edge.edge->other];
      if (!other.is_replicated) {
        after.at[edge.edge->other] = other.entry;
      } else {
        after.threads.push_back({edge.edge->other, other.entry, 1, outcome.begun});
        made.source.push_back(kNobody);
        made.before.emplace_back();
      }
    }
    settle(made, sink);
  });
}

void Successors::settle(Successor& made, const Sink& sink) const {
  Population& after = made.after;
  if (packed_.never.empty()) return sink(made);
  if (!contradictions_.learn(after.shared, after.threads)) return;
  if (!options_.splits_contradictions) return sink(made);
  auto unknown = contradictions_.undecided(after.shared, after.threads);
  if (!unknown) return sink(made);
  if (!unknown->thread) {
    for (Truth value : {Truth::fails, Truth::holds}) {
      Successor half = made;
      half.after.shared.set(unknown->bit, value);
      settle(half, sink);
    }
    return;
  }
  const uint32_t number = *unknown->thread, count = after.threads[number].count;
  for (uint32_t holding = 0; holding <= count; ++holding) {
    Successor some = made;
    ThreadClass& rest = some.after.threads[number];
    rest.values.set(unknown->bit, holding == count ? Truth::holds : Truth::fails);
    if (holding != 0 && holding != count) {
      rest.count = count - holding;
      ThreadClass apart = rest;
      apart.count = holding;
      apart.values.set(unknown->bit, Truth::holds);
      some.after.threads.push_back(apart);
      some.source.push_back(some.source[number]);
      some.before.push_back(some.before[number]);
    }
    settle(some, sink);
  }
}

void Successors::forget(Population& of) const {
  if (!live_) return;
  for (ThreadClass& one : of.threads) one.values.keep(live_->own(one.of, one.location));
  PackedValues::Mask shared{};
  auto add = [&](uint32_t thread, uint32_t location) {
    const PackedValues::Mask& more = live_->shared(thread, location);
    for (unsigned i = 0; i < PackedValues::kWords; ++i) shared[i] |= more[i];
  };
  for (uint32_t i = 0; i < of.at.size(); ++i)
    add(i, of.at[i] == Population::kNotBegun ? program_.templates[i].entry : of.at[i]);
  for (const ThreadClass& one : of.threads) add(one.of, one.location);
  if (options_.is_part)
    for (uint32_t i = 0; i < program_.templates.size(); ++i)
      if (program_.templates[i].is_replicated)
        for (uint32_t location = 0; location < program_.templates[i].locations; ++location) add(i, location);
  of.shared.keep(shared);
}

}  // namespace fencepost::boolean

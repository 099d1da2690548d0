#include "engine/symmetric/evidence.h"

#include <algorithm>
#include <map>

#include "flat/configuration.h"

namespace fencepost::engine::symmetric {

using boolean::BoolVar;
using boolean::CountedState;
using boolean::SeenState;
using boolean::SeenThread;
using boolean::ThreeValued;
using boolean::Truth;
using Member = result::ViewInvariants::Member;

namespace {

// Somebody stands where only the abstraction has a location, since a join need not wait any more. It need not have been noticed yet either: there is
// the same state before that, in which more is known, as what one way behind the join forgets may matter to another.
bool is_listed(const BroadcastAbstraction& abstraction, const CountedState& state) {
  auto is_real = [&](uint32_t of, uint32_t at) { return !abstraction.stands[of].contains(at); };
  for (uint32_t i = 0; i < state.at.size(); ++i)
    if (!is_real(i, state.at[i])) return false;
  return std::ranges::all_of(state.threads, [&](const auto& one) { return is_real(one.like.of, one.like.location); });
}

std::vector<uint32_t> singles_of(const std::vector<uint32_t>& at) {
  std::vector<uint32_t> singles;
  for (uint32_t one : at) singles.push_back(one == SeenState::kNotBegun ? flat::Configuration::kNotBegun : one);
  return singles;
}

class Writer {
 public:
  Writer(Threads& threads, const Precision& precision, Relations* relations, logic::Terms& terms)
      : threads_(threads), precision_(precision), relations_(relations), terms_(terms) {}

  void add(const CountedState& view) {
    std::vector<uint32_t> singles = singles_of(view.at);
    std::vector<std::pair<Member, const SeenThread*>> threads;
    for (const auto& [one, count] : view.threads)
      for (uint32_t i = 0; i < count; ++i)
        threads.push_back({{flat::TemplateId{one.of}, flat::Loc{one.location}}, &one});
    std::ranges::stable_sort(threads, {}, [](const auto& one) { return one.first; });
    std::vector<Member> members;
    for (const auto& [member, thread] : threads) members.push_back(member);
    Term shared = said(view.shared, std::nullopt, kActive);
    // Of threads at one place, any may be called the first.
    std::vector<size_t> order(threads.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    Term any = terms_.boolean(false);
    do {
      Term all = shared;
      bool fits = true;
      for (uint32_t slot = 0; slot < order.size() && fits; ++slot) {
        const auto& [member, thread] = threads[order[slot]];
        fits = member == members[slot];
        all = terms_.and_(all, said(thread->values, thread->of, slot + kActive));
      }
      if (fits) any = terms_.or_(any, all);
    } while (std::ranges::next_permutation(order).found);
    auto [found, is_new] = formulas_.emplace(std::pair(std::move(singles), std::move(members)), any);
    if (!is_new) found->second = terms_.or_(found->second, any);
  }

  std::vector<result::ViewInvariants::View> views() const {
    std::vector<result::ViewInvariants::View> all;
    for (const auto& [at, holds] : formulas_)
      all.push_back({at.first, at.second, terms_.and_(holds, related(at.second))});
    return all;
  }

 private:
  Term related(const std::vector<Member>& members) const {
    Term all = terms_.boolean(true);
    if (relations_ == nullptr) return all;
    auto place = [&](uint32_t i) { return Relations::Place{flat::index(members[i].of), flat::index(members[i].at)}; };
    for (uint32_t i = 0; i < members.size(); ++i) {
      all = terms_.and_(all, relations_->of_one(place(i), i + kActive));
      for (uint32_t j = 0; j < i; ++j)
        all = terms_.and_(all, relations_->of_two(place(j), j + kActive, place(i), i + kActive));
    }
    return all;
  }

  Term said(const ThreeValued& values, std::optional<uint32_t> owner, uint32_t slot) {
    Term all = terms_.boolean(true);
    for (uint32_t i = 0; i < precision_.predicates.size(); ++i) {
      const Predicate& one = precision_.predicates[i];
      Truth truth = values[BoolVar{i}];
      if (one.owner != owner || truth == Truth::open) continue;
      Term term = threads_.of_thread(one.term, slot);
      all = terms_.and_(all, truth == Truth::holds ? term : terms_.not_(term));
    }
    return all;
  }

  Threads& threads_;
  const Precision& precision_;
  Relations* relations_;
  logic::Terms& terms_;
  std::map<std::pair<std::vector<uint32_t>, std::vector<Member>>, Term> formulas_;
};

}  // namespace

result::ViewInvariants view_invariants(Threads& threads, const Precision& precision, Relations* relations,
                                       const BroadcastAbstraction& abstraction, const std::vector<CountedState>& views,
                                       uint32_t size, const std::shared_ptr<logic::Terms>& terms) {
  Writer writer(threads, precision, relations, *terms);
  for (const CountedState& view : views)
    if (is_listed(abstraction, view)) writer.add(view);
  return {terms, size, writer.views()};
}

result::CountInvariants count_invariants(const Precision& precision, const BroadcastAbstraction& abstraction,
                                         const std::vector<CountedState>& states, uint32_t most,
                                         const std::shared_ptr<logic::Terms>& terms) {
  result::CountInvariants made;
  made.terms = terms;
  made.most = most;
  for (const Predicate& one : precision.predicates) made.predicates.push_back(one.term);
  auto cube = [&](const ThreeValued& values, std::optional<uint32_t> owner) {
    logic::Cube told;
    for (uint32_t i = 0; i < precision.predicates.size(); ++i)
      told.push_back(precision.predicates[i].owner == owner ? values[BoolVar{i}] : Truth::open);
    return told;
  };
  for (const CountedState& state : states) {
    if (!is_listed(abstraction, state)) continue;
    auto& listed = made.states.emplace_back();
    listed.singles = singles_of(state.at);
    listed.shared = cube(state.shared, std::nullopt);
    for (const auto& [like, count] : state.threads)
      listed.threads.push_back(
          {{flat::TemplateId{like.of}, flat::Loc{like.location}}, cube(like.values, like.of), count});
  }
  return made;
}

}  // namespace fencepost::engine::symmetric

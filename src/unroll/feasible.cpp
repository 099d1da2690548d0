#include "unroll/feasible.h"

#include <algorithm>
#include <array>

#include "logic/bitblast.h"

namespace fencepost::unroll {

namespace {

constexpr size_t kMostPlaces = 32;  // of one pointer
constexpr size_t kMostOffsets = 6;  // of one of them that are no constants to begin with
constexpr size_t kMostExamples = 4;
constexpr int kMostConflicts = 200;
constexpr size_t kMostQuestions = 500;  // to one solver: an answer costs as much as there is of all questions before

}  // namespace

// Without floats and unbounded integers. Paths grow by little, and what was looked at before is not looked at again.
bool Feasible::is_supported(Term term) {
  std::vector<Term> open = {term};
  std::vector<uint32_t> seen;
  auto forget = [&] {
    for (uint32_t id : seen) supported_[id] = false;
  };
  while (!open.empty()) {
    Term top = open.back();
    open.pop_back();
    if (top.id() >= supported_.size()) supported_.resize(std::max<size_t>(top.id() + 1, 2 * supported_.size()));
    if (supported_[top.id()]) continue;
    supported_[top.id()] = true;
    seen.push_back(top.id());
    if (!logic::Bitblaster::supports(top.op(), top.sort())) {
      forget();
      return false;
    }
    for (Term arg : top.args()) open.push_back(arg);
  }
  return true;
}

bool Feasible::may_hold(Path path, Term condition) {
  if (condition.is_const()) return condition.is_true();
  const Term guard = path->guard;
  auto [known, is_new] = known_.try_emplace({guard.id(), condition.id()}, true);
  if (is_new && is_supported(guard) && is_supported(condition))
    known->second = ask(guard, condition) != logic::Answer::unsat;
  return known->second;
}

std::optional<std::set<Bits>> Feasible::values(Path path, Term condition, Term number, size_t most) {
  if (!is_supported(path->guard) || !is_supported(condition) || !is_supported(number)) return std::nullopt;
  std::set<Bits> found;
  for (;;) {
    const logic::Answer answer = ask(path->guard, condition);
    if (answer == logic::Answer::unsat) return found;
    if (answer == logic::Answer::unknown || found.size() == most) return std::nullopt;
    const Bits value = examples_.front()->evaluator(number);
    found.insert(value);
    condition = terms_.and_(condition, terms_.ne(number, terms_.bv(value, number.sort().width)));
  }
}

logic::Answer Feasible::ask(Term path, Term condition) {
  auto shows = [&](const std::unique_ptr<Example>& example) {
    return example->evaluator.holds(path) && example->evaluator.holds(condition);
  };
  auto known = std::ranges::find_if(examples_, shows);
  if (known != examples_.end()) {
    std::rotate(examples_.begin(), known, known + 1);
    return logic::Answer::sat;
  }
  if (!solver_ || since_new_++ == kMostQuestions) {
    solver_ = logic::make_solver(logic::SolverKind::cadical, terms_, budget_, statistics_);
    since_new_ = 0;
  }
  ++questions_;
  solver_->limit_conflicts(kMostConflicts);
  const std::array<Term, 2> all = {path, condition};
  const logic::Answer answer = solver_->check(all);
  if (answer == logic::Answer::sat) {
    examples_.push_front(std::make_unique<Example>(solver_->model()));
    if (examples_.size() > kMostExamples) examples_.pop_back();
  }
  if (answer == logic::Answer::unsat) ++refuted_;
  return answer;
}

// The offsets of a place, if they are a choice that has few values there, although it does not look like it.
bool Feasible::few_values(Path path, const Pointee& place, std::set<Bits>& values) {
  Term choice = place.offset;
  while (choice.op() == logic::Op::bv_add && choice.args()[1].is_const()) choice = choice.args()[0];
  if (choice.op() != logic::Op::ite) return false;
  std::optional<std::set<Bits>> found = this->values(path, place.when, place.offset, kMostOffsets);
  if (found) values = std::move(*found);
  return !values.empty();
}

Value Feasible::narrowed(Path path, const Value& pointer) {
  if (pointer.term.is_const() && pointer.offset.is_const()) return pointer;
  std::vector<Pointee> places;
  bool is_less = false;  // than the pointer says
  for (const Pointee& pointee : pointers_.resolve(pointer)) {
    std::set<Bits> offsets;
    if (!pointee.offset.is_const() && !few_constants(pointee.offset, kMostPlaces, offsets))
      is_less = few_values(path, pointee, offsets) || is_less;
    if (offsets.empty()) places.push_back(pointee);
    for (Bits offset : offsets) {
      const Term number = terms_.bv(offset, pointers_.bits());
      places.push_back({terms_.and_(pointee.when, terms_.eq(pointee.offset, number)), pointee.object, number});
    }
    if (places.size() > kMostPlaces) return pointer;
  }
  if (places.size() > 1)
    is_less = std::erase_if(places, [&](const Pointee& place) { return !may_hold(path, place.when); }) > 0 || is_less;
  if (!is_less || places.empty()) return pointer;
  // By object: both choices get one shape (pointers.h). One of the places is the pointer's on every run, so the last goes without
  // saying.
  std::ranges::stable_sort(places, {}, &Pointee::object);
  Value narrow = pointer;
  narrow.term = terms_.bv(places.back().object, kObjectBits);
  narrow.offset = places.back().offset;
  for (size_t end = places.size(); end > 0;) {
    size_t begin = end - 1;
    Term offset = places[begin].offset, when = places[begin].when;
    for (; begin > 0 && places[begin - 1].object == places[end - 1].object; --begin) {
      offset = terms_.ite(places[begin - 1].when, places[begin - 1].offset, offset);
      when = terms_.or_(places[begin - 1].when, when);
    }
    const bool is_last = end == places.size();
    narrow.term = is_last ? narrow.term : terms_.ite(when, terms_.bv(places[begin].object, kObjectBits), narrow.term);
    narrow.offset = is_last ? offset : terms_.ite(when, offset, narrow.offset);
    end = begin;
  }
  return narrow;
}

bool few_constants(Term term, size_t most, std::set<Bits>& values) {
  std::vector<std::pair<Term, Bits>> open = {{term, 0}};
  std::set<std::pair<uint32_t, Bits>> seen;  // choices share their parts
  while (!open.empty()) {
    auto [next, added] = open.back();
    open.pop_back();
    if (!seen.insert({next.id(), added}).second) continue;
    auto args = next.args();
    if (next.is_const()) {
      values.insert(logic::low_bits(next.value() + added, next.sort().width));
    } else if (next.op() == logic::Op::bv_add && args[1].is_const()) {
      open.emplace_back(args[0], added + args[1].value());
    } else if (next.op() == logic::Op::ite) {
      open.emplace_back(args[1], added);
      open.emplace_back(args[2], added);
    } else {
      values.clear();
      return false;
    }
    if (values.size() <= most && seen.size() <= 16 * most) continue;
    values.clear();
    return false;
  }
  return true;
}

}  // namespace fencepost::unroll

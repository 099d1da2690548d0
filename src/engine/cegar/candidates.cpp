#include "engine/cegar/candidates.h"

#include <algorithm>

#include "flat/operands.h"
#include "logic/atoms.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using logic::Op;

namespace {

constexpr size_t kMostFollowed = 48;     // at once
constexpr size_t kMostCandidates = 160;  // all together
constexpr size_t kMostEqual = 8;         // variables that are compared with each other
constexpr unsigned kMostChanges = 6;

// Whether a step by which a variable takes this value only moves what is known.
bool is_copy(Term value) {
  while (value.op() == Op::bv_zext || value.op() == Op::bv_sext || value.op() == Op::bv_extract)
    value = value.args()[0];
  return value.op() == Op::variable;
}

bool is_word(Term term) { return term.sort().kind == logic::SortKind::bitvec; }

}  // namespace

Candidates::Candidates(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps)
    : terms_(terms), steps_(steps) {
  for (const flat::Template& of : program.templates)
    for (const flat::Edge& edge : of.edges)
      flat::each_term(edge.label, [&](Term term) {
        if (term.sort() != logic::bool_sort()) return;
        for (Term atom : logic::atoms_of(terms, term)) {
          std::vector<Term> variables = logic::variables_of({atom});
          if (atom.op() == Op::bv_slt) signed_.insert(variables.begin(), variables.end());
          if (atom.op() == Op::bv_ult) unsigned_.insert(variables.begin(), variables.end());
        }
      });
}

void Candidates::remember(const std::vector<Term>& formulas) {
  for (Term formula : formulas)
    for (Term atom : logic::atoms_of(terms_, formula))
      if (std::ranges::find(remembered_, atom) == remembered_.end()) remembered_.push_back(atom);
}

void Candidates::add(Term atom) {
  if (atom.is_const() || found_.size() >= kMostCandidates || logic::variables_of({atom}).size() > most_related_) return;
  for (Term part : logic::atoms_of(terms_, atom))
    if (known_.insert(part).second) found_.push_back(part);
}

std::vector<Term> Candidates::of(const Trace& trace, size_t tier) {
  found_.clear();
  known_.clear();
  most_related_ = tier < 4 ? 2 : 3;
  conditions(trace, {});
  if (tier >= 1) bounds();
  known_conditions();
  if (tier >= 2) first_values(trace);
  if (tier >= 3) conditions(trace, equalities());
  return found_;
}

void Candidates::conditions(const Trace& trace, const std::vector<Term>& others) {
  std::vector<Followed> followed;
  for (Term atom : others) follow(followed, atom, 0);
  for (Term atom : logic::atoms_of(terms_, steps_.action(trace.failure.action).guard)) follow(followed, atom, 0);
  for (size_t i = trace.moves.size(); i-- > 0;) {
    const Action& action = steps_.action(trace.moves[i]->action);
    if (!action.updates.empty()) followed = before(followed, action);
    for (Term atom : logic::atoms_of(terms_, action.guard)) follow(followed, atom, 0);
  }
}

void Candidates::known_conditions() {
  std::vector<Term> variables = logic::variables_of(found_);
  std::unordered_set<Term> spoken_of(variables.begin(), variables.end());
  for (Term atom : remembered_)
    if (std::ranges::all_of(logic::variables_of({atom}), [&](Term v) { return spoken_of.contains(v); })) add(atom);
}

void Candidates::follow(std::vector<Followed>& followed, Term atom, unsigned changes) {
  auto is_it = [&](const Followed& other) { return other.atom == atom; };
  size_t related = logic::variables_of({atom}).size();
  if (related == 0 || related > most_related_ || changes > kMostChanges) return;
  add(atom);
  if (auto same = std::ranges::find_if(followed, is_it); same != followed.end())
    same->changes = std::min(same->changes, changes);
  else if (followed.size() < kMostFollowed)
    followed.push_back({atom, changes});
}

std::vector<Candidates::Followed> Candidates::before(const std::vector<Followed>& after, const Action& action) {
  logic::Substitution values(terms_);
  std::map<uint32_t, Term> changed;  // by id of the variable; null: any value
  for (const Update& update : action.updates) {
    changed.emplace(update.variable.id(), update.value);
    if (update.value) values.put(update.variable, update.value);
  }
  std::vector<Followed> earlier;
  for (const auto& [atom, changes] : after) {
    bool is_kept = true, is_moved = true, is_lost = false;
    for (Term variable : logic::variables_of({atom})) {
      auto found = changed.find(variable.id());
      if (found == changed.end()) continue;
      is_kept = false;
      is_lost = is_lost || !found->second;
      is_moved = is_moved && found->second && is_copy(found->second);
    }
    if (is_lost) continue;
    if (is_kept) {
      follow(earlier, atom, changes);
      continue;
    }
    for (Term part : logic::atoms_of(terms_, values(atom)))
      if (is_moved || logic::variables_of({part}).size() > 1) follow(earlier, part, is_moved ? changes : changes + 1);
  }
  return earlier;
}

// left < right, left <= right and the reverse, with or without signs as the program has it.
void Candidates::near(Term left, Term right) {
  auto is_in = [](const std::unordered_set<Term>& set) {
    return [&](Term variable) { return set.contains(variable); };
  };
  std::vector<Term> variables = logic::variables_of({left, right});
  bool is_unsigned = std::ranges::any_of(variables, is_in(unsigned_));
  bool is_signed = !is_unsigned || std::ranges::any_of(variables, is_in(signed_));
  for (Op op : {Op::bv_slt, Op::bv_ult}) {
    if (op == Op::bv_slt ? !is_signed : !is_unsigned) continue;
    add(terms_.binary(op, left, right));
    add(terms_.binary(op, right, left));
  }
}

// What a step of a loop turns into the condition's neighbour: i < 5 becomes i <= 5, and i != 5 may have been i < 5.
void Candidates::bounds() {
  for (size_t i = 0, size = found_.size(); i < size; ++i) {
    Term atom = found_[i];
    bool is_order = atom.op() == Op::bv_slt || atom.op() == Op::bv_ult;
    if ((!is_order && atom.op() != Op::eq) || !is_word(atom.args()[0])) continue;
    Term left = atom.args()[0], right = atom.args()[1];
    near(left, right);
    if (is_order && (left.is_const() || right.is_const())) {
      Term of = left.is_const() ? right : left, limit = left.is_const() ? left : right;
      for (logic::Bits by : {logic::Bits{1}, ~logic::Bits{0}})
        near(of, terms_.bv(limit.value() + by, limit.sort().width));
    }
  }
}

void Candidates::first_values(const Trace& trace) {
  std::vector<Term> variables = logic::variables_of(found_);
  std::unordered_set<Term> spoken_of(variables.begin(), variables.end());
  auto take = [&](const Action& action) {
    for (const Update& update : action.updates) {
      if (!update.value || !update.value.is_const() || !spoken_of.contains(update.variable)) continue;
      add(terms_.eq(update.variable, update.value));
      if (is_word(update.variable)) near(update.variable, update.value);
    }
  };
  for (size_t i = trace.moves.size(); i-- > 0;) take(steps_.action(trace.moves[i]->action));
  take(steps_.action(steps_.beginning()));
}

std::vector<Term> Candidates::equalities() {
  std::vector<Term> found;
  std::vector<Term> variables = logic::variables_of(found_);
  std::erase_if(variables, [](Term variable) { return !is_word(variable); });
  std::ranges::sort(variables, {}, &Term::id);
  if (variables.size() > kMostEqual) variables.resize(kMostEqual);
  for (size_t i = 0; i < variables.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (variables[i].sort() == variables[j].sort()) {
        found.push_back(terms_.eq(variables[i], variables[j]));
        near(variables[i], variables[j]);
      }
  return found;
}

}  // namespace fencepost::engine::cegar

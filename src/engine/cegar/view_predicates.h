// Predicates over views (view_abstraction.h): each in all forms that it has when the threads in it are exchanged. Three threads have a
// number: two in a view, and a third that acts beside it or begins.
#pragma once

#include <array>
#include <unordered_map>
#include <utility>

#include "flat/configuration.h"
#include "flat/instances.h"
#include "flat/liveness.h"
#include "logic/substitute.h"

namespace fencepost::engine::cegar {

using logic::Term;

constexpr uint32_t kSlots = 3;
// Where each slot goes; slots are counted from 0 here.
using Exchange = std::array<uint8_t, kSlots>;
constexpr std::array<Exchange, 6> kExchanges = {{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

class ViewPredicates {
 public:
  // The copies, of three, and the terms outlive it.
  ViewPredicates(const flat::Copies& copies, logic::Terms& terms);

  struct Form {
    Term term;
    std::vector<Term> variables;
    uint8_t slots = 0;  // whose variables it has, by bits
  };

  // Its atoms, unless they are about more threads than that or about other variables than the program's. Is there anything new?
  bool add(Term formula, int most_threads = 2);
  size_t size() const { return forms_.size(); }
  const Form& operator[](size_t number) const { return forms_[number]; }

  // To tell also of variables that are dead: who holds a lock may be known by the ticket with which it came. False: so it does already.
  bool keep_dead() { return !std::exchange(keeps_dead_, true); }
  // To tell of a variable of a thread until the thread has written a shared one: a lock of tickets is given back there.
  void keep_until_written(Term own, Term shared);
  // Does it say anything there? Not about threads that are not there, nor about variables that are dead.
  bool is_about(size_t number, const flat::Configuration& at) const;
  // The thread has the variable, and may read it from there on.
  bool is_live(Term variable, uint32_t thread, uint32_t location) const;
  // What becomes of predicates, and of where threads are, when threads exchange their slots.
  uint32_t exchanged(size_t number, const Exchange& by) const { return exchanged_[position(by)][number]; }
  Term exchanged(Term formula, const Exchange& by) { return renaming_[position(by)](formula); }
  flat::Configuration exchanged(const flat::Configuration& at, const Exchange& by) const;

 private:
  static size_t position(const Exchange& by);
  bool add_atom(Term atom, int most_threads);
  bool is_kept(Term variable, uint32_t location) const;

  const flat::Copies& copies_;
  logic::Terms& terms_;
  flat::Liveness liveness_;
  bool keeps_dead_ = false;
  std::unordered_map<Term, std::vector<bool>> kept_;         // by variable of a thread: where, by location
  std::unordered_map<Term, std::optional<uint32_t>> owner_;  // of the variables: a template of the copies
  std::vector<logic::Substitution> renaming_;                // by exchange
  std::vector<std::vector<uint32_t>> template_after_;        // by exchange and template
  std::vector<Form> forms_;
  std::unordered_map<Term, uint32_t> number_;
  std::array<std::vector<uint32_t>, kExchanges.size()> exchanged_;
};

}  // namespace fencepost::engine::cegar

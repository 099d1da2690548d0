// Predicates for views (view_abstraction.h) beyond what blocks and their conditions say, guessed from the program's text. A guess is
// never believed: views tell which of them hold, and whether they suffice.
//
//   kept        what loops keep, where preconditions of a failure are others in every iteration (next + 2 < 66, next + 4 < 66, ...);
//   relations   two threads differ in what each has of its own, and that lies before what is shared: tickets, indices;
//   tickets     the few of these that make a lock of numbers: taken from one shared variable, compared with another;
//   values      that a variable has one of the few values that the program's constants lead to.
#pragma once

#include <functional>
#include <unordered_map>

#include "flat/flat_program.h"
#include "logic/term.h"

namespace fencepost::engine::cegar {

using logic::Term;

class ViewGuesses {
 public:
  // Both outlive it.
  ViewGuesses(const flat::FlatProgram& program, logic::Terms& terms);

  // About the variables of these formulas.
  std::vector<Term> kept(const std::vector<Term>& about);
  // of_other: the same variable of another thread; null where there is none.
  std::vector<Term> relations(const std::vector<Term>& about, const std::function<Term(Term)>& of_other);

  // Of the whole program; nothing where it has none, or too many.
  struct Tickets {
    std::vector<Term> predicates;
    std::vector<std::pair<Term, Term>> held;  // a ticket, and what is written when it has been used
  };
  Tickets tickets();
  std::vector<Term> values();

 private:
  std::vector<Term> words_of(const std::vector<Term>& about) const;
  void note_step(Term variable, Term value, const std::unordered_map<Term, Term>& loaded);
  void find_origins();
  logic::Op order_in(const std::vector<Term>& about, Term variable) const;

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  std::unordered_map<Term, const flat::Variable*> variables_;
  std::unordered_map<Term, unsigned> steps_;
  std::unordered_map<Term, std::vector<Term>> copies_;  // of shared variables, by threads that write them from these
  std::unordered_map<Term, std::vector<Term>>
      origins_;  // of what threads have of their own: shared ones that were loaded
};

}  // namespace fencepost::engine::cegar

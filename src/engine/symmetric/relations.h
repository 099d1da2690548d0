// What holds of the numbers that threads have at their places, whatever the others do: between a variable of a thread and a shared one, and
// between those of two threads, of which no predicate speaks. Tickets of a lock are different once they are drawn, since each is less than the next one.
//
// All candidates hold everywhere at first; those that a step may make false are dropped, until the rest is an inductive invariant for
// every number of threads (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>

#include "engine/symmetric/threads.h"
#include "logic/solver.h"

namespace fencepost::engine::symmetric {

class Relations {
 public:
  // A template of the given program with several instances, and a stop of it.
  struct Place {
    uint32_t of = 0, at = 0;
    auto operator<=>(const Place&) const = default;
  };

  // All outlive it. Where there is too much to ask, nothing holds.
  Relations(Threads& threads, logic::Terms& terms, Budget& budget, Statistics& statistics);

  // Of a thread there, called by that number (from kActive on).
  Term of_one(Place at, uint32_t number);
  // Of two: between them.
  Term of_two(Place first, uint32_t number, Place second, uint32_t other_number);
  const std::vector<Place>& places() const { return places_; }
  // Something is known of two.
  bool has_pairs() const;

 private:
  // Of two threads: their variables, which are those of the active one of each template, differ.
  struct Difference {
    uint32_t of = 0, other_of = 0;  // templates
    Term variable, other;
    size_t mirrored = 0;  // its number where the two have changed places
  };
  struct Held {
    Term image;  // what has to hold before
    std::function<void()> drop;
  };
  using Numbers = std::set<size_t>;

  void find_places();
  void find_candidates();
  bool is_drawn(Term own, Term shared) const;
  void settle();
  void step(const TemplateStep& step);
  void beside(const TemplateStep& step, const std::vector<Term>& known, Preimage& active, Preimage& passive);
  void beginning(const TemplateStep& by);
  void keep(const std::vector<Term>& known, std::vector<Held>& held);
  void drop(Numbers& from, size_t number);
  void drop(Place first, Place second, size_t number);
  Term difference(const Difference& of, uint32_t number, uint32_t other_number);

  Threads& threads_;
  logic::Terms& terms_;
  Budget& budget_;
  std::unique_ptr<logic::Solver> solver_;
  std::vector<Place> places_;
  std::map<uint32_t, std::vector<Term>> candidates_;  // by template: about the active thread
  std::vector<Difference> differences_;
  std::map<Place, Numbers> one_;
  std::map<std::pair<Place, Place>, Numbers> two_;
  size_t questions_ = 0;
  bool dropped_ = false;
};

}  // namespace fencepost::engine::symmetric

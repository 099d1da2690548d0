// A template's locations with what is known there, and how steps change that: the transfer functions of thread_facts.h, and the tables
// by which threads tell each other what they write.
#pragma once

#include "core/undef.h"
#include "engine/cegar/value_ranges.h"
#include "flat/automaton_shape.h"
#include "flat/company.h"
#include "flat/lock_sets.h"

namespace fencepost::engine::cegar {

using flat::LockSet;

class Interference {
 public:
  // All outlive it.
  Interference(const flat::FlatProgram& program, const core::UndefSet& asked, const std::vector<LockSet>& locks,
               const flat::Company& company);

  size_t size() const;  // values that are kept
  const RangeReader::Numbers& numbers(uint32_t of) const { return numbers_[of]; }
  uint32_t shared() const { return shared_; }  // the first numbers are those of shared variables
  flat::VarId variable(uint32_t of, uint32_t number) const { return variables_[of][number]; }
  bool is_cell(flat::VarId id) const { return is_cell_[flat::index(id)]; }
  // By lock: the shared variables that are written while others may be there by its holders alone.
  const std::vector<uint32_t>& guarded(size_t lock) const { return guarded_[lock]; }

  // What threads tell each other.
  struct Told {
    std::vector<Interval> cells;                 // by VarId: of groups, whenever it is
    std::vector<std::vector<Interval>> kept;     // by lock and place in guarded(): while nobody holds it
    std::vector<std::vector<Interval>> written;  // by writer and variable that it writes
  };
  Told nothing_told() const;

  // Writers are edges that write shared variables with numbers.
  struct Writer {
    uint32_t of = 0, edge = 0;
    std::vector<uint32_t> variables;
  };
  const std::vector<Writer>& writers() const { return writers_; }
  bool disturbs(const Writer& writer, uint32_t of, uint32_t at) const;

  Ranges first() const;  // of thread 0
  // After the edge; not reached if it cannot be taken, or ends the program. tell: is given what it tells, if not null.
  Ranges after(uint32_t of, const flat::Edge& edge, const Ranges& before, const Told& told, Told* tell) const;
  // May it tell anything?
  bool tells(uint32_t of, const flat::Edge& edge) const;
  // May what cells hold, or what is left under locks, concern it?
  bool asks(uint32_t of, const flat::Edge& edge) const;
  // Of a thread that the edge makes.
  Ranges begun(uint32_t of, const flat::Edge& edge, const Ranges& before, const Told& told) const;

 private:
  class Step;
  void number_variables();
  void find_writers();
  void find_guarded();
  Interval elsewhere(Term variable, const Told& told) const;
  void tell_locks(uint32_t of, const flat::Edge& edge, Ranges& after, const Told& told, Told* tell) const;
  bool changes_hands(uint32_t of, const flat::Edge& edge) const;
  bool holds(const LockSet& lock, uint32_t of, flat::Loc at) const { return lock.held[of][flat::index(at)].is_true(); }

  const flat::FlatProgram& program_;
  const core::UndefSet& asked_;
  const std::vector<LockSet>& locks_;
  const flat::Company& company_;
  std::vector<bool> is_cell_;                        // by VarId
  std::vector<std::vector<flat::VarId>> variables_;  // by template and number
  std::vector<RangeReader::Numbers> numbers_;        // by template
  std::unordered_map<Term, flat::VarId> by_term_;
  uint32_t shared_ = 0;
  std::vector<Writer> writers_;
  std::vector<std::vector<uint32_t>> writer_of_;  // by template and edge
  std::vector<std::vector<uint32_t>> guarded_;
};

}  // namespace fencepost::engine::cegar

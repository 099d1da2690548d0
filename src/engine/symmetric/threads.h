// The threads of a program some of whose templates are run by several of them: copies with names (flat/instances.h), of which the first stands
// for the active thread of a step and the second for a passive one, their steps in blocks (flat/blocks.h), and what becomes of a formula
// when one thread takes the place of another.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/block_action.h"
#include "flat/instances.h"

namespace fencepost::engine::symmetric {

// Copies by number: of templates with one instance, and of the others as a step sees them.
constexpr uint32_t kSingle = 0, kActive = 1, kPassive = 2;

// What an active thread does at once: a block, or one of the checks in it that fails.
struct TemplateStep {
  uint32_t of = 0;  // template of the given program
  uint32_t from = 0, to = 0;
  const flat::Block* block = nullptr;
  BlockAction action;                     // of the active copy; a thread that begins is the passive one
  const flat::Edge* fails = nullptr;      // the check, or where the block would have to go on
  Term guard;                             // over the values before: it can be taken, or it fails
  std::optional<uint32_t> spawns, joins;  // templates of the given program
  uint32_t joins_number = 1;              // so many instances of it
};

class Threads {
 public:
  // So many copies of each template that has several instances, at least two. Throws NotFlat where there are no blocks. Both outlive it.
  Threads(const flat::FlatProgram& program, uint32_t copies, logic::Terms& terms);

  const flat::FlatProgram& given() const { return given_; }
  const flat::FlatProgram& program() const { return copies_.program; }
  bool is_replicated(uint32_t of) const { return given_.templates[of].instances != flat::Instances{1}; }
  // Of the copies. A template with one instance has none but kSingle.
  flat::TemplateId copy(uint32_t of, uint32_t number) const {
    return ids_.at({of, is_replicated(of) ? number : kSingle});
  }
  uint32_t number_of_copies() const { return number_; }

  // By template, each in the order of the places where the steps begin.
  const std::vector<std::vector<TemplateStep>>& steps() const { return steps_; }
  // Of thread number `by` (from kActive on); one that it begins is number `begun`.
  const flat::Block& block_of(const TemplateStep& step, uint32_t by, uint32_t begun) const;

  // A formula about the active thread, said about another one.
  Term of_thread(Term formula, uint32_t number);
  // A formula about one thread, said about the active one; null if it is about several, or about what is no variable of the program.
  Term generalised(Term formula);
  // Whose variables it names, besides shared ones and those of templates with one instance: a template of the given program.
  std::optional<uint32_t> owner(Term formula) const;
  // What it does to what passive threads know.
  Action shared_part(const Action& whole) const;
  // Some step reads what it was before the step: of a variable of the active thread, or of one that is shared.
  bool is_carried(Term variable) const { return carried_.contains(variable); }
  // The numbers that threads have are different, and none is 0.
  Term numbers_differ() const { return numbers_differ_; }
  // What the variables of the passive copy of a template have at the beginning.
  const std::vector<Update>& beginning(uint32_t of) const { return beginnings_[of]; }

 private:
  struct Owner {
    uint32_t of = 0, number = 0;  // a template of the given program, and which copy; number 0: everybody's
  };
  void find_owners();
  void find_steps(uint32_t of);
  void add_step(uint32_t of, const flat::Block& block, bool is_kept);  // otherwise it needs to be possible

  const flat::FlatProgram& given_;
  logic::Terms& terms_;
  uint32_t number_;
  flat::Copies copies_;
  flat::Blocks blocks_;
  std::map<std::pair<uint32_t, uint32_t>, flat::TemplateId> ids_;
  std::unordered_map<Term, Owner> owners_;
  std::vector<logic::Substitution> from_active_;  // by number
  std::vector<logic::Substitution> to_active_;    // by number
  Term numbers_differ_;
  std::vector<std::vector<Update>> beginnings_;
  std::vector<std::vector<TemplateStep>> steps_;
  std::unordered_set<Term> carried_;
};

}  // namespace fencepost::engine::symmetric

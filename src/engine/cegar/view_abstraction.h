// What any number of threads can reach, told by views: where the templates with one instance stand, two of the other threads (or all of
// them, while there are fewer), and which predicates hold of what these know. View abstraction (Abdulla, Haziza, Holik, VMCAI
// 2013) over predicates: the views of all runs are closed under
//
//   - what a thread in a view does;
//   - what a third thread does to a view, where each two of the three are in a view that is reached: three views that agree on
//     what they share;
//   - a thread that begins: a view of each two of it and the others.
//
// Threads go in blocks (flat/blocks.h). Which predicates is for others to say; explore() only finds out whether they suffice.
#pragma once

#include <deque>
#include <map>
#include <unordered_set>

#include "base/budget.h"
#include "base/statistics.h"
#include "engine/block_action.h"
#include "engine/cegar/view_predicates.h"
#include "engine/solvers.h"
#include "logic/enumerate.h"
#include "result/proof.h"

namespace fencepost::engine::cegar {

class ViewAbstraction {
 public:
  static constexpr size_t kMostCombinations = 256;  // of predicates, after one block
  static constexpr size_t kMostViews = 20000;

  // All outlive it.
  ViewAbstraction(const flat::Copies& copies, const flat::Blocks& blocks, logic::Terms& terms, Budget& budget,
                  Statistics& statistics);

  // Over variables of the copies, of that many threads. Is there anything new?
  bool refine(const std::vector<Term>& formulas, int most_threads = 2);

  // To tell of variables that are dead as well. Is that new?
  bool keep_dead() { return predicates_.keep_dead(); }
  void keep_until_written(Term own, Term shared) { predicates_.keep_until_written(own, shared); }

  // Something fails in what can be reached as far as the predicates tell.
  struct Failure {
    const flat::Edge* edge = nullptr;
    size_t blocks = 0;                // on the way
    std::vector<Term> preconditions;  // what that asks of earlier views
    std::vector<Term>
        established;           // by the blocks after which threads did what is on the way, about their own variables
    std::vector<Term> guards;  // of the blocks on the way
  };
  // Nothing: nothing fails.
  std::optional<Failure> explore();
  // There are too many views, or too many combinations of predicates after a block: explore() gave up.
  struct TooMany {};

  std::vector<result::ViewInvariants::View> views();
  size_t size() const { return views_.size(); }
  size_t predicates() const { return predicates_.size(); }
  // What another thread of the view has in its place; null for what is no thread's of the view.
  Term of_other(Term variable);
  // Those from this number on, in words.
  std::string described(size_t from) const;

 private:
  using Values = std::string;  // a predicate a character
  static constexpr char kFails = '0', kHolds = '1', kOpen = '?';
  static void append(std::string& key, uint32_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
  }

  struct Move {
    flat::TemplateId of{};
    const flat::Block* block = nullptr;
    BlockAction action;
    const flat::Spawn* spawns = nullptr;
    const flat::Join* joins = nullptr;  // of these two, the first step of the block
  };
  // How a view was reached: from another one, whose threads had other slots while the block was done, as they have now.
  struct Way {
    uint32_t from = 0;
    Exchange before = kExchanges[0];
    const Move* by = nullptr;  // null: at the start
    Exchange after = kExchanges[0];
  };
  struct View {
    flat::Configuration at;
    Values values;
    uint32_t members = 0;
    uint32_t nodes[2] = {0, 0};  // states of its threads, if there are two
    Way way;
  };
  // Views that a thread in some state is in: who it is there, and in which state the other is.
  struct Neighbour {
    uint32_t view = 0;
    uint8_t slot = 0;
    uint32_t other = 0;
  };

  using Placed = std::pair<uint32_t, Exchange>;  // a view, with its threads in other slots
  struct Effect {
    logic::Substitution before;
    std::unordered_set<Term> changed;
  };

  const std::vector<Move>& moves_of(uint32_t thread, uint32_t location);
  void begin();
  void add(const flat::Configuration& at, const Values& values, Way way);
  void number_threads(uint32_t view);
  void step(uint32_t view, uint32_t thread, const Move& move);
  void interferences(uint32_t view);
  void interfere(const Placed& pair, const Placed& one_with_third, const Placed& other_with_third);
  Term at_beginning(uint32_t thread);
  Term numbers_differ(const flat::Configuration& at);
  std::vector<Values> post(const Values& before, const Action& action, Term known, const flat::Configuration& after,
                           uint8_t kept);
  std::vector<std::string> asked(const Values& before, Term premise, const std::vector<Term>& goals);
  logic::Combinations on_integers(const std::vector<Term>& premises, const std::vector<Term>& goals);
  void established(uint32_t thread, uint32_t location, std::vector<Term>& found);
  void fail(uint32_t view, const flat::Edge& edge, Term guard);
  Values exchanged(const Values& values, const Exchange& by) const;
  Effect& effect_of(const Action& action);
  const std::vector<Term>& variables(Term of);

  const flat::Copies& copies_;
  const flat::FlatProgram& program_;
  const flat::Blocks& blocks_;
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  Solvers solvers_;
  ViewPredicates predicates_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Move>> moves_;  // by thread and location
  std::map<uint32_t, Term> beginnings_;                               // by thread
  std::unordered_map<const Action*, Effect> effects_;
  std::unordered_map<Term, std::vector<Term>> variables_;
  std::unordered_map<std::string, std::vector<std::string>> answers_;

  std::deque<View> views_;
  std::unordered_map<std::string, uint32_t> known_;
  std::unordered_map<std::string, uint32_t> nodes_;
  std::vector<std::vector<Neighbour>> neighbours_;  // by node
  std::optional<Failure> failure_;
};

}  // namespace fencepost::engine::cegar

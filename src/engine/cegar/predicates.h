// Predicate abstraction (Graf, Saidi, CAV 1997): a cube says of each predicate of the precision whether it holds, fails or is open. An
// element is a cube, or with --domain pred-bool any of several, sorted.
// What an action does to the predicates depends on those alone that share variables with it, over any number of others in between;
// each such dependence is asked of the solver once.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "engine/cegar/domain.h"
#include "engine/solvers.h"
#include "flat/liveness.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

class Predicates : public Domain {
 public:
  // All outlive it.
  Predicates(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps, CegarOptions::Domain kind,
             Budget& budget, Statistics& statistics);

  Element top() override { return Element(predicates_.size(), kOpen); }
  std::vector<Element> post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) override;
  bool covers(const Element& weak, const Element& strong) const override;
  Term term(const Element& element) override;
  bool refine(const std::vector<Term>& formulas) override;
  Element kept(const Element& element, size_t then) const override;
  bool sharpen() override;
  size_t precision() const override { return predicates_.size(); }
  std::vector<Term> variables() const override { return logic::variables_of(predicates_); }
  std::vector<Term> predicates() const override { return predicates_; }

 private:
  static constexpr char kFails = '0', kHolds = '1', kOpen = '?';

  // What an action does, as far as it has been asked.
  struct Transformer {
    explicit Transformer(logic::Terms& terms, const Action& action) : before(terms, action) {}
    Preimage before;
    size_t precision = 0;                                               // with how many predicates the rest was found
    std::vector<uint32_t> relevant;                                     // predicates
    std::vector<uint32_t> written;                                      // those of them whose value may change
    std::unordered_map<std::string, std::vector<std::string>> results;  // over `relevant`
  };

  static std::vector<Element> cubes_of(const Element& element, size_t size);
  std::vector<Element> after_cube(const Element& before, uint32_t action, uint32_t thread, uint32_t location);
  Element any_of(std::vector<Element> cubes) const;
  bool learn(Term predicate);
  Transformer& transformer_of(uint32_t action);
  void find_relevant(Transformer& transformer, const Action& action) const;
  std::vector<std::string> asked(Transformer& transformer, const Action& action, const std::string& before);
  const std::vector<uint32_t>& forgotten_at(uint32_t thread, uint32_t location);

  logic::Terms& terms_;
  const Steps& steps_;
  CegarOptions::Domain kind_;  // pred_cart, pred_split or pred_bool
  Statistics& statistics_;
  flat::Liveness liveness_;
  Solvers solvers_;
  std::vector<Term> predicates_;
  std::vector<std::vector<Term>> variables_;  // of each
  std::unordered_set<Term> known_;
  std::unordered_map<uint32_t, Transformer> transformers_;
  struct Forgotten {
    size_t precision = 0;
    std::vector<uint32_t> predicates;
  };
  std::unordered_map<uint64_t, Forgotten> forgotten_;  // by thread and location
};

}  // namespace fencepost::engine::cegar

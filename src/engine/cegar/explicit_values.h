// Explicit values (Beyer, Loewe, FASE 2013): an element knows of each tracked variable its value, or nothing. Where a step leaves few
// possible values, each is an element of its own. It may also keep which variables hold the same value where it is not known, having been
// copied: what is learnt of one is learnt of all.
#pragma once

#include <unordered_map>

#include "engine/cegar/domain.h"
#include "engine/solvers.h"
#include "flat/liveness.h"

namespace fencepost::engine::cegar {

class ExplicitValues : public Domain {
 public:
  // All outlive it. most: so many alternatives of one step are told apart.
  ExplicitValues(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps, size_t most, Budget& budget,
                 Statistics& statistics, bool keeps_copies = false)
      : terms_(terms),
        steps_(steps),
        most_(most),
        keeps_copies_(keeps_copies),
        statistics_(statistics),
        liveness_(program),
        solvers_(terms, budget, statistics) {}

  Element top() override { return Element(bytes_, '\0'); }
  std::vector<Element> post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) override;
  bool covers(const Element& weak, const Element& strong) const override;
  Term term(const Element& element) override;
  bool refine(const std::vector<Term>& formulas) override;
  Element kept(const Element& element, size_t then) const override;
  size_t precision() const override { return variables_.size(); }
  std::vector<Term> variables() const override { return variables_; }

 private:
  // In an element, after a byte that says whether it has copies: of each tracked variable what is known, and then the value, or the number
  // of the first variable that holds the same, lowest byte first.
  static constexpr char kOpen = 0, kKnown = 1, kCopy = 2;
  struct Slot {
    size_t at = 0;
    size_t bytes = 0;
  };

  // The tracked variables of an action, and what it makes of their values.
  struct Transformer {
    size_t precision = 0;
    std::vector<uint32_t> read;                  // whose values it needs
    std::vector<std::pair<uint32_t, Term>> set;  // whose values may change, or be told by its guard; null: any
    std::unordered_map<std::string, std::vector<std::string>> results;  // from `read` to `set`
  };
  struct Forgotten {
    size_t precision = 0;
    std::vector<uint32_t> variables;
  };

  Transformer& transformer_of(uint32_t action);
  void find_variables(Transformer& transformer, const Action& action);
  std::vector<std::string> asked(const Transformer& transformer, const Action& action, const std::string& before);
  const std::vector<uint32_t>& forgotten_at(uint32_t thread, uint32_t location);
  static std::optional<logic::Bits> value_at(const std::string& bytes, Slot slot);
  static void put(std::string& bytes, Slot slot, std::optional<logic::Bits> value);
  static logic::Bits number_at(const std::string& bytes, Slot slot);
  void put_copy(std::string& bytes, Slot slot, uint32_t of) const;
  // What is the same after a step, where before it something was, or it copies what is open.
  void find_copies(const Element& before, const Transformer& transformer, const std::vector<uint32_t>& forgotten,
                   Element& after) const;

  logic::Terms& terms_;
  const Steps& steps_;
  size_t most_;
  bool keeps_copies_;
  Statistics& statistics_;
  flat::Liveness liveness_;
  Solvers solvers_;
  std::vector<Term> variables_;
  std::vector<Slot> slots_;  // of each
  size_t bytes_ = 1;
  std::unordered_map<Term, uint32_t> numbers_;
  std::unordered_map<uint32_t, Transformer> transformers_;
  std::unordered_map<uint64_t, Forgotten> forgotten_;  // by thread and location
};

}  // namespace fencepost::engine::cegar

// Explicit values (Beyer, Loewe, FASE 2013): an element knows of each tracked variable its value, or nothing. Where a step leaves few
// possible values, each is an element of its own.
#pragma once

#include <unordered_map>

#include "engine/cegar/domain.h"
#include "engine/cegar/solvers.h"
#include "flat/liveness.h"

namespace fencepost::engine::cegar {

class ExplicitValues : public Domain {
 public:
  // All outlive it. most: so many alternatives of one step are told apart.
  ExplicitValues(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps, size_t most, Budget& budget,
                 Statistics& statistics)
      : terms_(terms),
        steps_(steps),
        most_(most),
        statistics_(statistics),
        liveness_(program),
        solvers_(terms, budget, statistics) {}

  Element top() override { return Element(variables_.size() * kSize, '\0'); }
  std::vector<Element> post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) override;
  bool covers(const Element& weak, const Element& strong) const override;
  Term term(const Element& element) override;
  bool refine(const std::vector<Term>& formulas) override;
  Element kept(const Element& element, size_t then) const override;
  size_t precision() const override { return variables_.size(); }

 private:
  static constexpr size_t kSize = 1 + sizeof(logic::Bits);  // whether the value is known, and the value

  // The tracked variables of an action, and what it makes of their values.
  struct Transformer {
    size_t precision = 0;
    std::vector<uint32_t> read;                  // whose values it needs
    std::vector<std::pair<uint32_t, Term>> set;  // whose values may change, or be told by its guard; null: any
    std::unordered_map<std::string, std::vector<std::string>> results;  // from `read` to `set`
  };

  Transformer& transformer_of(uint32_t action);
  void find_variables(Transformer& transformer, const Action& action);
  std::vector<std::string> asked(const Transformer& transformer, const Action& action, const std::string& before);
  std::optional<logic::Bits> value_of(const std::string& element, size_t number) const;
  static void put(std::string& element, size_t number, std::optional<logic::Bits> value);

  logic::Terms& terms_;
  const Steps& steps_;
  size_t most_;
  Statistics& statistics_;
  flat::Liveness liveness_;
  Solvers solvers_;
  std::vector<Term> variables_;
  std::unordered_map<Term, uint32_t> numbers_;
  std::unordered_map<uint32_t, Transformer> transformers_;
};

}  // namespace fencepost::engine::cegar

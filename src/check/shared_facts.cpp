#include "check/shared_facts.h"

#include <algorithm>
#include <set>

#include "check/implications.h"
#include "logic/c_expression.h"
#include "logic/variables.h"

namespace fencepost::check {

namespace {

constexpr size_t kMostSharedFacts = 50, kMostFactQuestions = 10'000, kLongestFact = 400;

// Shared variables that stand for whole objects.
std::set<std::string> whole_objects(const flat::FlatProgram& program, const core::Program& of) {
  std::set<std::string> whole;
  for (const flat::Variable& variable : program.variables) {
    if (!variable.part || variable.owner || variable.name != variable.part->object || variable.part->at != 0) continue;
    const bool is_all = std::ranges::any_of(of.globals, [&](const core::Global& global) {
      return global.name == variable.name && global.bytes * 8 == variable.part->bits;
    });
    if (is_all) whole.insert(variable.name);
  }
  return whole;
}

class SharedFactsFinder {
 public:
  SharedFactsFinder(const result::Invariants& proof, const flat::FlatProgram& program, std::set<std::string> whole)
      : proof_(proof), program_(program), whole_(std::move(whole)) {
    collect(proof.facts->always);
    for (const auto& of_template : proof.facts->at)
      for (const result::ThreadFacts::AtLocation& at : of_template) collect(at.holds);
  }

  std::vector<result::SharedFact> that_always_hold(Budget& budget) const {
    Statistics statistics;
    Implications implies(*proof_.terms, budget, statistics);
    size_t questions = 0;
    auto holds_everywhere = [&](logic::Term fact) {
      for (size_t t = 0; t < program_.templates.size(); ++t) {
        const flat::Template& of = program_.templates[t];
        for (uint32_t location = 0; location < of.locations; ++location) {
          // Of threads that have ended nothing is said.
          if (of.first_out[location] == of.first_out[location + 1]) continue;
          if (++questions > kMostFactQuestions) return false;
          const logic::Term known = proof_.terms->and_(proof_.facts->always, proof_.facts->at[t][location].holds);
          if (implies(known, fact) != Implications::Answer::holds) return false;
        }
      }
      return true;
    };
    std::vector<result::SharedFact> facts;
    for (const Candidate& one : candidates_)
      if (facts.size() < kMostSharedFacts && holds_everywhere(one.term)) facts.push_back(one.said);
    return facts;
  }

 private:
  struct Candidate {
    logic::Term term;
    result::SharedFact said;
  };

  void collect(logic::Term formula) {
    std::vector<logic::Term> left = {formula};
    while (!left.empty()) {
      const logic::Term term = left.back();
      left.pop_back();
      if (term.op() == logic::Op::and_) {
        left.insert(left.end(), term.args().rbegin(), term.args().rend());
        continue;
      }
      if (term.is_const() || !seen_.insert(term.id()).second) continue;
      result::SharedFact said;
      for (const logic::Term& variable : logic::variables_of({term})) said.objects.push_back(variable.name());
      if (!std::ranges::all_of(said.objects, [&](const std::string& name) { return whole_.contains(name); })) continue;
      std::optional<std::string> text = logic::c_expression(term, kLongestFact);
      if (!text) continue;
      said.holds = std::move(*text);
      candidates_.push_back({term, std::move(said)});
    }
  }

  const result::Invariants& proof_;
  const flat::FlatProgram& program_;
  std::set<std::string> whole_;
  std::set<uint32_t> seen_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<result::SharedFact> shared_facts(const result::Invariants& proof, const flat::FlatProgram& program,
                                             const core::Program& of, Budget& budget) {
  if (!proof.facts || !proof.facts->always || proof.facts->at.size() != program.templates.size()) return {};
  for (size_t i = 0; i < program.templates.size(); ++i)
    if (proof.facts->at[i].size() < program.templates[i].locations) return {};
  return SharedFactsFinder(proof, program, whole_objects(program, of)).that_always_hold(budget);
}

}  // namespace fencepost::check

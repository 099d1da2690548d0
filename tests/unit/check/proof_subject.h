// A C program, its flat program, and proofs about it.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "../clang/c_program.h"
#include "check/checker.h"
#include "check/invariants.h"
#include "explicit_states.h"
#include "flat/flatten.h"
#include "program/lower.h"

namespace fencepost::check::testing {

using flat::Configuration;
using logic::Op;
using logic::Term;
using result::Invariants;

inline core::UndefSet only(std::initializer_list<core::Undef> kinds) {
  core::UndefSet set;
  for (core::Undef kind : kinds) set.set(kind);
  return set;
}

class Subject {
 public:
  explicit Subject(const std::string& text, core::UndefSet checks = only({core::Undef::assertion}),
                   const char* model = "sc")
      : terms(std::make_shared<logic::Terms>()) {
    frontend::SourceOptions options;
    options.checks = checks;
    options.orders_as_threads_see = false;
    source_.emplace("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n" + text,
                    options);
    elaborated_ = source_->elaborate();
    cfa_ = program::lower(elaborated_.program);
    task_.emplace(result::Task{elaborated_.program, cfa_, {checks, false}, memory::load_model(model)});
    auto made = flat::flatten(cfa_, task_->model.get(), *terms, budget_);
    if (auto* why = std::get_if<flat::NotFlat>(&made)) ADD_FAILURE() << "not flat: " << why->reason;
    program = std::get<flat::FlatProgram>(std::move(made));
  }

  const result::Task& task() const { return *task_; }
  std::string problem(const Invariants& proof) {
    Statistics statistics;
    return problem_of(std::vector{proof}, *task_, budget_, statistics, summary).value_or("");
  }
  result::Result confirmed(const Invariants& proof) {
    result::Claims claims;
    claims.verdict = result::Verdict::safe;
    claims.proof = std::vector{proof};
    return Checker(*task_).confirm(claims, budget_);
  }

  // The same formula wherever threads can come, whatever the variables are.
  Invariants everywhere(const std::function<Term(const Configuration&)>& holds) {
    Invariants proof{terms, {}};
    std::unordered_map<Configuration, bool> seen;
    std::vector<Configuration> open{flat::first_configuration(program)};
    while (!open.empty()) {
      Configuration at = open.back();
      open.pop_back();
      if (!seen.emplace(at, true).second) continue;
      proof.configurations.push_back({at, holds(at)});
      for (uint32_t thread = 0; thread < at.at.size(); ++thread)
        for (const flat::Edge& edge : flat::edges_from(program, at, thread))
          if (auto next = flat::after(program, at, thread, edge)) open.push_back(*next);
    }
    return proof;
  }

  Term is(const Values& values) {
    Term all = terms->boolean(true);
    for (size_t i = 0; i < values.size(); ++i) {
      Term variable = program.variables[i].term;
      Term value = variable.sort().kind == logic::SortKind::boolean ? terms->boolean(values[i] != 0)
                                                                    : terms->bv(values[i], variable.sort().width);
      all = terms->and_(all, terms->eq(variable, value));
    }
    return all;
  }
  Term among(const std::set<Values>& values) {
    Term any = terms->boolean(false);
    for (const Values& one : values) any = terms->or_(any, is(one));
    return any;
  }
  Invariants strongest(const std::deque<ReachedConfiguration>& reached) {
    Invariants proof{terms, {}};
    for (const ReachedConfiguration& one : reached) proof.configurations.push_back({one.at, among(one.values)});
    return proof;
  }

  Term variable(const std::string& name) {
    for (const flat::Variable& one : program.variables)
      if (one.name == name) return one.term;
    ADD_FAILURE() << "no variable " << name << " in\n" << to_string(program);
    return {};
  }
  Term at_most(const std::string& name, unsigned limit) {
    Term term = variable(name);
    return terms->binary(Op::bv_ule, term, terms->bv(limit, term.sort().width));
  }

  std::shared_ptr<logic::Terms> terms;
  flat::FlatProgram program;
  result::ProofSummary summary;

 private:
  std::optional<CProgram> source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
  std::optional<result::Task> task_;
  Budget budget_;
};

}  // namespace fencepost::check::testing

// Do inductive invariants prove a task? Asked of the flat programs that are made here anew, those that stand for the task's program under
// its memory model (flat/under_model.h). Of each:
//
//   initiation    the first configuration is listed, and the first values of the variables satisfy its formula;
//   consecution   each step of each thread that may go on (one alone, where flat/reduction.h lets it go before the others) leads from a
//                 listed configuration, with values that satisfy its formula, to a listed one and values that satisfy that one's;
//   safety        the formulas imply the condition of every check that may be next, and exclude data races if these are asked for.
//
// Where they rest on facts of threads, these are checked first (thread_facts.h); then they count as known of the thread that takes a step,
// and are all that is asked if they say that nothing fails.
//
// Then no interleaving of it fails. It says nothing about whole runs: whether they end, stand still or leave storage behind.
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "base/statistics.h"
#include "result/proof.h"
#include "result/proof_line.h"
#include "result/task.h"

namespace fencepost::check {

// Nothing: it does, and `summary` is filled in. Otherwise the first reason why not.
std::optional<std::string> problem_of(const std::vector<result::Invariants>& proof, const result::Task& task,
                                      Budget& budget, Statistics& statistics, result::ProofSummary& summary);

// The same, where the question is whether every run under the memory model is one of its interleavings: the flat programs are those of
// flat::only_interleavings, and what the task checks is not looked at.
std::optional<std::string> problem_of_order(const std::vector<result::Invariants>& proof, const result::Task& task,
                                            Budget& budget, Statistics& statistics, result::ProofSummary& summary);

// The same of the program with store buffers as variables, which is made here anew, too (flat/buffer_variables.h). That there is room in
// them is one of its checks.
std::optional<std::string> problem_of(const result::BufferedInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary);

// What a proof that holds says at the lines of the program, for people: nothing where it says nothing there, and of many formulas a few.
std::vector<result::ProofLine> lines_of(const std::vector<result::Invariants>& proof, const result::Task& task,
                                        Budget& budget);
std::vector<result::ProofLine> lines_of(const result::BufferedInvariants& proof, const result::Task& task,
                                        Budget& budget);
// Likewise, what it says of shared integers that are whole objects, wherever threads stand, as far as C can say it.
std::vector<result::SharedFact> shared_facts_of(const std::vector<result::Invariants>& proof, const result::Task& task,
                                                Budget& budget);

}  // namespace fencepost::check

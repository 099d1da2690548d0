// Do formulas over states that carry execution graphs (result::ExecutionProof) prove a task? On a program that is flattened here anew, with steps
// of our own (execution_steps.h): what holds at the start, what every step leads to, that no check fails. Graphs are judged by
// evaluating the cat file.
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "base/statistics.h"
#include "result/proof.h"
#include "result/task.h"

namespace fencepost::check {

// Why not; nothing if they do. Throws Exhausted.
std::optional<std::string> problem_of(const result::ExecutionProof& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary);

}  // namespace fencepost::check

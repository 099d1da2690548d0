// What people are told about a task: claims that check/ has confirmed, and why there is no more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/proof_line.h"
#include "result/violation.h"

namespace fencepost::result {

struct Result : Conclusion {
  bool has_threads = false;                 // the program may start some: its memory model matters
  std::optional<Verdict> verdict_under_sc;  // UNSAFE under another model: safe or unsafe if it was found out
  std::vector<Violation> violations;
  std::optional<ProofSummary> proof;     // SAFE: by what, if it was more than that all loops end
  std::vector<ProofLine> proof_lines;    // what it says, if somebody wants to look at it
  std::vector<SharedFact> shared_facts;  // likewise, if a witness is to be written
  // What it says, for people, a line each: of proofs about the threads that run a function, whichever they are.
  std::vector<std::string> told_proof;
};

}  // namespace fencepost::result

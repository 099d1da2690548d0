// What invariants say, told at the lines of the source: for people, after the proof has been checked.
#pragma once

#include <vector>

#include "flat/flat_program.h"
#include "result/proof.h"
#include "result/proof_line.h"

namespace fencepost::check {

// Of the program that the invariants are about. Each line is that at which a thread of some template stands; what holds there, however
// others stand, is told first. Ordered by place.
std::vector<result::ProofLine> told_at_lines(const result::Invariants& proof, const flat::FlatProgram& program);

}  // namespace fencepost::check

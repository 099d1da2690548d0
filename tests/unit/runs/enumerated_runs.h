// All runs of a small C program with threads, found without any of the rules that src/runs/ asserts before it proposes runs: for
// each read every write of its place is tried as its source, and each graph is judged by the cat file. Whatever is asserted about
// runs must hold on every one of these.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "logic/solver.h"
#include "memory/consistency.h"
#include "program/lower.h"
#include "program/mapping.h"
#include "runs/candidate_execution.h"
#include "runs/reads_from.h"
#include "unroll/unrolled.h"

namespace fencepost::runs::testing {

// A C program, unrolled as the bounded engine would for the model and a check of concurrency (data_race, deadlock, liveness).
struct Program {
  Program(const std::string& text, const std::string& model, core::Undef wanted = core::Undef::assertion);

  std::shared_ptr<const memory::Model> model;
  std::shared_ptr<program::Cfa> cfa;  // and what it was made of
  std::shared_ptr<void> source;
  logic::Terms terms;
  Budget budget;
  Statistics statistics;
  unroll::Unrolled unrolled;
};

struct EnumeratedRun {
  logic::Assignment values;
  std::map<uint32_t, uint32_t> sources;  // by read, of those that happen: the write
  CandidateExecution graph;              // with one coherence order under which the model allows it
};

// Every run of `unrolled` that the model of `program` allows. Fails the test if there are too many to be small.
std::vector<EnumeratedRun> enumerate(Program& program, const unroll::Unrolled& unrolled);

// What makes a run that very run, in literals of `reads_from`; where a source is not among its literals, false.
std::vector<logic::Term> literals_of(const EnumeratedRun& run, const unroll::Unrolled& unrolled,
                                     const ReadsFrom& reads_from, logic::Terms& terms);

// Reads of one run and what they found, with which events happen: what distinguishes runs for whoever looks at values.
using Found = std::vector<std::pair<uint32_t, uint64_t>>;
Found found_by(const unroll::Unrolled& unrolled, const logic::Assignment& values);

// Threads `t0`, `t1`, ... with these bodies, made and joined by main; x, y, z are atomic, p and q
// are not, m and n are locks.
std::string threads(const std::vector<std::string>& bodies, const std::string& after = "");

// The bodies of two or three threads of a few accesses, all of whose writes differ.
std::vector<std::string> random_bodies(unsigned seed);

}  // namespace fencepost::runs::testing

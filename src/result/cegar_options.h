// How the engine that abstracts goes about it (engine/cegar): its parts, each by the name that the user gives.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::result {

struct CegarOptions {
  // What an abstract state tells: values of variables; of each predicate alone whether it holds; the strongest combination of
  // predicates, as one state; the same, its alternatives as states of their own.
  enum class Domain : uint8_t { expl, pred_cart, pred_bool, pred_split };
  // What states tell before anything is learnt: nothing, or the conditions on which threads go on.
  enum class Precision : uint8_t { empty, assumptions };
  // From which interpolants predicates come: post- and preconditions over unsat cores; a resolution proof of the whole trace; the last place
  // at which the trace can be known to be infeasible; relations between variables, by Spacer; resolution proofs of all traces that a
  // complete graph has.
  enum class Refinement : uint8_t { newton, seq_itp, bw_bin_itp, integers, multi_seq };
  // Which state is next: the oldest, the newest, one nearest to what may fail.
  enum class Search : uint8_t { bfs, dfs, err };
  // Which interleavings: all, or those that partial-order reduction leaves. Or none of them: states carry execution graphs, which the memory
  // model judges where something may fail (lazy) or at every step (eager).
  enum class Semantics : uint8_t { naive, por, declarative_lazy, declarative_eager };
  // What of the graph goes after a refinement: what follows from the place at which the trace can be told to be no run; everything.
  enum class Pruning : uint8_t { lazy, full };
  // Who finds the coherence order of an execution graph: the cat file's evaluator, rules, formulas.
  enum class GraphSolver : uint8_t { cat, datalog, sat, sat_datalog, smt };

  Domain domain = Domain::pred_cart;
  Precision precision = Precision::empty;
  Refinement refinement = Refinement::newton;
  Search search = Search::bfs;
  Semantics semantics = Semantics::por;
  Pruning pruning = Pruning::full;
  GraphSolver graph_solver = GraphSolver::cat;
  size_t max_enum = 8;        // expl: so many alternatives of one step are told apart
  size_t states = 1'000'000;  // after a few rounds: so many are looked at one by one
};

}  // namespace fencepost::result

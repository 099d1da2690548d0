// Why a program is safe, said so that code which shares nothing with the engine can check it. It stands beside the trace of a
// violation: both are evidence, and a kind of evidence that check/ cannot judge makes no verdict.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "flat/configuration.h"
#include "flat/crowd.h"
#include "logic/abstraction.h"
#include "logic/term.h"
#include "result/graph_state.h"

namespace fencepost::result {

// What holds whenever some thread stands at a location, of the shared variables and its own, whatever others do meanwhile: thread-modular
// invariants (Owicki, Gries, Acta Informatica 6, 1976). Also of programs in which any number of threads run a template.
//
// Locks are shared variables of which it is said when a thread holds one: at most one thread does, and then the variable has another
// value than `free`. Steps of two threads that would hold one lock do not meet.
struct ThreadFacts {
  struct Lock {
    std::string variable;
    logic::Bits free = 0;
  };
  struct AtLocation {
    logic::Term holds;              // false: no thread comes here; of those that have ended nothing is said
    std::vector<logic::Term> held;  // by lock, over the thread's own variables
  };
  logic::Term always;  // of the shared variables, wherever threads stand
  std::vector<Lock> locks;
  std::vector<std::vector<AtLocation>> at;  // by template and location
};

// An inductive invariant of a flat program (flat/flatten.h): what holds of the variables whenever the threads stand so. Each
// configuration at most once; one that is missing is not reached. Variables of the terms have the names of the program's.
// Only interleavings count that flat/reduction.h keeps; of the variables in `unseen` nothing is said, and what is read of them may be
// anything. It may rest on facts of threads, whose names are those of its own terms; where these say that nothing fails, there are no
// configurations.
struct Invariants {
  struct AtConfiguration {
    flat::Configuration configuration;
    logic::Term holds;
  };
  std::shared_ptr<logic::Terms> terms;
  std::vector<AtConfiguration> configurations;
  std::optional<ThreadFacts> facts = std::nullopt;
  std::vector<std::string> unseen = {};
};

// Of a memory model whose runs are those of a machine with store buffers: an inductive invariant of the program with buffers of `bound` entries as
// variables, those of them that are needed (flat/buffer_variables.h, Waiting::needed), of whose checks that there is room none fails
// either. So no run has ever more than that many stores waiting, and the proof is about buffers of every length. Variables of the terms are
// those of that program, and so are the configurations.
struct BufferedInvariants {
  uint32_t bound = 1;
  Invariants invariants;
};

// An inductive invariant of a program in which any number of threads run some templates, over views: what holds of the shared variables,
// of the templates with one instance and of any `size` of the other threads, whichever they are, or of all of them while there are
// fewer. Threads stand at stops (flat/blocks.h). The variables of those in the view have the names of the copies that
// flat/instances.h makes: x@1 is of the first. Each view at most once, with threads in any order; one that is missing is not reached.
struct ViewInvariants {
  struct Member {
    flat::TemplateId of{};
    flat::Loc at{};
    auto operator<=>(const Member&) const = default;
  };
  struct View {
    std::vector<uint32_t>
        singles;  // by template: the location, or Configuration::kNotBegun; of templates with any number, that
    std::vector<Member> members;
    logic::Term holds;
  };
  std::shared_ptr<logic::Terms> terms;
  uint32_t size = 0;
  std::vector<View> views;
  std::optional<flat::CrowdKind> of_crowd = std::nullopt;  // it is about the program that flat/crowd.h makes so
  // It is about the program with store buffers of so many entries as variables (flat/buffer_variables.h); 0: about that of flat/under_model.h.
  uint32_t buffer_bound = 0;
};

// All that is reached by at most `most` instances of each template with any number of them, told by counting: where the templates with one
// instance stand, which predicates hold of what is shared, and how many of the other threads stand at a place with the same predicates. A
// state has every state of the program whose threads can be matched with its classes so. Threads stand at stops (flat/blocks.h).
struct CountInvariants {
  struct Class {
    ViewInvariants::Member member;
    logic::Cube values;  // by predicate; open for those that name variables of others
    uint32_t count = 0;
  };
  struct State {
    std::vector<uint32_t> singles;  // as in ViewInvariants
    logic::Cube shared;             // by predicate; open for those that name variables of threads that are counted
    std::vector<Class> threads;
  };
  std::shared_ptr<logic::Terms> terms;
  std::vector<logic::Term>
      predicates;  // over what is shared, the templates with one instance, and copy 1 of the others (flat/instances.h)
  uint32_t most = 0;
  std::vector<State> states;
  std::optional<flat::CrowdKind> of_crowd = std::nullopt;  // this and the next as in ViewInvariants
  uint32_t buffer_bound = 0;
};

// What holds in states that carry execution graphs (graph_state.h), under a memory model that judges the graphs (seed 000, chapter 4;
// engine/cegar/graphs says why this is a proof). In a state the first thread that can go on goes on, one inside an atomic section before
// others, by each of its steps: a read of a tracked variable takes a write that is there or blocks while a thread that is left may still write it,
// a write wakes any of those that wait for one; a thread stands where it cannot go on, may stand at the heads of loops, and waits with a
// failed check until others have left their atomic sections. Of three equal blocks of at most 12 reads and fences that follow each other in a thread,
// outside of atomic sections, two count (engine/cegar/graphs/repeated_reads.h says why). Where program order and reads-from may run in circles, reads are passed before
// their writes are there, and a failed check waits for those, too; what else depends on the model is memory/graph_rules.h. Reads of other variables that threads write for each other take any value. A state
// that is missing is not reached, or no coherence order makes its graph one that the model allows.
//   Graphs that grow otherwise (Growth) forget events as they grow; engine/cegar/graphs/growing_graphs.h says which, and check/execution_memory.cpp and
// execution_causes.cpp why none of them is missed. In a state a thread in an atomic section goes on alone; or the first of which no next
// step is an event of a tracked variable, or waits, unless it is at the head of a loop; or each, and each write that may leave a buffer.
struct ExecutionProof {
  struct AtState {
    std::string state;  // result::key_of
    logic::Term holds;
  };
  std::shared_ptr<logic::Terms> terms;
  std::vector<std::string> tracked;  // variables
  Growth growth = Growth::by_threads;
  std::vector<AtState> states;  // each once
};

// A clausal proof that no assignment satisfies the formula of all failing runs.
struct Refutation {
  std::string formula;  // DIMACS
  std::string steps;    // DRAT
};

// Invariants: one for each program that stands for the task under its memory model (flat/under_model.h), in that order.
using Proof = std::variant<std::vector<Invariants>, BufferedInvariants, ViewInvariants, CountInvariants, ExecutionProof,
                           Refutation>;

// What people are told about a proof that check/ has confirmed.
struct ProofSummary {
  std::string
      kind;  // "invariants", "facts of threads", "buffered invariants", "invariants over views", "counts of threads", "execution graphs"
  size_t configurations = 0;  // or locations, views
  size_t terms = 0;           // distinct ones in all invariants
  uint32_t buffer_bound = 0;  // where buffers are variables: the most stores that ever wait in one
  bool any_number = false;    // it holds for every number of threads that run some function
};

}  // namespace fencepost::result

// From C files to Core, by Clang's AST (not LLVM IR, which has already used undefined behaviour and chosen an evaluation
// order). Clang's types stay behind this header.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/input_file.h"
#include "core/core.h"
#include "core/place.h"
#include "core/source_map.h"
#include "frontend/clang/insertions.h"

namespace fencepost::frontend {

enum class DataModel { LP64, ILP32 };

// What files are compiled for: predefined macros, and whose inline assembly is understood (assembly.h).
enum class Target : uint8_t { x86_64, aarch64, ppc64, riscv64 };
inline constexpr std::string_view kTargets[] = {"x86_64", "aarch64", "ppc64", "riscv64"};

// A fence that the files do not have.
struct PlacedFence {
  SourcePos pos;  // of a core::Place
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
};

// An order that is to be another one than the files have.
struct GivenOrder {
  SourcePos pos;  // of a core::OrderSite
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::optional<core::MemoryOrder> failure = std::nullopt;
};

struct SourceOptions {
  std::vector<std::string> files;  // several are linked as one program
  InputFiles inputs;               // what may be read
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;
  std::vector<std::string> undefines, clang_flags;
  std::vector<std::string> stubs;  // files whose definitions count where nothing else of the program defines the name
  std::set<std::string> havoc;     // functions whose calls give any result and change nothing
  std::string standard;            // "" or "c11", "gnu17", ...
  std::string compile_commands;    // path of a compile_commands.json, or empty
  bool system_headers = false;     // the host's headers instead of ours
  bool char_is_signed = true;
  DataModel data_model = DataModel::LP64;
  Target target = Target::x86_64;
  bool is_models_machine =
      false;  // instructions of the target have names in the memory model: they need not be put in C's terms
  bool updates_are_barriers =
      false;  // a seq_cst update keeps everything in order in that model, whether it writes or not
  bool volatile_is_relaxed = false;                   // accesses to volatile objects are relaxed atomics
  bool plain_is_relaxed = false;                      // and so are all others
  std::string entry;                                  // "": main; "f": f with arbitrary arguments; "f(5, 3)"
  std::optional<std::vector<std::string>> arguments;  // of the program, without its name; absent: arbitrary
  bool malloc_may_fail = false;
  bool error_labels = false;          // a label ERROR is an error location
  bool shows_output = false;          // output becomes statements of Core (core::Print)
  bool all_eval_orders = true;        // false: left to right
  bool orders_as_threads_see = true;  // false: left to right where only other threads could observe the order
  bool unspecified_varies = false;    // uninitialised storage gives another value at each read
  bool padding_changes = false;       // stores change padding; otherwise it keeps its value
  core::UndefSet checks = core::UndefSet::defaults();  // only these checks are emitted
  bool marks_places = false;                           // places become SeqPoints with a mark
  std::vector<PlacedFence> fences = {};                // if so: these stand there
  std::vector<GivenOrder> orders = {};                 // if so: these sites have these orders
  bool maps_source = false;                            // Elaborated::source_map is filled
  std::vector<Insertion> insertions = {};              // text that the files do not have
  size_t handovers = 1;                                // if there is some: so many threads hand over to others in it
};

// An access, a fence or a library call that orders threads less than seq_cst does.
struct WeakOrder {
  SourcePos pos;
  std::string what;
};

// A function that the program calls and nobody defines.
struct UndefinedCall {
  SourcePos pos;
  std::string function, caller;
};

struct Elaborated {
  core::Program program;
  std::vector<Diagnostic> warnings;
  std::optional<WeakOrder> weak_order = std::nullopt;  // the first one in order of elaboration
  bool is_kernel_code = false;                         // it includes our linux.h
  std::string own_model = {};                          // of a litmus test: the model for which its dialect is written
  std::vector<core::Place> places = {};                // if they are marked: in order of elaboration, each once
  std::vector<core::OrderSite> sites = {};             // likewise
  core::SourceMap source_map = {};
  std::vector<UndefinedCall> undefined = {};  // in order of elaboration
};

// Throws InputError (syntax errors and the like) or MissingFile. What is valid C but not supported becomes a Core
// `Unsupported` at its place.
Elaborated elaborate(const SourceOptions& options, Budget& budget);

}  // namespace fencepost::frontend

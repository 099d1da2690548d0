#include "report/advice.h"

#include <array>
#include <string_view>

namespace fencepost::report {

namespace {

struct AdviceRow {
  std::string_view about;           // a part of the reason; with ^: its begin
  std::string_view advice;          // without --engine
  std::string_view of_engine = "";  // with it, if that is something else
};

constexpr std::string_view kTellUs = "Please report this with the input that caused it.";
constexpr std::string_view kSetBound =
    "Set a bound, such as --unwind 3, for a verdict about all executions within it; raise --timeout and --memory if it "
    "takes long.";
constexpr std::string_view kAskAll =
    "Leave --engine out, so that every engine is asked; --engine bounded with --unwind decides up to a bound.";
constexpr std::string_view kGiveFile =
    "Give the file that defines it as well, or define it in a file of its own and give that.";
constexpr std::string_view kWriteOtherwise =
    "Write this place in another way where __FENCEPOST__ is defined (#ifdef), or leave it out there if it does not "
    "matter.";

// Special reasons come before those that they contain.
constexpr std::array kAdvice = {
    // Our own errors, and what the user did.
    AdviceRow{"please report", kTellUs},
    AdviceRow{"(see the diagnostics)", kTellUs},
    AdviceRow{"of a kind that nobody here can check", kTellUs},
    AdviceRow{"what an atomic section is",
              "Try --model sc, or one that says what `section` is; or use a lock instead of the section."},
    AdviceRow{"^interrupted", "Run it again, with --timeout if there has to be an answer by then."},
    // Means.
    AdviceRow{"time limit",
              "Raise --timeout, or set a bound, such as --unwind 2, for a verdict about all executions within it."},
    AdviceRow{"the time was over",
              "Raise --timeout, or set a bound, such as --unwind 2, for a verdict about all executions within it."},
    AdviceRow{"memory limit",
              "Raise --memory, or set a bound, such as --unwind 2, for a verdict about all executions within it."},
    AdviceRow{"out of memory",
              "Raise --memory, or set a bound, such as --unwind 2, for a verdict about all executions within it."},
    AdviceRow{"processor time",
              "Raise `ulimit -St`, or set a bound, such as --unwind 2, for a verdict about all executions within it."},
    AdviceRow{"nests too deeply", "Raise `ulimit -s`, or write the expression or block that nests so deeply in parts."},
    AdviceRow{"share of the work",
              "Raise --timeout, or ask for less at a time: a smaller --unwind, or one --property."},
    AdviceRow{"solver gave up", "Try another --solver (z3 or cvc5), or a smaller bound, such as --unwind 2."},
    AdviceRow{"no solver says", "Try another --solver (z3 or cvc5), or a bound, such as --unwind 3."},
    AdviceRow{"more than 16 million objects",
              "Let the program allocate less where __FENCEPOST__ is defined, or set a smaller --unwind."},
    // Nothing happens.
    AdviceRow{"no execution: the assumptions",
              "Loosen the assumptions; if a loop has to go round more often before they hold, raise --unwind."},
    AdviceRow{"no execution", "Try another --model, or raise --unwind, so that runs come to their ends."},
    AdviceRow{"no run comes to its end", "Raise --unwind, so that runs come to their ends."},
    // Bounds.
    AdviceRow{"raise --unwind", "Raise --unwind as it says, or --unwindset for this loop alone."},
    AdviceRow{"raise the time limit", "Raise --timeout, or set a bound with --unwind."},
    AdviceRow{"few runs or none come to their end",
              "Raise --unwind, or --unwindset for this loop alone; without them raise --timeout."},
    AdviceRow{"than are followed", "Raise --unwind, or --unwindset for this loop alone.", kAskAll},
    AdviceRow{"--eval-order",
              "Give --eval-order left-to-right to check one order, or split the expression into statements."},
    AdviceRow{"command-line argument", "Give the arguments with --args."},
    // What the model leaves undefined, or does not say.
    AdviceRow{"--check data-race",
              "Give --check data-race, which shows the race; without --model it is ISO C's question and asked anyway."},
    AdviceRow{"which this memory model makes undefined",
              "Give --check invalid-deref and --check use-after-free, which show the run; or order the two accesses "
              "(release and acquire)."},
    AdviceRow{"makes undefined what may be no data race of C", "Try a model of C, such as --model rc11."},
    AdviceRow{"makes choices of its own", "Try a model without choices of its own, such as --model rc11."},
    AdviceRow{"reads of what is written later",
              "Try --model rc11, which has no such runs, or keep the order of the two accesses with a dependency or a "
              "fence."},
    AdviceRow{"of which the memory model does not say what is seen",
              "Access the object in one width, or try --model sc."},
    AdviceRow{"under this model are not shown",
              "Try --engine bounded, which shows races under this model, or --model sc."},
    AdviceRow{"which the memory model does not know",
              "Try a model that knows it: rc11 for C's orders, lkmm for the kernel's primitives; or write another "
              "order there."},
    // Code that is not there.
    AdviceRow{"has no definition here and no model",
              "Give its file as well, or a body with --stub FILE.c, or --havoc FUNCTION if it changes nothing."},
    AdviceRow{"which has no definition",
              "Give its file as well, or a body with --stub FILE.c, or --havoc FUNCTION if it changes nothing."},
    AdviceRow{"defined nowhere", kGiveFile},
    AdviceRow{"what the program does not define",
              "Give it a value before it is read: in the file that defines it, or in a function that --entry names and "
              "that calls this one."},
    AdviceRow{"under the name", kGiveFile},
    // Of a proof, which engine or which bound.
    AdviceRow{"no engine decides", kSetBound,
              "Leave --engine out, so that every engine is asked, and options that only one understands."},
    AdviceRow{"other runs than interleavings",
              "Try --engine bounded with --unwind, which follows all runs of this model up to a bound; `fencepost "
              "robust` and `fencepost fences` tell about orders.",
              "Try --engine bounded with --unwind, which follows all runs of this model up to a bound; `fencepost "
              "robust` and `fencepost fences` tell about orders."},
    AdviceRow{"a store buffer may be longer",
              "Try --engine bounded with --unwind, which follows all runs of this model up to a bound."},
    AdviceRow{"a buffer", "Raise --buffer-bound, or try --engine bounded with --unwind.",
              "Raise --buffer-bound, or try --engine bounded with --unwind."},
    AdviceRow{"in buffers", "Raise --buffer-bound, or try --engine bounded with --unwind.",
              "Raise --buffer-bound, or try --engine bounded with --unwind."},
    AdviceRow{"any number of threads", "Limit them with --threads N, or set a bound with --unwind.",
              "Limit them with --threads N, or take --engine bounded with --unwind."},
    AdviceRow{"not flat", kSetBound, kAskAll},
    AdviceRow{"as it was flattened", kSetBound, kAskAll},
    AdviceRow{"have no blocks", kSetBound, kAskAll},
    AdviceRow{"is made while threads run", kSetBound, kAskAll},
    AdviceRow{"refinement",
              "Try another --refinement (seq-itp) or --domain (pred-bool, expl), or set a bound, such as --unwind 3.",
              "Try another --refinement (seq-itp) or --domain (pred-bool, expl), or --engine bounded with --unwind."},
    AdviceRow{"two threads can be exchanged", kSetBound, kAskAll},
    AdviceRow{"beyond this the program is not modelled", kWriteOtherwise},
    AdviceRow{"allows more where more is ordered",
              "Try a model in which stronger orders never allow more, such as --model rc11."},
    AdviceRow{"no proof was found that all executions are interleavings",
              "Raise --timeout, or set a bound, such as --unwind 3."},
    AdviceRow{"not all executions were found", "Raise --timeout, or set a bound, such as --unwind 3."},
    AdviceRow{"executions on which one fails are not compared",
              "Mend what fails under sc first (`fencepost verify --model sc` shows it), or switch that check off with "
              "--no-check."},
    AdviceRow{"cannot be checked", "Name a property that can be checked: `fencepost verify --help` lists them."},
    // What is not understood.
    AdviceRow{"restricted pointer", "Switch this rule off with --no-check restrict, or leave `restrict` away there."},
    AdviceRow{"atomic section",
              "Use a lock instead of the section, or let it end before it waits, leaves or ends a thread."},
    AdviceRow{"mathematical integers", "Leave --integers mathematical out."},
    AdviceRow{"--target",
              "Give the --target that the reason names, or write in C what it does where __FENCEPOST__ is defined."},
    AdviceRow{"assembly", "Write in C what it does where __FENCEPOST__ is defined (#ifdef)."},
    AdviceRow{"the attribute", "Leave it away where __FENCEPOST__ is defined."},
    AdviceRow{"the pragma", "Leave it away where __FENCEPOST__ is defined."},
    AdviceRow{"a pragma", "Leave it away where __FENCEPOST__ is defined."},
    AdviceRow{"with the checks for it switched off",
              "Leave --no-check and --property out, so that the access itself is checked."},
    AdviceRow{"not supported", kWriteOtherwise},
    AdviceRow{"not modelled", kWriteOtherwise},
};

// Names of the program, which may be any words, stand in backticks; so do options of ours, which stay.
std::string without_names(const std::string& reason) {
  std::string out;
  for (size_t at = 0; at < reason.size();) {
    const size_t open = reason.find('`', at), close = open == reason.npos ? open : reason.find('`', open + 1);
    if (close == reason.npos) return out + reason.substr(at);
    const bool is_option = reason[open + 1] == '-';
    out += is_option ? reason.substr(at, close - at) : reason.substr(at, open - at);
    at = close + 1;
  }
  return out;
}

bool is_about(const std::string& reason, std::string_view about) {
  return about.starts_with('^') ? reason.starts_with(about.substr(1)) : reason.find(about) != std::string::npos;
}

}  // namespace

std::string advice(const result::Result& result, const RunInfo& info) {
  if (result.verdict != result::Verdict::unknown || !info.witness.empty()) return "";
  const bool has_engine = !info.engine.empty() && info.engine != "auto";
  const std::string reason = without_names(result.reason);
  for (const AdviceRow& row : kAdvice)
    if (is_about(reason, row.about))
      return std::string(has_engine && !row.of_engine.empty() ? row.of_engine : row.advice);
  return std::string(has_engine ? kAskAll : kSetBound);
}

}  // namespace fencepost::report

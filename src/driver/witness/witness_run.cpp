#include "driver/witness/witness_run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "check/checker.h"
#include "check/waypoints.h"
#include "core/mark.h"
#include "core/walk.h"
#include "driver/model_choice.h"
#include "driver/output.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/sampled.h"
#include "driver/task_run.h"
#include "driver/witness/guided_run.h"
#include "driver/witness/loop_invariants.h"
#include "driver/witness/steering.h"
#include "driver/witness/witness_file.h"
#include "engine/sampling/sampler.h"
#include "memory/probe.h"
#include "program/lower.h"
#include "report/witness.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;
using result::Violation;
using result::Witness;

namespace {

constexpr const char* kWitnessOption = "--witness";

bool is_graphml(const Options& options) {
  if (options.witness_format != "auto") return options.witness_format == "graphml";
  return options.witness.ends_with(".graphml");
}

// Reproducible builds' variable for a time that does not change (https://reproducible-builds.org/specs/source-date-epoch/).
std::string creation_time() {
  const char* given = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t now = given != nullptr ? static_cast<std::time_t>(std::atoll(given)) : std::time(nullptr);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

// "G ! call(reach_error())", of a .prp file or a name.
std::string specification(const Options& options, const Result& result) {
  static const std::map<std::string, const char*> kNames = {{"unreach-call", "G ! call(reach_error())"},
                                                            {"no-overflow", "G ! overflow"},
                                                            {"valid-deref", "G valid-deref"},
                                                            {"valid-free", "G valid-free"},
                                                            {"valid-memtrack", "G valid-memtrack"},
                                                            {"valid-memcleanup", "G valid-memcleanup"},
                                                            {"valid-memsafety", "G valid-memsafety"},
                                                            {"no-data-race", "G ! data-race"},
                                                            {"no-deadlock", "G ! deadlock"},
                                                            {"liveness", "F end"}};
  const std::string name = std::filesystem::path(options.property).stem().string();
  if (auto found = kNames.find(name); found != kNames.end()) return found->second;
  if (!result.violations.empty()) return report::specification_of(result.violations.front().kind);
  return options.property.empty() ? "G ! undefined-behaviour" : options.property;
}

}  // namespace

void check_witness_options(const Options& options) {
  if (options.witness.empty()) return;
  if (!options.validate_witness.empty())
    throw UsageError("--witness and --validate-witness are two things: choose one");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(options.witness, ignored))
    return check_output(options.witness, {}, kWitnessOption);
  // One's own witness of last time is replaced, nothing else that is YAML.
  std::ifstream old(options.witness);  // not as input, which no report may replace
  std::string text(4096, '\0');
  text.resize(static_cast<size_t>(old.read(text.data(), static_cast<std::streamsize>(text.size())).gcount()));
  if (!text.empty() && text.find("entry_type") == std::string::npos && text.find("<graphml") == std::string::npos)
    throw OutputError(
        fmt::format("{} is there, and is no witness\n  help: choose another place with --witness", options.witness));
}

void write_witness(Result& result, const Input& input, const Options& options, Budget& budget) {
  if (options.witness.empty()) return;
  auto note = [&](const char* what, const char* hint) {
    result.diagnostics.push_back({Severity::note, {}, what, hint});
  };
  if (result.verdict == Verdict::unknown || result.verdict == Verdict::safe_to_bound)
    return note("no witness was written: nothing is decided", "");
  const report::RunInfo info = info_of(options, input.model);
  report::SourceText text(reader(options));
  const report::WitnessInfo about{specification(options, result), creation_time(), info};
  const bool graphml = is_graphml(options);
  auto write = [&](const std::string& witness) { write_output(options.witness, witness, kWitnessOption); };
  if (result.verdict == Verdict::safe) {
    if (graphml) return note("no witness was written: in GraphML Fencepost writes those of violations", "use YAML");
    return write(report::to_yaml(loop_invariants(result, input, options, budget), about, text));
  }
  const Witness witness = report::witness_of(result.violations.front(), input.elaborated.source_map);
  if (witness.is_nameless)
    return note(
        "no witness was written: a thread that fails is made by no call of pthread_create or thrd_create in the text",
        "");
  write(graphml ? report::to_graphml(witness, about, text) : report::to_yaml(witness, about, text));
}

namespace {

// The added text, and what it does, is nobody's business.
void drop_added(Violation& violation) {
  for (result::Step& step : violation.trace)
    if (step.text.starts_with("starts thread")) step.text = step.text.substr(0, step.text.find(':'));
  std::erase_if(violation.trace, [](const result::Step& step) {
    return (step.pos.valid() && *step.pos.file == frontend::kInserted) || step.function.starts_with("__fencepost_w_") ||
           step.text.find("__fencepost_w_") != std::string::npos;
  });
}

// Does it ask for more than places, branches, and threads, which check/waypoints.h looks for?
bool constrains(const Witness& witness) {
  return std::ranges::any_of(witness.segments, [](const result::Segment& segment) {
    const result::Waypoint& next = segment.follow.front();
    return !segment.avoid.empty() || next.kind == result::Waypoint::Kind::function_return ||
           (next.kind == result::Waypoint::Kind::assumption && next.value != "1");
  });
}

// Of other kinds than the witness's, or under another data model, the program is another one.
core::UndefSet asked_for(const Witness& witness, const core::UndefSet& all, const Options& options) {
  const auto& [model, model_at] = witness.data_model;
  const std::string meant = model == "32bit" ? "ILP32" : model == "64bit" ? "LP64" : model;
  if (!meant.empty() && meant != options.data_model)
    throw InputError(
        model_at,
        fmt::format("the witness is about {}, and the program is read as {}", model.substr(0, 40), options.data_model),
        "--data-model ILP32 or --data-model LP64 says what long and pointers are");
  const auto& [specification, at] = witness.specification;
  if (specification.empty()) return all;
  const std::string shown = specification.substr(0, 80);
  const std::optional<core::UndefSet> kinds = kinds_of_specification(specification);
  if (!kinds) throw InputError(at, fmt::format("the specification `{}` is not known", shown), "");
  core::UndefSet both;
  bool has_some = false;
  for (const core::UndefInfo& one : core::undef_table())
    if (kinds->has(one.kind) && all.has(one.kind)) {
      both.set(one.kind);
      has_some = true;
    }
  if (!has_some)
    throw InputError(at, fmt::format("the witness is about `{}`, which is not checked", shown),
                     "give the property for which it was made with --property");
  return both;
}

class Validation {
 public:
  Validation(const Options& options, Session& session) : options_(options), session_(session) {}

  // Is one of these what a statement does, not how a run ends?
  static bool fails_somewhere(const core::UndefSet& kinds) {
    using enum core::Undef;
    return std::ranges::any_of(core::undef_table(), [&](const core::UndefInfo& one) {
      return kinds.has(one.kind) && one.kind != deadlock && one.kind != liveness && one.kind != memory_leak &&
             one.kind != unfreed;
    });
  }

  // In the program as it is.
  Result run(const Input& input) {
    session_.stage("reading the witness");
    const core::SourceMap& map = input.elaborated.source_map;
    const InputFiles inputs(options_.root);
    ProgramText program(files_of(map), inputs);
    Witness witness = read_witness(options_.validate_witness, options_.files, program, inputs);
    mark_creations(witness, map);
    require_threads(witness);
    const result::Task task = task_of(options_, input.cfa, input.model);
    counting_ = asked_for(witness, task.property.checks, options_);
    const bool in_one_order = memory::is_sequentially_consistent(*task.model);
    Steering steering = steering_of(witness, map, in_one_order, fails_somewhere(counting_));
    if (steering.impossible) return refuted(*steering.impossible, steering.where);
    if (steering.obstacle) return open("the witness cannot be followed: " + *steering.obstacle, steering.where);
    const std::unique_ptr<Input> steered = with(steering, witness, input, in_one_order);
    // Two accesses that race do so at the same time: who looks at both sees that all is passed.
    const bool is_race = witness.segments.back().follow.size() > 1;
    if (is_race && in_one_order) {
      const Steering open_steering = steering_of(witness, map, in_one_order, true, false);
      const std::unique_ptr<Input> led = with(open_steering, witness, input, in_one_order);
      if (std::optional<Result> found = along(*led, witness, open_steering, map, in_one_order))
        return std::move(*found);
    } else if (std::optional<Result> found = along(*steered, witness, steering, map, in_one_order)) {
      return std::move(*found);
    }
    Options options = options_;
    options.all_violations = witness.segments.back().follow.size() > 1;
    Result result = decide(*steered, options, session_, session_.budget(), false);
    add_statistics(result);
    return judged(std::move(result), witness, map, in_one_order);
  }

  bool is_refuted() const { return is_refuted_; }

 private:
  // What was given, and what of that is included and has code.
  std::vector<std::string> files_of(const core::SourceMap& map) const {
    std::vector<std::string> files = options_.files;
    for (const core::SourceMap::Statement& one : map.statements)
      if (one.begin.valid() && std::ranges::find(files, *one.begin.file) == files.end())
        files.push_back(*one.begin.file);
    return files;
  }

  // Runs that go where the witness says; nothing: none of them fails at its end.
  std::optional<Result> along(const Input& steered, const Witness& witness, const Steering& steering,
                              const core::SourceMap& map, bool in_one_order) {
    const result::Task task = task_of(options_, steered.cfa, steered.model);
    // What a witness under a weaker model shows, interleavings seldom do, and formulas find it soon.
    if (!allows_interleavings(task) || (!in_one_order && core::starts_threads(task.program))) return std::nullopt;
    session_.stage("following the witness");
    const check::Checker checker(task);
    const bool buffers = task.model != nullptr && memory::relaxations(*task.model).store_load;
    std::optional<Result> found;
    auto is_right = [&](const result::Claim& claim) {
      if (!checker.confirm(claim, session_.budget()).violation) return false;
      result::Claims claims;
      claims.verdict = Verdict::unsafe;
      claims.decided_by = engine::sampling::kName;
      claims.violations.push_back(claim);
      is_guided_ = true;
      Result result = judged(checker.confirm(claims, session_.budget()), witness, map, in_one_order);
      is_guided_ = false;
      if (result.verdict != Verdict::unsafe) return false;
      found = std::move(result);
      return true;
    };
    guided_failure(steered.elaborated.program, task.property.checks, {witness, steering, map, buffers}, is_right,
                   statistics_, session_.budget());
    if (found) add_statistics(*found);
    return found;
  }

  void add_statistics(Result& result) const {
    for (const auto& [name, value] : statistics_.entries()) result.statistics.set(name, value);
  }

  std::unique_ptr<Input> with(const Steering& steering, const Witness& witness, const Input& given, bool in_one_order) {
    session_.stage("adding the waypoints");
    auto steered = std::make_unique<Input>();
    Changes changes;
    changes.marks_places = false;
    changes.insertions = steering.insertions;
    changes.handovers = steering.handovers;
    try {
      steered->elaborated = read_program(options_, session_.budget(), false, &changes);
    } catch (const InputError& error) {
      throw at_waypoint(error, witness);
    }
    // Of one target that races the other access is not known, and may be the one that is not atomic.
    relaxes_ = witness.segments.back().follow.size() > 1 && core::starts_threads(given.elaborated.program);
    waypoints_ = steering.order.size();
    weaken_checks(steered->elaborated.program, witness, given.elaborated.source_map, steering,
                  {relaxes_, in_one_order || !core::starts_threads(given.elaborated.program), counting_});
    steered->model = given.model;
    steered->cfa = program::lower(steered->elaborated.program);
    return steered;
  }

  // Clang's words about a constraint that is none there.
  static InputError at_waypoint(const InputError& error, const Witness& witness) {
    const SourcePos where = error.diagnostics().empty() ? SourcePos{} : error.diagnostics().front().pos;
    for (const result::Segment& segment : witness.segments)
      for (const std::vector<result::Waypoint>* points : {&segment.avoid, &segment.follow})
        for (const result::Waypoint& point : *points)
          if (point.pos.line == where.line && !point.value.empty() && point.value != "1")
            return {point.told_at,
                    fmt::format("`{}` means nothing at {}: {}", point.value.substr(0, 60), to_string(point.pos),
                                error.diagnostics().front().message),
                    "a constraint is a C expression over what is in scope there"};
    return error;
  }

  Result judged(Result result, const Witness& witness, const core::SourceMap& map, bool in_one_order) {
    if (result.verdict == Verdict::unsafe) {
      std::string problem;
      for (Violation& violation : result.violations) {
        // What fails in the added text does so in a target.
        if (violation.pos.valid() && *violation.pos.file == frontend::kInserted)
          violation.pos = witness.segments.back().follow.front().pos;
        if (!counting_.has(violation.kind)) {
          problem = fmt::format("the run that was found fails otherwise than the witness says: {}",
                                core::info(violation.kind).id);
          continue;
        }
        if (!passes_all(violation, in_one_order)) {
          problem = "the run that was found does not show that all threads pass their waypoints";
          continue;
        }
        if (auto why = check::problem_of(witness, violation, map, in_one_order)) {
          problem = *why;
          continue;
        }
        if (!is_guided_ && violation.kind == core::Undef::data_race && witness.segments.back().follow.size() == 1 &&
            constrains(witness)) {
          problem = "whether the run that was found keeps all constraints of the witness is not known";
          continue;
        }
        Violation kept = std::move(violation);
        drop_added(kept);
        result.violations.clear();
        result.violations.push_back(std::move(kept));
        return result;
      }
      result.violations.clear();
      result.take_back(problem, {});
      return result;
    }
    const bool has_none = result.verdict == Verdict::unknown && result.executions == result::Executions::none;
    if ((result.verdict == Verdict::safe || has_none) && result.diagnostics.empty()) {
      const char* open = witness.has_others ? "no run that takes the shortest way of the witness fails; it has others"
                         : relaxes_ && !in_one_order
                             ? "no run that follows the witness fails, all other accesses being relaxed atomics"
                             : nullptr;
      if (open != nullptr) {
        result.take_back(open, {});
        return result;
      }
      Result none = refuted("no run passes its waypoints in their order and then fails at its target", {});
      none.statistics = result.statistics;
      none.decided_by = result.decided_by;
      return none;
    }
    if (result.verdict == Verdict::safe_to_bound)
      result.take_back(
          fmt::format("no run that comes to the head of each loop at most {} times follows the witness: {}",
                      result.bound, result.reason),
          result.reason_pos);
    return result;
  }

  // Does no thread miss a waypoint when the run ends? Each passes its own only, and each of these once. Of a run that is too long to be
  // told, checks know it that nothing but the one order of all waypoints leads to (weaken.cpp).
  bool passes_all(const Violation& violation, bool in_one_order) const {
    using enum core::Undef;
    const core::Undef kind = violation.kind;
    const bool is_check = kind != data_race && kind != unsequenced_race && kind != deadlock && kind != liveness &&
                          kind != memory_leak && kind != unfreed;
    if (violation.way.empty() && is_check && in_one_order) return true;
    return std::ranges::count_if(violation.way, [](const core::WayStep& step) {
             return step.kind == core::WayStep::Kind::choice && step.value == core::kMark;
           }) == static_cast<std::ptrdiff_t>(waypoints_);
  }

  Result refuted(const std::string& why, const SourcePos& where) {
    is_refuted_ = true;
    return open("the witness is refuted: " + why, where);
  }
  static Result open(const std::string& why, const SourcePos& where) {
    Result result = unknown(why);
    result.reason_pos = where;
    return result;
  }

  const Options& options_;
  Session& session_;
  bool is_refuted_ = false;
  bool is_guided_ = false;   // the run has passed all waypoints, whatever fails
  bool relaxes_ = false;     // accesses that are not at a target
  core::UndefSet counting_;  // what the witness is about
  size_t waypoints_ = 0;     // without targets
  Statistics statistics_;
};

}  // namespace

int validate_run(const Options& given, std::ostream& err) {
  ModelChoice model;
  bool is_refuted = false;
  Options options = given;
  auto find = [&](Session& session) {
    options = options_of_task(given);
    Validation validation(options, session);
    Changes changes;
    changes.marks_places = false;
    changes.maps_source = true;
    Result result =
        with_input(options, session, model, [&](const Input& input) { return validation.run(input); }, &changes);
    is_refuted = validation.is_refuted();
    return result;
  };
  auto report = [&](const Result& result, bool was_cut) {
    report::RunInfo info = info_of(options, model);
    info.witness = options.validate_witness;
    info.witness_answer = is_refuted ? "refuted" : result.verdict == Verdict::unsafe ? "confirmed" : "open";
    return rendered(result, options, info, was_cut);
  };
  const int code = program_run(options, err, find, {report});
  return is_refuted && code == result::exit_code(Verdict::unknown) ? kExitRefuted : code;
}

}  // namespace fencepost::driver

#include "driver/fences_run.h"

#include <fmt/format.h>

#include "check/checker.h"
#include "core/print.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/task_run.h"
#include "driver/verify_run.h"
#include "fences/search.h"
#include "report/fences.h"
#include "report/json.h"
#include "report/patch.h"

namespace fencepost::driver {

namespace {

using fences::Placement;
using result::FenceChoices;
using result::Result;
using result::Verdict;

// The program with fences, and all that is asked about it.
class Subject {
 public:
  Subject(const Input& input, const Options& options, Session& session)
      : input_(input), options_(options), session_(session) {
    question_.places = input.elaborated.places;
    question_.model = task_of(options, input.cfa, input.model).model;
    question_.kinds = fences::kinds_of(*question_.model);
    if (!options.cost.empty())
      question_.costs = fences::parse_costs(options.cost, InputFiles(options.root).read(options.cost));
    question_.all = options.all_choices;
    question_.verify = [this](const Placement& placement) { return verified(with(placement)); };
    question_.replays = [this](const result::Claim& claim, const Placement& placement) {
      const Input& fenced = with(placement);
      const result::Task task = task_of(options_, fenced.cfa, fenced.model);
      return check::Checker(task).confirm(claim, session_.budget()).violation.has_value();
    };
  }

  Result find(FenceChoices& choices) {
    fences::Answer answer = fences::find_fences(question_, session_.budget());
    for (const Placement& placement : answer.choices) {
      result::FenceChoice& choice = choices.choices.emplace_back();
      for (const fences::Item& item : placement)
        choice.push_back({question_.places[item.place], question_.kinds[item.kind].order,
                          question_.kinds[item.kind].code, fences::cost_of(item, question_), std::nullopt});
    }
    for (size_t i = 0; i < answer.without.size(); ++i)
      if (answer.without[i].verdict == Verdict::unsafe)
        choices.choices.front()[i].without = answer.without[i].violations.front();
    choices.are_all = answer.are_all;
    if (!choices.choices.empty())
      choices.patch = report::patch_of(choices.choices.front(),
                                       [&](const std::string& file) { return InputFiles(options_.root).read(file); });
    Result result = std::move(answer.result);
    if (!answer.tried.empty()) result.reason = tried(answer.tried) + result.reason;
    if (choices.choices.empty()) compare_with_sc(result, input_, options_, session_);
    result.statistics.set("fences.verifications", static_cast<double>(answer.verifications));
    result.statistics.set("fences.runs", static_cast<double>(answer.runs));
    result.statistics.set("fences.sets", static_cast<double>(answer.sets));
    return result;
  }

 private:
  // Lives until it is asked for another one.
  const Input& with(const Placement& placement) {
    if (placement.empty()) return input_;
    Fences added;
    for (const fences::Item& item : placement)
      added.push_back({question_.places[item.place].pos, question_.kinds[item.kind].order});
    fenced_ = read_and_lower(options_, session_, &added);
    fenced_->model = input_.model;  // a fence that is weaker than seq_cst chooses no other
    return *fenced_;
  }

  std::string tried(const Placement& placement) const {
    std::string out;
    for (const fences::Item& item : placement)
      out += fmt::format("{}{} at {}", out.empty() ? "" : ", ", core::name(question_.kinds[item.kind].order),
                         to_string(question_.places[item.place].pos));
    return fmt::format("with the fences that are needed at least ({}): ", out);
  }

  Result verified(const Input& fenced) {
    Result result = decide(fenced, options_, session_, session_.budget(), false);
    const result::Task task = task_of(options_, fenced.cfa, fenced.model);
    const check::Checker checker(task);
    for (result::Violation& violation : result.violations) checker.find_weakness(violation);
    return result;
  }

  const Input& input_;
  const Options& options_;
  Session& session_;
  fences::Question question_;
  std::unique_ptr<Input> fenced_;
};

}  // namespace

int fences_run(const Options& options, std::ostream& err) {
  FenceChoices choices;
  ModelChoice model;
  auto find = [&](Session& session) {
    if (has_task(options))
      throw UsageError("fences are placed in C files, not in a task: name the file, and --property if you want one");
    const Fences none;
    return with_input(
        options, session, model, [&](const Input& input) { return Subject(input, options, session).find(choices); },
        &none);
  };
  return program_run(options, err, find, [&](const Result& result, bool was_cut) {
    // What was cut off before there was an answer has none.
    const FenceChoices told = result.verdict == Verdict::unknown ? FenceChoices{} : choices;
    if (options.format == "json") return report::to_json(result, info_of(options, model), told);
    return report::to_text(result, told, info_of(options, model), style_of(options, was_cut)) +
           (options.patch && !told.patch.empty() ? "\n" + told.patch : "");
  });
}

}  // namespace fencepost::driver

#include "driver/fences_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/checker.h"
#include "core/print.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/task_run.h"
#include "driver/verify_run.h"
#include "fences/monotony.h"
#include "fences/search.h"
#include "memory/probe.h"
#include "report/fences.h"
#include "report/html.h"
#include "report/json.h"
#include "report/patch.h"

namespace fencepost::driver {

namespace {

using core::OrderSite;
using fences::Item;
using fences::Level;
using fences::Placement;
using fences::Spot;
using result::ChosenFence;
using result::FenceChoices;
using result::Result;
using result::Verdict;

// What --change says. Without it: orders for a model of C and a program that names some, which fences would only repeat; fences elsewhere, which
// is what machines have. What the text has is weakened wherever it stands.
fences::Wanted wanted(const Options& options, const Input& input, const memory::Model& model) {
  fences::Wanted wanted;
  if (options.relax) {
    wanted.direction = fences::Direction::relax;
    wanted.fences = options.change != "orders";
    wanted.accesses = options.change != "fences";
    return wanted;
  }
  std::string change = options.change;
  if (change == "auto") {
    auto can_be_stronger = [](const OrderSite& site) {
      return site.is_usable && site.order != core::MemoryOrder::seq_cst && core::is_of_c(site.order);
    };
    const bool names_some = std::ranges::any_of(input.elaborated.sites, can_be_stronger);
    change = names_some && memory::knows_c_orders(model) ? "orders" : "fences";
  }
  wanted.added_fences = change != "orders";
  wanted.fences = wanted.accesses = change != "fences";
  return wanted;
}

// The program with changes, and all that is asked about it.
class Subject {
 public:
  Subject(const Input& input, const Options& options, Session& session)
      : input_(input), options_(options), session_(session) {
    fences::Judges& judges = question_.judges;
    judges.model = task_of(options, input.cfa, input.model).model;
    judges.mapping = std::make_shared<program::Mapping>(*judges.model);
    if (!options.cost.empty()) costs_ = fences::parse_costs(options.cost, InputFiles(options.root).read(options.cost));
    wanted_ = wanted(options, input, *judges.model);
    judges.spots = fences::spots_of(input.elaborated.places, input.elaborated.sites, *judges.model, *judges.mapping,
                                    costs_, wanted_);
    judges.replays = [this](const result::Claim& claim, const Placement& placement) {
      const Input& changed = with(placement);
      const result::Task task = task_of(options_, changed.cfa, changed.model);
      const check::Checker checker(task);
      std::optional<result::Violation> violation = checker.confirm(claim, session_.budget()).violation;
      if (violation) explain(*violation, checker);
      return violation;
    };
    question_.all = options.all_choices;
    question_.verify = [this](const Placement& placement) {
      session_.about(fmt::format("choice {}", ++tried_choices_));
      return verified(with(placement));
    };
  }

  Result find(FenceChoices& choices) {
    choices.relaxes = relaxes();
    choices.changes_orders = wanted_.accesses || wanted_.fences;
    choices.changes_fences = wanted_.added_fences;
    if (relaxes())
      if (Result given = verified(input_); given.verdict == Verdict::unsafe || given.verdict == Verdict::unknown) {
        compare_with_sc(given, input_, options_, session_);
        return given;
      }
    const fences::Monotony monotony =
        fences::monotony_of(*question_.judges.model, *question_.judges.mapping, session_.budget());
    fences::Answer answer = fences::find_changes(question_, session_.budget());
    for (const Placement& placement : answer.choices) choices.choices.push_back(told(placement));
    for (size_t i = 0; i < answer.necessity.size(); ++i)
      tell_necessity(std::move(answer.necessity[i]), answer.choices.front()[i], choices);
    choices.are_all = answer.are_all;
    choices.probed = monotony.executions;
    choices.doubt = monotony.refuted;
    if (answer.is_doubtful && choices.doubt.empty())
      choices.doubt = "it allows a run of this program, but not with less";
    if (!choices.choices.empty()) {
      if (relaxes()) tell_costs(answer.choices.front(), choices);
      choices.patch = report::patch_of(choices.choices.front(),
                                       [&](const std::string& file) { return InputFiles(options_.root).read(file); });
    }
    Result result = std::move(answer.result);
    if (!answer.tried.empty()) result.reason = tried(answer.tried) + result.reason;
    if (choices.choices.empty() && result.verdict == Verdict::unsafe && !choices.doubt.empty()) {
      // That no choice forbids a run was concluded from stronger ones, which tell nothing here.
      result.violations.clear();
      result.take_back(
          "no choice was found, and there may be one all the same, since the memory model allows more where more is "
          "ordered: " +
              choices.doubt,
          {});
    }
    if (choices.choices.empty()) compare_with_sc(result, input_, options_, session_);
    result.statistics.set("fences.verifications", static_cast<double>(answer.verifications));
    result.statistics.set("fences.runs", static_cast<double>(answer.runs));
    result.statistics.set("fences.sets", static_cast<double>(answer.sets));
    result.statistics.set("fences.judged", static_cast<double>(answer.judged));
    result.statistics.set("fences.spots", static_cast<double>(question_.judges.spots.size()));
    return result;
  }

 private:
  bool relaxes() const { return wanted_.direction == fences::Direction::relax; }
  const std::vector<Spot>& spots() const { return question_.judges.spots; }
  const OrderSite& site_of(const Spot& spot) const { return input_.elaborated.sites[spot.number]; }

  // Lives until it is asked for another one.
  const Input& with(const Placement& placement) {
    if (placement.empty() && !relaxes()) return input_;
    if (changed_ && shown_ == placement) return *changed_;
    Changes changes;
    for (const Item& item : placement)
      if (spots()[item.spot].kind == Spot::Kind::place)
        changes.fences.push_back({spots()[item.spot].pos, spots()[item.spot].levels[item.level].order});
    for (uint32_t i = 0; i < spots().size(); ++i) {
      if (spots()[i].kind == Spot::Kind::place) continue;
      const Level level = fences::level_at(spots(), placement, i);
      changes.orders.push_back({spots()[i].pos, level.order, level.failure});
    }
    changed_ = read_and_lower(options_, session_, &changes);
    changed_->model = input_.model;  // a weaker order chooses no other
    shown_ = placement;
    return *changed_;
  }

  ChosenFence told(uint32_t number, const Level& level) const {
    const Spot& spot = spots()[number];
    ChosenFence chosen;
    chosen.order = level.order;
    chosen.failure = level.failure;
    if (spot.kind == Spot::Kind::place) {
      chosen.place = input_.elaborated.places[spot.number];
      chosen.code = fences::code_of(level.order, chosen.place.knows_atomics);
      return chosen;
    }
    chosen.site = site_of(spot);
    chosen.site_number = spot.number + 1;
    chosen.place.pos = spot.pos;
    chosen.place.function = chosen.site->function;
    chosen.place.loops = chosen.site->loops;
    chosen.code = report::order_text(*chosen.site, level.order, level.failure);
    return chosen;
  }

  // What a choice makes of the text: to relax it, all that becomes weaker.
  result::FenceChoice told(const Placement& placement) const {
    result::FenceChoice choice;
    if (!relaxes()) {
      for (const Item& item : placement) {
        choice.push_back(told(item.spot, spots()[item.spot].levels[item.level]));
        choice.back().cost = fences::cost_of(item, spots());
      }
      return choice;
    }
    for (uint32_t i = 0; i < spots().size(); ++i) {
      const Level level = fences::level_at(spots(), placement, i);
      if (level == fences::written_level(site_of(spots()[i]), costs_)) continue;
      choice.push_back(told(i, level));
      choice.back().cost = level.cost;
    }
    return choice;
  }

  void tell_necessity(std::vector<fences::Necessity> all, const Item& item, FenceChoices& choices) const {
    result::FenceChoice& first = choices.choices.front();
    const ChosenFence wanted = told(item.spot, spots()[item.spot].levels[item.level]);
    // Several fences may stand at one place, and a fence of the text behind them.
    auto at = std::ranges::find_if(first, [&](const ChosenFence& one) {
      return one.place.pos == wanted.place.pos && one.site_number == wanted.site_number && one.order == wanted.order;
    });
    if (at == first.end()) {
      choices.kept.push_back(wanted);
      choices.kept.back().cost = spots()[item.spot].levels[item.level].cost;
    }
    ChosenFence& needed = at == first.end() ? choices.kept.back() : *at;
    for (fences::Necessity& one : all) {
      result::Weakened& weakened = needed.weakened.emplace_back();
      weakened.order = one.weaker.order;
      weakened.failure = one.weaker.failure;
      if (one.result.verdict == Verdict::unsafe) weakened.violation = std::move(one.result.violations.front());
    }
  }

  void tell_costs(const Placement& placement, FenceChoices& choices) const {
    for (uint32_t i = 0; i < spots().size(); ++i) {
      choices.cost_before += fences::written_level(site_of(spots()[i]), costs_).cost;
      choices.cost_after += fences::level_at(spots(), placement, i).cost;
    }
  }

  std::string tried(const Placement& placement) const {
    std::string out;
    for (const Item& item : placement)
      out += fmt::format("{}{} at {}", out.empty() ? "" : ", ", core::name(spots()[item.spot].levels[item.level].order),
                         to_string(spots()[item.spot].pos));
    return fmt::format("with the {} that are needed at least ({}): ", wanted_.added_fences ? "fences" : "orders", out);
  }

  Result verified(const Input& changed) {
    Result result = decide(changed, options_, session_, session_.budget(), false);
    const result::Task task = task_of(options_, changed.cfa, changed.model);
    const check::Checker checker(task);
    for (result::Violation& violation : result.violations) explain(violation, checker);
    return result;
  }

  // Why the model allows it and, for the page, step by step.
  void explain(result::Violation& violation, const check::Checker& checker) {
    checker.find_weakness(violation);
    if (!options_.html.empty()) checker.tell_story(violation, session_.budget());
  }

  const Input& input_;
  const Options& options_;
  Session& session_;
  fences::Costs costs_;
  fences::Wanted wanted_;
  fences::Question question_;
  size_t tried_choices_ = 0;
  std::unique_ptr<Input> changed_;
  Placement shown_;  // what changed_ has
};

}  // namespace

int fences_run(const Options& options, std::ostream& err) {
  FenceChoices choices;
  ModelChoice model;
  auto find = [&](Session& session) {
    if (has_task(options))
      throw UsageError("fences are placed in C files, not in a task: name the file, and --property if you want one");
    const Changes none;
    return with_input(
        options, session, model, [&](const Input& input) { return Subject(input, options, session).find(choices); },
        &none);
  };
  auto report = [&](const Result& result, bool was_cut) {
    // What was cut off before there was an answer has none.
    const FenceChoices told = result.verdict == Verdict::unknown ? FenceChoices{} : choices;
    if (options.format == "json") return report::to_json(result, info_of(options, model), told);
    if (options.format == "sarif") return rendered(result, options, info_of(options, model), was_cut);
    return report::to_text(result, told, info_of(options, model), style_of(options, was_cut)) +
           (options.patch && !told.patch.empty() ? "\n" + told.patch : "");
  };
  auto page = [&](const Result& result) {
    report::Page made(result, info_of(options, model));
    if (result.verdict != Verdict::unknown) made.add(result, choices);
    return report::to_html({&made});
  };
  return program_run(options, err, find, {report, page});
}

}  // namespace fencepost::driver

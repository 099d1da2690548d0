#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/print.h"
#include "core/undef.h"
#include "report/advice.h"
#include "report/fences.h"
#include "report/graph_edges.h"
#include "report/json_text.h"

namespace fencepost::report {

namespace {

using Json = nlohmann::ordered_json;

void put_position(Json& object, const SourcePos& pos) {
  object["file"] = pos.valid() ? Json(*pos.file) : Json();
  object["line"] = pos.valid() && pos.line > 0 ? Json(pos.line) : Json();
  object["column"] = pos.valid() && pos.column > 0 ? Json(pos.column) : Json();
}

Json step_json(const result::Step& step) {
  Json out;
  out["thread"] = step.thread;
  put_position(out, step.pos);
  out["function"] = step.function;
  out["depth"] = step.depth;
  out["text"] = step.text;
  out["shared"] = step.shared;
  if (step.caller.valid()) put_position(out["caller"], step.caller);
  return out;
}

std::string decimal(core::Bits value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

Json choice_json(const core::Choice& choice) {
  using Kind = core::Choice::Kind;
  Json out;
  out["kind"] = choice.kind == Kind::value ? "value" : choice.kind == Kind::address ? "address" : "order";
  // Up to 128 bits: a string, since JSON readers cut numbers to doubles.
  out["value"] = choice.known ? Json(decimal(choice.value)) : Json();
  return out;
}

Json pairs_json(const std::vector<result::Weakness::Pair>& pairs) {
  Json out = Json::array();
  for (const result::Weakness::Pair& pair : pairs) out.push_back({{"first", pair.first}, {"second", pair.second}});
  return out;
}

void put_graph(Json& out, const result::RunGraph& run, const std::optional<result::Weakness>& weakness) {
  Json events = Json::array(), edges = Json::array();
  for (size_t i = 0; i < run.graph.size(); ++i) {
    const memory::Event& event = run.graph.events()[i];
    Json entry;
    entry["thread"] = event.thread == memory::kInitThread ? Json() : Json(event.thread);
    put_position(entry, run.places[i]);
    entry["text"] = event.label;
    if (const SourcePos caller = run.caller(i); caller.valid()) put_position(entry["caller"], caller);
    events.push_back(std::move(entry));
  }
  for (const DrawnEdge& edge : drawn_edges(run.graph))
    edges.push_back({{"from", edge.from}, {"to", edge.to}, {"relation", edge.label}});
  out["graph"] = {{"events", std::move(events)}, {"edges", std::move(edges)}};
  out["weak"] = Json();
  if (!weakness) return;
  Json cycle = Json::array();
  for (const result::Weakness::Edge& edge : weakness->cycle)
    cycle.push_back({{"from", edge.from}, {"to", edge.to}, {"relation", edge.relation}});
  out["weak"] = {{"cycle", std::move(cycle)},
                 {"overtaken", pairs_json(weakness->overtaken)},
                 {"fences", pairs_json(weakness->fences)}};
  Json orders = Json::array();
  for (const result::Weakness::Order& order : weakness->orders)
    orders.push_back({{"event", order.event}, {"order", core::name(order.order)}});
  out["weak"]["orders"] = std::move(orders);
}

Json violation_json(const result::Violation& violation) {
  const core::UndefInfo& info = core::info(violation.kind);
  Json out;
  out["kind"] = info.id;
  out["clause"] = info.clause == "-" ? Json() : Json(info.clause);
  out["sentence"] = info.sentence;
  out["detail"] = violation.detail;
  put_position(out, violation.pos);
  out["function"] = violation.function;
  out["replayed"] = true;
  out["trace"] = Json::array();
  for (const result::Step& step : violation.trace) out["trace"].push_back(step_json(step));
  out["choices"] = Json::array();
  for (const core::Choice& choice : violation.choices) out["choices"].push_back(choice_json(choice));
  if (violation.graph) put_graph(out, *violation.graph, violation.weakness);
  if (!violation.concurrent) return out;
  out["thread_choices"] = Json::array();
  for (const core::Choices& of_thread : violation.concurrent->choices) {
    Json list = Json::array();
    for (const core::Choice& choice : of_thread) list.push_back(choice_json(choice));
    out["thread_choices"].push_back(std::move(list));
  }
  return out;
}

Json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    Json entry;
    entry["severity"] = diagnostic.severity == Severity::error     ? "error"
                        : diagnostic.severity == Severity::warning ? "warning"
                                                                   : "note";
    put_position(entry, diagnostic.pos);
    entry["message"] = diagnostic.message;
    entry["hint"] = diagnostic.hint;
    out.push_back(std::move(entry));
  }
  return out;
}

Json head(const RunInfo& info) {
  Json out;
  out["schema"] = "fencepost/1";
  out["version"] = version();
  out["files"] = info.files;
  out["entry"] = info.entry.empty() ? "main" : info.entry;
  out["model"] = info.model;
  out["model_reason"] = info.model_reason.empty() ? Json() : Json(info.model_reason);
  out["data_model"] = info.data_model;
  if (!info.property.empty()) {
    out["property"] = info.property;
    out["expected_verdict"] = info.expected ? Json(*info.expected) : Json();
  }
  return out;
}

void put_exploration(Json& out, const result::Exploration& exploration) {
  out["executions"] = exploration.whole ? Json(exploration.executions) : Json();
  out["executions_seen"] = exploration.executions;
  out["blocked"] = exploration.blocked ? Json(*exploration.blocked) : Json();
  out["outcomes"] = Json::array();
  for (const result::Outcome& outcome : exploration.outcomes) {
    Json values = Json::object();
    for (size_t i = 0; i < outcome.values.size(); ++i) values[exploration.observed[i]] = outcome.values[i];
    out["outcomes"].push_back({{"values", values}, {"executions", outcome.executions}});
  }
  out["all_outcomes"] = exploration.whole && exploration.all_outcomes;
}

// A fence that is none has no order.
Json order_json(const core::OrderSite& site, core::MemoryOrder order) {
  const bool is_none = site.kind == core::OrderSite::Kind::fence && order == core::MemoryOrder::relaxed;
  return is_none ? Json() : Json(core::name(order));
}

Json fence_json(const result::ChosenFence& fence) {
  Json out;
  put_position(out, fence.place.pos);
  out["function"] = fence.place.function;
  out["kind"] = fence.site ? "order" : core::name(fence.order);
  out["code"] = fence.code;
  out["cost"] = fence.cost;
  if (!fence.site) return out;
  using Kind = core::OrderSite::Kind;
  const core::OrderSite& site = *fence.site;
  out["access"] = site.kind == Kind::load     ? "load"
                  : site.kind == Kind::store  ? "store"
                  : site.kind == Kind::update ? "update"
                                              : "fence";
  out["before"] = order_json(site, site.order);
  out["after"] = order_json(site, fence.order);
  if (site.failure) {
    out["failure_before"] = order_json(site, *site.failure);
    out["failure_after"] = fence.failure ? order_json(site, *fence.failure) : Json();
  }
  return out;
}

Json needed_json(const result::ChosenFence& fence) {
  Json entry = fence_json(fence);
  entry["explanation"] = explanation(fence);
  entry["violation"] = Json();
  Json all = Json::array();
  for (const result::Weakened& weakened : fence.weakened) {
    Json one;
    if (fence.site) {
      one["with"] = order_json(*fence.site, weakened.order);
      if (weakened.failure) one["with_failure"] = order_json(*fence.site, *weakened.failure);
    }
    one["violation"] = weakened.violation ? violation_json(*weakened.violation) : Json();
    if (entry["violation"].is_null()) entry["violation"] = one["violation"];
    all.push_back(std::move(one));
  }
  if (fence.site) entry["weaker"] = std::move(all);
  return entry;
}

void put_fences(Json& out, const result::FenceChoices& fences) {
  out["fences"] = Json();
  out["choices"] = Json::array();
  for (const result::FenceChoice& choice : fences.choices) {
    Json list = Json::array();
    for (const result::ChosenFence& fence : choice) list.push_back(fence_json(fence));
    out["choices"].push_back(std::move(list));
  }
  out["all_choices"] = fences.are_all;
  out["doubt"] = fences.doubt.empty() ? Json() : Json(fences.doubt);
  out["probed"] = fences.probed;
  out["patch"] = fences.patch;
  if (fences.choices.empty()) return;
  out["fences"] = Json::array();
  for (const result::ChosenFence& fence : fences.choices.front()) out["fences"].push_back(needed_json(fence));
  if (!fences.relaxes) return;
  out["kept"] = Json::array();
  for (const result::ChosenFence& fence : fences.kept) out["kept"].push_back(needed_json(fence));
  out["cost_before"] = fences.cost_before;
  out["cost_after"] = fences.cost_after;
}

Json result_json(const result::Result& result, const RunInfo& info, const result::Exploration* exploration) {
  Json out = head(info);
  if (!info.witness.empty()) out["witness"] = {{"file", info.witness}, {"answer", info.witness_answer}};
  out["verdict"] = result::json_name(result.verdict);
  out["bound"] = result.verdict == result::Verdict::safe_to_bound ? Json(result.bound) : Json();
  out["threads"] = info.threads == 0 ? Json("any") : Json(info.threads);
  out["execution"] = result.executions == result::Executions::shown  ? Json("shown")
                     : result.executions == result::Executions::none ? Json("none")
                                                                     : Json();
  bool is_decided = result.verdict != result::Verdict::unknown && !result.decided_by.empty();
  out["engine"] = is_decided ? Json(result.decided_by) : Json();
  out["proof"] = Json();
  if (result.proof)
    out["proof"] = {{"kind", result.proof->kind},
                    {"checked", true},
                    {"configurations", result.proof->configurations},
                    {"terms", result.proof->terms}};
  if (result.proof && result.proof->any_number) out["proof"]["any_number_of_threads"] = true;
  if (result.proof && info.shows_proof) out["proof"]["lines"] = result.told_proof;
  if (result.proof && result.proof->buffer_bound > 0) out["proof"]["buffer_bound"] = result.proof->buffer_bound;
  out["verdict_under_sc"] = result.verdict_under_sc ? Json(result::json_name(*result.verdict_under_sc)) : Json();
  out["reason"] = result.reason;
  out["reason_at"] = Json();
  if (result.reason_pos.valid()) put_position(out["reason_at"], result.reason_pos);
  const std::string next = advice(result, info);
  out["advice"] = next.empty() ? Json() : Json(next);
  if (exploration != nullptr) put_exploration(out, *exploration);
  out["violations"] = Json::array();
  for (const result::Violation& violation : result.violations) out["violations"].push_back(violation_json(violation));
  out["diagnostics"] = diagnostics_json(result.diagnostics);
  out["statistics"] = Json::object();
  for (const auto& [name, value] : result.statistics.entries()) {
    bool is_whole = std::floor(value) == value && std::abs(value) < 9e15;
    out["statistics"][name] = is_whole ? Json(static_cast<int64_t>(value)) : Json(value);
  }
  return out;
}

}  // namespace

std::string to_json(const result::Result& result, const RunInfo& info, const result::Exploration* exploration) {
  return json_text(result_json(result, info, exploration));
}

std::string to_json(const result::Result& result, const RunInfo& info, const result::FenceChoices& fences) {
  Json out = result_json(result, info, nullptr);
  put_fences(out, fences);
  return json_text(out);
}

std::string to_json(const result::Result& result, const RunInfo& info, const result::Robustness& robustness) {
  Json out = result_json(result, info, nullptr);
  out["robust"] = result.verdict == result::Verdict::unknown ? Json() : Json(result.verdict != result::Verdict::unsafe);
  out["executions_seen"] = robustness.executions;
  out["weak_run"] = Json();
  if (robustness.weak) {
    Json run;
    run["trace"] = Json::array();
    for (const result::Step& step : robustness.weak->trace) run["trace"].push_back(step_json(step));
    put_graph(run, robustness.weak->graph, robustness.weak->weakness);
    out["weak_run"] = std::move(run);
  }
  return json_text(out);
}

std::string to_json_error(int exit_code, const std::vector<Diagnostic>& diagnostics, const RunInfo& info) {
  Json out = head(info);
  out["verdict"] = Json();
  out["exit_code"] = exit_code;
  out["diagnostics"] = diagnostics_json(diagnostics);
  return json_text(out);
}

}  // namespace fencepost::report

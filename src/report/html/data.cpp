#include "report/html/data.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "base/files_read.h"
#include "base/input_file.h"
#include "report/graph_edges.h"
#include "report/line_text.h"
#include "report/thread_table.h"

namespace fencepost::report::html {

using Json = nlohmann::ordered_json;

namespace {

// Longer files are shown up to here.
constexpr size_t kMostSource = 4'000'000;
// Larger graphs nobody can look at.
constexpr size_t kMostEvents = 2'500;

// Steps of ours that tell nobody anything: the call of the entry function.
bool is_hidden(const result::Step& step) {
  return step.function == "<entry>" && (step.text == "call main()" || step.text.starts_with("return"));
}

std::string function_name(const std::string& name) {
  return name == "<entry>" ? "start" : name == "<init>" ? "initialisers" : name;
}

// Of what lies in another file than the main one: where, as the table of the text report has it.
void put_where(Json& out, const SourcePos& pos, const SourcePos& caller, const std::string* main) {
  if (main != nullptr && pos.valid() && pos.file != main) out["w"] = line_text(pos, caller, main);
}

Json steps(const std::vector<result::Step>& trace, Sources& sources) {
  Json out = Json::array();
  const std::string* main = main_file(trace);
  for (const result::Step& step : trace) {
    Json one = place(step.pos, sources);
    one["t"] = step.thread;
    one["fn"] = function_name(step.function);
    one["d"] = step.depth;
    one["x"] = step.text;
    put_where(one, step.pos, step.caller, main);
    if (step.shared) one["s"] = 1;
    if (is_hidden(step)) one["h"] = 1;
    out.push_back(std::move(one));
  }
  return out;
}

Json threads(const std::vector<result::Step>* trace, const result::RunGraph* graph) {
  std::map<uint32_t, std::string> names;
  if (trace != nullptr) {
    for (const result::Step& step : *trace) names[step.thread];
    for (const auto& [thread, name] : thread_names(*trace)) names[thread] = function_name(name);
  }
  if (graph != nullptr)
    for (const memory::Event& event : graph->graph.events())
      if (event.thread != memory::kInitThread) names[static_cast<uint32_t>(event.thread)];
  Json out = Json::array();
  for (const auto& [thread, name] : names) out.push_back({{"n", thread}, {"name", name}});
  return out;
}

// The order that the program asks for, where the model speaks of C's.
const char* order_of(const memory::ExecutionGraph& graph, size_t event) {
  static constexpr std::pair<const char*, const char*> kOrders[] = {
      {"ACQ_REL", "acq_rel"}, {"SC", "seq_cst"}, {"ACQ", "acquire"}, {"REL", "release"}, {"RLX", "relaxed"}};
  for (const auto& [set, name] : kOrders)
    if (const memory::EventSet* members = graph.find_set(set); members != nullptr && members->test(event)) return name;
  return nullptr;
}

Json events(const result::RunGraph& run, const result::Story* story, const std::string* main, Sources& sources) {
  const memory::ExecutionGraph& graph = run.graph;
  const memory::EventSet *reads = graph.find_set("R"), *writes = graph.find_set("W"), *fences = graph.find_set("F");
  auto is_in = [](const memory::EventSet* set, size_t event) { return set != nullptr && set->test(event); };
  Json out = Json::array();
  for (size_t i = 0; i < graph.size(); ++i) {
    const memory::Event& event = graph.events()[i];
    Json one = i < run.places.size() ? place(run.places[i], sources) : Json::object();
    one["t"] = event.thread == memory::kInitThread ? Json() : Json(event.thread);
    one["x"] = event.label;
    if (i < run.places.size()) put_where(one, run.places[i], run.caller(i), main);
    one["k"] = is_in(reads, i) && is_in(writes, i) ? "U"
               : is_in(reads, i)                   ? "R"
               : is_in(writes, i)                  ? "W"
               : is_in(fences, i)                  ? "F"
                                                   : "";
    if (const char* order = order_of(graph, i)) one["o"] = order;
    if (story != nullptr && i < story->steps.size() && story->steps[i] != result::Story::kNoStep)
      one["s"] = story->steps[i];
    if (story != nullptr && i < story->alternatives.size() && story->alternatives[i])
      one["alt"] = *story->alternatives[i];
    out.push_back(std::move(one));
  }
  return out;
}

Json edges(const memory::ExecutionGraph& graph) {
  Json out = Json::object();
  for (const DrawnEdge& edge : drawn_edges(graph)) out[edge.label].push_back({edge.from, edge.to});
  for (const char* name : {"addr", "data", "ctrl"})
    if (const memory::Relation* relation = graph.find_relation(name))
      relation->for_each([&](size_t from, size_t to) { out[name].push_back({from, to}); });
  return out;
}

Json story_json(const result::Story& story) {
  Json places = Json::array(), moments = Json::array();
  for (const result::Story::Place& place : story.places) {
    Json one = {{"n", place.name}, {"v", place.first}};
    if (place.thread) one["t"] = *place.thread;
    if (place.since > 0) one["s"] = place.since;
    if (!place.function.empty()) one["fn"] = place.function;
    places.push_back(std::move(one));
  }
  for (const result::Story::Moment& moment : story.moments) {
    Json one = Json::object();
    for (const result::Story::Change& change : moment.changes)
      one["c"].push_back({change.place, change.value ? Json(*change.value) : Json()});
    for (const result::Story::Buffer& buffer : moment.buffers) one["b"].push_back({buffer.thread, buffer.waiting});
    moments.push_back(std::move(one));
  }
  return {{"places", std::move(places)}, {"moments", std::move(moments)}};
}

}  // namespace

Json Sources::number(const SourcePos& pos) {
  if (!pos.valid()) return {};
  auto [known, is_new] = numbers_.try_emplace(*pos.file);
  if (!is_new) return known->second;
  if (!was_file_read(*pos.file)) return {};
  try {
    std::string text = InputFiles().read(*pos.file);
    if (text.size() > kMostSource) text.resize(kMostSource);
    known->second = files_.size();
    files_.push_back({{"name", *pos.file}, {"text", std::move(text)}});
  } catch (const InputError&) {
    return {};  // it is no longer there
  }
  return known->second;
}

Json place(const SourcePos& pos, Sources& sources) {
  Json out = Json::object();
  if (!pos.valid() || pos.line == 0) return out;
  Json file = sources.number(pos);
  if (!file.is_null()) out["f"] = std::move(file);
  out["l"] = pos.line;
  if (pos.column > 0) out["c"] = pos.column;
  return out;
}

Json run(const PageRun& run, Sources& sources) {
  Json out;
  out["title"] = run.title;
  if (!run.outcome.empty()) out["outcome"] = run.outcome;
  if (!run.sentence.empty()) out["sentence"] = run.sentence;
  if (!run.cause.empty()) out["cause"] = run.cause;
  out["fails"] = run.is_failure;
  out["threads"] = threads(run.trace, run.graph);
  if (run.trace != nullptr) out["steps"] = steps(*run.trace, sources);
  if (run.graph != nullptr && run.graph->graph.size() > kMostEvents) {
    out["events_not_drawn"] = run.graph->graph.size();
  } else if (run.graph != nullptr) {
    out["events"] = events(*run.graph, run.story, run.trace != nullptr ? main_file(*run.trace) : nullptr, sources);
    out["edges"] = edges(run.graph->graph);
    if (run.cycle != nullptr)
      for (const result::Weakness::Edge& edge : *run.cycle) out["cycle"].push_back({edge.from, edge.to, edge.relation});
  }
  if (run.story != nullptr) out["story"] = story_json(*run.story);
  return out;
}

std::string script_text(const Json& json) {
  std::string out;
  for (char c : json.dump(-1, ' ', true, Json::error_handler_t::replace))
    if (c == '<' || c == '>' || c == '&')
      out += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    else
      out += c;
  return out;
}

std::string element_text(std::string_view text) {
  // By way of JSON, where bytes that are no UTF-8 are replaced.
  const std::string valid = Json::parse(Json(text).dump(-1, ' ', true, Json::error_handler_t::replace));
  std::string out;
  for (char c : valid) {
    if (c == '<' || c == '>' || c == '&')
      out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
    else
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
  }
  return out;
}

}  // namespace fencepost::report::html

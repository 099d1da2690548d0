#include "report/sarif.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "core/undef.h"
#include "report/advice.h"
#include "report/graph_edges.h"
#include "report/json_text.h"
#include "report/layout.h"
#include "report/weakness.h"

namespace fencepost::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

Json message(const std::string& text) { return {{"text", text.empty() ? "-" : text}}; }

// A path as a URI reference: what is no unreserved character is escaped (RFC 3986).
std::string uri_of(const std::string& path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (unsigned char c : path) {
    const bool is_plain = std::isalnum(c) != 0 || c == '/' || c == '-' || c == '.' || c == '_' || c == '~';
    out += is_plain ? std::string(1, static_cast<char>(c)) : fmt::format("%{:02X}", static_cast<unsigned>(c));
  }
  return out;
}

std::string thread_name(uint32_t thread) { return fmt::format("thread {}", thread); }

Json rules() {
  Json all = Json::array();
  for (const core::UndefInfo& info : core::undef_table()) {
    Json rule = {{"id", info.id},
                 {"shortDescription", message(sentence(info.sentence) + ".")},
                 {"defaultConfiguration", {{"level", "error"}, {"enabled", !info.strict}}}};
    if (info.clause != "-") {
      rule["fullDescription"] = message(fmt::format("{} (ISO C11 {}).", sentence(info.sentence), info.clause));
      rule["properties"] = {{"clause", info.clause}, {"tags", Json::array({"ISO C11 " + std::string(info.clause)})}};
    }
    all.push_back(std::move(rule));
  }
  return all;
}

size_t rule_index(core::Undef kind) {
  const auto table = core::undef_table();
  for (size_t i = 0; i < table.size(); ++i)
    if (table[i].kind == kind) return i;
  return 0;
}

class Log {
 public:
  Log(const RunInfo& info, const SourceText::Read& read) : info_(info), text_(read) {}

  std::string of(const result::Result& result) {
    Json results = Json::array(), graphs = Json::array();
    for (const result::Violation& violation : result.violations) results.push_back(result_json(violation));
    Json notifications = notified(result.diagnostics);
    if (result.verdict == result::Verdict::unknown || result.verdict == result::Verdict::safe_to_bound) {
      const std::string next = advice(result, info_);
      Json open =
          notification("warning", next.empty() ? result.reason : result.reason + ". " + next, result.reason_pos);
      open["descriptor"] = {{"id", std::string(result::json_name(result.verdict))}};
      notifications.push_back(std::move(open));
    }
    Json properties = {{"verdict", result::json_name(result.verdict)},
                       {"model", info_.model},
                       {"entry", info_.entry.empty() ? "main" : info_.entry},
                       {"dataModel", info_.data_model}};
    if (!info_.property.empty()) properties["property"] = info_.property;
    if (result.verdict == result::Verdict::safe_to_bound) properties["bound"] = result.bound;
    if (result.proof) properties["proof"] = result.proof->kind;
    if (result.verdict_under_sc) properties["verdictUnderSc"] = result::json_name(*result.verdict_under_sc);
    return whole(std::move(results), std::move(notifications), result::exit_code(result.verdict), true,
                 std::move(properties));
  }

  std::string of_error(int exit_code, const std::vector<Diagnostic>& diagnostics) {
    return whole(Json::array(), notified(diagnostics), exit_code, false, Json::object());
  }

 private:
  std::string whole(Json results, Json notifications, int exit_code, bool successful, Json properties) {
    Json run;
    run["tool"] = {
        {"driver",
         {{"name", "Fencepost"}, {"version", version()}, {"semanticVersion", version()}, {"rules", rules()}}}};
    Json invocation = {{"executionSuccessful", successful},
                       {"exitCode", exit_code},
                       {"toolExecutionNotifications", std::move(notifications)}};
    run["invocations"] = Json::array({std::move(invocation)});
    for (const std::string& file : info_.files) artifact(file);
    run["artifacts"] = artifacts_;
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = std::move(results);
    if (!properties.empty()) run["properties"] = std::move(properties);
    Json log = {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return json_text(log);
  }

  size_t artifact(const std::string& file) {
    auto [found, is_new] = numbers_.try_emplace(file, artifacts_.size());
    if (!is_new) return found->second;
    Json one = {{"location", {{"uri", uri_of(file)}}}};
    const std::string& text = text_.text(file);
    if (!text.empty()) {
      one["length"] = text.size();
      one["hashes"] = {{"sha-256", sha256(text)}};
    }
    if (file.ends_with(".c") || file.ends_with(".h") || file.ends_with(".i")) one["sourceLanguage"] = "c";
    artifacts_.push_back(std::move(one));
    return found->second;
  }

  Json physical(const SourcePos& pos) {
    Json out = {{"artifactLocation", {{"uri", uri_of(*pos.file)}, {"index", artifact(*pos.file)}}}};
    if (pos.line == 0) return out;
    out["region"] = {{"startLine", pos.line}};
    if (uint32_t column = text_.column(pos); column > 0) {
      out["region"]["startColumn"] = column;
      out["region"]["endColumn"] = column + 1;
    }
    return out;
  }

  Json location(const SourcePos& pos, const std::string& function, const std::string& text) {
    Json out = Json::object();
    if (pos.valid()) out["physicalLocation"] = physical(pos);
    if (!function.empty()) out["logicalLocations"] = Json::array({Json({{"name", function}, {"kind", "function"}})});
    if (!text.empty()) out["message"] = message(text);
    return out;
  }

  Json notification(const char* level, const std::string& text, const SourcePos& pos) {
    Json out = {{"level", level}, {"message", message(text)}};
    if (pos.valid()) out["locations"] = Json::array({location(pos, "", "")});
    return out;
  }

  Json notified(const std::vector<Diagnostic>& diagnostics) {
    Json all = Json::array();
    for (const Diagnostic& one : diagnostics) {
      const char* level = one.severity == Severity::error     ? "error"
                          : one.severity == Severity::warning ? "warning"
                                                              : "note";
      all.push_back(notification(level, one.hint.empty() ? one.message : one.message + " (" + one.hint + ")", one.pos));
    }
    return all;
  }

  // Threads in order of appearance; the place of a step in the whole run is its executionOrder.
  Json code_flow(const result::Violation& violation) {
    std::vector<uint32_t> threads;
    std::map<uint32_t, Json> steps;
    for (size_t i = 0; i < violation.trace.size(); ++i) {
      const result::Step& step = violation.trace[i];
      auto [found, is_new] = steps.try_emplace(step.thread, Json::array());
      if (is_new) threads.push_back(step.thread);
      Json one = {{"location", location(step.pos, step.function, step.text)},
                  {"executionOrder", i + 1},
                  {"nestingLevel", step.depth},
                  {"importance", i + 1 == violation.trace.size() ? "essential"
                                 : step.shared                   ? "important"
                                                                 : "unimportant"}};
      found->second.push_back(std::move(one));
    }
    Json flows = Json::array();
    for (uint32_t thread : threads)
      flows.push_back({{"id", thread_name(thread)}, {"locations", std::move(steps[thread])}});
    return {{"message", message("How the run gets there, under the memory model " + info_.model + ".")},
            {"threadFlows", std::move(flows)}};
  }

  Json graph_json(const result::RunGraph& run) {
    Json nodes = Json::array(), edges = Json::array();
    for (size_t i = 0; i < run.graph.size(); ++i) {
      const memory::Event& event = run.graph.events()[i];
      Json node = {{"id", fmt::format("e{}", i)}, {"label", message(event.label)}};
      const SourcePos place = i < run.places.size() ? run.places[i] : SourcePos{};
      if (place.valid()) node["location"] = location(place, "", "");
      node["properties"] = {{"thread", event.thread == memory::kInitThread ? Json() : Json(event.thread)}};
      nodes.push_back(std::move(node));
    }
    size_t number = 0;
    for (const DrawnEdge& edge : drawn_edges(run.graph))
      edges.push_back({{"id", fmt::format("r{}", number++)},
                       {"label", message(edge.label)},
                       {"sourceNodeId", fmt::format("e{}", edge.from)},
                       {"targetNodeId", fmt::format("e{}", edge.to)}});
    return {{"description", message("The run as the memory model " + info_.model + " sees it.")},
            {"nodes", std::move(nodes)},
            {"edges", std::move(edges)}};
  }

  Json result_json(const result::Violation& violation) {
    const core::UndefInfo& kind = core::info(violation.kind);
    std::string text = sentence(kind.sentence);
    if (!violation.detail.empty()) text += ": " + violation.detail;
    text += ".";
    if (std::string weak = weakness_text(violation); !weak.empty()) text += "\n" + weak;
    Json out = {{"ruleId", kind.id},
                {"ruleIndex", rule_index(violation.kind)},
                {"level", "error"},
                {"kind", "fail"},
                {"message", message(text)}};
    if (violation.pos.valid()) out["locations"] = Json::array({location(violation.pos, violation.function, "")});
    if (!violation.trace.empty()) out["codeFlows"] = Json::array({code_flow(violation)});
    if (violation.graph) out["graphs"] = Json::array({graph_json(*violation.graph)});
    return out;
  }

  const RunInfo& info_;
  SourceText text_;
  std::map<std::string, size_t> numbers_;
  Json artifacts_ = Json::array();
};

}  // namespace

std::string to_sarif(const result::Result& result, const RunInfo& info, const SourceText::Read& read) {
  return Log(info, read).of(result);
}

std::string to_sarif_error(int exit_code, const std::vector<Diagnostic>& diagnostics, const RunInfo& info,
                           const SourceText::Read& read) {
  return Log(info, read).of_error(exit_code, diagnostics);
}

std::string joined_sarif(const std::vector<std::string>& logs) {
  Json all = Json::parse(logs.front());
  for (size_t i = 1; i < logs.size(); ++i)
    for (Json& run : Json::parse(logs[i])["runs"]) all["runs"].push_back(std::move(run));
  return json_text(all);
}

}  // namespace fencepost::report

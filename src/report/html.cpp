#include "report/html.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/print.h"
#include "core/undef.h"
#include "report/advice.h"
#include "report/exploration.h"
#include "report/fences.h"
#include "report/html/data.h"
#include "report/html/embedded.h"
#include "report/layout.h"
#include "report/text.h"
#include "report/weakness.h"

namespace fencepost::report {

using Json = nlohmann::ordered_json;
using result::Result;
using result::Verdict;
using Tone = PageHead::Tone;

struct Page::Data {
  Json json;
  html::Sources sources;
  std::string plain;  // for readers without JavaScript

  // Stands beneath the line, under the heading.
  void annotate(const SourcePos& pos, std::string_view heading, std::string_view text) {
    Json one = html::place(pos, sources);
    one["h"] = heading;
    one["x"] = text;
    json["annotations"].push_back(std::move(one));
  }
};

namespace {

const char* name(Tone tone) { return tone == Tone::good ? "good" : tone == Tone::bad ? "bad" : "open"; }

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string engine_sentence(const Result& result) {
  if (result.verdict == Verdict::unknown || result.decided_by.empty()) return "";
  if (result.verdict == Verdict::unsafe)
    return fmt::format("Found by {}, and replayed step by step by an independent interpreter.",
                       result.decided_by == "sampling" ? "runs drawn at random" : "the engine " + result.decided_by);
  std::string out = fmt::format("Decided by the engine {}", result.decided_by);
  return result.executions == result::Executions::shown ? out + "; a run on which nothing fails was replayed."
                                                        : out + ".";
}

PageHead head_of(const Result& result, const RunInfo& info) {
  PageHead head;
  head.verdict = result::name(result.verdict);
  if (result.verdict == Verdict::safe_to_bound) head.verdict += fmt::format(" {}", result.bound);
  head.tone = result.verdict == Verdict::safe ? Tone::good : result.verdict == Verdict::unsafe ? Tone::bad : Tone::open;
  for (const std::string& file : info.files) {
    head.title += (head.title.empty() ? "" : ", ") + base_name(file);
    head.sources.push_back(source_pos(file, 1));
  }
  if (!info.entry.empty()) head.facts.push_back("entry " + info.entry);
  if (!info.property.empty()) head.facts.push_back("property " + info.property);
  if (info.expected) head.facts.emplace_back(*info.expected ? "expected SAFE" : "expected UNSAFE");
  if (result.has_threads) {
    head.facts.push_back("memory model " + info.model);
    if (!info.model_reason.empty()) head.facts.push_back(info.model_reason);
  }
  if (result.verdict_under_sc)
    head.facts.emplace_back(*result.verdict_under_sc == Verdict::safe ? "SAFE under sc" : "UNSAFE under sc, too");
  head.sentences = conclusions(result, info);
  if (!result.reason.empty()) head.sentences.push_back(sentence(result.reason));
  if (std::string next = advice(result, info); !next.empty()) head.sentences.push_back("To try next: " + next);
  if (std::string engine = engine_sentence(result); !engine.empty()) head.sentences.push_back(std::move(engine));
  return head;
}

std::string plain_number(double value) {
  return value == static_cast<double>(static_cast<int64_t>(value)) ? fmt::format("{}", static_cast<int64_t>(value))
                                                                   : fmt::format("{:.3f}", value);
}

PageRun run_of(const result::Violation& violation) {
  const core::UndefInfo& info = core::info(violation.kind);
  PageRun run;
  run.title = violation.pos.valid() && violation.pos.line > 0 ? fmt::format("{}, line {}", info.id, violation.pos.line)
                                                              : std::string(info.id);
  std::string text = sentence(info.sentence);
  run.sentence = violation.detail.empty() ? text + "." : text + ": " + violation.detail;
  if (info.clause != "-") run.sentence += fmt::format(" (ISO C11 {})", info.clause);
  run.is_failure = true;
  run.trace = &violation.trace;
  run.graph = violation.graph ? &*violation.graph : nullptr;
  run.story = violation.story ? &*violation.story : nullptr;
  if (run.graph != nullptr && violation.weakness && !violation.weakness->cycle.empty()) {
    run.cause = weakness_cause(*violation.graph, *violation.weakness, violation.trace);
    run.cycle = &violation.weakness->cycle;
  }
  return run;
}

}  // namespace

Page::~Page() = default;
Page::Page(Page&&) noexcept = default;
Page& Page::operator=(Page&&) noexcept = default;

Page::Page(const PageHead& head) : data_(std::make_unique<Data>()) {
  Json& json = data_->json;
  json["verdict"] = head.verdict;
  json["tone"] = name(head.tone);
  json["title"] = head.title;
  json["facts"] = head.facts;
  json["sentences"] = head.sentences;
  json["runs"] = Json::array();
  for (const SourcePos& source : head.sources) data_->sources.number(source);
  data_->plain = fmt::format("{}  {}\n", head.verdict, head.title);
  for (const std::string& text : head.sentences) data_->plain += text + "\n";
}

Page::Page(const Result& result, const RunInfo& info) : Page(head_of(result, info)) {
  Json& json = data_->json;
  if (result.reason_pos.valid()) json["reason_at"] = html::place(result.reason_pos, data_->sources);
  for (const result::ProofLine& line : result.proof_lines)
    data_->annotate(line.pos, "holds before this line", line.holds);
  for (const Diagnostic& diagnostic : result.diagnostics)
    json["diagnostics"].push_back({{"severity", diagnostic.severity == Severity::error     ? "error"
                                                : diagnostic.severity == Severity::warning ? "warning"
                                                                                           : "note"},
                                   {"text", to_string(diagnostic)}});
  for (const auto& [key, value] : result.statistics.entries()) json["statistics"].push_back({key, plain_number(value)});
  for (const result::Violation& violation : result.violations) {
    add(run_of(violation));
    json["runs"].back()["at"] = html::place(violation.pos, data_->sources);
  }
  data_->plain = to_text(result, info, {});
}

void Page::add(const PageRun& run) { data_->json["runs"].push_back(html::run(run, data_->sources)); }

void Page::add(const result::WeakRun& weak) {
  PageRun run;
  run.title = "an execution that is no interleaving";
  run.sentence = "No interleaving has this execution; no check fails on it.";
  run.cause = weakness_cause(weak.graph, weak.weakness, weak.trace);
  run.trace = &weak.trace;
  run.graph = &weak.graph;
  run.cycle = &weak.weakness.cycle;
  add(run);
}

void Page::add(const Result& result, const result::FenceChoices& fences) {
  if (const std::string text = conclusion(result, fences); !text.empty()) data_->json["sentences"].push_back(text);
  if (fences.choices.empty()) return;
  for (const result::FenceChoice* choice : {&fences.choices.front(), &fences.kept})
    for (const result::ChosenFence& fence : *choice) {
      data_->annotate(fence.place.pos, fence.site ? "the order here" : "to be put before this line", heading(fence));
      for (const result::Weakened& weaker : fence.weakened) {
        if (!weaker.violation) continue;
        PageRun run = run_of(*weaker.violation);
        const bool is_gone = !fence.site || weaker.order == core::MemoryOrder::relaxed;
        run.title =
            fmt::format("{} {}, line {}", is_gone ? "without" : "weaker than", fence.code, fence.place.pos.line);
        run.sentence = explanation(fence) + " " + run.sentence;
        add(run);
      }
    }
}

void Page::add(const result::Exploration& exploration) {
  Json& json = data_->json;
  Json outcomes = Json::array();
  for (const result::Outcome& outcome : exploration.outcomes)
    outcomes.push_back({outcome_text(outcome.values, exploration.observed), outcome.executions});
  json["gallery"] = {{"executions", exploration.executions},
                     {"whole", exploration.whole},
                     {"blocked", exploration.blocked ? Json(*exploration.blocked) : Json()},
                     {"all_outcomes", exploration.whole && exploration.all_outcomes},
                     {"reason", exploration.reason},
                     {"outcomes", std::move(outcomes)}};
}

std::string to_html(const std::vector<const Page*>& pages) {
  Json all;
  all["version"] = version();
  std::string title, plain;
  for (const Page* page : pages) {
    const Page::Data& data = *page->data_;
    Json one = data.json;
    one["files"] = data.sources.files();
    if (title.empty())
      title = fmt::format("{} {} – Fencepost", data.json.at("verdict").get<std::string>(),
                          data.json.at("title").get<std::string>());
    plain += data.plain + "\n";
    all["reports"].push_back(std::move(one));
  }
  const std::map<std::string_view, std::string> parts = {{"title", html::element_text(title)},
                                                         {"style", std::string(html::file("page.css"))},
                                                         {"plain", html::element_text(plain)},
                                                         {"data", html::script_text(all)},
                                                         {"script", html::script()}};
  // "{{name}}" in page.html stands for a part.
  std::string out;
  std::string_view left = html::file("page.html");
  for (size_t at = left.find("{{"); at != std::string_view::npos; at = left.find("{{")) {
    const size_t end = left.find("}}", at);
    out += left.substr(0, at);
    out += parts.at(left.substr(at + 2, end - at - 2));
    left.remove_prefix(end + 2);
  }
  return out.append(left);
}

std::string to_html(const Result& result, const RunInfo& info) {
  const Page page(result, info);
  return to_html({&page});
}

}  // namespace fencepost::report

#include "lsp/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fencepost::lsp {

namespace {

enum Severity { kError = 1, kWarning = 2, kInformation = 3 };
constexpr size_t kMostSteps = 200;  // that are told as related information

std::string text_of(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}
unsigned number_of(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<unsigned>() : 1;
}
const Json& list_of(const Json& object, const char* name) {
  static const Json none = Json::array();
  auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

class Teller {
 public:
  Teller(const Document& document, const std::string& path) : document_(document), path_(path) {}

  bool is_here(const Json& place) const { return text_of(place, "file") == path_; }
  Json range(const Json& place) const {
    const bool here = is_here(place);
    return document_.range(here ? number_of(place, "line") : 1, here ? number_of(place, "column") : 1);
  }
  Json location(const Json& place) const {
    const unsigned line = number_of(place, "line"), column = number_of(place, "column");
    const Json at = {{"line", line - 1}, {"character", column - 1}};
    const Json elsewhere = {{"start", at}, {"end", at}};
    return {{"uri", uri_of(text_of(place, "file"))}, {"range", is_here(place) ? range(place) : elsewhere}};
  }
  Json diagnostic(const Json& place, Severity severity, std::string message) const {
    if (!is_here(place) && !text_of(place, "file").empty())
      message = fmt::format("{}:{}: {}", text_of(place, "file"), number_of(place, "line"), message);
    return {{"range", range(place)}, {"severity", severity}, {"source", "fencepost"}, {"message", message}};
  }

  // The sentence of a check, as one.
  static std::string sentence(const Json& violation) {
    std::string words = text_of(violation, "sentence");
    if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    return words;
  }

  void tell(const Json& violation, const std::string& model, Findings& findings) const {
    std::string message = sentence(violation);
    if (const std::string detail = text_of(violation, "detail"); !detail.empty()) message += ": " + detail;
    const bool is_weak = violation.contains("weak") && violation["weak"].is_object();
    findings.is_weak |= is_weak;
    Json shown = diagnostic(violation, kError, fmt::format("{} (under {})", message, model));
    shown["code"] = text_of(violation, "kind");
    Json related = Json::array();
    // A run of one thread is told whole; of several, what they see of each other.
    const Json& trace = list_of(violation, "trace");
    const bool has_threads = std::ranges::any_of(trace, [](const Json& step) { return number_of(step, "thread") > 0; });
    for (const Json& step : trace) {
      if (text_of(step, "file").empty() || related.size() >= kMostSteps || (has_threads && !step.value("shared", true)))
        continue;
      const std::string who = has_threads ? fmt::format("thread {}: ", number_of(step, "thread")) : "";
      related.push_back({{"location", location(step)}, {"message", who + text_of(step, "text")}});
    }
    shown["relatedInformation"] = std::move(related);

    const std::string clause = text_of(violation, "clause");
    std::string markdown = fmt::format("**{}**{}\n\n{}.", text_of(violation, "kind"),
                                       clause.empty() ? "" : fmt::format(" (ISO C11 {})", clause), sentence(violation));
    if (!text_of(violation, "detail").empty()) markdown += fmt::format("\n\n`{}`", text_of(violation, "detail"));
    markdown += fmt::format("\n\nThis happens on a run under `{}`, which was replayed step by step.", model);
    if (is_weak) markdown += weakness(violation);
    findings.explanations.push_back({shown["range"], std::move(markdown)});
    findings.diagnostics.push_back(std::move(shown));
  }

 private:
  static std::string weakness(const Json& violation) {
    const Json& events = list_of(violation.value("graph", Json::object()), "events");
    auto told = [&](const Json& pair, const char* which) -> std::string {
      const unsigned number = number_of(pair, which);
      if (number >= events.size()) return "an access";
      return fmt::format("line {} (`{}`)", number_of(events[number], "line"), text_of(events[number], "text"));
    };
    std::string markdown = "\n\nNo run under sc does this";
    for (const Json& pair : list_of(violation["weak"], "overtaken"))
      markdown += fmt::format(": {} overtook {}", told(pair, "second"), told(pair, "first"));
    markdown += ".";
    for (const Json& pair : list_of(violation["weak"], "fences"))
      markdown += fmt::format(" A full fence between {} and {} forbids what was read.", told(pair, "first"),
                              told(pair, "second"));
    return markdown;
  }

  const Document& document_;
  const std::string& path_;
};

}  // namespace

Findings findings_of(const Json& report, const Document& document, const std::string& path) {
  Findings findings;
  const Teller teller(document, path);
  findings.verdict = text_of(report, "verdict");
  std::ranges::transform(findings.verdict, findings.verdict.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string model = text_of(report, "model");
  for (const Json& violation : list_of(report, "violations")) teller.tell(violation, model, findings);
  for (const Json& one : list_of(report, "diagnostics")) {
    const std::string severity = text_of(one, "severity"), hint = text_of(one, "hint");
    findings.diagnostics.push_back(teller.diagnostic(one,
                                                     severity == "error"     ? kError
                                                     : severity == "warning" ? kWarning
                                                                             : kInformation,
                                                     text_of(one, "message") + (hint.empty() ? "" : "\n" + hint)));
  }
  if (const std::string reason = text_of(report, "reason"); !reason.empty() && findings.verdict != "UNSAFE") {
    const std::string next = text_of(report, "advice");
    const bool has_place = report.contains("reason_at") && report["reason_at"].is_object();
    findings.diagnostics.push_back(teller.diagnostic(
        has_place ? report["reason_at"] : Json::object(), kInformation,
        fmt::format("{} under {}: {}{}", findings.verdict, model, reason, next.empty() ? "" : "\n" + next)));
  }
  return findings;
}

}  // namespace fencepost::lsp

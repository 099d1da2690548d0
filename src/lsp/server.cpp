#include "lsp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <system_error>

#include "lsp/job.h"
#include "lsp/report.h"
#include "lsp/wire.h"

namespace fencepost::lsp {

namespace {

constexpr int kLookMilliseconds = 30;
constexpr double kTellSeconds = 0.5;
constexpr size_t kMostChildren = 2;
// Of JSON-RPC and the protocol.
constexpr int kInvalidRequest = -32600, kNoSuchMethod = -32601, kInvalidParameters = -32602, kParseError = -32700,
              kNotInitialized = -32002, kCancelled = -32800;
enum MessageType { kErrorMessage = 1, kWarningMessage = 2, kInfoMessage = 3 };

struct Fix {
  std::string title;
  Json edits;
};

struct Open {
  Document document{""};
  bool is_saved = true;
  Findings findings;
  std::vector<Fix> fixes;
  std::map<std::pair<std::string, std::string>, std::string> verdicts;  // of lenses, by entry and model
  std::vector<std::pair<Json, Json>> waiting;  // requests for code actions that wait for fences: id and range
};

struct WrongParameters : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string uri_in(const Json& parameters) { return parameters.at("textDocument").at("uri").get<std::string>(); }

bool is_before(const Json& a, const Json& b) {
  return std::pair(a.at("line").get<int64_t>(), a.at("character").get<int64_t>()) <
         std::pair(b.at("line").get<int64_t>(), b.at("character").get<int64_t>());
}
bool meet(const Json& a, const Json& b) {
  return !is_before(a.at("end"), b.at("start")) && !is_before(b.at("end"), a.at("start"));
}

class Server {
 public:
  explicit Server(const driver::Options& options)
      : limits_{options.job_timeout, options.job_memory}, model_(options.model) {}

  int run() {
    while (!wire_.is_closed() && !has_exited_) {
      const bool is_busy = !jobs_.empty();
      for (const Json& message : wire_.receive(is_busy ? kLookMilliseconds : 1000)) {
        receive(message);
        if (has_exited_) break;
      }
      look_after_jobs();
    }
    return is_shut_down_ ? 0 : 1;
  }

 private:
  using Method = void (Server::*)(const Json& id, const Json& parameters);

  static const std::map<std::string, Method>& methods() {
    static const std::map<std::string, Method> table = {
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shut_down},
        {"exit", &Server::leave},
        {"workspace/didChangeConfiguration", &Server::configure},
        {"workspace/executeCommand", &Server::execute},
        {"textDocument/didOpen", &Server::open},
        {"textDocument/didChange", &Server::change},
        {"textDocument/didSave", &Server::save},
        {"textDocument/didClose", &Server::close},
        {"textDocument/codeLens", &Server::lenses},
        {"textDocument/hover", &Server::hover},
        {"textDocument/codeAction", &Server::actions},
        {"window/workDoneProgress/cancel", &Server::cancel_progress},
        {"$/cancelRequest", &Server::cancel_request},
    };
    return table;
  }

  void receive(const Json& message) {
    if (!message.is_object()) return wire_.fail(nullptr, kParseError, "this message is no JSON-RPC");
    const Json id = message.value("id", Json());
    const bool is_request = message.contains("id");
    if (!message.contains("method")) return;  // an answer
    if (!message["method"].is_string()) return wire_.fail(id, kInvalidRequest, "the method has no name");
    const std::string method = message["method"];
    auto refuse = [&](int code, const std::string& text) {
      if (is_request) wire_.fail(id, code, text);
    };
    auto found = methods().find(method);
    if (found == methods().end()) return refuse(kNoSuchMethod, fmt::format("there is no method {}", method));
    if (!is_initialized_ && method != "initialize" && method != "exit")
      return refuse(kNotInitialized, "the server waits for initialize");
    if (is_initialized_ && method == "initialize") return refuse(kInvalidRequest, "the server was initialized before");
    if (is_shut_down_ && method != "exit") return refuse(kInvalidRequest, "the server was shut down");
    try {
      (this->*found->second)(id, message.value("params", Json::object()));
    } catch (const Json::exception& error) {
      refuse(kInvalidParameters, fmt::format("{}: {}", method, error.what()));
    } catch (const WrongParameters& error) {
      refuse(kInvalidParameters, error.what());
    }
  }

  void initialize(const Json& id, const Json& parameters) {
    const Json& able = parameters.value("capabilities", Json::object());
    auto can = [&](const char* path) {
      const Json::json_pointer pointer(path);
      return able.contains(pointer) && able[pointer].is_boolean() && able[pointer].get<bool>();
    };
    shows_progress_ = can("/window/workDoneProgress");
    refreshes_lenses_ = can("/workspace/codeLens/refreshSupport");
    if (auto given = parameters.find("initializationOptions"); given != parameters.end()) take_settings(*given);
    is_initialized_ = true;
    const Json sync = {{"openClose", true}, {"change", 1}, {"save", {{"includeText", false}}}};
    wire_.answer(id, {{"capabilities",
                       {{"textDocumentSync", sync},
                        {"hoverProvider", true},
                        {"codeLensProvider", {{"resolveProvider", false}}},
                        {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
                        {"executeCommandProvider", {{"commands", {"fencepost.verify"}}}}}},
                      {"serverInfo", {{"name", "fencepost"}}}});
  }

  void shut_down(const Json& id, const Json&) {
    is_shut_down_ = true;
    jobs_.clear();
    wire_.answer(id, nullptr);
  }
  void leave(const Json&, const Json&) { has_exited_ = true; }

  void configure(const Json&, const Json& parameters) {
    const Json settings = parameters.value("settings", Json());
    take_settings(settings.is_object() ? settings.value("fencepost", settings) : settings);
  }

  // What is of another type stays as it is.
  void take_settings(const Json& settings) {
    if (!settings.is_object()) return;
    auto texts = [&](const char* name, std::vector<std::string>& into) {
      auto found = settings.find(name);
      const bool is_list = found != settings.end() && found->is_array() &&
                           std::ranges::all_of(*found, [](const Json& one) { return one.is_string(); });
      if (is_list) into = found->get<std::vector<std::string>>();
    };
    texts("models", models_);
    texts("arguments", arguments_);
    if (settings.contains("model") && settings["model"].is_string()) model_ = settings["model"];
    if (settings.contains("onSave") && settings["onSave"].is_boolean()) verifies_saved_ = settings["onSave"];
  }

  Open& document(const std::string& uri) {
    auto found = documents_.find(uri);
    if (found == documents_.end()) throw WrongParameters(fmt::format("{} is not open", uri));
    return found->second;
  }

  void open(const Json&, const Json& parameters) {
    const Json& item = parameters.at("textDocument");
    const std::string uri = item.at("uri");
    Open& open = documents_[uri];
    open.document = Document(item.at("text").get<std::string>());
    open.is_saved = is_on_disk(uri, open.document.text());
  }

  // An editor may open a file with what it kept of the last session.
  static bool is_on_disk(const std::string& uri, const std::string& text) {
    const std::string path = path_of(uri);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return true;
    std::ifstream file(path, std::ios::binary);
    return !file || std::string(std::istreambuf_iterator<char>(file), {}) == text;
  }

  void change(const Json&, const Json& parameters) {
    const std::string uri = uri_in(parameters);
    Open& open = document(uri);
    const Json& changes = parameters.at("contentChanges");
    for (const Json& one : changes) open.document.change(one);
    open.is_saved = false;
    open.fixes.clear();
    open.findings.explanations.clear();  // they stand elsewhere now
    end_jobs(uri, "the text has changed");
  }

  void save(const Json&, const Json& parameters) {
    const std::string uri = uri_in(parameters);
    Open& open = document(uri);
    open.is_saved = true;
    open.verdicts.clear();
    end_jobs(uri, "saved again");
    if (verifies_saved_) start({Job::Kind::verify, uri, path_of(uri), model_, "", ""});
  }

  void close(const Json&, const Json& parameters) {
    const std::string uri = uri_in(parameters);
    document(uri);
    end_jobs(uri, "closed");
    documents_.erase(uri);
    wire_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  }

  // Above main; in a file without it above each function that others may call.
  void lenses(const Json& id, const Json& parameters) {
    const std::string uri = uri_in(parameters);
    const Open& open = document(uri);
    std::vector<Function> functions = functions_of(open.document.text());
    const bool has_main = std::ranges::any_of(functions, [](const Function& f) { return f.name == "main"; });
    std::erase_if(functions, [&](const Function& f) { return has_main ? f.name != "main" : f.is_static; });
    Json list = Json::array();
    for (const Function& function : functions)
      for (const std::string& model : models_) {
        const std::string entry = has_main ? "" : function.name;
        const Json at = open.document.position(function.line, function.column);
        auto verdict = open.verdicts.find({entry, model});
        const std::string told = verdict == open.verdicts.end() ? "" : fmt::format(" ({})", verdict->second);
        list.push_back({{"range", {{"start", at}, {"end", at}}},
                        {"command",
                         {{"title", fmt::format("verify under {}{}", model, told)},
                          {"command", "fencepost.verify"},
                          {"arguments", {{{"uri", uri}, {"model", model}, {"entry", entry}}}}}}});
      }
    wire_.answer(id, std::move(list));
  }

  void execute(const Json& id, const Json& parameters) {
    if (parameters.at("command") != "fencepost.verify")
      throw WrongParameters(fmt::format("there is no command {}", parameters["command"].dump()));
    const Json& given = parameters.at("arguments").at(0);
    const std::string uri = given.at("uri");
    wire_.answer(id, nullptr);
    if (!document(uri).is_saved) return show(kWarningMessage, "Save the file first: what is on the disk is verified.");
    end_jobs(uri, "another question");
    Job job{Job::Kind::verify, uri, path_of(uri), given.value("model", ""), given.value("entry", ""), ""};
    job.is_asked = true;
    start(std::move(job));
  }

  void hover(const Json& id, const Json& parameters) {
    const Open& open = document(uri_in(parameters));
    const Json& at = parameters.at("position");
    const Json here = {{"start", at}, {"end", at}};
    for (const Explanation& one : open.findings.explanations)
      if (meet(one.place, here))
        return wire_.answer(id, {{"contents", {{"kind", "markdown"}, {"value", one.markdown}}}, {"range", one.place}});
    wire_.answer(id, nullptr);
  }

  void actions(const Json& id, const Json& parameters) {
    const std::string uri = uri_in(parameters);
    Open& open = document(uri);
    const Json& range = parameters.at("range");
    // Repairs are on their way: the answer waits for them.
    const bool is_sought =
        std::ranges::any_of(jobs_, [&](const Job& job) { return job.uri == uri && job.kind == Job::Kind::fences; });
    if (is_sought)
      open.waiting.emplace_back(id, range);
    else
      answer_actions(id, range, open);
  }

  void answer_actions(const Json& id, const Json& range, const Open& open) {
    Json list = Json::array();
    Json here = Json::array();
    for (const Json& diagnostic : open.findings.diagnostics)
      if (diagnostic.contains("code") && meet(diagnostic["range"], range)) here.push_back(diagnostic);
    if (!here.empty())
      for (const Fix& fix : open.fixes)
        list.push_back({{"title", fix.title},
                        {"kind", "quickfix"},
                        {"isPreferred", true},
                        {"diagnostics", here},
                        {"edit", {{"changes", fix.edits}}}});
    wire_.answer(id, std::move(list));
  }

  void cancel_progress(const Json&, const Json& parameters) {
    for (Job& job : jobs_)
      if (parameters.at("token") == job.token && job.child) job.child->interrupt();
  }

  void cancel_request(const Json&, const Json& parameters) {
    const Json& id = parameters.at("id");
    for (auto& [uri, open] : documents_)
      if (std::erase_if(open.waiting, [&](const auto& one) { return one.first == id; }) > 0)
        wire_.fail(id, kCancelled, "cancelled");
  }

  void show(MessageType type, const std::string& text) {
    wire_.notify("window/showMessage", {{"type", static_cast<int>(type)}, {"message", "Fencepost: " + text}});
  }

  void progress(const Job& job, Json value) {
    if (shows_progress_) wire_.notify("$/progress", {{"token", job.token}, {"value", std::move(value)}});
  }

  void start(Job job) {
    if (job.path.empty()) return show(kErrorMessage, job.uri + " is no file, and only files can be verified");
    const std::filesystem::path folder = std::filesystem::path(job.path).parent_path();
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
      return show(kErrorMessage, folder.string() + " is no folder on this machine");
    job.token = fmt::format("fencepost-{}", ++tokens_);
    if (shows_progress_) wire_.request("window/workDoneProgress/create", {{"token", job.token}});
    const std::string name = std::filesystem::path(job.path).filename().string();
    progress(job, {{"kind", "begin"}, {"title", fmt::format("{}: {}", job.title(), name)}, {"cancellable", true}});
    jobs_.push_back(std::move(job));
  }

  void end_jobs(const std::string& uri, const std::string& why) {
    for (auto job = jobs_.begin(); job != jobs_.end();) {
      if (job->uri != uri) {
        ++job;
        continue;
      }
      job->child.reset();  // it is gone when that is told
      progress(*job, {{"kind", "end"}, {"message", why}});
      job = jobs_.erase(job);
    }
    answer_waiting(uri);
  }

  void answer_waiting(const std::string& uri) {
    Open& open = documents_[uri];
    for (const auto& [id, range] : std::exchange(open.waiting, {})) answer_actions(id, range, open);
  }

  void begin(Job& job) {
    const bool is_fences = job.kind == Job::Kind::fences;
    std::vector<std::string> words = {is_fences ? "fences" : "verify",
                                      "--format",
                                      "json",
                                      "--timeout",
                                      fmt::format("{}", limits_.seconds),
                                      "--memory",
                                      fmt::format("{}", limits_.megabytes)};
    const std::vector<std::string> given = driver::words_for(is_fences ? driver::kFences : driver::kVerify, arguments_);
    words.insert(words.end(), given.begin(), given.end());
    if (!job.model.empty()) words.push_back("--model=" + job.model);
    if (!job.entry.empty()) words.push_back("--entry=" + job.entry);
    words.push_back(job.path);
    job.child = std::make_unique<jobs::Child>(words, std::filesystem::path(job.path).parent_path().string(), limits_);
  }

  void look_after_jobs() {
    size_t running = 0;
    for (auto job = jobs_.begin(); job != jobs_.end();) {
      const auto here = job++;
      if (++running > kMostChildren) break;
      try {
        if (!here->child) begin(*here);
      } catch (const std::system_error& error) {
        show(kErrorMessage, error.what());
        progress(*here, {{"kind", "end"}});
        jobs_.erase(here);
        continue;
      }
      if (!here->child->wait(std::chrono::milliseconds(0))) {
        tell_progress(*here);
        continue;
      }
      Job done = std::move(*here);
      jobs_.erase(here);
      try {
        finish(done);
      } catch (const Json::exception& error) {
        show(kErrorMessage, fmt::format("the report is not understood: {}", error.what()));
      }
    }
  }

  void tell_progress(Job& job) {
    const double now = job.child->seconds();
    if (now < job.told_at + kTellSeconds) return;
    job.told_at = now;
    progress(job, {{"kind", "report"},
                   {"message", fmt::format("{:.0f} s, {} MB{}{}", now, job.child->megabytes(),
                                           job.child->progress().empty() ? "" : ", ", job.child->progress())},
                   {"percentage", std::min(99, static_cast<int>(100 * now / limits_.seconds))}});
  }

  void finish(const Job& job) {
    auto found = documents_.find(job.uri);
    if (found == documents_.end()) return;
    Open& open = found->second;
    const Json report = Json::parse(job.child->output(), nullptr, false);
    if (!report.is_object()) {
      progress(job, {{"kind", "end"}, {"message", "no answer"}});
      if (job.kind == Job::Kind::verify) show(kErrorMessage, no_answer(*job.child));
    } else if (job.kind == Job::Kind::fences) {
      progress(job, {{"kind", "end"}});
      take_fences(report, open);
    } else {
      take_verdict(job, report, open);
    }
    if (job.kind == Job::Kind::fences) answer_waiting(job.uri);
  }

  // What a process says that could not write a report: a wrong option, a crash.
  static std::string no_answer(const jobs::Child& child) {
    const std::string& words = child.messages();
    const size_t at = words.find("fencepost: ");
    const std::string told = at == words.npos ? "" : words.substr(at + 11, words.find('\n', at) - at - 11);
    return told.empty() ? fmt::format("no answer, exit code {}", child.exit_code()) : told;
  }

  void take_verdict(const Job& job, const Json& report, Open& open) {
    open.findings = findings_of(report, open.document, job.path);
    open.fixes.clear();
    const std::string model = report.value("model", job.model);
    const std::string verdict = open.findings.verdict.empty() ? "not read" : open.findings.verdict;
    open.verdicts[{job.entry, job.model.empty() ? model : job.model}] = verdict;
    const std::string told = fmt::format("{} under {}, {:.1f} s", verdict, model, job.child->seconds());
    progress(job, {{"kind", "end"}, {"message", told}});
    wire_.notify("textDocument/publishDiagnostics", {{"uri", job.uri}, {"diagnostics", open.findings.diagnostics}});
    if (job.is_asked) show(verdict == "SAFE" ? kInfoMessage : kWarningMessage, told);
    if (refreshes_lenses_) wire_.request("workspace/codeLens/refresh", nullptr);
    if (verdict == "UNSAFE" && open.findings.is_weak)
      start({Job::Kind::fences, job.uri, job.path, job.model, job.entry, ""});
  }

  static void take_fences(const Json& report, Open& open) {
    if (!report.contains("fences") || !report["fences"].is_array() || report["fences"].empty()) return;
    Fix fix;
    Json fences = report["fences"];
    std::sort(fences.begin(), fences.end(),
              [](const Json& a, const Json& b) { return a.value("line", 0) < b.value("line", 0); });
    for (const Json& fence : fences)
      fix.title += fmt::format("{}{} at line {}", fix.title.empty() ? "" : "; ", fence.value("code", ""),
                               fence.value("line", 0));
    const bool is_order = report["fences"][0].value("kind", "") == "order";
    fix.title = (is_order ? "Strengthen memory orders: " : "Insert fences: ") + fix.title;
    fix.edits = Json::object();
    const std::string patch = report.value("patch", "");
    // Bytes that are no UTF-8 have been lost on the way, and an edit would write that into the file.
    if (patch.find("\xEF\xBF\xBD") != patch.npos) return;
    const Json edits = edits_of(patch);
    for (const auto& [file, list] : edits.items()) fix.edits[uri_of(file)] = list;
    if (!fix.edits.empty()) open.fixes.push_back(std::move(fix));
  }

  Wire wire_;
  jobs::ChildLimits limits_;
  std::string model_;                                        // of what is saved
  std::vector<std::string> models_ = {"sc", "tso", "rc11"};  // that lenses offer
  std::vector<std::string> arguments_;
  bool verifies_saved_ = true;
  bool shows_progress_ = false, refreshes_lenses_ = false;
  bool is_initialized_ = false, is_shut_down_ = false, has_exited_ = false;
  std::map<std::string, Open> documents_;
  std::list<Job> jobs_;
  int tokens_ = 0;
};

}  // namespace

int lsp_run(const driver::Options& options, std::ostream&) { return Server(options).run(); }

}  // namespace fencepost::lsp

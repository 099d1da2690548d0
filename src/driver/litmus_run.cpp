#include "driver/litmus_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/input_file.h"
#include "driver/draw.h"
#include "driver/explain_run.h"
#include "driver/failure.h"
#include "driver/litmus_page.h"
#include "driver/output.h"
#include "driver/supervised.h"
#include "engine/litmus/simulate.h"
#include "frontend/litmus/parser.h"
#include "memory/model.h"
#include "report/json_text.h"

namespace fencepost::driver {

namespace {

namespace fs = std::filesystem;

const char* condition_name(litmus::Quantifier q) {
  return q == litmus::Quantifier::exists ? "exists" : q == litmus::Quantifier::for_all ? "forall" : "notexists";
}

std::string joined_flags(const std::set<std::string>& flags) { return fmt::format("{}", fmt::join(flags, ";")); }

// Models are loaded once and shared by all threads.
class ModelCache {
 public:
  ModelCache(const LitmusOptions& options, const InputFiles& inputs) : options_(options), inputs_(inputs) {}

  std::shared_ptr<const memory::Model> of(const litmus::Test& test) {
    const std::string name = options_.model.empty() ? default_model(test) : options_.model;
    const std::scoped_lock lock(mutex_);
    auto& model = models_[name];
    if (!model) model = memory::load_model(name, options_.variants, options_.bell, inputs_);
    return model;
  }

 private:
  const LitmusOptions& options_;
  const InputFiles& inputs_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const memory::Model>> models_;
};

std::string state_text(const litmus::Test& test, const std::vector<litmus::Value>& state) {
  std::string text;
  size_t k = 0;
  for (const litmus::Observable& o : test.observables)
    if (o.counted)
      text += fmt::format("{}{}={};", text.empty() ? "" : " ", o.name, litmus::to_string(test, state[k++]));
  return text;
}

LitmusRow run_one(const std::string& file, const LitmusOptions& options, ModelCache& models, const InputFiles& inputs,
                  const Budget& whole, std::atomic<uint64_t>& judged) {
  LitmusRow row;
  row.file = file;
  const auto start = std::chrono::steady_clock::now();
  try {
    const litmus::Test test = litmus::read_test(file, options.macros, inputs);
    const std::shared_ptr<const memory::Model> model = models.of(test);
    Budget budget(Budget::Beside{whole});
    budget.limit_time(options.timeout);
    litmus::SimulationOptions simulation;
    simulation.unroll = options.unroll;
    simulation.budget = &budget;
    simulation.judged = &judged;
    const litmus::Outcome outcome = litmus::simulate(test, *model, simulation);
    row.name = test.name;
    row.model = model->name;
    row.condition = condition_name(test.quantifier);
    row.validated = outcome.flags.contains("*undef*") ? "Undef" : litmus::validated(test, outcome) ? "Ok" : "No";
    row.observation = litmus::to_string(outcome.observation());
    row.positive = outcome.positive;
    row.negative = outcome.negative;
    row.candidates = outcome.candidates;
    row.state_count = outcome.states.size();
    row.flags = outcome.flags;
    row.cut = outcome.cut;
    for (const auto& [state, count] : outcome.states) row.states.push_back(state_text(test, state));
    std::sort(row.states.begin(), row.states.end());
    if (!options.draw.empty()) draw_test(test, *model, options.draw, simulation);
    if (!options.html.empty())
      row.page = std::make_shared<report::Page>(litmus_page(test, *model, outcome, simulation));
  } catch (const MissingFile& e) {
    row.error = e.what();
    row.exit_code = kExitMissingFile;
  } catch (const InputError& e) {
    row.error = e.what();
    row.exit_code = kExitBadInput;
  } catch (const Exhausted& e) {
    row.error = fmt::format("{}: gave up: {}", file, e.what());
    row.exit_code = kExitUnknown;
  }
  row.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return row;
}

void print_text(const LitmusRow& r, std::ostream& out) {
  const char* kind = r.condition == "exists" ? "Allowed" : r.condition == "forall" ? "Required" : "Forbidden";
  out << fmt::format("Test {} {}\nStates {}\n", r.name, kind, r.state_count);
  for (const std::string& s : r.states) out << s << "\n";
  for (const std::string& f : r.flags)
    out << fmt::format("Flag {}\n", f == "*undef*" ? "undefined behaviour (data race)" : f);
  if (r.cut) out << "Note: a loop was unrolled to the bound; longer executions are not counted (--unroll)\n";
  if (r.state_count == 0) out << "Note: no execution: the model and the filter, if there is one, allow none\n";
  out << fmt::format("{}\nWitnesses\nPositive: {} Negative: {}\nObservation {} {} {} {}\nTime {} {:.2f}\n\n",
                     r.validated, r.positive, r.negative, r.name, r.observation, r.positive, r.negative, r.name,
                     r.ms / 1000);
}

std::string csv_field(const std::string& s) {
  if (s.find_first_of(",\"\n") == std::string::npos) return s;
  std::string quoted = "\"";
  for (char c : s) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

nlohmann::ordered_json to_json(const LitmusRow& r) {
  nlohmann::ordered_json j;
  j["file"] = r.file;
  if (!r.error.empty()) {
    j["error"] = r.error;
    return j;
  }
  j["test"] = r.name;
  j["model"] = r.model;
  j["condition"] = r.condition;
  j["validated"] = r.validated;
  j["observation"] = r.observation;
  j["states"] = r.state_count;
  j["final_states"] = r.states;
  j["positive"] = r.positive;
  j["negative"] = r.negative;
  j["executions"] = r.positive + r.negative;
  j["no_execution"] = r.state_count == 0;
  j["candidates"] = r.candidates;
  j["flags"] = r.flags;
  j["loop_bound_reached"] = r.cut;
  j["ms"] = r.ms;
  return j;
}

// Recorded results name models as herd7's files do.
std::string recorded_model(std::string name) {
  if (name.ends_with(".cat")) name.resize(name.size() - 4);
  static const std::map<std::string, std::string> names = {{"x86tso", "tso"}, {"x86tso-mixed", "tso"},
                                                           {"ppc", "power"},  {"c11_partialSC", "c11"},
                                                           {"sc-amo", "sc"},  {"linux-kernel", "lkmm"}};
  auto it = names.find(name);
  return it == names.end() ? name : it->second;
}

using CsvRow = std::map<std::string, std::string>;

std::vector<CsvRow> read_csv(const std::string& path, const InputFiles& inputs) {
  std::istringstream in(inputs.read(path));
  const auto split = [](const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        fields.emplace_back();
      else if (c != '\r')
        fields.back() += c;
    }
    return fields;
  };
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> header = split(line);
  if (std::find(header.begin(), header.end(), "file") == header.end() ||
      std::find(header.begin(), header.end(), "observation") == header.end())
    throw InputError(source_pos(path, 1), "expected a CSV with columns file and observation");
  std::vector<CsvRow> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = split(line);
    CsvRow row;
    for (size_t i = 0; i < header.size() && i < fields.size(); ++i) row[header[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

// Number of rows that differ from what was recorded.
size_t compare(const std::vector<LitmusRow>& rows, const std::vector<CsvRow>& expected, std::ostream& err,
               size_t& compared) {
  size_t different = 0;
  for (const LitmusRow& r : rows) {
    const std::string base = fs::path(r.file).filename().string();
    for (const CsvRow& e : expected) {
      if (fs::path(e.at("file")).filename().string() != base) continue;
      const auto get = [&](const char* column) {
        auto it = e.find(column);
        return it == e.end() ? std::string() : it->second;
      };
      if (!get("model").empty() && !r.model.empty() && recorded_model(get("model")) != r.model) continue;
      ++compared;
      std::string difference;
      const auto check = [&](const char* column, const std::string& ours) {
        if (e.contains(column) && get(column) != ours)
          difference += fmt::format(" {}: expected {}, got {};", column, get(column), ours);
      };
      if (!r.error.empty())
        difference = " " + r.error;
      else {
        check("observation", r.observation);
        check("states", std::to_string(r.state_count));
        check("validated", r.validated);
        check("flags", joined_flags(r.flags));
      }
      if (difference.empty()) continue;
      ++different;
      err << fmt::format("DIFFERENT {} ({}):{}\n", base, r.model, difference);
    }
  }
  return different;
}

}  // namespace

std::vector<std::string> litmus_files(const std::vector<std::string>& names, const InputFiles& inputs) {
  std::vector<std::string> files;
  for (const std::string& input : names) {
    if (input.starts_with("@")) {
      const std::string list = input.substr(1);
      std::istringstream in(inputs.read(list));
      for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line[0] == '#') continue;
        const fs::path p = line;
        files.push_back(p.is_absolute() ? line : (fs::path(list).parent_path() / p).string());
      }
      continue;
    }
    std::error_code error;
    if (fs::is_directory(input, error)) {
      std::vector<std::string> found;
      for (const auto& entry :
           fs::recursive_directory_iterator(input, fs::directory_options::skip_permission_denied, error))
        if (entry.path().extension() == ".litmus") found.push_back(entry.path().string());
      std::sort(found.begin(), found.end());
      files.insert(files.end(), found.begin(), found.end());
    } else if (!fs::exists(input, error)) {
      throw MissingFile(source_pos(input, 0), "there is no such file or directory");
    } else {
      files.push_back(input);
    }
  }
  return files;
}

namespace {

// The tests of one call, worked off by several threads; what is finished can be told at any time.
class Batch {
 public:
  Batch(const LitmusOptions& options, std::ostream& err)
      : options_(options),
        err_(err),
        inputs_(options.root),
        files_(litmus_files(options.inputs, inputs_)),
        rows_(files_.size()) {
    if (files_.empty()) throw InputError({}, "no litmus tests found", "give files, directories or @LIST");
  }

  void run(Session& session);
  int report(std::ostream& out);
  void write_page();

 private:
  void work(Session& session, ModelCache& models);
  bool is_over();
  std::string progress() const;
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  int compare_with_recorded(const std::vector<LitmusRow>& rows) const;

  const LitmusOptions& options_;
  std::ostream& err_;
  InputFiles inputs_;
  std::vector<std::string> files_;
  std::mutex mutex_;
  std::vector<std::optional<LitmusRow>> rows_;  // in the order of the inputs
  std::exception_ptr failure_;
  std::atomic<size_t> next_ = 0, done_ = 0;
  std::atomic<uint64_t> judged_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void Batch::work(Session& session, ModelCache& models) {
  try {
    for (size_t i = next_++; i < files_.size() && !session.budget().cancelled(); i = next_++) {
      LitmusRow row = run_one(files_[i], options_, models, inputs_, session.budget(), judged_);
      if (session.budget().cancelled() && !row.error.empty()) return;
      const std::scoped_lock lock(mutex_);
      rows_[i] = std::move(row);
      ++done_;
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    failure_ = std::current_exception();
  }
}

bool Batch::is_over() {
  const std::scoped_lock lock(mutex_);
  return done_ == files_.size() || failure_;
}

std::string Batch::progress() const {
  const std::string judged = fmt::format("{} candidates judged", judged_.load());
  return files_.size() == 1 ? judged : fmt::format("{} of {} tests, {}", done_.load(), files_.size(), judged);
}

void Batch::run(Session& session) {
  prepare_drawings(options_.draw);
  check_output(options_.html, files_, "--html");
  ModelCache models(options_, inputs_);
  // A model that does not load is one error, not one a test.
  if (!options_.model.empty()) memory::load_model(options_.model, options_.variants, options_.bell, inputs_);
  if (options_.jobs <= 1 && !session.shows_progress()) {
    work(session, models);
  } else {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1u, options_.jobs); ++i) threads.emplace_back([&] { work(session, models); });
    while (session.shows_progress() && !is_over() && !session.budget().cancelled()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      session.note(progress());
    }
    for (std::thread& t : threads) t.join();
  }
  if (failure_) std::rethrow_exception(failure_);
}

// Tests that could not be run have none.
void Batch::write_page() {
  if (options_.html.empty()) return;
  std::vector<std::shared_ptr<const report::Page>> pages;
  {
    const std::scoped_lock lock(mutex_);
    for (const std::optional<LitmusRow>& row : rows_)
      if (row && row->page) pages.push_back(row->page);
  }
  std::vector<const report::Page*> shown;
  for (const std::shared_ptr<const report::Page>& page : pages) shown.push_back(page.get());
  if (!shown.empty()) write_output(options_.html, report::to_html(shown), "--html");
}

int Batch::report(std::ostream& out) {
  std::vector<LitmusRow> rows;
  {
    const std::scoped_lock lock(mutex_);
    for (const std::optional<LitmusRow>& row : rows_)
      if (row) rows.push_back(*row);
  }
  if (options_.format == "csv") out << "file,model,condition,validated,observation,states,executions,ms,flags\n";
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  size_t errors = 0, ok = 0, no = 0, undefined = 0;
  int exit_code = 0;
  for (const LitmusRow& r : rows) {
    if (!r.error.empty()) {
      ++errors;
      exit_code = std::max(exit_code, r.exit_code);
      err_ << r.error << "\n";
    } else {
      ++(r.validated == "Ok" ? ok : r.validated == "No" ? no : undefined);
    }
    if (options_.format == "json")
      all.push_back(to_json(r));
    else if (!r.error.empty())
      continue;
    else if (options_.format == "csv")
      out << fmt::format("{},{},{},{},{},{},{},{:.3f},{}\n", csv_field(r.file), csv_field(r.model), r.condition,
                         r.validated, r.observation, r.state_count, r.positive + r.negative, r.ms,
                         joined_flags(r.flags));
    else
      print_text(r, out);
  }
  if (options_.format == "json") out << report::json_text(nlohmann::ordered_json{{"version", 1}, {"tests", all}});
  if (files_.size() > 1)
    err_ << fmt::format("{} tests: {} Ok, {} No, {} Undef, {} errors, {:.2f} s\n", rows.size(), ok, no, undefined,
                        errors, seconds());
  if (rows.size() < files_.size()) {
    const size_t left = files_.size() - rows.size();
    err_ << fmt::format("interrupted: {} test{} not finished; {} candidate executions were judged\n", left,
                        left == 1 ? " was" : "s were", judged_.load());
    return kExitInterrupted;
  }
  return options_.expect.empty() ? exit_code : std::max(exit_code, compare_with_recorded(rows));
}

int Batch::compare_with_recorded(const std::vector<LitmusRow>& rows) const {
  size_t compared = 0;
  const size_t different = compare(rows, read_csv(options_.expect, inputs_), err_, compared);
  err_ << fmt::format("compared {} results with {}: {} different\n", compared, options_.expect, different);
  if (compared == 0)
    throw InputError(source_pos(options_.expect, 0), "no recorded result fits these tests and this model");
  return different > 0 ? 1 : 0;
}

}  // namespace

int litmus_run(const LitmusOptions& options, std::ostream& err) {
  Batch batch(options, err);
  auto report = [&] {
    const int code = with_standard_output([&](std::ostream& out) { return batch.report(out); });
    batch.write_page();
    return code;
  };
  auto work = [&](Session& session) {
    session.stage("running tests");
    batch.run(session);
    session.claim_report();
    return report();
  };
  return supervised({.progress = options.progress}, err, work, report);
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const memory::ModelSummary& model : memory::builtin_models()) names.push_back(model.name);
  return names;
}

int models_run(const std::string& name, std::ostream& out) {
  if (!name.empty())
    out << memory::builtin_model_text(name);
  else
    for (const memory::ModelSummary& m : memory::builtin_models()) out << fmt::format("{:<12}{}\n", m.name, m.line);
  return 0;
}

}  // namespace fencepost::driver

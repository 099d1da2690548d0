#include "driver/litmus_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "driver/draw.h"
#include "driver/explain_run.h"
#include "driver/failure.h"
#include "frontend/litmus/parser.h"
#include "frontend/litmus/simulate.h"
#include "memory/model.h"

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
  explicit ModelCache(const LitmusOptions& options) : options_(options) {}

  std::shared_ptr<const memory::Model> of(const litmus::Test& test) {
    const std::string name = options_.model.empty() ? default_model(test) : options_.model;
    const std::scoped_lock lock(mutex_);
    auto& model = models_[name];
    if (!model) model = memory::load_model(name, options_.variants, options_.bell);
    return model;
  }

 private:
  const LitmusOptions& options_;
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

LitmusRow run_one(const std::string& file, const LitmusOptions& options, ModelCache& models) {
  LitmusRow row;
  row.file = file;
  const auto start = std::chrono::steady_clock::now();
  try {
    const litmus::Test test = litmus::read_test(file, options.macros);
    const std::shared_ptr<const memory::Model> model = models.of(test);
    Budget budget;
    budget.limit_time(options.timeout);
    litmus::SimulationOptions simulation;
    simulation.unroll = options.unroll;
    simulation.budget = &budget;
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

std::vector<CsvRow> read_csv(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw MissingFile(source_pos(path, 0), "cannot read the expected results");
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
size_t compare(const std::vector<LitmusRow>& rows, const std::string& path, std::ostream& err, size_t& compared) {
  const std::vector<CsvRow> expected = read_csv(path);
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

std::vector<std::string> litmus_files(const std::vector<std::string>& inputs) {
  std::vector<std::string> files;
  for (const std::string& input : inputs) {
    if (input.starts_with("@")) {
      const std::string list = input.substr(1);
      std::ifstream in(list);
      if (!in) throw MissingFile(source_pos(list, 0), "cannot read the list of tests");
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

int litmus_run(const LitmusOptions& options, std::ostream& out, std::ostream& err) {
  const std::vector<std::string> files = litmus_files(options.inputs);
  if (files.empty()) throw InputError({}, "no litmus tests found", "give files, directories or @LIST");
  prepare_drawings(options.draw);
  ModelCache models(options);
  // A model that does not load is one error, not one a test.
  if (!options.model.empty()) memory::load_model(options.model, options.variants, options.bell);

  std::vector<LitmusRow> rows(files.size());
  std::atomic<size_t> next = 0, done = 0;
  const auto start = std::chrono::steady_clock::now();
  std::mutex failure_mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < files.size(); i = next++) {
        rows[i] = run_one(files[i], options, models);
        ++done;
      }
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      failure = std::current_exception();
    }
  };
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const bool bar = options.progress && isatty(STDERR_FILENO) != 0 && files.size() > 1;
  if (options.jobs <= 1 && !bar) {
    work();
  } else {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1u, options.jobs); ++i) threads.emplace_back(work);
    while (bar && done < files.size() && !failure) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      if (seconds() < 1) continue;
      const size_t filled = 30 * done / files.size();
      err << fmt::format("\r[{:#>{}}{:.>{}}] {}/{} tests", "", filled, "", 30 - filled, done.load(), files.size())
          << std::flush;
    }
    for (std::thread& t : threads) t.join();
    if (bar && seconds() >= 1) err << "\r" << std::string(60, ' ') << "\r" << std::flush;
  }
  if (failure) std::rethrow_exception(failure);

  if (options.format == "csv") out << "file,model,condition,validated,observation,states,executions,ms,flags\n";
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  size_t errors = 0, ok = 0, no = 0, undefined = 0;
  int exit_code = 0;
  for (const LitmusRow& r : rows) {
    if (!r.error.empty()) {
      ++errors;
      exit_code = std::max(exit_code, r.exit_code);
      err << r.error << "\n";
    } else {
      ++(r.validated == "Ok" ? ok : r.validated == "No" ? no : undefined);
    }
    if (options.format == "json")
      all.push_back(to_json(r));
    else if (!r.error.empty())
      continue;
    else if (options.format == "csv")
      out << fmt::format("{},{},{},{},{},{},{},{:.3f},{}\n", csv_field(r.file), csv_field(r.model), r.condition,
                         r.validated, r.observation, r.state_count, r.positive + r.negative, r.ms,
                         joined_flags(r.flags));
    else
      print_text(r, out);
  }
  if (options.format == "json") out << nlohmann::ordered_json{{"version", 1}, {"tests", all}}.dump(2) << "\n";
  if (files.size() > 1)
    err << fmt::format("{} tests: {} Ok, {} No, {} Undef, {} errors, {:.2f} s\n", files.size(), ok, no, undefined,
                       errors, seconds());
  if (!options.expect.empty()) {
    size_t compared = 0;
    const size_t different = compare(rows, options.expect, err, compared);
    err << fmt::format("compared {} results with {}: {} different\n", compared, options.expect, different);
    if (compared == 0)
      throw InputError(source_pos(options.expect, 0), "no recorded result fits these tests and this model");
    if (different > 0) return 1;
  }
  return exit_code;
}

int models_run(const std::string& name, std::ostream& out) {
  if (!name.empty())
    out << memory::builtin_model_text(name);
  else
    for (const memory::ModelSummary& m : memory::builtin_models()) out << fmt::format("{:<12}{}\n", m.name, m.line);
  return 0;
}

}  // namespace fencepost::driver

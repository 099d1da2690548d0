#include "driver/task_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/draw.h"
#include "driver/program_run.h"
#include "driver/rendered.h"
#include "driver/task_file.h"
#include "driver/verify_run.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"

namespace fencepost::driver {

namespace {

using result::Result;
using result::Verdict;

struct Part {
  Options options;
  report::RunInfo info;
  Result result;
};

int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::safe:
      return 0;
    case Verdict::safe_to_bound:
      return 1;
    case Verdict::unknown:
      return 2;
    case Verdict::unsafe:
      return 3;
  }
  return 0;
}

bool is_named(const TaskProperty& property, const std::string& name) {
  return property.name == (name.ends_with(".prp") ? std::filesystem::path(name).stem().string() : name);
}

std::vector<Part> parts_of(const Options& options) {
  if (options.files.size() > 1) throw UsageError("a task file says itself which files belong to it: name nothing else");
  TaskFile task = read_task_file(options.files.front(), InputFiles(options.root));
  std::vector<TaskProperty> wanted;
  for (const TaskProperty& property : task.properties)
    if (options.property.empty() || is_named(property, options.property)) wanted.push_back(property);
  if (wanted.empty()) wanted.push_back({options.property, options.property, std::nullopt});
  if (wanted.size() > 1 && (!options.witness.empty() || !options.validate_witness.empty()))
    throw UsageError(fmt::format("{} is about one property: name it with --property",
                                 options.witness.empty() ? "--validate-witness" : "--witness"));
  std::vector<Part> parts;
  for (const TaskProperty& property : wanted) {
    Part part{options, {}, {}};
    part.options.files = task.inputs;
    part.options.property = property.file;
    if (!task.data_model.empty()) part.options.data_model = task.data_model;
    if (!options.draw.empty() && wanted.size() > 1)
      part.options.draw = (std::filesystem::path(options.draw) / property.name).string();
    part.info = info_of(part.options);
    part.info.property = property.name;
    part.info.expected = property.expected;
    parts.push_back(std::move(part));
  }
  return parts;
}

void judge(Part& part, Session& session) {
  try {
    checks_of(part.options);
  } catch (const UsageError&) {
    part.result.reason = fmt::format(
        "the property {} cannot be checked; `fencepost verify --help` names those that can", part.info.property);
    return;
  }
  prepare_drawings(part.options.draw);
  ModelChoice model;
  part.result = verify(part.options, session, model);
  report::RunInfo info = info_of(part.options, model);
  part.info.model = info.model;
  part.info.model_reason = info.model_reason;
  draw_violations(part.result, part.options, info);
}

Result judge_all(std::vector<Part>& parts, const Options& options, Session& session) {
  Result all;
  all.verdict = Verdict::safe;
  Budget& budget = session.budget();
  for (size_t i = 0; i < parts.size(); ++i) {
    if (options.timeout > 0)
      budget.limit_time(budget.elapsed() +
                        std::max(options.timeout - budget.elapsed(), 0.001) / static_cast<double>(parts.size() - i));
    judge(parts[i], session);
    const Result& result = parts[i].result;
    if (badness(result.verdict) > badness(all.verdict)) all.verdict = result.verdict;
    // Every part reads the same files: their warnings are the same.
    for (const Diagnostic& diagnostic : result.diagnostics)
      if (std::ranges::none_of(all.diagnostics, [&](const Diagnostic& known) {
            return known.pos == diagnostic.pos && known.message == diagnostic.message;
          }))
        all.diagnostics.push_back(diagnostic);
  }
  budget.limit_time(options.timeout);
  return all;
}

std::string rendered_all(const std::vector<Part>& parts, const Options& options, bool was_cut) {
  if (options.format == "sarif") {
    std::vector<std::string> logs;
    for (const Part& part : parts) logs.push_back(rendered(part.result, part.options, part.info, was_cut));
    return report::joined_sarif(logs);
  }
  std::string out;
  bool is_list = options.format == "json" && parts.size() > 1;
  for (const Part& part : parts) {
    std::string one = rendered(part.result, part.options, part.info, was_cut);
    if (is_list && one.ends_with('\n')) one.pop_back();
    out += (out.empty() ? "" : is_list ? ",\n" : "\n") + one;
  }
  return is_list ? "[\n" + out + "\n]\n" : out;
}

std::string page_of(const std::vector<Part>& parts) {
  std::vector<report::Page> pages;
  for (const Part& part : parts) pages.emplace_back(part.result, part.info);
  std::vector<const report::Page*> shown;
  for (const report::Page& page : pages) shown.push_back(&page);
  return report::to_html(shown);
}

}  // namespace

bool has_task(const Options& options) { return std::ranges::any_of(options.files, is_task_file); }

Options options_of_task(const Options& options) {
  return has_task(options) ? parts_of(options).front().options : options;
}

int task_run(const Options& options, std::ostream& err) {
  std::vector<Part> parts;
  bool is_judged = false;
  return program_run(
      options, err,
      [&](Session& session) {
        parts = parts_of(options);
        Result all = judge_all(parts, options, session);
        is_judged = true;
        return all;
      },
      {[&](const Result& result, bool was_cut) {
         return is_judged ? rendered_all(parts, options, was_cut)
                          : rendered(result, options, info_of(options), was_cut);
       },
       [&](const Result& result) { return is_judged ? page_of(parts) : report::to_html(result, info_of(options)); }});
}

}  // namespace fencepost::driver

#include "driver/rendered.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/input_file.h"
#include "report/json.h"
#include "report/sarif.h"

namespace fencepost::driver {

namespace {

bool wants_color(const Options& options) {
  if (options.color != "auto") return options.color == "always";
  const char* term = std::getenv("TERM");
  return options.output.empty() && isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR") &&
         !(term && std::string_view(term) == "dumb");
}

}  // namespace

report::RunInfo info_of(const Options& options) {
  report::RunInfo info{options.files, options.entry, model_name(options), options.data_model};
  info.threads = most_threads(options);
  info.shows_proof = options.show_proof;
  info.engine = options.engine;
  return info;
}

report::RunInfo info_of(const Options& options, const ModelChoice& model) {
  report::RunInfo info = info_of(options);
  if (!model.name.empty()) info.model = model.name;
  info.model_reason = model.reason;
  return info;
}

report::TextStyle style_of(const Options& options, bool was_cut) {
  return {.colors = wants_color(options), .statistics = options.stats || was_cut};
}

report::SourceText::Read reader(const Options& options) {
  return [root = options.root](const std::string& file) -> std::string {
    try {
      return InputFiles(root).read(file);
    } catch (const InputError&) {
      return {};
    }
  };
}

std::string rendered(const result::Result& result, const Options& options, const report::RunInfo& info, bool was_cut) {
  if (options.format == "json") return report::to_json(result, info);
  if (options.format == "sarif") return report::to_sarif(result, info, reader(options));
  return report::to_text(result, info, style_of(options, was_cut));
}

}  // namespace fencepost::driver

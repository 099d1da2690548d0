// The report about a program, as options want it.
#pragma once

#include <string>

#include "driver/model_choice.h"
#include "driver/options.h"
#include "report/run_info.h"
#include "report/source_text.h"
#include "report/text.h"
#include "result/result.h"

namespace fencepost::driver {

report::RunInfo info_of(const Options& options);
report::RunInfo info_of(const Options& options, const ModelChoice& model);
report::TextStyle style_of(const Options& options, bool was_cut);
// The text of a file that is input; empty if it cannot be read.
report::SourceText::Read reader(const Options& options);
// `was_cut`: the run was cut off, and tells how far it came, asked or not.
std::string rendered(const result::Result& result, const Options& options, const report::RunInfo& info, bool was_cut);

}  // namespace fencepost::driver

// `--witness FILE`: what was found as a witness of SV-COMP. `--validate-witness FILE`: does a run of the program pass the waypoints of the
// witness and fail where it says? steering.h makes the program that is asked, verify_run.h's engines and checker answer, and
// check/waypoints.h looks at the run that was replayed.
#pragma once

#include <ostream>

#include "driver/verify_run.h"

namespace fencepost::driver {

// Early: what would make the witness impossible to write.
void check_witness_options(const Options& options);
// Adds a note to the result where there is nothing to write.
void write_witness(result::Result& result, const Input& input, const Options& options, Budget& budget);

inline constexpr int kExitRefuted = 12;

int validate_run(const Options& options, std::ostream& err);

}  // namespace fencepost::driver

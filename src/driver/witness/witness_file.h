// Reads violation witnesses of SV-COMP, ours and others': YAML of versions 2.0 to 2.2, and GraphML 1.0. What does not have their form is an
// InputError with its position. Expressions in a witness become part of a C program (steering.h), so only those are let in that
// can change nothing.
#pragma once

#include <string>
#include <vector>

#include "base/input_file.h"
#include "driver/witness/program_text.h"
#include "result/witness.h"

namespace fencepost::driver {

// Positions of the witness are in these files, whatever folders it names. `main`: those that were given, of several it is a GraphML
// witness's to name one.
result::Witness read_witness(const std::string& path, const std::vector<std::string>& main, ProgramText& program,
                             const InputFiles& inputs);

// The parts of it.
result::Witness read_yaml_witness(const std::string& path, const std::string& text, ProgramText& program);
result::Witness read_graphml_witness(const std::string& path, const std::string& text,
                                     const std::vector<std::string>& files, ProgramText& program);

// Throws if evaluating it could do anything but read.
void require_harmless(const std::string& expression, const SourcePos& told_at);
// What each segment follows, and what stands last. Throws.
void require_whole(const result::Witness& witness, const SourcePos& told_at);
// That threads are made before they do something, once it is known which waypoints make some. Throws.
void require_threads(result::Witness& witness);

inline constexpr size_t kMostWaypoints = 20'000;

}  // namespace fencepost::driver

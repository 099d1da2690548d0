// Reads violation witnesses of SV-COMP, ours and others': YAML of versions 2.0 to 2.2, and GraphML 1.0. What does not have their form is an
// InputError with its position. Expressions in a witness become part of a C program (steering.h), so only those are let in that
// can change nothing.
#pragma once

#include <string>
#include <vector>

#include "base/input_file.h"
#include "result/witness.h"

namespace fencepost::driver {

// `files`: of the program; positions of the witness are in these, whatever folders it names.
result::Witness read_witness(const std::string& path, const std::vector<std::string>& files, const InputFiles& inputs);

// The parts of it.
result::Witness read_yaml_witness(const std::string& path, const std::string& text,
                                  const std::vector<std::string>& files);
result::Witness read_graphml_witness(const std::string& path, const std::string& text,
                                     const std::vector<std::string>& files, const InputFiles& inputs);

// The file of the program that a witness means by a name.
std::string program_file(const std::string& name, const std::vector<std::string>& files, const SourcePos& told_at);
// Throws if evaluating it could do anything but read.
void require_harmless(const std::string& expression, const SourcePos& told_at);
// What each segment follows, and what stands last. Throws.
void require_whole(const result::Witness& witness, const SourcePos& told_at);
// That threads are made before they do something, once it is known which waypoints make some. Throws.
void require_threads(result::Witness& witness);

inline constexpr size_t kMostWaypoints = 20'000;

}  // namespace fencepost::driver

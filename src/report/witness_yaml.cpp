// Format versions 2.1 and, with threads, 2.2.
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "base/sha256.h"
#include "report/witness.h"

namespace fencepost::report {

namespace {

using result::Waypoint;

const char* name(Waypoint::Kind kind) {
  switch (kind) {
    case Waypoint::Kind::assumption:
      return "assumption";
    case Waypoint::Kind::branching:
      return "branching";
    case Waypoint::Kind::function_enter:
      return "function_enter";
    case Waypoint::Kind::function_return:
      return "function_return";
    case Waypoint::Kind::target:
      return "target";
  }
  return "?";
}

// Who says the same of the same at the same time has the same name: a UUID of version 8 (RFC 9562), made of a hash.
std::string uuid_of(const std::string& text) {
  std::string h = sha256(text);
  h[12] = '8';
  h[16] = "89ab"[static_cast<unsigned char>(h[16]) % 4];
  return fmt::format("{}-{}-{}-{}-{}", h.substr(0, 8), h.substr(8, 4), h.substr(12, 4), h.substr(16, 4),
                     h.substr(20, 12));
}

void put(YAML::Emitter& out, const char* key, const std::string& value) {
  out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
}

void put_location(YAML::Emitter& out, const SourcePos& pos, const std::string& function) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  put(out, "file_name", pos.valid() ? *pos.file : "");
  out << YAML::Key << "line" << YAML::Value << pos.line;
  if (pos.column > 0) out << YAML::Key << "column" << YAML::Value << pos.column;
  if (!function.empty()) put(out, "function", function);
  out << YAML::EndMap;
}

void put_waypoint(YAML::Emitter& out, const Waypoint& point, bool avoids, bool has_threads) {
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  put(out, "type", name(point.kind));
  put(out, "action", avoids ? "avoid" : "follow");
  if (has_threads) out << YAML::Key << "thread_id" << YAML::Value << point.thread;
  if (!point.value.empty()) {
    out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
    put(out, "value", point.value);
    if (point.kind == Waypoint::Kind::assumption) put(out, "format", "c_expression");
    if (point.kind == Waypoint::Kind::function_return) put(out, "format", "acsl_expression");
    out << YAML::EndMap;
  }
  put_location(out, point.pos, point.function);
  out << YAML::EndMap << YAML::EndMap;
}

void put_metadata(YAML::Emitter& out, const std::string& version, const WitnessInfo& info, SourceText& text) {
  std::string about = version + info.creation_time + info.specification + info.run.model;
  for (const std::string& file : info.run.files) about += file + text.text(file);
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  put(out, "format_version", version);
  put(out, "uuid", uuid_of(about));
  put(out, "creation_time", info.creation_time);
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap;
  put(out, "name", "Fencepost");
  put(out, "version", std::string(fencepost::report::version()));
  put(out, "configuration", "memory model " + info.run.model);
  out << YAML::EndMap << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq;
  for (const std::string& file : info.run.files) out << YAML::DoubleQuoted << file;
  out << YAML::EndSeq << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  for (const std::string& file : info.run.files)
    out << YAML::Key << YAML::DoubleQuoted << file << YAML::Value << YAML::DoubleQuoted << sha256(text.text(file));
  out << YAML::EndMap;
  put(out, "specification", info.specification);
  put(out, "data_model", info.run.data_model);
  put(out, "language", "C");
  out << YAML::EndMap << YAML::EndMap;
}

template <typename Content>
std::string entry(const char* type, const std::string& version, const WitnessInfo& info, SourceText& text,
                  const Content& content) {
  YAML::Emitter out;
  out << YAML::BeginSeq << YAML::BeginMap;
  put(out, "entry_type", type);
  put_metadata(out, version, info, text);
  out << YAML::Key << "content" << YAML::Value;
  content(out);
  out << YAML::EndMap << YAML::EndSeq;
  return std::string(out.c_str()) + "\n";
}

}  // namespace

std::string to_yaml(const result::Witness& witness, const WitnessInfo& info, SourceText& text) {
  const bool has_threads = witness.threads > 0;
  return entry("violation_sequence", has_threads ? "2.2" : "2.1", info, text, [&](YAML::Emitter& out) {
    out << YAML::BeginSeq;
    for (const result::Segment& segment : witness.segments) {
      out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
      for (const Waypoint& point : segment.avoid) put_waypoint(out, point, true, has_threads);
      for (const Waypoint& point : segment.follow) put_waypoint(out, point, false, has_threads);
      out << YAML::EndSeq << YAML::EndMap;
    }
    out << YAML::EndSeq;
  });
}

std::string to_yaml(const std::vector<LoopInvariant>& invariants, const WitnessInfo& info, SourceText& text) {
  return entry("invariant_set", "2.1", info, text, [&](YAML::Emitter& out) {
    if (invariants.empty()) out << YAML::Flow;
    out << YAML::BeginSeq;
    for (const LoopInvariant& one : invariants) {
      out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
      put(out, "type", "loop_invariant");
      put_location(out, one.loop, one.function);
      put(out, "value", one.value);
      put(out, "format", "c_expression");
      out << YAML::EndMap << YAML::EndMap;
    }
    out << YAML::EndSeq;
  });
}

}  // namespace fencepost::report

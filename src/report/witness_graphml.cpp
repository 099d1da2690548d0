// GraphML 1.0: a chain of nodes, one edge a waypoint.
#include <fmt/format.h>

#include "base/sha256.h"
#include "report/witness.h"

namespace fencepost::report {

namespace {

using result::Waypoint;

std::string escaped_xml(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
  }
  return out;
}

std::string data(const char* key, const std::string& value) {
  return fmt::format("<data key=\"{}\">{}</data>", key, escaped_xml(value));
}

constexpr const char* kHead = R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
<key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
<key attr.name="originFileName" attr.type="string" for="edge" id="originfile"/>
)";

struct Key {
  const char *name, *type, *of;
};
constexpr Key kKeys[] = {{"witness-type", "string", "graph"},
                         {"sourcecodelang", "string", "graph"},
                         {"producer", "string", "graph"},
                         {"specification", "string", "graph"},
                         {"programfile", "string", "graph"},
                         {"programhash", "string", "graph"},
                         {"architecture", "string", "graph"},
                         {"creationtime", "string", "graph"},
                         {"threadId", "string", "edge"},
                         {"createThread", "string", "edge"},
                         {"startline", "int", "edge"},
                         {"endline", "int", "edge"},
                         {"startoffset", "int", "edge"},
                         {"endoffset", "int", "edge"},
                         {"assumption", "string", "edge"},
                         {"assumption.scope", "string", "edge"},
                         {"assumption.resultfunction", "string", "edge"},
                         {"control", "string", "edge"},
                         {"enterFunction", "string", "edge"}};

}  // namespace

std::string to_graphml(const result::Witness& witness, const WitnessInfo& info, SourceText& text) {
  std::string out = kHead;
  for (const Key& key : kKeys)
    out +=
        fmt::format("<key attr.name=\"{0}\" attr.type=\"{1}\" for=\"{2}\" id=\"{0}\"/>\n", key.name, key.type, key.of);
  const std::string file = info.run.files.empty() ? "" : info.run.files.front();
  out += "<graph edgedefault=\"directed\">\n" + data("witness-type", "violation_witness") + "\n" +
         data("sourcecodelang", "C") + "\n" + data("producer", fmt::format("Fencepost {}", version())) + "\n" +
         data("specification", fmt::format("CHECK( init(main()), LTL({}) )", info.specification)) + "\n" +
         data("programfile", file) + "\n" + data("programhash", sha256(text.text(file))) + "\n" +
         data("architecture", info.run.data_model == "ILP32" ? "32bit" : "64bit") + "\n" +
         data("creationtime", info.creation_time) + "\n";
  size_t node = 0;
  out += "<node id=\"N0\">" + data("entry", "true") + "</node>\n";
  uint32_t created = 0;
  for (const result::Segment& segment : witness.segments) {
    const bool is_last = &segment == &witness.segments.back();
    // Of two accesses that race the graph shows one, and ends with that of which the report tells.
    for (auto shown = segment.follow.rbegin(); shown != segment.follow.rend(); ++shown) {
      const Waypoint& point = *shown;
      const bool is_violation = is_last && &point == &segment.follow.front();
      out += fmt::format("<node id=\"N{}\">{}</node>\n", node + 1, is_violation ? data("violation", "true") : "");
      std::string edge = data("threadId", std::to_string(point.thread));
      edge += data("startline", std::to_string(point.pos.line)) + data("endline", std::to_string(point.pos.line));
      if (auto offset = text.offset(point.pos); offset && point.pos.column > 0)
        edge += data("startoffset", std::to_string(*offset)) + data("endoffset", std::to_string(*offset));
      if (point.pos.valid() && *point.pos.file != file) edge += data("originfile", *point.pos.file);
      if (point.creates) edge += data("createThread", std::to_string(++created));
      if (point.kind == Waypoint::Kind::branching)
        edge += data("control", point.value == "true" ? "condition-true" : "condition-false");
      if (point.kind == Waypoint::Kind::function_return) edge += data("assumption", point.value + ";");
      if (!point.function.empty()) edge += data("assumption.scope", point.function);
      out += fmt::format("<edge source=\"N{}\" target=\"N{}\">{}</edge>\n", node, node + 1, edge);
      ++node;
    }
  }
  return out + "</graph>\n</graphml>\n";
}

}  // namespace fencepost::report

#include "result/graph_state.h"

#include <fmt/format.h>

namespace fencepost::result {

namespace {

class KeyWriter {
 public:
  explicit KeyWriter(const flat::FlatProgram& program) : program_(program) {}

  std::string operator()(const GraphState& state) {
    for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      const ThreadState& of = state.threads[thread];
      put(state.control.at[thread]);
      put(static_cast<uint32_t>(of.status));
      put(thread, of.edge);
      put(of.variable);
      put(of.source);
      put(of.section);
      put(static_cast<uint32_t>(of.events.size()));
      for (const GraphEvent& event : of.events) put(thread, event);
    }
    for (uint32_t variable : state.overwritten) put(variable);
    return std::move(key_);
  }

 private:
  void put(uint32_t number) { key_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void put(const EventRef& of) {
    put(of.thread);
    put(of.index);
  }
  void put(uint32_t thread, const flat::Edge* edge) {
    put(edge == nullptr ? ~0u : static_cast<uint32_t>(edge - program_.templates[thread].edges.data()));
  }
  void put(uint32_t thread, const GraphEvent& event) {
    put(thread, event.edge);
    put(static_cast<uint32_t>(event.kind) | (event.updates ? 8u : 0u) | (event.depends_on_previous ? 16u : 0u) |
        (event.pending ? 32u : 0u));
    put(event.variable);
    put(event.section);
    put(event.source);
  }

  const flat::FlatProgram& program_;
  std::string key_;
};

}  // namespace

std::string key_of(const flat::FlatProgram& program, const GraphState& state) { return KeyWriter(program)(state); }

std::string name_of_value(const std::string& variable, const EventRef& write) {
  return fmt::format("{}@{}.{}", variable, write.thread, write.index);
}

std::string name_of_open(const std::string& variable, const EventRef& read) {
  return fmt::format("{}@?{}.{}", variable, read.thread, read.index);
}

std::string described(const flat::FlatProgram& program, const GraphState& state) {
  auto name = [&](const EventRef& of) {
    return of.thread == EventRef::kInitial ? std::string("init")
           : !of.exists()                  ? std::string("?")
                                           : fmt::format("{}.{}", of.thread, of.index);
  };
  std::string text;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    const ThreadState& of = state.threads[thread];
    std::string line;
    for (uint32_t i = 0; i < of.events.size(); ++i) {
      const GraphEvent& event = of.events[i];
      if (event.kind == GraphEvent::Kind::fence) continue;
      bool reads = event.kind == GraphEvent::Kind::read;
      line += fmt::format(" {}:{} {}{}", i, reads ? "R" : "W", program.variables[event.variable].name,
                          reads           ? "<-" + name(event.source)
                          : event.pending ? " (waits)"
                                          : "");
    }
    if (of.status == ThreadState::Status::blocks) line += " waits for " + program.variables[of.variable].name;
    if (of.status == ThreadState::Status::takes) line += " takes " + name(of.source);
    if (of.status == ThreadState::Status::stands) line += " stands";
    if (of.status == ThreadState::Status::fails) line += " fails";
    if (!line.empty()) text += fmt::format("{}:{}\n", program.templates[thread].name, line);
  }
  return text;
}

}  // namespace fencepost::result

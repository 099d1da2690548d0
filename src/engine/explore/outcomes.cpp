#include "engine/explore/outcomes.h"

#include <fmt/format.h>

namespace fencepost::engine::explore {

using logic::Evaluator;
using logic::Term;
using runs::CandidateExecution;
using unroll::Event;
using unroll::SharedCell;
using unroll::Value;

namespace {

// Unrolling forgets whether an integer is signed; nearly all that are looked at are.
std::string text_of(const Value& value, Evaluator& evaluate) {
  if (!value) return "-";
  if (value.unspecified && evaluate.holds(value.unspecified)) return "unspecified";
  logic::Bits bits = evaluate(value.term);
  if (value.offset) return bits == 0 ? "null" : "pointer";
  if (value.term.sort() == logic::bool_sort()) return bits != 0 ? "1" : "0";
  unsigned width = value.term.sort().width;
  if (width == 0 || width > 64) return "-";
  auto number = static_cast<uint64_t>(bits);
  if (width < 64 && ((number >> (width - 1)) & 1) != 0) number |= ~uint64_t{0} << width;
  return std::to_string(static_cast<int64_t>(number));
}

const char* kind_name(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::initial:
    case Event::Kind::write:
      return "W";
    case Event::Kind::read:
      return "R";
    case Event::Kind::fence:
      return "fence";
    case Event::Kind::spawn:
      return "spawn";
    case Event::Kind::start:
      return "start";
    case Event::Kind::end:
      return "end";
    case Event::Kind::join:
      return "join";
  }
  return "";
}

}  // namespace

Outcomes::Outcomes(const unroll::Unrolled& unrolled, const std::vector<core::GlobalId>& observed)
    : unrolled_(unrolled), observed_(observed) {}

std::vector<std::string> Outcomes::values(const logic::Assignment& model, const CandidateExecution* run,
                                          const memory::Relation* co) const {
  Evaluator evaluate(model);
  const unroll::ThreadInfo& entry = unrolled_.threads[0];
  std::vector<std::string> values;
  bool exited = entry.exited && evaluate.holds(entry.exited);
  values.push_back(exited ? "exit" : text_of(entry.result, evaluate));
  for (core::GlobalId id : observed_) values.push_back(run != nullptr ? last_contents(id, evaluate, *run, *co) : "-");
  return values;
}

std::string Outcomes::last_contents(core::GlobalId id, Evaluator& evaluate, const CandidateExecution& run,
                                    const memory::Relation& co) const {
  std::vector<std::pair<uint64_t, uint32_t>> cells;  // by place
  for (uint32_t cell = 0; cell < unrolled_.cells.size(); ++cell)
    if (unrolled_.cells[cell].object == unrolled_.first_global + core::index(id))
      cells.emplace_back(unrolled_.cells[cell].at, cell);
  std::sort(cells.begin(), cells.end());
  std::string text;
  for (const auto& [at, cell] : cells) {
    const Event* last = nullptr;
    run.graph.find_set("W")->for_each([&](size_t w) {
      if (run.graph.events()[w].location != cell) return;
      bool is_last = true;
      co.for_each_in_row(w, [&](size_t) { is_last = false; });
      if (is_last) last = &unrolled_.events[run.origin[w]];
    });
    text += (text.empty() ? "" : " ") + (last != nullptr ? text_of(last->value, evaluate) : "-");
  }
  return cells.size() > 1 ? "{" + text + "}" : text.empty() ? "-" : text;
}

void Outcomes::label(const logic::Assignment& model, const CandidateExecution& run,
                     memory::ExecutionGraph& graph) const {
  Evaluator evaluate(model);
  for (size_t i = 0; i < graph.size(); ++i) {
    const Event& event = unrolled_.events[run.origin[i]];
    bool is_barrier = run.number[run.origin[i]] != i;
    std::string& label = graph.events()[i].label;
    label = is_barrier ? "fence" : kind_name(event.kind);
    if (!is_barrier && event.is_access())
      label +=
          fmt::format(" {} = {}", unrolled_.cell_names[graph.events()[i].location], text_of(event.value, evaluate));
  }
}

}  // namespace fencepost::engine::explore

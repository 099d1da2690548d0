#include "driver/explain_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "driver/draw.h"
#include "driver/output.h"
#include "driver/supervised.h"
#include "driver/witness.h"
#include "frontend/litmus/parser.h"

namespace fencepost::driver {

namespace {

std::string event_name(const memory::ExecutionGraph& graph, memory::EventId e) {
  const memory::Event& event = graph.events()[e];
  return event.thread == memory::kInitThread ? event.label : fmt::format("{} (thread {})", event.label, event.thread);
}

std::string meaning(std::string_view relation) {
  static const std::map<std::string_view, std::string_view> words = {
      {"rf", "is read by"},
      {"rfe", "is read by"},
      {"rfi", "is read by"},
      {"co", "comes before, in the order of writes to its location,"},
      {"coe", "comes before, in the order of writes to its location,"},
      {"coi", "comes before, in the order of writes to its location,"},
      {"fr", "reads a value older than"},
      {"fre", "reads a value older than"},
      {"fri", "reads a value older than"},
      {"po", "precedes in the program"},
      {"po-loc", "precedes in the program, at the same location,"},
      {"ppo", "must stay before"},
      {"rmw", "is atomic with"},
      {"amo", "is atomic with"}};
  auto it = words.find(relation);
  return it == words.end() ? fmt::format("is ordered ({}) before", relation) : std::string(it->second);
}

report::GraphDrawing drawing(const litmus::Test& test, const Witness& w, const std::string& caption) {
  report::GraphDrawing d;
  d.title = test.name;
  d.caption = caption;
  d.events = w.graph.events();
  const auto add = [&](const char* name, const memory::Relation& r) {
    r.for_each([&](size_t i, size_t j) {
      d.edges.push_back({static_cast<memory::EventId>(i), static_cast<memory::EventId>(j), name, false});
    });
  };
  const memory::Relation* po = w.graph.find_relation("po");
  add("po", *po - po->compose(*po));
  add("rf", *w.graph.find_relation("rf"));
  const memory::Relation co = *w.graph.find_relation("co");
  add("co", co - co.compose(co));
  for (const char* name : {"fr", "addr", "data", "ctrl", "rmw"}) {
    const memory::Relation* r = w.graph.find_relation(name);
    if (r == nullptr) continue;
    if (std::string_view(name) == "fr")
      add("fr", *r - r->compose(co));
    else
      add(name, *r);
  }
  if (w.reason)
    for (const memory::cat::NamedEdge& e : w.reason->cycle) {
      auto it = std::find_if(d.edges.begin(), d.edges.end(), [&](const report::DrawnEdge& x) {
        return x.from == e.from && x.to == e.to && (x.label == e.relation || e.relation.starts_with(x.label));
      });
      if (it != d.edges.end())
        it->bold = true;
      else
        d.edges.push_back({e.from, e.to, e.relation, true});
    }
  return d;
}

void tell_execution(const Witness& w, std::ostream& out) {
  for (memory::EventId i = 0; i < w.graph.size(); ++i)
    if (w.graph.events()[i].thread != memory::kInitThread) out << fmt::format("  {}\n", event_name(w.graph, i));
  out << "where\n";
  w.graph.find_relation("rf")->for_each([&](size_t a, size_t b) {
    out << fmt::format("  {} reads from {}\n", event_name(w.graph, static_cast<memory::EventId>(b)),
                       event_name(w.graph, static_cast<memory::EventId>(a)));
  });
}

}  // namespace

std::string default_model(const litmus::Test& test) {
  switch (test.dialect) {
    case litmus::Dialect::x86:
      return "tso";
    case litmus::Dialect::aarch64:
      return "aarch64";
    case litmus::Dialect::power:
      return "power";
    case litmus::Dialect::riscv:
      return "riscv";
    case litmus::Dialect::c:
      break;
  }
  // Kernel macros leave kernel tags.
  for (const litmus::Code& code : test.threads)
    for (const litmus::Instruction& in : code.instructions)
      for (const litmus::Step& step : in.steps) {
        if (step.kind == litmus::StepKind::lock) return "lkmm";
        for (const std::string& tag : step.tags)
          for (const char* kernel :
               {"Once", "Acquire", "Release", "Mb", "Rmb", "Wmb", "Noreturn", "Rcu-lock", "Sync-rcu", "Srcu-lock"})
            if (tag == kernel) return "lkmm";
      }
  return "rc11";
}

namespace {

int explain(const ExplainOptions& options, Budget& budget, std::ostream& out) {
  const InputFiles inputs(options.root);
  const litmus::Test test = litmus::read_test(options.file, {}, inputs);
  const auto model =
      memory::load_model(options.model.empty() ? default_model(test) : options.model, options.variants, {}, inputs);
  litmus::SimulationOptions simulation;
  simulation.unroll = options.unroll;
  simulation.budget = &budget;
  const litmus::Outcome outcome = litmus::simulate(test, *model, simulation);
  out << fmt::format("{}: under {}, the outcome that the condition describes is {}.\n", test.name, model->name,
                     outcome.positive == 0   ? "forbidden"
                     : outcome.negative == 0 ? "the only one"
                                             : "allowed");
  if (outcome.flags.contains("*undef*"))
    out << "The program has a data race: its behaviour is undefined, whatever the condition says.\n";
  if (outcome.positive > 0) {
    out << fmt::format("{} of {} allowed executions show it. In one of them\n", outcome.positive, outcome.executions());
    if (const auto w = allowed_witness(test, *model, simulation)) tell_execution(*w, out);
    std::vector<std::string> axioms;
    for (const memory::cat::Op& op : model->program.ops)
      if (op.kind == memory::cat::Op::Kind::check && op.check.role == memory::cat::CheckRole::require)
        axioms.push_back(op.check.name);
    out << fmt::format("and every axiom of {} holds: {}.\n", model->name, fmt::join(axioms, ", "));
    return 0;
  }
  size_t tried = 0;
  const auto w = forbidden_witness(test, *model, simulation, tried);
  if (!w) {
    out << (tried == 0
                ? "No assignment of values to reads can produce it, in any memory model.\n"
                : "No single execution that would show it can be judged by itself: the model makes further choices.\n");
    return 0;
  }
  out << fmt::format("{} candidate execution{} would show it; all are forbidden. The clearest is\n", tried,
                     tried == 1 ? "" : "s");
  tell_execution(*w, out);
  out << fmt::format("It breaks the axiom '{}':\n", w->reason->axiom);
  for (const memory::cat::NamedEdge& e : w->reason->cycle)
    out << fmt::format("  {} {} {}\n", event_name(w->graph, e.from), meaning(e.relation), event_name(w->graph, e.to));
  if (w->reason->kind == memory::cat::CheckKind::acyclic) out << "which comes back to where it started.\n";
  std::string because;
  for (const memory::cat::NamedEdge& e : w->reason->edges)
    if (e.relation == "rf" || e.relation == "co")
      because += fmt::format("{}{}({} -> {})", because.empty() ? "" : ", ", e.relation, w->graph.events()[e.from].label,
                             w->graph.events()[e.to].label);
  if (!because.empty()) out << fmt::format("This follows from {} and the program alone.\n", because);
  return 0;
}

}  // namespace

int explain_run(const ExplainOptions& options, std::ostream& err) {
  return supervised({}, err, [&](Session& session) {
    session.stage("explaining");
    std::ostringstream text;
    int code = explain(options, session.budget(), text);
    session.claim_report();
    write_output("", text.str());
    return code;
  });
}

void draw_test(const litmus::Test& test, const memory::Model& model, const std::string& folder,
               const litmus::SimulationOptions& options) {
  std::optional<Witness> w = allowed_witness(test, model, options);
  std::string caption = fmt::format("allowed by {}", model.name);
  if (!w) {
    size_t tried = 0;
    w = forbidden_witness(test, model, options, tried);
    if (!w) return;
    caption = fmt::format("forbidden by {}: {}", model.name, w->reason->axiom);
  }
  std::string base = test.name;
  for (char& c : base)
    if (c == '/' || c == '\\') c = '_';
  write_drawing(folder, base, drawing(test, *w, caption));
}

}  // namespace fencepost::driver

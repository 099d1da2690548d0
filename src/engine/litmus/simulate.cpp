#include "engine/litmus/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/litmus/pre_execution.h"
#include "engine/litmus/thread_run.h"

namespace fencepost::litmus {

namespace {

using memory::EventId;
using memory::EventSet;
using memory::Relation;

class Simulator {
 public:
  Simulator(const Test& test, const memory::Model& model, const SimulationOptions& options,
            const ExecutionVisitor& visitor)
      : test_(test), options_(options), visitor_(visitor), evaluator_(model.program) {
    evaluator_.set_budget(options.budget);
  }

  Outcome run() {
    uint32_t next_read = 0;
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      threads_.push_back(run_thread(test_, t, pool_, next_read, options_.unroll));
      outcome_.cut = outcome_.cut || threads_.back().cut;
    }
    source_.assign(next_read, kUnassigned);
    chosen_.resize(threads_.size());
    choose_paths(0);
    return std::move(outcome_);
  }

 private:
  static constexpr int kUnassigned = -1;

  bool choose_paths(size_t thread) {
    if (thread == threads_.size()) return with_paths();
    for (const ThreadRun& run : threads_[thread].runs) {
      chosen_[thread] = &run;
      if (!choose_paths(thread + 1)) return false;
    }
    return true;
  }

  bool with_paths() {
    if (options_.budget != nullptr) options_.budget->check();
    pre_execution_.emplace(test_, chosen_, evaluator_.program().requires_registers());
    std::fill(source_.begin(), source_.end(), kUnassigned);
    bound_ = false;
    if (!pre_execution_->dynamic()) {
      if (!pre_execution_->addresses_valid()) {
        ++outcome_.dropped;
        return true;
      }
      if (!evaluator_.bind(pre_execution_->graph())) return true;
      bound_ = true;
    }
    return choose_sources(0);
  }

  // The value of a read, as far as the sources chosen so far tell.
  Value value_of_read(uint32_t id) const {
    const int writer = source_[id];
    // Not known: a symbol of its own, which equals no other.
    if (writer == kUnassigned) return Value::node(UINT32_MAX - id);
    // A chain of reads longer than all reads is a cycle: the value comes out of thin air.
    if (++chain_ > source_.size() + 1) return Value::unknown(id);
    const Value v = resolve(pre_execution_->written(static_cast<size_t>(writer)));
    return v;
  }

  Value resolve(const Value& v) const {
    if (v.ground()) return v;
    return pool_.evaluate(v, [this](uint32_t id) { return value_of_read(id); });
  }

  Value value(const Value& v) const {
    chain_ = 0;
    return resolve(v);
  }

  bool consistent() const {
    for (const ThreadRun* run : chosen_)
      for (const Constraint& c : run->constraints) {
        const Value v = value(c.condition);
        if (!v.ground()) continue;
        const bool truth = v.kind != Value::Kind::integer || v.number != 0;
        if (v.kind == Value::Kind::unknown) continue;
        if (truth != c.holds) return false;
      }
    return true;
  }

  bool choose_sources(size_t index) {
    const auto& reads = pre_execution_->reads();
    if (index == reads.size()) return with_sources();
    // Prefer a read whose address is known: its possible sources are few.
    if (pre_execution_->dynamic()) return choose_dynamic();
    const size_t read = reads[index];
    const uint32_t id = pre_execution_->event(read).read_id;
    for (size_t w : pre_execution_->sources(read)) {
      source_[id] = static_cast<int>(w);
      if (consistent() && !choose_sources(index + 1)) return false;
    }
    source_[id] = kUnassigned;
    return true;
  }

  bool choose_dynamic() {
    std::optional<size_t> pick;
    for (size_t read : pre_execution_->reads()) {
      if (source_[pre_execution_->event(read).read_id] != kUnassigned) continue;
      const Value a = value(pre_execution_->event(read).address);
      if (a.ground()) {
        pick = read;
        break;
      }
      if (!pick) pick = read;
    }
    if (!pick) return with_sources();
    const ThreadEvent& r = pre_execution_->event(*pick);
    const Value address = value(r.address);
    if (address.ground() && !pre_execution_->is_location(address)) {
      ++outcome_.dropped;
      return true;
    }
    for (size_t w : pre_execution_->writes()) {
      if (w == *pick) continue;
      const Value written_at = value(pre_execution_->address(w));
      if (address.ground() && written_at.ground() && !(address == written_at)) continue;
      source_[r.read_id] = static_cast<int>(w);
      if (consistent() && locations_agree() && !choose_dynamic()) return false;
    }
    source_[r.read_id] = kUnassigned;
    return true;
  }

  bool locations_agree() const {
    for (size_t read : pre_execution_->reads()) {
      const int w = source_[pre_execution_->event(read).read_id];
      if (w == kUnassigned) continue;
      const Value a = value(pre_execution_->event(read).address),
                  b = value(pre_execution_->address(static_cast<size_t>(w)));
      if (a.ground() && b.ground() && !(a == b)) return false;
    }
    return true;
  }

  bool with_sources() {
    ++outcome_.candidates;
    if (options_.judged != nullptr) ++*options_.judged;
    for (const ThreadRun* run : chosen_)
      for (const Constraint& c : run->constraints) {
        const Value v = value(c.condition);
        // A condition on an out-of-thin-air value has no answer: no execution.
        if (!v.ground() || v.kind == Value::Kind::unknown) return true;
      }
    // A value that must equal a function of itself has no solution (a plain copy of itself is any value).
    for (size_t read : pre_execution_->reads())
      if (!value(pre_execution_->event(read).read_value).ground()) return true;
    if (pre_execution_->dynamic()) {
      if (!pre_execution_->resolve_addresses([this](const Value& v) { return value(v); })) {
        ++outcome_.dropped;
        return true;
      }
      if (!evaluator_.bind(pre_execution_->graph())) return true;
    }
    Relation rf(pre_execution_->graph().size());
    for (size_t read : pre_execution_->reads())
      rf.set(static_cast<size_t>(source_[pre_execution_->event(read).read_id]), read);
    values_.assign(pre_execution_->graph().size(), 0);
    for (size_t e = 0; e < values_.size(); ++e) {
      const Value v = value(pre_execution_->value_for_comparison(e));
      values_[e] = v.kind == Value::Kind::integer ? v.number : static_cast<int64_t>(v.base) * 1000003 + v.number + 7;
    }
    evaluator_.set_values(&values_);
    if (!evaluator_.complete_rf(rf)) return true;
    return evaluator_.for_each_completion(pre_execution_->open_locations(), [&] { return accept(); });
  }

  bool accept() {
    const std::vector<Value> state = final_state();
    if (test_.filter && !holds(test_, *test_.filter, state)) return true;
    const bool good = holds(test_, test_.condition, state);
    ++(good ? outcome_.positive : outcome_.negative);
    std::vector<Value> shown;
    for (size_t i = 0; i < state.size(); ++i)
      if (test_.observables[i].counted) shown.push_back(state[i]);
    ++outcome_.states[shown];
    for (const std::string& f : evaluator_.raised_flags()) outcome_.flags.insert(f);
    if (!visitor_) return true;
    return visitor_(Execution{&pre_execution_->graph(), &evaluator_, state, labels(), places(), good});
  }

  std::vector<std::string> labels() const {
    std::vector<std::string> all;
    const auto& events = pre_execution_->graph().events();
    for (size_t i = 0; i < events.size(); ++i) {
      if (events[i].thread == memory::kInitThread) {
        all.push_back(fmt::format("W {} = {} (initial)", to_string(test_, pre_execution_->address(i)),
                                  to_string(test_, value(pre_execution_->written(i)))));
        continue;
      }
      const ThreadEvent& e = pre_execution_->event(i);
      std::string text = e.kind == ThreadEvent::Kind::read     ? "R"
                         : e.kind == ThreadEvent::Kind::write  ? "W"
                         : e.kind == ThreadEvent::Kind::update ? "RMW"
                                                               : "F";
      if (!e.tags.empty()) text += fmt::format("[{}]", fmt::join(e.tags, ","));
      if (e.has_address) text += " " + to_string(test_, value(e.address));
      if (e.reads()) text += " = " + to_string(test_, value(e.read_value));
      if (e.kind == ThreadEvent::Kind::update) text += " -> " + to_string(test_, value(e.value));
      if (e.kind == ThreadEvent::Kind::write) text += " = " + to_string(test_, value(e.value));
      all.push_back(std::move(text));
    }
    return all;
  }

  std::vector<SourcePos> places() const {
    std::vector<SourcePos> all;
    for (size_t i = 0; i < pre_execution_->graph().size(); ++i)
      all.push_back(pre_execution_->graph().events()[i].thread == memory::kInitThread ? SourcePos{}
                                                                                      : pre_execution_->event(i).pos);
    return all;
  }

  std::vector<Value> final_state() {
    std::vector<Value> state;
    for (const Observable& o : test_.observables) {
      Value v;
      if (o.thread >= 0) {
        const auto& registers = chosen_[static_cast<size_t>(o.thread)]->registers;
        auto it = registers.find(o.reg);
        if (it != registers.end()) v = value(it->second);
      } else {
        v = final_memory(Value::address(o.location, o.offset));
      }
      state.push_back(canonical(v, o.bits));
    }
    return state;
  }

  // Registers and cells are compared at their declared width.
  static Value canonical(Value v, uint8_t bits) {
    if (v.kind == Value::Kind::integer && bits < 64) {
      const uint64_t sign = uint64_t{1} << (bits - 1), mask = (sign << 1) - 1;
      v.number = static_cast<int64_t>(((static_cast<uint64_t>(v.number) & mask) ^ sign) - sign);
    }
    if (v.kind == Value::Kind::unknown || v.kind == Value::Kind::node) v = Value::unknown(0);
    return v;
  }

  Value final_memory(const Value& location) {
    const EventSet* writes = pre_execution_->writes_to(location);
    if (writes == nullptr) return pre_execution_->initial_value(location);
    EventSet last = evaluator_.finals() & *writes;
    if (last.none()) {
      const Relation& co = evaluator_.co();
      writes->for_each([&](size_t w) {
        bool is_last = true;
        writes->for_each([&](size_t v) { is_last = is_last && !co.test(w, v); });
        if (is_last) last.set(w);
      });
    }
    Value v;
    last.for_each([&](size_t w) { v = value(pre_execution_->written(w)); });
    return v;
  }

  const Test& test_;
  const SimulationOptions& options_;
  const ExecutionVisitor& visitor_;
  memory::cat::Evaluator evaluator_;
  ExpressionPool pool_;
  std::vector<ThreadRuns> threads_;
  std::vector<const ThreadRun*> chosen_;
  std::optional<PreExecution> pre_execution_;
  std::vector<int> source_;  // per read id: the event that it reads from
  std::vector<int64_t> values_;
  bool bound_ = false;
  mutable size_t chain_ = 0;
  Outcome outcome_;
};

}  // namespace

Observation Outcome::observation() const {
  if (positive == 0) return Observation::never;
  return negative == 0 ? Observation::always : Observation::sometimes;
}

Outcome simulate(const Test& test, const memory::Model& model, const SimulationOptions& options,
                 const ExecutionVisitor& visitor) {
  return Simulator(test, model, options, visitor).run();
}

bool validated(const Test& test, const Outcome& outcome) {
  switch (test.quantifier) {
    case Quantifier::exists:
      return outcome.positive > 0;
    case Quantifier::not_exists:
      return outcome.positive == 0;
    case Quantifier::for_all:
      return outcome.negative == 0;
  }
  return false;
}

const char* to_string(Observation o) {
  return o == Observation::never ? "Never" : o == Observation::sometimes ? "Sometimes" : "Always";
}

bool holds(const Test& test, const Proposition& p, const std::vector<Value>& state) {
  switch (p.kind) {
    case Proposition::Kind::truth:
      return true;
    case Proposition::Kind::falsehood:
      return false;
    case Proposition::Kind::equal:
    case Proposition::Kind::not_equal: {
      const Value& a = state[p.left];
      Value b = p.right_observable ? state[*p.right_observable] : p.right;
      const uint8_t bits = test.observables[p.left].bits;
      if (b.kind == Value::Kind::integer && bits < 64) {
        const uint64_t sign = uint64_t{1} << (bits - 1), mask = (sign << 1) - 1;
        b.number = static_cast<int64_t>(((static_cast<uint64_t>(b.number) & mask) ^ sign) - sign);
      }
      return (a == b) == (p.kind == Proposition::Kind::equal);
    }
    case Proposition::Kind::negation:
      return !holds(test, p.children[0], state);
    case Proposition::Kind::conjunction:
      return std::all_of(p.children.begin(), p.children.end(),
                         [&](const Proposition& c) { return holds(test, c, state); });
    case Proposition::Kind::disjunction:
      return std::any_of(p.children.begin(), p.children.end(),
                         [&](const Proposition& c) { return holds(test, c, state); });
    case Proposition::Kind::implication:
      return !holds(test, p.children[0], state) || holds(test, p.children[1], state);
  }
  return false;
}

}  // namespace fencepost::litmus

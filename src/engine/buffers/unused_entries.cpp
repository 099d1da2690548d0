#include "engine/buffers/unused_entries.h"

#include <unordered_map>

#include "logic/variables.h"

namespace fencepost::engine::buffers {

using boolean::BoolVar;
using boolean::Literal;
using flat::BufferQueue;
using flat::VarId;
using logic::Term;

namespace {

class Finder {
 public:
  Finder(const boolean::BooleanProgram& program, const flat::BufferVariables& made, logic::Terms& terms)
      : made_(made), terms_(terms), none_(program.variables.size()) {
    for (uint32_t i = 0; i < program.variables.size(); ++i) {
      Term predicate = program.variables[i].predicate;
      literals_.emplace(predicate, Literal{BoolVar{i}, true});
      literals_.emplace(terms.not_(predicate), Literal{BoolVar{i}, false});
      for (Term variable : logic::variables_of({predicate}))
        about_.try_emplace(variable, none_).first->second.insert(BoolVar{i});
    }
  }

  std::vector<boolean::Unused> operator()() {
    for (thread_ = 0; thread_ < made_.queues.size(); ++thread_)
      for (const BufferQueue& queue : made_.queues[thread_]) {
        flat::QueueTerms say(made_.program, queue, terms_);
        for (uint32_t number = 0; number < queue.bound(); ++number) not_waiting(queue, say, number);
        for (uint32_t entry = 1; entry <= queue.bound() && queue.objects.size() > 1; ++entry)
          for (uint32_t object = 0; object < queue.objects.size(); ++object) of_others(queue, say, entry, object);
      }
    return std::move(found_);
  }

 private:
  void not_waiting(const BufferQueue& queue, const flat::QueueTerms& say, uint32_t number) {
    boolean::VariableSet what = none_;
    for (uint32_t i = number; i < queue.bound(); ++i) {
      const BufferQueue::Entry& entry = queue.entries[i];
      if (entry.object) add(*entry.object, what);
      if (entry.mark) add(*entry.mark, what);
      for (VarId one : entry.values) add(one, what);
      for (VarId one : entry.places) add(one, what);
    }
    add_where(say.holds(number), what);
  }

  void of_others(const BufferQueue& queue, const flat::QueueTerms& say, uint32_t entry, uint32_t object) {
    boolean::VariableSet what = none_;
    const BufferQueue::Entry& parts = queue.entries[entry - 1];
    const BufferQueue::Object& to = queue.objects[object];
    for (uint32_t i = 0; i < parts.values.size(); ++i)
      if (i != to.value) add(parts.values[i], what);
    for (uint32_t i = 0; i < parts.places.size(); ++i)
      if (to.place != i) add(parts.places[i], what);
    add_where(say.is_to(entry, object), what);
  }

  void add(VarId variable, boolean::VariableSet& what) const {
    if (auto found = about_.find(made_.program[variable].term); found != about_.end()) what.insert(found->second);
  }
  void add_where(Term condition, const boolean::VariableSet& what) {
    auto found = literals_.find(condition);
    if (found != literals_.end() && what != none_) found_.push_back({thread_, found->second, what});
  }

  const flat::BufferVariables& made_;
  logic::Terms& terms_;
  boolean::VariableSet none_;
  uint32_t thread_ = 0;
  std::unordered_map<Term, Literal> literals_;
  std::unordered_map<Term, boolean::VariableSet> about_;  // by variable of the program
  std::vector<boolean::Unused> found_;
};

}  // namespace

std::vector<boolean::Unused> unused_entries(const boolean::BooleanProgram& program, const flat::BufferVariables& made,
                                            logic::Terms& terms) {
  return Finder(program, made, terms)();
}

}  // namespace fencepost::engine::buffers

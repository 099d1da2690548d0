// The store buffers of a thread as variables of its own (seed 001, sections 2.3 and 3): for each queue a counter and the entries 1 to k, of
// which the counter tells how many wait; the first is the oldest. What a term over them says is true between statements: nobody but
// the thread changes them.
//
// Which queues a template has follows from what the machine relaxes (buffer_facts.h):
//
//   a variable     where stores to different variables pass each other: the seed's x_1..x_k and x_cnt (figure 5)
//   a class        the same, of variables that one store may reach, since a group has them all: the cell is a value of the entry. One may leave
//                  when none before it is to its cell
//   a thread       where stores stay in order: the seed's lhs, rhs and cnt (figure 12); only the oldest may leave
//   with marks     where stores pass each other but for barriers between them, of which the seed knows nothing: one queue a thread. A mark
//                  at an entry says that a barrier lies before it: it stays behind all that are older
//
// An entry tells by a number to which object it is a store, a variable or a group, if there are several; by a place to which cell of a group; and
// has a value of each sort that the objects have. What is not in use is 0, so that equal buffers are equal states.
#pragma once

#include <optional>
#include <vector>

#include "flat/buffer_facts.h"
#include "flat/flat_program.h"

namespace fencepost::flat {

class Delays;

struct BufferQueue {
  struct Object {
    Access to;           // without a place
    uint32_t value = 0;  // of an entry, the one of its sort
    std::optional<uint32_t> place;
  };
  struct Entry {
    std::optional<VarId> object;  // which one: the seed's lhs. Absent: there is one
    std::vector<VarId> values;    // the seed's rhs, one for each sort
    std::vector<VarId> places;    // one for each width
    std::optional<VarId> mark;
  };

  std::vector<Object> objects;
  VarId count{};
  std::vector<Entry> entries;
  bool in_order = false;        // the oldest leaves first, whatever the objects are
  std::optional<VarId> closed;  // a barrier lies before what comes next

  uint32_t bound() const { return static_cast<uint32_t>(entries.size()); }
  bool is_of_one_variable() const { return objects.size() == 1 && std::holds_alternative<VarId>(objects[0].to.to); }
};

// What is said about one queue, over the variables of its thread.
class QueueTerms {
 public:
  QueueTerms(const FlatProgram& made, const BufferQueue& queue, logic::Terms& terms)
      : made_(made), queue_(queue), terms_(terms) {}

  Term holds(uint32_t number) const;  // entries
  Term is_empty() const { return holds(0); }
  // The entry, from 1 on, is a store to the object.
  Term is_to(uint32_t entry, uint32_t object) const;
  // It is a store to what the access touches. False if no object has such a cell.
  Term is_same_cell(uint32_t entry, const Access& access) const;
  // None of those before it holds it back, if it exists.
  Term may_leave(uint32_t entry) const;
  // Nothing in the queue holds back a store that passes it: to this, and now.
  Term may_pass(const Access& access) const;
  Access target(uint32_t entry, uint32_t object) const;
  Term value(uint32_t entry, uint32_t object) const;
  Term var(VarId id) const { return made_[id].term; }

 private:
  Term number(VarId sort_of, Bits value) const { return terms_.bv(value, var(sort_of).sort().width); }

  const FlatProgram& made_;
  const BufferQueue& queue_;
  logic::Terms& terms_;
};

// A place that is known is a variable.
Access resolved(Access access, const FlatProgram& program);

// Of the given template; their variables, with first values, are added to `made`, which has those of the program. Without delays every
// store to what is shared waits, outside of atomic sections.
std::vector<BufferQueue> buffer_queues(const FlatProgram& program, TemplateId of, const BufferFacts& facts,
                                       const Delays* delays, uint32_t bound, FlatProgram& made, logic::Terms& terms);

}  // namespace fencepost::flat

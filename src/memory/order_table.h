// How C's accesses and fences appear to a memory model, the compilation scheme from C to its events: a table beside the cat
// file (models/*.orders), so that a new machine needs no C++. A line is a row, or a property of the table:
//
//   names DMB.ISH                        it fits models that use all names of one such line
//   language                             the orders are C's own; an update is two events that the model must relate by rmw
//   kernel                               the orders are those of the Linux kernel's primitives
//   machine aarch64                      the machine (--target) whose instructions the events are
//   exclusives                           updates are compiled to load-exclusive and store-exclusive
//   load acquire seq_cst : read A, after ISYNC ctrl
//   fence full : as seq_cst              the row of another order
//
// A row has an access, orders (`*`: all of C's), and the events: fences before and after, tags of the access itself; `ctrl`: the
// fence after the access is control-dependent on its read. Later rows replace earlier ones. An access and order without a row
// have no meaning under the model. Exceptions are locks and updates without result, which are rows of C's orders if they have
// none of their own, and a `failed` update, which is then the load of its order.
//
// Tags are sets that the cat file may name. A model uses the table beside its file, or else the built-in table that fits with
// the most names; tables of languages come first.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"

namespace fencepost::memory {

struct Model;

// The events of one access, as their tags: the access itself and the fences around it. A fence without tags is no
// event.
struct Mapped {
  std::vector<std::string> before;  // a fence event before it
  std::vector<std::string> read, write, fence;
  std::vector<std::string> after;   // a fence event after it
  bool control_dependency = false;  // from the read to the fence after it
};

class OrderTable {
 public:
  enum class AccessKind : uint8_t { load, store, update, fence, failed };  // failed: an update that wrote nothing

  // Throws InputError at the line that cannot be understood.
  OrderTable(const std::string& file, std::string_view text);
  // The built-in table that fits the model best.
  static OrderTable for_model(const Model& model);

  // The row of an access and an order, by the name of the order; null: there is none.
  const Mapped* row(AccessKind access, std::string_view order) const;
  std::set<std::string> tags() const;
  bool is_language() const { return is_language_; }
  bool is_kernel() const { return is_kernel_; }
  bool has_exclusives() const { return has_exclusives_; }
  const std::string& machine() const { return machine_; }  // empty: none

 private:
  void add_row(std::string_view line, const SourcePos& pos);
  void complete();
  // The number of names by which the table fits the model; absent: it does not fit.
  std::optional<size_t> fit(const Model& model) const;

  std::vector<std::vector<std::string>> names_;
  bool is_language_ = false, is_kernel_ = false, has_exclusives_ = false;
  std::string machine_;
  std::map<std::pair<AccessKind, std::string>, Mapped, std::less<>> rows_;
};

}  // namespace fencepost::memory

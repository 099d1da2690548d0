// What C's accesses and fences are to a memory model: a table beside its cat file (models/*.orders), so that a new machine needs
// no C++. A line is a row, or says something of the table:
//
//   names DMB.ISH                        it is for models that rest on all of these names (several lines: on those of one)
//   language                             the orders are C's own; an update is two events that the model must relate by rmw
//   kernel                               they are those of the Linux kernel
//   exclusives                           updates are compiled to load-exclusive and store-exclusive
//   load acquire seq_cst : read A, after ISYNC ctrl
//   fence full : as seq_cst              the row of another order
//
// A row has an access, orders (`*`: all of C's), and the events: fences before and after, tags of the access itself; `ctrl`: its
// read controls the fence after it. Later rows replace earlier ones. What has no row has no meaning under the model, but for
// locks and updates without result, which C can say, too; a `failed` update is then the load of its order.
//
// Tags are sets that the cat file may name. A model uses the table beside its file, or else the one of ours whose names it rests on,
// the most of them; those of languages first.
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

// The access with the barriers around it, as tags of events. A barrier without tags is left out.
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
  // The one of ours that fits the model.
  static OrderTable for_model(const Model& model);

  // Of an order by its name; null: there is none.
  const Mapped* row(AccessKind access, std::string_view order) const;
  std::set<std::string> tags() const;
  bool is_language() const { return is_language_; }
  bool is_kernel() const { return is_kernel_; }
  bool has_exclusives() const { return has_exclusives_; }

 private:
  void add_row(std::string_view line, const SourcePos& pos);
  void complete();
  // By how many names; none: not at all.
  std::optional<size_t> fit(const Model& model) const;

  std::vector<std::vector<std::string>> names_;
  bool is_language_ = false, is_kernel_ = false, has_exclusives_ = false;
  std::map<std::pair<AccessKind, std::string>, Mapped, std::less<>> rows_;
};

}  // namespace fencepost::memory

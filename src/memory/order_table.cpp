#include "memory/order_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/diagnostic.h"
#include "memory/base_names.h"
#include "memory/model.h"

namespace fencepost::memory {

namespace {

using Words = std::vector<std::string>;
using AccessKind = OrderTable::AccessKind;

constexpr std::array kAccesses = {AccessKind::load, AccessKind::store, AccessKind::update, AccessKind::fence,
                                  AccessKind::failed};
constexpr std::array<std::string_view, 5> kAccessNames = {"load", "store", "update", "fence", "failed"};
constexpr size_t kOrdersOfC = 7;
constexpr std::array kOrders = std::to_array<std::string_view>({
#define ORDER(name) #name,
#include "base/memory_orders.def"
#undef ORDER
});

Words words(std::string_view text) {
  std::istringstream in{std::string(text)};
  Words all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

Words orders_named(const Words& names, const SourcePos& pos) {
  Words orders;
  for (const std::string& name : names)
    if (name == "*")
      orders.insert(orders.end(), kOrders.begin(), kOrders.begin() + kOrdersOfC);
    else if (std::ranges::find(kOrders, name) != kOrders.end())
      orders.push_back(name);
    else
      throw InputError(pos, fmt::format("there is no memory order '{}'", name),
                       fmt::format("orders are `*` (all of C's), {}", fmt::join(kOrders, ", ")));
  return orders;
}

// Rejects tags that follow from the kind of an event and are not for tables to set.
void check_tag(const std::string& tag, const SourcePos& pos) {
  static constexpr std::array<std::string_view, 8> kOwn = {"R", "W", "M", "F", "I", "IW", "FW", "SECTION"};
  if (std::ranges::find(kOwn, tag) != kOwn.end() || find_base_name(tag) == BaseKind::relation)
    throw InputError(pos, fmt::format("'{}' cannot be a tag", tag), "every event knows by itself whether it is that");
}

// What an access of this kind consists of, with what there may be around it.
bool has_part(AccessKind access, std::string_view part) {
  bool reads = access == AccessKind::load || access == AccessKind::update || access == AccessKind::failed;
  bool writes = access == AccessKind::store || access == AccessKind::update;
  if (part == "fence") return access == AccessKind::fence;
  return part == "read" ? reads : part == "write" ? writes : part == "ctrl" ? reads : access != AccessKind::fence;
}

// "before SYNC, read X EX, after ISYNC ctrl"
Mapped events(AccessKind access, std::string_view text, const SourcePos& pos) {
  Mapped mapped;
  const std::array<std::pair<std::string_view, Words*>, 5> parts = {{{"before", &mapped.before},
                                                                     {"read", &mapped.read},
                                                                     {"write", &mapped.write},
                                                                     {"fence", &mapped.fence},
                                                                     {"after", &mapped.after}}};
  for (size_t from = 0; from <= text.size();) {
    size_t end = std::min(text.find(',', from), text.size());
    Words part = words(text.substr(from, end - from));
    from = end + 1;
    if (part == Words{"nothing"}) continue;
    auto found = part.size() < 2 ? parts.end() : std::ranges::find(parts, part[0], &decltype(parts)::value_type::first);
    if (found == parts.end())
      throw InputError(
          pos, fmt::format("'{}' is no event", fmt::join(part, " ")),
          "events are `nothing`, or before, read, write, fence, after, each with its tags, with commas between");
    auto expect_part = [&](const std::string& of) {
      if (!has_part(access, of) || !found->second->empty())
        throw InputError(
            pos,
            fmt::format("'{}' {}", of, found->second->empty() ? "does not belong to this access" : "is said twice"),
            "a load reads, a store writes, an update does both; only a fence is one, and none is around it");
    };
    expect_part(part[0]);
    if (part[0] == "after" && part.back() == "ctrl") {
      expect_part("ctrl");
      mapped.control_dependency = true;
      part.pop_back();
    }
    found->second->assign(part.begin() + 1, part.end());
    for (const std::string& tag : *found->second) check_tag(tag, pos);
  }
  return mapped;
}

}  // namespace

OrderTable::OrderTable(const std::string& file, std::string_view text) {
  std::istringstream in{std::string(text)};
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    SourcePos pos = source_pos(file, ++number);
    line.erase(std::min(line.find('#'), line.size()));
    Words all = words(line);
    if (all.empty()) continue;
    if (all[0] == "names" && all.size() > 1)
      names_.emplace_back(all.begin() + 1, all.end());
    else if (all[0] == "machine" && all.size() == 2)
      machine_ = all[1];
    else if (all == Words{"language"})
      is_language_ = true;
    else if (all == Words{"kernel"})
      is_kernel_ = true;
    else if (all == Words{"exclusives"})
      has_exclusives_ = true;
    else
      add_row(line, pos);
  }
  complete();
}

void OrderTable::add_row(std::string_view line, const SourcePos& pos) {
  size_t colon = line.find(':');
  Words head = words(line.substr(0, colon));
  auto named = head.empty() ? kAccessNames.end() : std::ranges::find(kAccessNames, head[0]);
  if (named == kAccessNames.end() || head.size() < 2 || colon == std::string_view::npos)
    throw InputError(pos, "this is no row of a table of orders",
                     "a row is an access (load, store, update, failed, fence), orders, `:` and events");
  AccessKind access = kAccesses[static_cast<size_t>(named - kAccessNames.begin())];
  Words orders = orders_named({head.begin() + 1, head.end()}, pos), tail = words(line.substr(colon + 1));
  Mapped mapped;
  if (tail.size() == 2 && tail[0] == "as") {
    const Mapped* other = row(access, orders_named({tail[1]}, pos).front());
    if (other == nullptr) throw InputError(pos, fmt::format("there is no row for {} {} above", head[0], tail[1]));
    mapped = *other;
  } else {
    mapped = events(access, line.substr(colon + 1), pos);
  }
  for (const std::string& order : orders) rows_.insert_or_assign({access, order}, mapped);
}

const Mapped* OrderTable::row(AccessKind access, std::string_view order) const {
  auto found = rows_.find(std::pair<AccessKind, std::string>(access, order));
  return found == rows_.end() ? nullptr : &found->second;
}

void OrderTable::complete() {
  static constexpr std::pair<const char*, const char*> kInC[] = {
      {"noreturn", "relaxed"}, {"lock", "acquire"}, {"unlock", "release"}};
  for (AccessKind access : kAccesses)
    for (const auto& [order, in_c] : kInC)
      if (const Mapped* mapped = row(access, in_c); mapped != nullptr && !is_kernel_)
        rows_.try_emplace({access, order}, *mapped);
  for (std::string_view order : kOrders)
    if (const Mapped* load = row(AccessKind::load, order))
      rows_.try_emplace({AccessKind::failed, std::string(order)}, *load);
}

std::set<std::string> OrderTable::tags() const {
  std::set<std::string> all;
  for (const auto& [key, mapped] : rows_)
    for (const Words* part : {&mapped.before, &mapped.read, &mapped.write, &mapped.fence, &mapped.after})
      all.insert(part->begin(), part->end());
  return all;
}

std::optional<size_t> OrderTable::fit(const Model& model) const {
  if (names_.empty()) return 0;
  std::optional<size_t> best;
  for (const Words& names : names_)
    if (std::ranges::all_of(names, [&](const std::string& name) { return model.names(name); }))
      best = std::max(best.value_or(0), names.size());
  return best;
}

OrderTable OrderTable::for_model(const Model& model) {
  std::optional<OrderTable> best;
  std::tuple<bool, bool, size_t> best_rank;
  for (const EmbeddedFile& file : embedded_orders()) {
    OrderTable table(std::string(file.name), file.text);
    std::optional<size_t> fit = table.fit(model);
    if (!fit) continue;
    std::tuple rank(table.is_kernel_, table.is_language_, *fit);
    if (best && rank <= best_rank) continue;
    best = std::move(table);
    best_rank = rank;
  }
  return *best;
}

}  // namespace fencepost::memory

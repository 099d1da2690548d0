#include "unroll/cell_contents.h"

#include <algorithm>

namespace fencepost::unroll {

namespace {

constexpr size_t kMostConstants = 16;
constexpr size_t kMostComputed = 4;
constexpr unsigned kWidestTerm = 128;

bool leads_somewhere(const Content& part) {
  auto is_of_object = [](const PointsToTarget& target) { return target.object != 0; };
  return !part.any_value && std::ranges::any_of(part.targets, is_of_object);
}

}  // namespace

Pieces CellContents::view(const State& state, uint32_t object, const CellUse& cell) {
  Pieces pieces = cells_.read(*state.memory.get(object), cell.at, cell.width);
  Cells::shift(pieces, 0);
  return pieces;
}

Pieces CellContents::pieces(const Value& value, const CellUse& cell) {
  Piece piece;
  piece.width = cell.width;
  piece.kind = cell.pointer ? Piece::Kind::pointer : Piece::Kind::bits;
  piece.value = value;
  if (!cell.pointer) piece.value.offset = {};  // see add_place()
  return {piece};
}

// What is known of the cell; nothing yet: what the thread saw there last, until the next unrolling knows more. Of a pointer,
// null: what would be learnt from a choice that nobody makes stays known for good.
Value CellContents::any(const Step& step, State& state, uint32_t object, const CellUse& cell, const CellUse& known,
                        Term when) {
  if (known.any_value || !known.values.empty() || !known.targets.empty()) return variable(known);
  if (known.pointer) return pointers_.make(0);
  return value(step, state, object, view(state, object, cell), known, when);
}

Value CellContents::variable(const CellUse& cell) {
  Value value;
  if (cell.unspecified) value.unspecified = terms_.fresh("unspecified", logic::bool_sort());
  auto any_bits = [&](uint64_t width) { return terms_.fresh("read", logic::bv_sort(static_cast<unsigned>(width))); };
  if (!cell.pointer && !cell.parts.empty()) {
    for (const Content& part : cell.parts) {
      const Value pointer = part.any_value ? Value{} : one_of(part.targets);
      const Term bits = part.any_value ? any_bits(pointers_.bits()) : addresses_.address(pointer);
      value.term = value.term ? terms_.concat(bits, value.term) : bits;
      if (leads_somewhere(part)) add_place(value, pointer);
    }
    return value;
  }
  if (!cell.pointer && cell.any_value) {
    value.term = any_bits(cell.width);
    return value;
  }
  if (!cell.pointer) {
    for (Bits one : cell.values) {
      Term constant = terms_.bv(one, static_cast<unsigned>(cell.width));
      value.term = value.term ? terms_.ite(terms_.fresh("value", logic::bool_sort()), constant, value.term) : constant;
    }
    return value;
  }
  const Value pointer = one_of(cell.targets);
  value.term = pointer.term;
  value.offset = pointer.offset;
  for (const FixedView& view : cell.views)
    value.view = terms_.ite(terms_.fresh("view", logic::bool_sort()), terms_.bv(expressions_.number(view), kObjectBits),
                            value.view ? value.view : terms_.bv(0, kObjectBits));
  return value;
}

// Where the pointers of a wide word lead, as its offset: a read finds what was written, and need not ask which addresses are the same.
void CellContents::add_place(Value& word, const Value& pointer) {
  const Term place = terms_.concat(pointer.term, pointer.offset);
  if (!word.offset)
    word.offset = place;
  else if (place.sort().width + word.offset.sort().width <= kWidestTerm)
    word.offset = terms_.concat(place, word.offset);
}

Value CellContents::with_places(Value word, const CellUse& cell) {
  for (size_t i = 0; i < cell.parts.size(); ++i) {
    if (!leads_somewhere(cell.parts[i])) continue;
    const auto at = static_cast<unsigned>(i) * pointers_.bits();
    std::optional<Value> pointer = addresses_.places(terms_.extract(word.term, at + pointers_.bits() - 1, at));
    add_place(word, pointer ? *pointer : pointers_.make(0));  // none: that is news
  }
  return word;
}

// A pointer to any of them; to none if there is none.
Value CellContents::one_of(const std::set<PointsToTarget>& targets) {
  Value value;
  // Objects by offset: choices between objects and between offsets have one shape (pointers.h), since no two offsets are the
  // same and nothing is simplified away.
  std::vector<std::pair<Term, Term>> leaves;
  std::map<Bits, Term> objects;
  auto either = [&](Term one, Term other) {
    return other ? terms_.ite(terms_.fresh("target", logic::bool_sort()), one, other) : one;
  };
  for (const PointsToTarget& target : targets) {
    Term object = terms_.bv(target.object, kObjectBits);
    if (!target.offset)
      leaves.emplace_back(object, terms_.fresh("offset", logic::bv_sort(pointers_.bits())));
    else if (!targets.contains({target.object, {}}))
      objects[*target.offset] = either(object, objects[*target.offset]);
  }
  for (const auto& [offset, some] : objects) leaves.emplace_back(some, number(offset));
  for (const auto& [object, offset] : leaves) {
    Term here = value.term ? terms_.fresh("target", logic::bool_sort()) : terms_.boolean(true);
    value.offset = value.term ? terms_.ite(here, offset, value.offset) : offset;
    value.term = value.term ? terms_.ite(here, object, value.term) : object;
  }
  if (!value.term) {
    value.term = terms_.bv(0, kObjectBits);
    value.offset = number(0);
  }
  return value;
}

Value CellContents::value(const Step& step, State& state, uint32_t object, Pieces pieces, const CellUse& cell,
                          Term when) {
  // That a pointer is here is news, so there will be another unrolling; its bits as a number are not worth their cost, and as any
  // number it would lead anywhere: what is learnt from that stays known for good.
  if (!cell.pointer && is_whole_pointer(pieces, cell)) {
    sharing_.held(object, cell, {.pointer = true});
    return {terms_.bv(0, static_cast<unsigned>(cell.width)), {}, {}};
  }
  // As bits of an address, which other threads see, it would not lead anybody back to its object.
  auto is_part = [&](const Piece& piece) {
    return piece.kind == Piece::Kind::pointer && piece.width < pointers_.bits();
  };
  if (std::any_of(pieces.begin(), pieces.end(), is_part))
    records_.unsupported(step, when, "a pointer that threads share, and parts of which are accessed by themselves");
  auto is_unspecified = [](const Piece& piece) {
    return piece.kind == Piece::Kind::unspecified || piece.value.unspecified;
  };
  auto unspecified = std::count_if(pieces.begin(), pieces.end(), is_unspecified);
  if (unspecified > 0 && static_cast<size_t>(unspecified) < pieces.size()) sharing_.mixed(object, cell.at, cell.width);
  const core::Type type = core::int_type(static_cast<unsigned>(cell.width), false);
  const core::Type pointer = core::pointer_type(pointers_.bits() / 8);
  if (cell.pointer && is_whole_pointer(pieces, cell)) return cells_.to_value(state, pieces, pointer, {});
  Pieces as_pointer = pieces;
  Value value = cells_.to_value(state, pieces, type, {});
  value.term = arithmetic_.to_bits(value.term, type);
  if (!cell.pointer) return with_places(value, cell);
  // A number here is the address of what it was computed from, perhaps with bits that are no part of it.
  std::optional<Value> place = addresses_.places(value.term);
  if (!place) return cells_.to_value(state, as_pointer, pointer, {});
  place->unspecified = value.unspecified;
  place->reads = value.reads;
  return *place;
}

bool CellContents::is_whole_pointer(const Pieces& pieces, const CellUse& cell) const {
  return pieces.size() == 1 && pieces[0].kind == Piece::Kind::pointer && pieces[0].skip == 0 &&
         cell.width == pointers_.bits();
}

bool CellContents::constants(Term term, std::set<Bits>& values) {
  std::vector<Term> open = {term};
  std::unordered_set<Term> seen;  // choices share their parts
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    if (next.is_const()) {
      values.insert(next.value());
      continue;
    }
    if (next.op() != logic::Op::ite || values.size() > kMostConstants || seen.size() > 16 * kMostConstants ||
        not_constants_.contains(next)) {
      not_constants_.insert(term);
      return false;
    }
    open.push_back(next.args()[1]);
    open.push_back(next.args()[2]);
  }
  return true;
}

// What is computed of few values may have few as well, as the head of a ring has that is put back where the ring ends. Taken for any number,
// it would be an index that reaches all of the object that it lies in.
bool CellContents::few_values(Path path, Term when, Term number, std::set<Bits>& values) {
  if (number.sort().kind != logic::SortKind::bitvec) return false;
  std::optional<std::set<Bits>> found = feasible_.values(path, when, number, kMostComputed);
  if (!found) return false;
  values = std::move(*found);
  return true;
}

// Where it may lead if the condition holds, as far as that is not known anyway.
std::set<PointsToTarget> CellContents::targets(const Value& pointer, Path path, Term when, const Content& known) {
  std::set<PointsToTarget> found;
  const std::vector<Pointee> places = pointers_.resolve(pointer);
  for (const Pointee& place : places) {
    const Term here = terms_.and_(place.when, when);
    if (here.is_false()) continue;
    auto note = [&](const PointsToTarget& target, Term condition) {
      if (known.targets.contains(target) || feasible_.may_hold(path, condition)) found.insert(target);
    };
    std::set<Bits> offsets;
    // A pointer that leaves its object has been moved by what unrollings learn, and would go on for ever.
    auto is_outside = [&](Bits offset) {
      return objects_.is_data(place.object) && offset > objects_[place.object].most_size.value_or(offset);
    };
    if (places.size() == 1 && place.offset.is_const() && !is_outside(place.offset.value())) {
      found.insert({place.object, place.offset.value()});
      continue;
    }
    if (known.targets.contains({place.object, {}})) {
      note({place.object, {}}, here);
      continue;
    }
    bool any = !few_constants(place.offset, kMostConstants, offsets);
    if (any && place.object != 0) {
      std::optional<std::set<Bits>> values = feasible_.values(path, here, place.offset, kMostConstants);
      any = !values;
      if (values) offsets = std::move(*values);
    }
    std::set<Bits> inside;
    for (Bits offset : offsets) {
      if (any) break;
      const PointsToTarget target{place.object, offset};
      const Term condition = terms_.and_(here, terms_.eq(place.offset, number(offset)));
      if (!known.targets.contains(target) && !feasible_.may_hold(path, condition)) continue;
      any = is_outside(offset);
      inside.insert(offset);
    }
    if (any)
      note({place.object, {}}, here);
    else
      for (Bits offset : inside) found.insert({place.object, offset});
  }
  return found;
}

// What the pointers in a shared cell are for (core/views.h) goes with them, if it is the same in every unrolling.
std::set<FixedView> CellContents::views(const Step& step, const Value& value, Term when) {
  std::set<FixedView> found;
  std::set<Bits> numbers;
  if (!value.view) return found;
  bool all = constants(value.view, numbers);
  for (Bits number : numbers) {
    std::optional<FixedView> view = expressions_.fixed(static_cast<uint32_t>(number));
    all = all && view;
    if (view && *view != FixedView{}) found.insert(*view);
  }
  if (!all)
    records_.unsupported(step, when, "a pointer that threads share, to a part of an object that depends on the run");
  return found;
}

// A number that leads back to objects is kept as the pointers that it stands for.
std::optional<Value> CellContents::number_of_places(const Value& value, const CellUse& cell) {
  if (cell.pointer || cell.any_value || cell.width != pointers_.bits() || value.term.is_const()) return {};
  std::optional<Value> place = addresses_.places(value.term);
  if (!place || pointers_.objects(place->term) == std::vector<uint32_t>{0}) return {};
  return place;
}

// A part of a wide word: a number that leads back to objects, or one of a few.
Content CellContents::part(const Term& number, Path path, Term when, const Content& known) {
  Content content;
  std::optional<Value> place = addresses_.places(number);
  if (place) content.targets = targets(*place, path, when, known);
  // Null alone may be that of a pointer, which is not known yet to lead anywhere. Where values rest on their dependencies, it is no
  // other number before something else is seen to be written.
  const bool is_null = model_.keep_dependencies && content.targets == std::set<PointsToTarget>{{0, Bits{0}}};
  content.any_value = !place || content.targets.size() > kMostConstants ||
                      (!model_.values_have_causes && !leads_somewhere(content) && !is_null);
  if (content.any_value) content.targets.clear();
  return content;
}

void CellContents::note(const Step& step, uint32_t object, const CellUse& cell, const Value& value,
                        const Pieces& pieces, const CellUse::Inside& inside, Term when) {
  const bool whole = is_whole_pointer(pieces, cell);
  auto known_inside = cell.inside.find(inside);
  const Content& known = inside.first == 0                   ? cell.outside
                         : known_inside == cell.inside.end() ? Content{}
                                                             : known_inside->second;
  Content content;
  content.pointer = whole;
  content.unspecified = value.unspecified && !value.unspecified.is_false();
  if (whole || cell.pointer) {
    const Value& pointer = whole ? pieces[0].value : value;
    // Whoever uses what nobody has written fails a check, whatever number it is. As any number it would lead anywhere.
    const bool may_be_nothing = unspecified_fails_ && content.unspecified && pointer.unspecified;
    if (may_be_nothing) {
      content.targets = targets(pointer, step.path, terms_.and_(when, terms_.not_(pointer.unspecified)), known);
      content.targets.insert({0, Bits{0}});
    } else {
      content.targets = targets(pointer, step.path, when, known);
    }
    content.views = views(step, pointer, when);
  } else if (std::optional<Value> place = number_of_places(value, cell)) {
    content.pointer = true;
    content.targets = targets(*place, step.path, when, known);
  } else if (cell.width > pointers_.bits() && cell.width % pointers_.bits() == 0) {
    content.any_value = true;
    for (unsigned at = 0; at < cell.width; at += pointers_.bits()) {
      const size_t i = content.parts.size();
      content.parts.push_back(part(terms_.extract(value.term, at + pointers_.bits() - 1, at), step.path, when,
                                   i < known.parts.size() ? known.parts[i] : Content{}));
    }
  } else {
    bool is_any = inside.first == 0 ? cell.outside.any_value : cell.any_value;
    content.any_value =
        is_any || content.unspecified || !model_.values_have_causes ||
        (!constants(value.term, content.values) && !few_values(step.path, when, value.term, content.values));
  }
  sharing_.held(object, cell, content, inside);
}

}  // namespace fencepost::unroll

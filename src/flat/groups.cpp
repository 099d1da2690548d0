#include "flat/groups.h"

#include <bit>

namespace fencepost::flat {

using logic::Op;

namespace {

constexpr size_t kFewestInRow = 3;

// `number` cells from `first` on, `distance` apart.
struct Row {
  Bits first = 0, distance = 0;
  size_t number = 0;
};

std::vector<Row> rows_of(const Group& group) {
  std::vector<Row> rows;
  for (const Group::Cell& cell : group.cells) {
    if (!rows.empty()) {
      Row& last = rows.back();
      if (last.number == 1) last.distance = cell.place - last.first;
      if (cell.place == last.first + last.number * last.distance) {
        ++last.number;
        continue;
      }
    }
    rows.push_back({cell.place, 0, 1});
  }
  return rows;
}

Term is_in_offsets(const Row& row, Term place, logic::Terms& terms) {
  unsigned width = place.sort().width;
  // What lies before the first wraps to more than the last.
  Term from_first = terms.binary(Op::bv_sub, place, terms.bv(row.first, width));
  Term is_between = terms.binary(Op::bv_ule, from_first, terms.bv((row.number - 1) * row.distance, width));
  auto distance = static_cast<uint64_t>(row.distance);
  if (std::has_single_bit(distance)) {
    auto bits = static_cast<unsigned>(std::countr_zero(distance));
    if (bits == 0) return is_between;
    Term low = terms.extract(place, bits - 1, 0);
    return terms.and_(is_between, terms.eq(low, terms.bv(logic::low_bits(row.first, bits), bits)));
  }
  Term rest = terms.binary(Op::bv_urem, from_first, terms.bv(row.distance, width));
  return terms.and_(is_between, terms.eq(rest, terms.bv(0, width)));
}

Term is_in(const Row& row, Term place, logic::Terms& terms) {
  unsigned width = place.sort().width;
  // Objects by themselves: mostly it is known which one it is.
  if (width > kObjectBits) {
    unsigned below = width - kObjectBits;
    Bits last = row.first + (row.number - 1) * row.distance;
    if (row.first >> below == last >> below) {
      Term object = terms.extract(place, width - 1, below);
      return terms.and_(terms.eq(object, terms.bv(row.first >> below, kObjectBits)),
                        is_in_offsets({logic::low_bits(row.first, below), row.distance, row.number},
                                      terms.extract(place, below - 1, 0), terms));
    }
  }
  return is_in_offsets(row, place, terms);
}

}  // namespace

Term is_cell(const Group& group, Term place, logic::Terms& terms) {
  std::vector<Term> any;
  for (const Row& row : rows_of(group)) {
    if (row.number >= kFewestInRow && row.distance <= ~uint64_t{0}) {
      any.push_back(is_in(row, place, terms));
      continue;
    }
    for (size_t i = 0; i < row.number; ++i)
      any.push_back(terms.eq(place, terms.bv(row.first + i * row.distance, place.sort().width)));
  }
  return terms.or_(any);
}

}  // namespace fencepost::flat

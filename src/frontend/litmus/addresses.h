// Which registers and memory cells of a C litmus test hold addresses. Core needs to know, since its pointers are objects with
// offsets, not numbers, and the types of the dialect cannot be trusted. Found by unification (Steensgaard, "Points-to analysis
// in almost linear time", POPL 1996): registers and cells whose values may flow into each other form one class, and a class
// holds addresses if one of its members is dereferenced or gets an address.
#pragma once

#include <map>
#include <vector>

#include "frontend/litmus/test.h"

namespace fencepost::litmus {

class Addresses {
 public:
  explicit Addresses(const Test& test);

  bool in_register(size_t thread, uint32_t reg) const { return is_address(registers_[thread][reg]); }
  bool in_location(uint32_t location) const { return is_address(locations_[location]); }
  // The value of an operand of some step of the test.
  bool in_operand(const Operand& operand) const { return is_address(of_operand_.at(&operand)); }

  // The memory cell that the operand points to.
  struct Cell {
    bool address = false;
    uint8_t bytes = 0;  // size of the integer; 0: there are several sizes
    bool is_signed = true;
  };
  Cell pointed_to(const Operand& operand) const;

 private:
  using Node = uint32_t;
  static constexpr Node kNone = ~0u;
  struct Class {
    Node parent;
    Node pointee = kNone;
    uint8_t bytes = 0;
    bool mixed = false;
    bool is_signed = true;
  };

  Node fresh();
  Node find(Node node) const;
  void unify(Node a, Node b);
  Node pointee(Node node);
  Node visit(size_t thread, const OperandPtr& operand);
  Node visit_new(size_t thread, const Operand& operand);
  void visit(size_t thread, const Step& step);
  void old_values(const OperandPtr& operand, Node cell);
  void visit(const Test& test, const Proposition& proposition);
  Node of_value(const Value& value);
  bool is_address(Node node) const { return classes_[find(node)].pointee != kNone; }

  std::vector<Class> classes_;
  std::vector<std::vector<Node>> registers_;  // by thread
  std::vector<Node> locations_;
  std::map<const Operand*, Node> of_operand_;
};

}  // namespace fencepost::litmus

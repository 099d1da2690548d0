// Emitting Core into one function: registers, labels, and the block that currently receives statements.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "core/core.h"

namespace fencepost::frontend {

class Builder {
 public:
  explicit Builder(core::Function& function) : function_(function), out_(&function.body) {}

  core::Function& function() { return function_; }

  core::Reg fresh(core::Type type, std::string name = {}) {
    function_.regs.push_back({type, std::move(name)});
    return static_cast<core::Reg>(function_.regs.size() - 1);
  }
  core::Label fresh_label() { return static_cast<core::Label>(function_.labels++); }

  void at(SourcePos pos) { pos_ = pos; }
  SourcePos pos() const { return pos_; }

  void emit(core::Stmt::Kind kind, std::string text = {}) {
    out_->push_back({std::move(kind), pos_, std::move(text), calls_ > 0});
  }

  // A register for a compound expression, so that checks and later uses share one evaluation.
  core::ExprPtr bind(core::ExprPtr value) {
    if (value->op == core::ExprOp::constant || value->op == core::ExprOp::reg || value->op == core::ExprOp::global ||
        value->op == core::ExprOp::function)
      return value;
    core::Reg reg = fresh(value->type);
    core::Type type = value->type;
    emit(core::Let{reg, std::move(value)});
    return core::reg_expr(reg, type);
  }

  // The statements that `body` emits, as a block of their own.
  core::Block capture(const std::function<void()>& body) {
    core::Block block;
    core::Block* before = std::exchange(out_, &block);
    body();
    out_ = before;
    return block;
  }
  void append(core::Block block) {
    for (core::Stmt& stmt : block) out_->push_back(std::move(stmt));
  }

  // While it lives, emitted statements are part of a library call that is expanded in place (core::Stmt::as_call).
  class AsCall {
   public:
    explicit AsCall(Builder& builder) : builder_(builder) { ++builder_.calls_; }
    ~AsCall() { --builder_.calls_; }
    AsCall(const AsCall&) = delete;
    AsCall& operator=(const AsCall&) = delete;

   private:
    Builder& builder_;
  };

  void define_label(core::Label label) { emit(core::DefineLabel{label}); }
  void jump(core::Label label) { emit(core::Jump{label}); }

 private:
  core::Function& function_;
  core::Block* out_;
  SourcePos pos_;
  int calls_ = 0;
};

}  // namespace fencepost::frontend

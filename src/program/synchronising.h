// Do releases and acquires synchronise under a model? Decided by the litmus tests of message passing and load buffering, each
// with one mapped store and one mapped load. Only built-in models are asked, of others it is not known; nor is it of the Linux
// kernel's.
#pragma once

#include "program/mapping.h"

namespace fencepost::program {

struct Synchronising {
  // If an acquire reads from a release, is everything before the release ordered before everything after the acquire?
  bool orders = false;
  // Does a plain read read from no write but one that happens before it (C11 5.1.2.4p19)?
  bool reads_are_visible = false;
};

Synchronising synchronising(const memory::Model& model, const Mapping& mapping);

}  // namespace fencepost::program

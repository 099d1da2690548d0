#include "flat/publication.h"

#include "memory/probe.h"

namespace fencepost::flat {

Publication publication_under(const memory::Model* model) {
  if (model == nullptr || memory::is_sequentially_consistent(*model)) return Publication::in_order;
  const memory::Relaxations& allowed = memory::relaxations(*model);
  bool is_ordered = !allowed.store_store && !allowed.load_load && !allowed.stale_reads;
  return is_ordered ? Publication::in_order : Publication::early;
}

}  // namespace fencepost::flat

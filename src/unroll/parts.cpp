#include "unroll/parts.h"

namespace fencepost::unroll {

namespace {

bool has_access_checks(const core::UndefSet& checks) {
  using core::Undef;
  for (Undef kind : {Undef::null_deref, Undef::invalid_deref, Undef::use_after_free, Undef::use_after_scope,
                     Undef::oob_read, Undef::oob_write})
    if (!checks.has(kind)) return false;
  return true;
}

}  // namespace

Parts::Parts(const program::Cfa& cfa_, const Options& options_, Terms& terms_, Budget& budget_,
             program::Shapes& shapes_, Learnt& learnt)
    : cfa(cfa_),
      program(*cfa.program),
      options(options_),
      terms(terms_),
      budget(budget_),
      shapes(shapes_),
      sharing(learnt.sharing),
      address_use(learnt.address_use),
      names(learnt.names),
      checks_accesses(has_access_checks(options.wanted.checks)),
      paths_owner(std::make_shared<Paths>(terms)),
      paths(*paths_owner),
      decisions(terms, paths),
      reads(terms),
      objects(program, terms),
      pointers(terms, 8 * program.pointer_bytes),
      feasible(terms, pointers, budget),
      arithmetic(options.wanted.mathematical ? program::mathematical_arithmetic(terms)
                                             : program::exact_arithmetic(terms)),
      addresses(options.wanted.checks.has(core::Undef::uninit), terms, objects, pointers, budget, address_use,
                feasible),
      cells(terms, *arithmetic, addresses, pointers, reads),
      access(terms, objects, pointers, cells, !checks_accesses),
      expressions(terms, program, *arithmetic, objects, pointers, addresses, cells),
      records(program, terms, result),
      events(program, terms, objects, records, result),
      sections(options.model.lives_are_written, terms, records, result),
      unmodelled(*arithmetic, addresses, access, records),
      contents(options.model, options.wanted.checks.has(core::Undef::uninit), terms, objects, pointers, addresses,
               *arithmetic, cells, expressions, sharing, records, feasible),
      initial(program, terms, paths, objects, cells, contents, sharing, events, result),
      checked(paths, pointers.bits()),
      guarded(program, options.model, terms, paths, pointers, cells, contents, sharing, events),
      footprints(options, terms, pointers.bits(), access, checked, guarded, sharing, feasible, records, events),
      view(options.model, terms, objects, pointers, cells, access, reads, contents, guarded, footprints, events),
      lifetimes(options.model, terms, objects, pointers, addresses, address_use, expressions, sharing, guarded, view,
                events),
      allocations(program, terms, objects, pointers, cells, access, names, address_use,
                  options.wanted.checks.has(core::Undef::unfreed), lifetimes, feasible, records, result),
      threads(terms),
      control(options.model.control_ends_where_paths_meet, reads),
      merger(terms, paths, objects, cells, control, guarded, initial, sections, result.sequences, records, unmodelled),
      equality(cfa, terms, objects, sharing, Leaks::are_wanted(options.wanted.checks)),
      spin_loops(options.model, Leaks::are_wanted(options.wanted.checks), terms, paths, reads, events, equality),
      loop_bounds(options.bounds, program, shapes, terms, events, records),
      leaks(options.wanted.checks, program, terms, paths, decisions, objects, pointers, addresses, access, contents,
            sharing, view, lifetimes, threads, records, events, result) {
  objects.expect(names.known, terms);
}

}  // namespace fencepost::unroll

// When do the runs of a program under rc11 (models/rc11.cat) have nothing that its interleavings lack? If none of the programs that are
// made here can fail, every rc11-consistent execution is sequentially consistent and free of data races: what was proved about
// interleavings then holds under rc11. After O. Lahav, R. Margalit, "Robustness against release/acquire semantics", PLDI 2019, whose
// model has neither relaxed accesses nor fences of several kinds; so the argument is given in full. One that fails says nothing.
//
// Words. porf = (po | rf | sync)+. order = (po | rf | mo | fr | sync)+, fr being rc11's rb; an execution is sequentially consistent if that is
// acyclic. A part of an execution that is closed under porf is an execution, consistent if the whole is: hb goes along porf, and eco
// only loses edges. A sequentially consistent one, put in a line along its order, is an interleaving.
//
// THEOREM (without fences). Suppose that in each interleaving, whenever a thread t is about to access x, and the latest write w of x comes
// before t's place by `order`, then w, or a read that took w, comes before it by hb. Then all executions are sequentially consistent.
//   Take a smallest one that is not, and e, last by porf (no-thin-air: there is one). Without e it is sequentially consistent, so e, an access
//   of x, closes a cycle. Nothing reads from e: the cycle leaves e by fr or mo, to a later write w' of x. It does not come back by rf, mo
//   or fr, since these come from what is before w' in mo, or reads from that, and there was a cycle without e. So it comes back by po or
//   sync: w' is before t's place by `order`. Keep only what is before that place: an interleaving leads there. Its latest write of
//   x, w, is w' or later, and e goes before it: eco(e, w). By supposition w or a read r of it is before e by hb: against coherence.
//   An update reads from what it follows in mo at once (atomicity), so it is one event here; one that fails is a read. Where all writes of
//   x are updates, each follows the one before at once, and e, if it is an update, finds no place among them: no need to ask.
//   An update that fails, and whose thread then waits for ever, may be left out of an execution of the whole program: nothing comes after it.
// The monitor is Watch::Kind::latest. It is needed only where there is another channel: between accesses of one variable all is coherence.
// Of variables with plain accesses alone, data races are excluded (below), so what relates them is in hb and so in what the others order.
//
// FENCES that are seq_cst. Let < be any total order of them that contains psc-fence and porf, and count it both as order and as hb. Then the
// theorem holds with hb' = (hb | <)+ for hb, because hb' ; eco has no cycle: one through < leaves the last fence by hb, goes by eco,
// and comes by hb to the first one, which is psc-fence from the last to the first, against <. And e can be taken last by porf and <.
//   There is such a <, if psc-fence and porf have no cycle. psc-fence itself has none. So it is enough that porf between two fences is in
//   psc-fence+, and for this that in each interleaving, when t comes to a fence, and the last fence of all is before it by porf,
//   it is so by hb (of which the fence itself may be the acquiring end). For a fence f before t's fence by porf, look at what is before
//   it by porf alone, in an interleaving that has as its last fence one, f', after which there is no other by psc-fence or porf, and
//   which is f or comes after it so: f' is in psc-fence with t's, and f in psc-fence+ with f' by induction. In the smallest
//   execution with a cycle, the last event e is an access that makes an edge fence hb e eco a hb fence', and fence' is before
//   fence in psc-fence+ already: against the axiom seq-cst.
//   Without this a chain of relaxed accesses would order fences that rc11 leaves open. The monitor is Watch::Kind::fences; where all reads
//   acquire and all writes release, porf is in hb.
//
// ACCESSES that are seq_cst count as acquire and release, and as more if x is strong, that is, has seq_cst accesses alone. Then e and w are
// seq_cst, and e goes before w by mo or fr: it is enough that e comes after w by psc and <, where < contains all of psc between fences. (The
// arguments above hold with psc for psc-fence: porf between fences is in it, so that a cycle of both is one of psc.) It does if
// a seq_cst access of e's thread does, by po; if it reads from one that does, or follows one in mo or fr; and if such a one, by
// sb-other, comes to a release, a fence or a point, and from there by hb to an acquire, a fence or a point before e: since these are
// no accesses of strong variables, they are no accesses of the same one.
//   If there are only strong variables and plain ones, that is all of `order`, and race freedom is enough (theorem 4 of the paper of rc11).
//
// DATA RACES are accesses without hb in an execution, which is an interleaving by then: Watch::Kind::race, one program for what all threads
// write and one for what each thread reads. Fences count as rc11's hb has them, without <.
#pragma once

#include <variant>
#include <vector>

#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

// The programs, or what the argument does not cover. The program, with one instance of each template, is verified.
std::variant<std::vector<FlatProgram>, NotFlat> robustness_monitors(const FlatProgram& program, logic::Terms& terms);

}  // namespace fencepost::flat

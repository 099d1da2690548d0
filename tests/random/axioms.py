"""Which executions are consistent under RC11, and which are racy: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential
Consistency in C/C++11, PLDI 2017. Written from the paper and not from models/rc11.cat, so that the two check each other; the
names of relations are the paper's, and an update is its pair of a read and a write.
"""
import collections
import itertools

# At least so strong, of the orders that the event can have.
RELAXED = {'relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'}
ACQUIRE = {'acquire', 'acq_rel', 'seq_cst'}
RELEASE = {'release', 'acq_rel', 'seq_cst'}

# kind: R, W, F, or the start and the end of a thread as seen by it and by main; of_update: the second half of one.
Event = collections.namedtuple('Event', 'thread kind place order value of_update source', defaults=[None] * 5)


class Relation:
    """A relation of events, each row the set of successors as the bits of a number. `a @ b` is the paper's a; b."""

    def __init__(self, rows):
        self.rows = rows

    @staticmethod
    def of(count, pairs):
        rows = [0] * count
        for a, b in pairs:
            rows[a] |= 1 << b
        return Relation(rows)

    def __or__(self, other):
        return Relation([a | b for a, b in zip(self.rows, other.rows)])

    def __and__(self, other):
        return Relation([a & b for a, b in zip(self.rows, other.rows)])

    def __sub__(self, other):
        return Relation([a & ~b for a, b in zip(self.rows, other.rows)])

    def __matmul__(self, other):
        rows = []
        for row in self.rows:
            reached = 0
            while row:
                low = row & -row
                reached |= other.rows[low.bit_length() - 1]
                row ^= low
            rows.append(reached)
        return Relation(rows)

    def inverse(self):
        every = range(len(self.rows))
        return Relation.of(len(self.rows), ((b, a) for a in every for b in every if self.rows[a] >> b & 1))

    def maybe(self):
        return Relation([row | 1 << a for a, row in enumerate(self.rows)])

    def plus(self):
        rows = list(self.rows)
        for middle in range(len(rows)):
            for a in range(len(rows)):
                if rows[a] >> middle & 1:
                    rows[a] |= rows[middle]
        return Relation(rows)

    def has(self, a, b):
        return self.rows[a] >> b & 1

    def is_empty(self):
        return not any(self.rows)

    def is_irreflexive(self):
        return not any(row >> a & 1 for a, row in enumerate(self.rows))


class Execution:
    """Events with sb, rf and what follows from these alone; `consistent` adds mo."""

    def __init__(self, places, threads):
        # Initial values are writes before everything; the source of a read is named by thread and position.
        first = [Event(-1, 'W', place, 'plain', 0) for place in places]
        self.events = events = first + [event for thread in threads for event in thread]
        self.count = n = len(events)
        names = [(-1, place) for place in places] + [(t, i) for t, thread in enumerate(threads) for i in range(len(thread))]
        number = {name: i for i, name in enumerate(names)}
        in_order = itertools.combinations(range(n), 2)
        self.sb = Relation.of(n, ((i, j) for i, j in in_order if events[j].thread != -1 and
                                  events[i].thread in (-1, events[j].thread)))
        self.rf = Relation.of(n, ((number[event.source], i) for i, event in enumerate(events) if event.kind == 'R'))
        self.taken = self.rf.inverse()
        self.rmw = Relation.of(n, ((i - 1, i) for i, event in enumerate(events) if event.of_update))
        self.same_place = self.relation(lambda a, b: a.place == b.place is not None)
        # Beyond the paper, whose programs are parallel from the start: a thread is made before it starts and ends before
        # it is joined (C17 7.26.5.1p2, 7.26.5.6p2: synchronizes with). These events have no place, as fences.
        made = self.relation(lambda a, b: (a.kind, b.kind) == ('create', 'start') and a.value == b.thread or
                             (a.kind, b.kind) == ('end', 'join') and b.value == a.thread)

        fence = self.only(lambda e: e.kind == 'F')
        write, read = self.only(lambda e: e.kind == 'W'), self.only(lambda e: e.kind == 'R')
        at_least = lambda orders: self.only(lambda e: e.order in orders)
        sb, rf, relaxed = self.sb, self.rf, at_least(RELAXED)
        rs = write @ (sb & self.same_place).maybe() @ write @ relaxed @ (rf @ self.rmw).plus().maybe()
        sw = (at_least(RELEASE) @ (fence @ sb).maybe() @ rs @ rf @ read @ relaxed @ (sb @ fence).maybe() @ at_least(ACQUIRE))
        self.hb = (sb | sw | made).plus()
        self.sc = at_least({'seq_cst'})
        self.sc_fence = self.sc @ fence

    def relation(self, related):
        return Relation([sum(1 << j for j, b in enumerate(self.events) if related(a, b)) for a in self.events])

    def only(self, wanted):
        return Relation([wanted(event) << i for i, event in enumerate(self.events)])

    def is_hopeless(self):
        """No mo makes it consistent, because of COHERENCE."""
        return not (self.hb.is_irreflexive() and (self.hb @ self.rf).is_irreflexive())

    def orders(self):
        """Every mo that keeps hb, which COHERENCE demands."""
        def orders_of(writes):
            if not writes:
                yield ()
            for first in writes:
                if not any(self.hb.has(other, first) for other in writes):
                    for rest in orders_of([w for w in writes if w != first]):
                        yield (first, *rest)

        places = sorted({event.place for event in self.events if event.kind == 'W'})
        of_place = lambda place: [i for i, event in enumerate(self.events) if event.kind == 'W' and event.place == place]
        yield from itertools.product(*(orders_of(of_place(place)) for place in places))

    def consistent(self, order):
        """RC11-consistency."""
        mo = Relation.of(self.count, (pair for writes in order for pair in itertools.combinations(writes, 2)))
        sb, rf, hb, sc, sc_fence = self.sb, self.rf, self.hb, self.sc, self.sc_fence
        rb = self.taken @ mo
        eco = (rf | mo | rb).plus()
        if not (hb @ eco.maybe()).is_irreflexive():  # COHERENCE
            return False
        if not (self.rmw & (rb @ mo)).is_empty():  # ATOMICITY
            return False
        other_place = sb - self.same_place
        scb = sb | other_place @ hb @ other_place | hb & self.same_place | mo | rb
        psc = (sc | sc_fence @ hb.maybe()) @ scb @ (sc | hb.maybe() @ sc_fence)
        psc |= sc_fence @ (hb | hb @ eco @ hb) @ sc_fence
        return psc.plus().is_irreflexive() and (sb | rf).plus().is_irreflexive()  # SC, NO-THIN-AIR

    def is_racy(self):
        """Two accesses of one place, one a write, one not atomic, and hb in neither direction."""
        conflict = self.relation(lambda a, b: a is not b and a.place == b.place is not None and 'W' in (a.kind, b.kind) and
                                 'plain' in (a.order, b.order))
        return not (conflict - self.hb - self.hb.inverse()).is_empty()

    def last_values(self, order):
        return {self.events[writes[-1]].place: self.events[writes[-1]].value for writes in order}

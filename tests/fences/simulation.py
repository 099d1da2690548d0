"""Threads of loads and stores on a machine with store buffers, by looking at all states. A thread is a list as in shapes.py."""


def ends(threads, buffers):
    """What the reads take and the last values, in all ways in which the threads may go on: pairs of tuples of (name, value). buffers: a
    function from a place to the store buffer of a thread that its writes wait in; None: they do not wait."""
    found, seen = set(), set()
    work = [(tuple(0 for _ in threads), (('x', 0), ('y', 0)), (), ())]
    while work:
        state = work.pop()
        if state in seen:
            continue
        seen.add(state)
        at, contents, waiting, taken = state
        memory = dict(contents)
        if not waiting and all(at[i] == len(thread) for i, thread in enumerate(threads)):
            found.add((tuple(sorted(taken)), contents))
        for n, (buffer, place, value) in enumerate(waiting):
            if all(earlier[0] != buffer for earlier in waiting[:n]):  # the oldest of its buffer reaches memory
                work.append((at, tuple(sorted({**memory, place: value}.items())), waiting[:n] + waiting[n + 1:], taken))
        for i, thread in enumerate(threads):
            if at[i] == len(thread):
                continue
            kind, place, value = thread[at[i]]
            after = at[:i] + (at[i] + 1,) + at[i + 1:]
            if kind == 'R':
                own = [write[2] for write in waiting if write[0][0] == i and write[1] == place]
                work.append((after, contents, waiting, taken + ((value, own[-1] if own else memory[place]),)))
            elif buffers is None:
                work.append((after, tuple(sorted({**memory, place: value}.items())), waiting, taken))
            else:
                work.append((after, contents, waiting + (((i, buffers(place)), place, value),), taken))
    return found


def reads(threads, buffers):
    return {taken for taken, contents in ends(threads, buffers)}


def outcomes(threads, buffers):
    return {tuple(sorted((*taken, *contents))) for taken, contents in ends(threads, buffers)}

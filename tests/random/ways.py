"""The ways in which `fencepost` answers one question about a program with threads; they must agree."""

WAYS = {
    'lazy': ['verify'],
    'ordered': ['verify', '--encoding', 'ordered'],  # differs from lazy under tso and pso only
    'monolithic': ['verify', '--encoding', 'monolithic'],
    'explore': ['explore'],
}


def ways_of(model):
    return [name for name in WAYS if name != 'ordered' or model in ('tso', 'pso')]

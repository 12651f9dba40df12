"""Loaded by schemathesis before it runs: keeps it from a bug of Hypothesis.

schemathesis asks Hypothesis to prefer requests that succeed. While Hypothesis changes requests for that purpose,
it sometimes fails with an IndexError, because a changed request has fewer values. Then only this phase ends, not
the whole run.
"""

from hypothesis.internal.conjecture.engine import ConjectureRunner

optimise_targets = ConjectureRunner.optimise_targets


def optimise_or_stop(self, **arguments):
    try:
        return optimise_targets(self, **arguments)
    except IndexError:
        return False


ConjectureRunner.optimise_targets = optimise_or_stop

"""Loaded by schemathesis before it runs: turns off a phase of Hypothesis.

In this phase, Hypothesis changes requests that took a long time, to find slower ones. It sometimes fails there
with an IndexError, because the changed request has fewer values. Such a run reports an error, although every
response was right.
"""

from hypothesis.internal.conjecture.engine import ConjectureRunner

ConjectureRunner.should_optimise = property(lambda _: False)

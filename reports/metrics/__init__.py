"""What a report says about each metric: its kind, its group, its band of indifference, how it is written.

What a metric *is* stands in `sim.metrics` (through `sim.tallies`): a named ratio of two integers per wall.
"""

from reports.intervals import Kind
from reports.metrics.base import Epsilon, Group, Metric
from reports.metrics.registry import GROUPS, PRIMARY, metrics_of_lineup

__all__ = ["GROUPS", "PRIMARY", "Epsilon", "Group", "Kind", "Metric", "metrics_of_lineup"]

"""Figures: Vega-Lite specifications made with Altair from aggregated numbers, for the page and as files."""

from reports.plots.base import Figure, Panel
from reports.plots.registry import figures_of

__all__ = ["Figure", "Panel", "figures_of"]

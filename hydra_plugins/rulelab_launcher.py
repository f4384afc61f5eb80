"""Hydra launcher that makes one comparison of a sweep.

`rulelab run -m variants=a,b,c` would give Hydra users three runs in three folders that nothing ties together. This
launcher composes every cell of the sweep and hands all of them to the task as one study. Hydra accepts launchers only
from the namespace package `hydra_plugins`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hydra.core.config_store import ConfigStore
from hydra.core.utils import JobReturn, JobStatus, setup_globals
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, OmegaConf, open_dict


class OneComparisonLauncher(Launcher):
    """Runs all cells of a sweep as one job."""

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Keep what Hydra hands over; called once before `launch`."""
        self.config = config
        self.hydra_context = hydra_context
        self.task_function = task_function

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        """Compose each cell, merge them into one request, run it; one JobReturn for the whole sweep."""
        from hydra.core.hydra_config import HydraConfig

        from sim.settings import merge_cells

        setup_globals()
        cells: list[dict[str, Any]] = []
        for number, overrides in enumerate(job_overrides, start=initial_job_idx):
            cell = self.hydra_context.config_loader.load_sweep_config(self.config, list(overrides))
            with open_dict(cell):
                cell.hydra.job.id = str(number)
                cell.hydra.job.num = number
            HydraConfig.instance().set_config(cell)
            with open_dict(cell):
                del cell["hydra"]
            plain = OmegaConf.to_container(cell, resolve=True)
            assert isinstance(plain, dict)
            cells.append({str(k): v for k, v in plain.items()})
        done = JobReturn()
        done.overrides = [o for overrides in job_overrides for o in overrides]
        done.return_value = self.task_function(merge_cells(cells))
        done.status = JobStatus.COMPLETED
        return [done]


ConfigStore.instance().store(
    group="hydra/launcher",
    name="rulelab",
    node={"_target_": "hydra_plugins.rulelab_launcher.OneComparisonLauncher"},
    provider="rulelab_launcher",
)

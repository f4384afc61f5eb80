"""One Ray session for all tests that need it: starting Ray takes longer than the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sim import distribute


@pytest.fixture(scope="session")
def ray_session() -> Iterator[None]:
    """A private Ray with two cores and the settings of `compute=ray`."""
    with distribute.ray_environment(local=True):
        import ray

        distribute.start_ray(ray, "local", 2)
        yield
        ray.shutdown()

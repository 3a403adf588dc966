"""History is tested on real repositories."""

from tests.repositories import own_git

__all__ = ["own_git"]

# make demo: see it work. make test: see it hold. Both make their own .venv and install into it.
.DEFAULT_GOAL := help
.PHONY: help demo test lint docs slow bench clean
.DELETE_ON_ERROR:

VENV := .venv
BIN  := $(VENV)/bin
ARGS :=

help:  ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-6s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.run  ## an agent changes a model over MCP; you see what a reviewer sees
	@$(BIN)/python examples/demo.py

test: $(VENV)/.dev  ## all tests but the long ones; ARGS="tests/model -k wall" for some
	@$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(VENV)/.dev  ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/mypy

docs: $(VENV)/.run  ## write docs/reference anew from the tables
	@$(BIN)/eikrepo docs docs/reference

slow: $(VENV)/.dev  ## the long soak and scale tests
	@$(BIN)/python -m pytest -n auto -m slow $(ARGS)

clean:  ## remove the environment and everything made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installed again only when what is to be installed has changed.
$(VENV)/.run: pyproject.toml .ci/venv
	@./.ci/venv $(VENV) view3d
	@touch $@

$(VENV)/.dev: pyproject.toml .ci/venv
	@./.ci/venv $(VENV) dev
	@touch $@ $(VENV)/.run

# The entry point of the build. Every target sets up its own tools. Only Java 17, Maven (or sbt) and
# Python 3.10 or later must be installed by hand.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SBT := project/sbt
# The locked versions of all Python packages, including the build back end, if a lock file for this
# Python version exists.
PYTHON_VERSION := $(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
LOCKED := $(addprefix PIP_CONSTRAINT=,$(abspath $(wildcard python/locks/$(PYTHON_VERSION).txt)))

# The suites that read the vectors of each format.
VECTOR_SUITES := *EventReaderSuite *PacketReaderSuite *ValueReaderSuite *MessageReaderSuite *LayoutReaderSuite *DissectionSuite

.DEFAULT_GOAL := help
.PHONY: help first-jar demo test check compat lint lint-python format newest wrappers memory soak prove-tests fuzz bench bench-engines bench-peers bench-rivals bench-scale bench-files bench-compare docs notebooks site clean cost cost-table filters jar release-dry reproducible lock

help: ## What there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

# Steps that take minutes the first time say so before they start. On a terminal the tools show their
# own progress, elsewhere only what goes wrong.
ifeq ($(shell [ -t 2 ] && echo terminal),terminal)
  PIP := $(BIN)/python -m pip install
  SBT_JAR := $(SBT) jar
else
  PIP := $(BIN)/python -m pip install --quiet
  SBT_JAR := $(SBT) --error jar
endif
say = @echo "sparkwire: $(1)" >&2

$(BIN)/.ready: python/pyproject.toml python/hatch_build.py $(wildcard python/locks/*)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(MAKE) --no-print-directory first-jar
	$(call say,installing PySpark and the tools of the tests into $(VENV): 1.6 GB$(comma) 2 to 6 minutes$(comma) first time only)
	@$(LOCKED) $(PIP) --editable './python[dev]'
	@touch $(BIN)/.runnable $@

# Enough to run the library. The tools of the tests are three times as large.
$(BIN)/.runnable: python/pyproject.toml python/hatch_build.py $(wildcard python/locks/*)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(MAKE) --no-print-directory first-jar
	$(call say,installing PySpark into $(VENV): 500 MB$(comma) 1 to 3 minutes$(comma) first time only)
	@$(LOCKED) $(PIP) --editable './python[spark]'
	@touch $@

# Without this, pip would compile the jar behind a spinner.
first-jar:
	@test -n "$$SPARKWIRE_JAR" || test -n "$$(ls jvm/spark/target/sparkwire_*.jar 2>/dev/null)" || { \
	  echo "sparkwire: compiling the jar with sbt: 3 to 5 minutes, first time only" >&2; $(SBT_JAR); }

comma := ,

release-dry: $(BIN)/.ready ## Stage a release (Maven repository, wheel, sdist) into dist/ without publishing it
	@project/release dist

lock: $(BIN)/.ready ## Write the lock files of the build: project/locks and python/locks
	@$(SBT) --error lock
	@rm -rf target/lock && mkdir -p target && $(PYTHON) -m venv target/lock
	@target/lock/bin/pip install --quiet --editable './python[dev,docs]'
	@mkdir -p python/locks && target/lock/bin/pip freeze --exclude-editable >python/locks/$(PYTHON_VERSION).txt

reproducible: $(BIN)/.ready ## Build the last commit twice, in folders of their own, and compare every byte
	@project/reproducible

jar: ## Build the one jar: jvm/spark/target/sparkwire_2.13-<version>.jar
	$(call say,compiling: 3 to 5 minutes the first time)
	@$(SBT_JAR)
	@ls jvm/spark/target/sparkwire_*.jar

demo: $(BIN)/.runnable ## Decode a real value of every format, and show a fault byte by byte
	@$(BIN)/sparkwire demo

test: ## Lint and run all tests, Scala and Python
	@project/test

check: $(BIN)/.ready ## A quick answer during work: format, lint, the house, the vectors, Python without Spark
	@$(SBT) --error lint 'wire/testOnly $(VECTOR_SUITES) *LayersSuite' 'spark/testOnly *HouseSuite'
	@$(MAKE) --no-print-directory lint-python
	@$(BIN)/python -m pytest -q -c python/pyproject.toml --rootdir . --without-spark tests/python

lint: lint-python ## Formatting, lint and types, Scala and Python
	@$(SBT) --error lint

lint-python: $(BIN)/.ready
	@$(BIN)/ruff format --check python tests jvm/bench/queries jvm/bench/rivals
	@$(BIN)/ruff check python tests jvm/bench/queries jvm/bench/rivals
	@$(BIN)/mypy --config-file python/pyproject.toml

format: $(BIN)/.ready ## Format everything
	@$(SBT) --error format
	@$(BIN)/ruff format python tests jvm/bench/queries jvm/bench/rivals
	@$(BIN)/ruff check --fix python tests jvm/bench/queries jvm/bench/rivals

wrappers: ## Make the wrappers that follow from the catalogue and from the functions written by hand
	@cd python && $(PYTHON) -m wrappers

compat: $(BIN)/.ready ## The same jar on the newest of every Spark minor; writes a page (SPARKS="4.0.5", JAVAS="home …")
	@$(BIN)/python tests/compat/run.py --full $(SPARKS) $(if $(JAVAS),--java $(JAVAS))

newest: $(BIN)/.ready ## Tests with the newest version of each peer, and what differs (TRIALS="ignite avro", ARGS="--ask")
	@$(BIN)/python tests/newest/newest.py $(ARGS) $(TRIALS)

memory: ## Every function on values of several sizes with the heap of an executor (MIB="10 64 128")
	@MIB="$(or $(MIB),10 64 128)" $(SBT) 'spark/testOnly *ExecutorMemorySuite'

cost: ## How the cost of the most expensive inputs grows up to 4 * MIB (MIB=16, NAMES="msgpack-names …")
	@KIB=$$(($(or $(MIB),16) << 10)) COST=time NAMES="$(NAMES)" $(SBT) 'spark/testOnly *CostSuite'

cost-table: ## Measure the most expensive inputs up to 1 MiB, and write the table of the page Reliability
	@GROWN=3 $(SBT) 'spark/testOnly *CostSuite'
	@$(PYTHON) docs/generate/costs.py jvm/spark/target/costs.tsv

filters: ## Compare filters that are passed on to tables of files with filters above them (FILTERS=10000, SEED=1)
	@FILTERS=$(or $(FILTERS),10000) SEED=$(or $(SEED),1) $(SBT) 'spark/testOnly sparkwire.files.filters.*'

soak: $(BIN)/.ready ## A stream from a real broker for MINUTES=30: exact, in flat memory
	@$(SBT) --error jar
	@MINUTES=$(or $(MINUTES),30) $(BIN)/python -m pytest -q -c python/pyproject.toml --rootdir . tests/end_to_end/test_soak.py

prove-tests: $(BIN)/.ready ## Take the checks out one by one and see that a test fails (ONLY=databus for some)
	@$(BIN)/python tests/proof/run.py $(ONLY)

fuzz: $(BIN)/.ready ## Make up bytes for the readers (SECONDS=60 each, TARGET=databus for one, JOBS=1 at a time)
	@$(BIN)/python tests/fuzz/run.py $(TARGET) --seconds $(or $(SECONDS),60) --jobs $(or $(JOBS),1)

bench: $(BIN)/.ready ## Queries against the floor and Python UDFs; writes docs/pages/performance.md
	@$(SBT) 'bench/runMain sparkwire.bench.AvroQueries $(CURDIR)/jvm/bench/results/avro.json'
	@$(BIN)/python jvm/bench/queries/planning.py
	@$(BIN)/python jvm/bench/queries/run.py
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python cores.py

bench-peers: $(BIN)/.ready ## Readers and writers against their peers, without Spark
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python readers.py && $(CURDIR)/$(BIN)/python layouts.py && $(CURDIR)/$(BIN)/python page.py

bench-rivals: $(BIN)/.ready ## Functions against what a user would write instead; goes on where it was (ARGS="avro --anew")
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python rivals.py $(ARGS) && $(CURDIR)/$(BIN)/python engines.py && $(CURDIR)/$(BIN)/python page.py

bench-engines: $(BIN)/.ready ## Only the engines that are not Spark, anew; they have an environment of their own
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python engines.py --anew && $(CURDIR)/$(BIN)/python page.py

bench-scale: $(BIN)/.ready ## Time and memory against rows, sizes of values and numbers of fields
	@$(BIN)/python jvm/bench/queries/scale.py
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python page.py

bench-files: $(BIN)/.ready ## Tables of files up to 1 GiB in a heap of 1 GiB, beside plain scripts
	@$(BIN)/python jvm/bench/queries/files.py
	@cd jvm/bench/queries && $(CURDIR)/$(BIN)/python page.py

bench-compare: $(BIN)/.ready ## Readers and queries of this tree against another commit (BASE=main~1, PATTERN="KafkaBench.*")
	@$(BIN)/python jvm/bench/queries/compare.py $(BASE) $(if $(PATTERN),'$(PATTERN)')

notebooks: $(BIN)/.ready ## Run the notebooks of the cookbook; write their outputs and pages
	@SPARKWIRE_NOTEBOOKS=write $(BIN)/python -m pytest -q -c python/pyproject.toml --rootdir . tests/end_to_end/test_notebooks.py

docs: $(BIN)/.ready ## Run the examples of the documentation, build the site into site/
	@$(BIN)/python docs/build.py
	@$(MAKE) --no-print-directory site

site: $(BIN)/.ready ## Build the site of the documentation as it is; a link or anchor that leads nowhere is an error
	@$(LOCKED) $(BIN)/python -m pip install --quiet --editable './python[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --config-file docs/mkdocs.yml

clean: ## Remove what was built
	@rm -rf $(VENV) .compat site python/src/sparkwire/jars jvm/*/target target project/target project/project

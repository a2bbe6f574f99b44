# Needs Go and make, nothing else. Underneath is plain go build and go test;
# the program itself does the work.
#
#   make demo        build the program, and show its main job on a table it brings along
#   make test        all tests but the slow ones
#   make reproduce   compute every experiment from nothing, report, verify, and
#                    compare with the committed records to the bit (hours)
#   make report      redraw the report from the committed records (seconds)
#   make verify      compare the committed records with the paper
#   make evidence    how far estimates can be believed: run, report, verify
#   make quick       all experiments in small, to see that everything works
#   make data        fetch the public data sets that the eliminations use
#   make test-all    all tests
#   make test-slow   those that make test leaves out or shortens
#   make torture     kill runs and reports, fill disks, take folders away, for an hour
#   make bench       benchmarks, in the form that benchstat reads
#   make scaling     measure and draw how time and memory grow (docs/scaling.png)
#   make examples    write anew what README.md, docs and clients show of outputs and records (minutes; R, Python, chromium)
#   make docs        build the documentation as pages, in build/docs, checking its links
#   make dist        pack a release: archives and wheels for six platforms, in build/dist (minutes)
#   make bench-cores what importances take with 1, 2, 4, … workers, up to the cores of the machine
#   make bench-r     time R's drf, grf and ranger beside drfvi (needs R and one of them)
#   make clean       remove what make has built, build/reproduce too
#
# make reproduce begins with the cheapest experiment. Stop it whenever you like: the
# same command goes on from there. Data sets that are missing are fetched; what
# needs one that cannot be had is left out, and said. For single experiments:
#
#   make reproduce EXPERIMENTS="bivariate univariate"
#
# Without LONG=1 the cheaper estimate coupled stands for retrain in the eliminations
# of the six larger data sets, where retraining takes many hours.

GO      ?= go
TORTURE ?= 1h
WORKERS ?=
RESULTS ?= results/paper
REPORTS ?= reports/paper
REPRODUCE   ?= build/reproduce
EXPERIMENTS ?= all
LONG    ?=
QUICK   ?= build/quick
EVIDENCE ?= results/evidence
EVIDENCE_REPORTS ?= reports/evidence
ADAPTERS ?= results/adapters
DRFVI   := build/drfvi
PLATFORMS ?=

# The program knows the revision it was built from, and writes it into every
# record, wherever git can tell.
STAMP := -buildvcs=$(if $(shell git rev-parse --verify --quiet HEAD 2>/dev/null),true,false)

# An empty WORKERS leaves the number of cores to the program.
workers = $(if $(WORKERS), --workers $(WORKERS))
tell = awk -f .ci/skipped.awk

# What a reproduction does about the six larger data sets of the eliminations.
STANDS_IN = "coupled stands for retrain on air, births, rf1, scm20d, wage and oes97; LONG=1 retrains there too (many hours more)"
RETRAINED = "retrain is run on all data sets, which takes many hours on the six larger ones"

.PHONY: build demo reproduce report verify evidence quick data test test-all test-slow torture bench bench-cores scaling examples docs dist bench-r clean

build:
	CGO_ENABLED=0 $(GO) build $(STAMP) -o $(DRFVI) ./cmd/drfvi

demo: build
	cd build && export PATH="$$PWD:$$PATH" && \
	drfvi example wages > wages.csv && \
	drfvi importance wages.csv --targets wage --aspects --plot wages.png --html wages.html

reproduce: build
	@$(if $(filter all rfe,$(EXPERIMENTS)),echo $(if $(LONG),$(RETRAINED),$(STANDS_IN)))
	$(DRFVI) run $(EXPERIMENTS)$(workers)$(if $(LONG), --long) --profile paper --out $(REPRODUCE)/results --fetch
	$(DRFVI) report --results $(REPRODUCE)/results --to $(REPRODUCE)/report $(filter-out all,$(EXPERIMENTS))
	$(DRFVI) verify --results $(REPRODUCE)/results $(filter-out all,$(EXPERIMENTS)); verified=$$?; \
	$(DRFVI) compare $(REPRODUCE)/results $(RESULTS) $(filter-out all,$(EXPERIMENTS)) && exit $$verified

report: build
	$(DRFVI) report --results $(RESULTS) --to $(REPORTS)

verify: build
	$(DRFVI) verify --results $(RESULTS)

evidence: build
	$(DRFVI) run evidence$(workers) --profile paper --out $(EVIDENCE) --fetch
	-if [ -d $(ADAPTERS) ] || command -v Rscript >/dev/null; then \
	$(DRFVI) run adapters/leaderboard.yaml adapters/tests.yaml$(workers) --out $(ADAPTERS); else echo "measures and tests of R and Python are left out: there is no Rscript"; fi
	$(DRFVI) report --results $(EVIDENCE) --to $(EVIDENCE_REPORTS)
	$(DRFVI) verify --results $(EVIDENCE)

quick: build
	$(DRFVI) run all$(workers) --profile quick --out $(QUICK)/results
	$(DRFVI) report --results $(QUICK)/results --to $(QUICK)/report
	$(DRFVI) verify --results $(QUICK)/results

data: build
	$(DRFVI) data fetch

# What is skipped is told at the end.
test:
	{ $(GO) test -short -v ./...; echo "exit $$?"; } | $(tell)

test-all:
	{ $(GO) test -v -timeout 1h ./...; echo "exit $$?"; } | $(tell)

test-slow:
	{ GO=$(GO) .ci/slow; echo "exit $$?"; } | $(tell)

# Kills at chosen system calls need strace, full disks the right to mount.
torture:
	DRFVI_TORTURE=$(TORTURE) $(GO) test ./cmd/drfvi -run TestTorture -v -count=1 -timeout 0

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Times mean something on an idle machine only; this takes minutes.
scaling:
	DRFVI_SCALING=$(CURDIR)/docs $(GO) test -run '^TestScaling$$' -count=1 -timeout 1h ./importance

examples:
	$(GO) test ./cmd/drfvi -run '^TestExamples$$' -count=1 -update
	$(GO) test ./reports -run '^TestDocuments$$' -count=1 -update
	! command -v chromium >/dev/null || $(GO) test -C reports/browser -run '^TestPicture$$' -count=1 -update .
	clients/test --examples

docs:
	$(GO) run -C tools ./docs

# The same bytes wherever they are made from one commit by one version of Go.
dist:
	$(GO) run -C tools ./dist $(PLATFORMS)

# The script and build/drfvi, which is static, can be taken to another machine.
bench-cores: build
	python3 bench/cores.py $(DRFVI)

# Times mean something on an idle machine only. RUNS=5, ONLY=ranger: see the script.
bench-r:
	@command -v Rscript >/dev/null || { echo "make bench-r needs R with drf, grf or ranger, and there is no Rscript" >&2; exit 1; }
	GO="$(GO)" Rscript bench/r/bench.R

clean:
	rm -rf build

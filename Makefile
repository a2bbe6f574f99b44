# Needs Go and make, nothing else. Underneath is plain go build and go test;
# the program itself does the work.
#
#   make reproduce   run every experiment of the paper, report, verify
#   make evidence    how far estimates can be believed: run, report, verify
#   make quick       both in small, to see that everything works
#   make data        fetch the public data sets that the eliminations use
#   make test        all tests
#   make bench       benchmarks, in the form that benchstat reads
#   make scaling     measure and draw how time and memory grow (docs/scaling.png)
#   make verify      compare the results of the full run with the paper
#   make clean       remove what make has built
#
# A finished unit of work is not computed again, so reproduce takes up the run
# in results/paper where it ended. Data sets that are missing for what is left to
# do are fetched; without them the rest is run. To compute all of it anew (hours),
# give it other folders:
#
#   make reproduce RESULTS=build/results REPORTS=build/reports

GO      ?= go
WORKERS ?=
RESULTS ?= results/paper
REPORTS ?= reports/paper
QUICK   ?= build/quick
EVIDENCE ?= results/evidence
EVIDENCE_REPORTS ?= reports/evidence
DRFVI   := build/drfvi

# The program knows the revision it was built from, and writes it into every
# record, wherever git can tell.
STAMP := -buildvcs=$(if $(shell git rev-parse --verify --quiet HEAD 2>/dev/null),true,false)

# An empty WORKERS leaves the number of cores to the program.
workers = $(if $(WORKERS), --workers $(WORKERS))
run = $(DRFVI) run all$(workers)

.PHONY: build reproduce evidence quick data test bench scaling verify clean

build:
	$(GO) build $(STAMP) -o $(DRFVI) ./cmd/drfvi

reproduce: build
	$(run) --profile paper --out $(RESULTS) --fetch
	$(DRFVI) report --results $(RESULTS) --to $(REPORTS)
	$(DRFVI) verify --results $(RESULTS)

evidence: build
	$(DRFVI) run evidence$(workers) --profile paper --out $(EVIDENCE)
	$(DRFVI) report --results $(EVIDENCE) --to $(EVIDENCE_REPORTS)
	$(DRFVI) verify --results $(EVIDENCE)

quick: build
	$(run) --profile quick --out $(QUICK)/results
	$(DRFVI) report --results $(QUICK)/results --to $(QUICK)/report
	$(DRFVI) verify --results $(QUICK)/results

data: build
	$(DRFVI) data fetch

test:
	$(GO) test ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Times mean something on an idle machine only; this takes minutes.
scaling:
	mkdir -p build
	$(GO) test -run '^$$' -bench '^BenchmarkScaling$$' -benchmem -timeout 1h ./importance > build/scaling.txt
	$(GO) run ./docs/scaling --to docs < build/scaling.txt

verify: build
	$(DRFVI) verify --results $(RESULTS)

clean:
	rm -rf build

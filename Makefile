# The commands of a developer's day. CMake presets do the work; this file spares remembering them.
BUILD ?= build
WERROR ?= OFF
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
PYTHON ?= python3
FUZZ_SECONDS ?= 600
TABLE_SECONDS ?= 60

.PHONY: help setup configure build help-files install deb test demo asan asan-unit asan-sample tsan bench random fuzz promote tables format format-check layers links lint clean

help:
	@echo 'make build    build the program: $(BUILD)/fencepost'
	@echo 'make install  build, then install: PREFIX=$(PREFIX), DESTDIR for packagers; make deb: a package for Debian'
	@echo 'make demo     build, then check the programs in examples/'
	@echo 'make test     build, then run all tests'
	@echo 'make asan     the same tests, but for slow ones, under the address and undefined-behaviour sanitizers'
	@echo 'make asan-sample  every fourth unit test, but for slow ones, and every eighth golden test under them'
	@echo 'make bench    measure how time grows with program size, as ratios; the tables of seeds 000, 001 and 002, TABLE_SECONDS=$(TABLE_SECONDS) a task'
	@echo 'make random   10,000 random C expressions, 1,000 programs, 1,000 with threads: all ways to run them must agree'
	@echo 'make fuzz     libFuzzer on the cat and litmus parsers, FUZZ_SECONDS=$(FUZZ_SECONDS) each'
	@echo 'make promote  take what golden tests print now as their expectation (review with git diff)'
	@echo 'make tables   docs/library.md from the models of the library'
	@echo 'make format   clang-format; make layers, links: what CI checks besides'
	@echo 'make lint     clang-tidy over the sources that changed'

setup:
	@sh scripts/setup.sh

configure: setup
	@cmake --preset release -B $(BUILD) -DFENCEPOST_WERROR=$(WERROR) > /dev/null

build: configure
	@cmake --build $(BUILD) --target fencepost -j $(JOBS)

# Manual pages and completions are made by the program that was built.
help-files: build
	@cmake --build $(BUILD) --target help_files

install: help-files
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

# dpkg-shlibdeps finds the packages of the shared libraries.
deb: help-files
	@sh scripts/setup.sh dpkg-dev file
	@cd $(BUILD) && cpack -G DEB

test: configure
	@sh scripts/setup.sh chromium chromium-driver python3-selenium neovim fonts-dejavu-core
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

demo: build
	@sh examples/demo.sh $(BUILD)/fencepost

# LLVM's allocators poison what they have not given out, where our code is built with their headers; Debian's Clang, which
# is not built so, takes no notice of it. Leaks are looked for at the end of each program of unit tests: that takes seconds,
# too long for all the others.
asan asan-unit asan-sample: export ASAN_OPTIONS = allow_user_poisoning=0
asan asan-unit asan-sample: export LSAN_OPTIONS = suppressions=$(CURDIR)/cmake/leaks.supp:print_suppressions=0
# Every process runs its share of the tests of all programs. A sample leaves out what took more than half a second when `make test`
# ran: a tenth of the tests, three quarters of the time.
COSTS = $(BUILD)/Testing/Temporary/CTestCostData.txt
asan-sample: UNIT_SAMPLE = --gtest_filter=-$(shell [ -f $(COSTS) ] && awk '/^---/ { exit } $$NF > 0.5 { printf "%s:", $$1 }' $(COSTS))
asan-unit: setup
	@cmake --preset asan > /dev/null
	@cmake --build --preset asan -j $(JOBS)
	@seq 0 $$(($(JOBS) - 1)) | GTEST_TOTAL_SHARDS=$(JOBS) xargs -P $(JOBS) -I shard \
	  sh -c 'export GTEST_SHARD_INDEX=shard; for t in build-asan/tests/*_test; do $$t --gtest_brief=1 $(UNIT_SAMPLE) || failed=1; done; exit $$failed'

asan: asan-unit
	@ASAN_OPTIONS=$$ASAN_OPTIONS:detect_leaks=0 ctest --preset asan -LE 'unit|slow' -j $(JOBS)

asan-sample: asan-unit
	@ASAN_OPTIONS=$$ASAN_OPTIONS:detect_leaks=0 $(PYTHON) tests/golden/run.py build-asan/fencepost --slow --every 8 -j $(JOBS)

tsan: setup
	@cmake --preset tsan > /dev/null
	@cmake --build --preset tsan -j $(JOBS)
	@ctest --preset tsan -j $(JOBS)

bench: build
	@$(PYTHON) bench/growth.py $(BUILD)/fencepost
	@$(PYTHON) bench/litmus_scaling.py $(BUILD)/fencepost
	@$(PYTHON) bench/threads_growth.py $(BUILD)/fencepost
	@$(PYTHON) bench/orders.py $(BUILD)/fencepost
	@$(PYTHON) bench/memory_models.py $(BUILD)/fencepost ../shared/corpus/svcomp
	@$(PYTHON) bench/memory_models.py $(BUILD)/fencepost ../shared/corpus/svcomp --as-deep
	@$(PYTHON) bench/memory_models.py $(BUILD)/fencepost ../shared/corpus/svcomp --lazy --every 4 --timeout 60
	@$(PYTHON) bench/guards.py $(BUILD)/fencepost ../shared/corpus
	@$(PYTHON) bench/cegar_growth.py $(BUILD)/fencepost
	@$(PYTHON) bench/cegar_tables.py $(BUILD)/fencepost ../shared/corpus/svcomp --timeout $(TABLE_SECONDS)
	@$(PYTHON) bench/buffers_tables.py $(BUILD)/fencepost --fences all
	@$(PYTHON) bench/buffers_tables.py $(BUILD)/fencepost
	@$(PYTHON) bench/buffers_tables.py $(BUILD)/fencepost --given --only bakery
	@$(PYTHON) bench/buffers_tables.py $(BUILD)/fencepost --given --cube-size 4
	@$(PYTHON) bench/buffers_tables.py $(BUILD)/fencepost --given --bounds
	@$(PYTHON) bench/symmetric_tables.py $(BUILD)/fencepost

random: build
	@$(PYTHON) tests/random/expressions.py $(BUILD)/fencepost --count 10000
	@$(PYTHON) tests/random/programs.py $(BUILD)/fencepost --count 1000
	@$(PYTHON) tests/random/types.py $(BUILD)/fencepost
	@$(PYTHON) tests/random/layouts.py $(BUILD)/fencepost --count 500
	@sh scripts/setup.sh csmith libcsmith-dev
	@$(PYTHON) tests/random/csmith.py $(BUILD)/fencepost --count 200
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 1000 --ways lazy ordered monolithic explore
	@$(PYTHON) tests/random/sizes.py $(BUILD)/fencepost --count 1000 --ways lazy ordered monolithic explore
	@$(PYTHON) tests/random/rings.py $(BUILD)/fencepost --count 500 --ways lazy ordered monolithic explore
	@$(PYTHON) tests/random/lists.py $(BUILD)/fencepost --count 500 --ways lazy ordered monolithic explore
	@$(PYTHON) tests/random/rc11.py $(BUILD)/fencepost --count 1000
	@$(PYTHON) tests/random/proofs.py $(BUILD)/fencepost --count 1000
	@$(PYTHON) tests/random/buffers.py $(BUILD)/fencepost --count 500
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 500 --models tso,pso --ways buffers cubes refined
	@$(PYTHON) tests/random/handovers.py $(BUILD)/fencepost --count 500 --models sc,tso,rc11
	@$(PYTHON) tests/random/rc11.py $(BUILD)/fencepost --count 400 --indexed
	@$(PYTHON) tests/random/robustness.py $(BUILD)/fencepost --count 1000
	@$(PYTHON) tests/random/robustness.py $(BUILD)/fencepost --count 400 --indexed
	@$(PYTHON) tests/random/robustness.py $(BUILD)/fencepost --count 400 --locked
	@$(PYTHON) tests/random/agreement.py $(BUILD)/fencepost --count 250
	@$(PYTHON) tests/random/endings.py $(BUILD)/fencepost --count 250
	@$(PYTHON) tests/random/machines.py $(BUILD)/fencepost --count 500
	@$(PYTHON) tests/random/assembly.py $(BUILD)/fencepost --count 200
	@$(PYTHON) tests/random/retries.py $(BUILD)/fencepost --count 500
	@$(PYTHON) tests/random/litmus.py $(BUILD)/fencepost --count 300
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 1000 --races
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 1000 --deadlocks
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 1000 --twins
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 300 --stops --ways lazy explore cegar
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 300 --retries
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 300 --ways cegar
	@$(PYTHON) tests/random/threads.py $(BUILD)/fencepost --count 200 --ways cegar --retries
	@$(PYTHON) tests/random/robust.py $(BUILD)/fencepost --count 200
	@$(PYTHON) tests/random/robust.py $(BUILD)/fencepost --count 100 --guarded
	@$(PYTHON) tests/random/objects.py $(BUILD)/fencepost --count 2000 --native

fuzz: setup
	@cmake --preset fuzz > /dev/null
	@cmake --build --preset fuzz --target cat_fuzz litmus_fuzz -j $(JOBS)
	@mkdir -p build-fuzz/corpus/cat build-fuzz/corpus/litmus
	@build-fuzz/cat_fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=20 build-fuzz/corpus/cat models
	@build-fuzz/litmus_fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=20 build-fuzz/corpus/litmus tests/fuzz/seeds

promote: build
	@$(PYTHON) tests/golden/run.py $(BUILD)/fencepost --promote

tables:
	@$(PYTHON) scripts/library_table.py

format:
	@sh scripts/format.sh

format-check:
	@sh scripts/format.sh --check

layers:
	@$(PYTHON) scripts/check_layers.py

links:
	@$(PYTHON) scripts/check_links.py

lint: setup
	@cmake --preset tidy > /dev/null
	@$(PYTHON) scripts/tidy.py build-tidy -j $(JOBS)

clean:
	@rm -rf $(BUILD) build-dev build-asan build-tsan build-fuzz build-coverage build-tidy

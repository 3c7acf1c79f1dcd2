# A thin front door to CMakePresets.json. Each target first installs the Debian packages it needs, by group
# (tools/packages; SETUP=no leaves that out), so that a machine with git and make is enough to start from.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
SOAK_SECONDS ?= 3600
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
export SETUP TESTS

# The command that pages and microcontrollers are tested with: the release's, or that of another preset, such as dev.
PRESET ?= release
COMMAND = $(if $(filter release,$(PRESET)),build/ulna,build/$(PRESET)/ulna)

# Configuring says something only when it fails.
configure = @mkdir -p build && cmake --preset $(1) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
build     = @cmake --build --preset $(1)

# The Python package: a wheel in build/wheel, installed into build/venv; the network is not asked.
wheel = @rm -rf build/wheel && $(PYTHON) -m venv --system-site-packages build/venv && \
	ULNA_PRESET=$(1) build/venv/bin/pip --quiet wheel --no-index --no-deps --wheel-dir build/wheel . && \
	build/venv/bin/pip --quiet install --no-index --no-deps --force-reinstall build/wheel/ulna-*.whl

.PHONY: release demo test campaign conformance soak mutate coverage bench gate embedded lint fuzz docs gpu-test bench-gpu install \
	python test-python bench-python page check-page test-page pictures clean help

release:  ## build the libraries and the command, build/ulna (the default)
	@tools/setup build
	$(call configure,release)
	$(call build,release)

demo: release  ## show the PUMA 560 and let it scribe a line on a steel plate
	@tools/demo build/ulna

test:  ## build and run all tests
	@tools/setup build multistep test
	$(call configure,dev)
	$(call build,dev)
	@ctest --preset dev -j $$(nproc)

campaign:  ## run the campaigns over random cases at full size (the tests run samples)
	@tools/setup build test
	$(call configure,dev)
	$(call build,dev)
	@tools/campaign build/dev/tests

conformance:  ## lanes of every width and instruction set, by gcc and clang at -O0 to -O3 (COMPILERS, LEVELS)
	@tools/setup build test lint
	@tools/conformance

soak:  ## random arms, scenarios, controllers and calls, with faults put in, for SOAK_SECONDS (3600)
	@tools/setup build multistep test
	$(call configure,dev)
	@cmake --build --preset dev --target soak
	@build/dev/tests/soak $(SOAK_SECONDS)

mutate:  ## put each fault of tests/mutate into the tests named for it; they must catch 95 %
	@tools/setup build multistep test
	$(call configure,dev)
	$(call build,dev)
	@nice -n 10 tools/mutate --document docs/reliability.md

coverage:  ## which lines and branches of src the tests run; fails where one is neither run nor explained
	@tools/setup build multistep test
	$(call configure,coverage)
	$(call build,coverage)
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage -j $$(nproc) >build/coverage.tests.log || { cat build/coverage.tests.log; exit 1; }
	@tools/coverage --document docs/reliability.md build/coverage

bench:  ## measure the kernels on this machine against other libraries; tables and CSV in build/bench
	@tools/setup build bench
	$(call configure,native)
	$(call build,native)
	@cmake --build --preset native --target bench

gate:  ## count the instructions of the main kernels against bench/gate/baseline.txt
	@tools/setup build gate
	@tools/speed_gate

embedded:  ## generated code on Cortex-M4F and Cortex-M7: sizes, self-test under QEMU, instructions a call
	@tools/setup build embedded
	$(call configure,$(PRESET))
	$(call build,$(PRESET))
	@tools/embedded $(COMMAND)

lint:  ## formatting, warnings as errors with gcc and clang, clang-tidy on the library
	@tools/setup build multistep test lint
	@tools/lint

fuzz:  ## fuzz the readers for FUZZ_SECONDS (600) each
	@tools/setup build multistep fuzz
	$(call configure,fuzz)
	@cmake --build --preset fuzz --target $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))
	@tools/fuzz $(FUZZ_SECONDS)

gpu-test:  ## build libulna_gpu and test it on this machine's card, golden cases and compute-sanitizer too (needs CUDA's compiler)
	@tools/setup gpu
	$(call configure,gpu)
	@cmake --build --preset gpu --target on_card bench_gpu
	@build/gpu/src/gpu/on_card
	@tools/gpu_sanitize build/gpu/src/gpu/on_card

bench-gpu: gpu-test  ## measure libulna_gpu on this machine's card
	@build/gpu/src/gpu/bench_gpu

docs: release  ## the equations of three arms on paper, by LaTeX: build/docs/*.pdf
	@tools/setup paper
	@tools/equations build/ulna build/docs

install: release  ## install to PREFIX (/usr/local), under DESTDIR if given
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"
	@tools/installed build/release/install_manifest.txt "$(DESTDIR)"

python:  ## build the Python package and install it into a virtual environment, build/venv
	@tools/setup build python
	$(call wheel,release)
	@echo "the wheel: $$(ls build/wheel/*.whl); try: build/venv/bin/python -c 'import ulna; print(ulna.robots())'"

test-python:  ## build the Python package and run its tests, mypy among them
	@tools/setup build multistep python python-test
	$(call wheel,dev)
	@python/tests/run build/venv/bin/python

bench-python: python  ## measure the Python package against other libraries' interfaces
	@tools/setup python-bench
	@build/venv/bin/python python/bench/bench.py

page:  ## make the script and the WebAssembly of pages anew: page/dist, which is committed
	@tools/setup page
	@tools/page page/dist

check-page:  ## make them again and compare with page/dist
	@tools/setup page
	@tools/page --check

test-page:  ## test pages in a browser, Debian's chromium
	@tools/setup build page-test
	$(call configure,$(PRESET))
	$(call build,$(PRESET))
	@tools/page --packages
	@cd page && ULNA=$(CURDIR)/$(COMMAND) node --test --test-reporter spec tests/test_*.mjs

pictures: release  ## make the pictures of the README and the guide anew: docs/pictures
	@tools/setup page-test
	@tools/page --packages
	@cd page && ULNA=$(CURDIR)/build/ulna node pictures.mjs

clean:  ## remove everything that was built
	@cmake -E rm -rf build

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 18

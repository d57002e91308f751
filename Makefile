# The two commands: make demo, make test. Go 1.26 and a C compiler are enough.

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)

KERNELS := ./operators/text ./operators/clean ./operators/token ./operators/repetition ./operators/gate

.PHONY: build demo test lint generate bench clean

# The product: one static binary.
build:
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/mizan ./cmd/mizan

# The main job end to end on the embedded broker.
demo: build
	./bin/mizan demo

# All tests. DuckDB, which only tests use, needs the C compiler; Apache Kafka and
# the browser are fetched by the tests' helpers and skipped aloud where Java, Maven
# or Chromium are missing (never with CI=true). The text kernels are tested again as
# on processors with AVX2 alone, and without.
test: build lint
	go test -timeout 15m ./...
	go test -exec 'env GODEBUG=cpu.avx512=off' $(KERNELS)
	go test -exec 'env GODEBUG=cpu.avx512=off,cpu.avx2=off' $(KERNELS)

lint:
	@fmt="$$(gofmt -l cmd pipeline operators schemas benchmarks internal examples)"; \
	 if [ -n "$$fmt" ]; then echo "gofmt is needed on: $$fmt"; exit 1; fi
	go vet ./...

# Rewrites the generated tables.
generate:
	go generate ./...

bench:
	go test -run '^$$' -bench . -benchmem ./benchmarks/...

clean:
	rm -rf bin out demo-out

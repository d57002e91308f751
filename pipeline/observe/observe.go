// Package observe serves what a running stage has done: Prometheus metrics at
// /metrics and a liveness check at /healthz.
package observe

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mizan/pipeline"
)

// Server is a running endpoint.
type Server struct {
	http *http.Server
	addr string
	done chan struct{}
}

// Serve starts the endpoint on the address. stats is called at each scrape.
func Serve(addr string, stats func() pipeline.Stats) (*Server, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot serve metrics on %q: %w; change observe.metrics", addr, err)
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	register(reg, stats)
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	s := &Server{
		http: &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second},
		addr: l.Addr().String(),
		done: make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		// The stage goes on without its metrics; the scraper sees them fail.
		_ = s.http.Serve(l)
	}()
	return s, nil
}

// Addr is the address that is served.
func (s *Server) Addr() string { return s.addr }

// Close stops serving and frees the address.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done // where it was closed before it began, the listener is closed last
	return err
}

func register(reg prometheus.Registerer, stats func() pipeline.Stats) {
	counter := func(name, help string, value func(pipeline.Stats) int64) {
		reg.MustRegister(prometheus.NewCounterFunc(
			prometheus.CounterOpts{Name: "mizan_" + name, Help: help},
			func() float64 { return float64(value(stats())) },
		))
	}
	counter("records_scored_total", "Records scored.", func(s pipeline.Stats) int64 { return s.Scored })
	counter("records_rejected_total", "Records rejected.", func(s pipeline.Stats) int64 { return s.Rejected })
	counter("slices_committed_total", "Slices committed.", func(s pipeline.Stats) int64 { return s.Slices })
	counter("bytes_read_total", "Raw bytes of the records read.", func(s pipeline.Stats) int64 { return s.Bytes })
	counter("operator_panics_total", "Records at which an operator panicked.", func(s pipeline.Stats) int64 { return s.Panics })
	counter("offsets_lost_total", "Offsets the broker deleted before they were read.", func(s pipeline.Stats) int64 { return s.LostOffsets })
	reg.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "mizan_seconds_since_last_fetch", Help: "Seconds since a broker last answered a fetch; 0 before the first."},
		func() float64 {
			at := stats().LastFetch
			if at.IsZero() {
				return 0
			}
			return time.Since(at).Seconds()
		},
	))
}

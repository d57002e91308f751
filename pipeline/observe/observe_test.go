package observe

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mizan/pipeline"
)

func serve(t *testing.T, stats func() pipeline.Stats) *Server {
	t.Helper()
	s, err := Serve("127.0.0.1:0", stats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func get(t *testing.T, s *Server, path string) (status int, body string) {
	t.Helper()
	resp, err := http.Get("http://" + s.Addr() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

// TestScrape compares what is scraped with the counters, and again after they
// have moved.
func TestScrape(t *testing.T) {
	var round atomic.Int64
	s := serve(t, func() pipeline.Stats {
		n := round.Load() * 100
		return pipeline.Stats{Scored: n + 1, Rejected: n + 2, Slices: n + 3, Bytes: n + 4, Panics: n + 5, LostOffsets: n + 6}
	})
	for i := range 2 {
		round.Store(int64(i))
		status, body := get(t, s, "/metrics")
		if status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
		for j, name := range []string{
			"records_scored_total", "records_rejected_total", "slices_committed_total",
			"bytes_read_total", "operator_panics_total", "offsets_lost_total",
		} {
			if line := fmt.Sprintf("\nmizan_%s %d\n", name, i*100+j+1); !strings.Contains(body, line) {
				t.Errorf("no line %q in\n%s", line, body)
			}
			if !strings.Contains(body, "# TYPE mizan_"+name+" counter") || !strings.Contains(body, "# HELP mizan_"+name+" ") {
				t.Errorf("mizan_%s has no type and help", name)
			}
		}
		for _, line := range []string{"\nmizan_seconds_since_last_fetch 0\n", "\ngo_goroutines ", "# TYPE mizan_seconds_since_last_fetch gauge"} {
			if !strings.Contains(body, line) {
				t.Errorf("no line %q in\n%s", line, body)
			}
		}
	}
}

func TestLastFetch(t *testing.T) {
	s := serve(t, func() pipeline.Stats { return pipeline.Stats{LastFetch: time.Now().Add(-90 * time.Second)} })
	_, body := get(t, s, "/metrics")
	_, rest, _ := strings.Cut(body, "\nmizan_seconds_since_last_fetch ")
	var seconds float64
	if _, err := fmt.Sscan(rest, &seconds); err != nil || seconds < 90 || seconds > 150 {
		t.Errorf("%v seconds since the last fetch, %v, want 90 or a little more", seconds, err)
	}
}

func TestHealth(t *testing.T) {
	s := serve(t, func() pipeline.Stats { t.Error("a liveness check asks for the counters"); return pipeline.Stats{} })
	if status, body := get(t, s, "/healthz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("status %d, %q", status, body)
	}
	if status, _ := get(t, s, "/nothing"); status != http.StatusNotFound {
		t.Errorf("status %d for no page", status)
	}
}

func TestAddressInUse(t *testing.T) {
	s := serve(t, func() pipeline.Stats { return pipeline.Stats{} })
	_, err := Serve(s.Addr(), nil)
	if err == nil {
		t.Fatal("the address is served twice")
	}
	for _, want := range []string{fmt.Sprintf("cannot serve metrics on %q", s.Addr()), "address already in use", "change observe.metrics"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// Another process may have the port for a moment: ports are free for all.
	var again *Server
	for range 100 {
		if again, err = Serve(s.Addr(), func() pipeline.Stats { return pipeline.Stats{} }); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatalf("a closed server holds its address: %v", err)
	}
	again.Close()
}

func TestBadAddress(t *testing.T) {
	for _, addr := range []string{"localhost:99999", "nonsense", "localhost:http:1"} {
		if s, err := Serve(addr, nil); err == nil {
			s.Close()
			t.Errorf("%q is served", addr)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", addr)) {
			t.Errorf("error %v does not name %q", err, addr)
		}
	}
}

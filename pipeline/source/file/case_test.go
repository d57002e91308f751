package file_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/internal/testshared"
	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/source"
	"mizan/pipeline/source/file"
	"mizan/schemas"
)

// sharedCase is one case of the shared case list.
type sharedCase struct {
	ID, Area string
	Text     *string
	File     string
	Record   json.RawMessage
	Generate *struct {
		Field, Repeat string
		Times         int
	}
	Expect struct {
		Accepted, Rejected   bool
		ReasonContains       string `json:"reason_contains"`
		RejectReasonContains string `json:"reject_reason_contains"`
		Rows, Rejects        *int
		Response             *string
		ResponseLength       int    `json:"response_length"`
		DocID                string `json:"doc_id"`
		Messages             int
		MaxSeconds           float64 `json:"max_seconds"`
		FilesOK              *int    `json:"files_ok"`
		FilesFailed          *int    `json:"files_failed"`
		EventTimeUTC         string  `json:"event_time_utc"`
	}
}

// needs stands in for the task table.
func needs(name string) (codec.Need, error) {
	switch {
	case strings.Contains(name, "_mc1_"), strings.Contains(name, "_mc2_"):
		return codec.NeedLogLikelihoods, nil
	case strings.HasPrefix(name, "ifeval"), strings.HasPrefix(name, "truthfulqa"), name == "quality":
		return codec.NeedResponse, nil
	}
	return 0, fmt.Errorf("unknown task %q; near names: ifeval", name)
}

// TestSharedCases runs the cases that concern reading.
func TestSharedCases(t *testing.T) {
	parquetCases := map[string]bool{"pq-10": true, "pq-16": true, "pq-18": true, "pq-20": true, "pq-24": true}
	ran := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c sharedCase) {
		if c.Area != "json" && !parquetCases[c.ID] {
			return
		}
		ran++
		t.Run(c.ID, func(t *testing.T) {
			begin := time.Now()
			runCase(t, &c)
			if s := time.Since(begin).Seconds(); c.Expect.MaxSeconds > 0 && s > c.Expect.MaxSeconds {
				t.Errorf("took %.1f s, at most %g s", s, c.Expect.MaxSeconds)
			}
		})
	})
	if ran < 19 {
		t.Errorf("only %d cases ran", ran)
	}
}

// outcome is what reading gave.
type outcome struct {
	rec     arrow.Record
	rejects []reject.Row
	ok      int
	failed  []error
}

func runCase(t *testing.T, c *sharedCase) {
	opt := codec.Options{Task: needs}
	b := codec.NewBuilder(opt)
	var out outcome
	message := func(value []byte) {
		if r := b.Append("case", 0, source.Message{Value: value}); r != nil {
			out.rejects = append(out.rejects, *r)
		}
	}
	switch {
	case c.Text != nil:
		message([]byte(*c.Text))
	case c.Record != nil:
		message(c.Record)
	case c.Generate != nil:
		message(fmt.Appendf(nil, `{"task":"quality",%q:%q}`, c.Generate.Field, strings.Repeat(c.Generate.Repeat, c.Generate.Times)))
	case c.Expect.Messages > 0:
		n := 0
		testshared.Lines(t, "cases/"+c.File, func(_ int, m struct{ Base64 []byte }) {
			n++
			message(m.Base64)
		})
		if n != c.Expect.Messages {
			t.Errorf("%d messages, want %d", n, c.Expect.Messages)
		}
	default:
		readFiles(t, testshared.Path(t, "cases/"+c.File), b, opt, &out)
	}
	out.rec = b.NewRecord()
	defer out.rec.Release()
	checkCase(t, c, &out)
}

func readFiles(t *testing.T, path string, b *codec.Builder, opt codec.Options, out *outcome) {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		files, _ = filepath.Glob(filepath.Join(path, "*"))
	}
	for _, f := range files {
		r, err := file.Open(f, file.Options{Codec: opt})
		for err == nil {
			var rejects []reject.Row
			rejects, err = r.Fill(b, 1000, 1<<30)
			out.rejects = append(out.rejects, rejects...)
		}
		if r != nil {
			r.Close()
		}
		if errors.Is(err, io.EOF) {
			out.ok++
			continue
		}
		t.Logf("failed: %v", err)
		out.failed = append(out.failed, err)
		if !strings.Contains(err.Error(), filepath.Base(f)) {
			t.Errorf("error does not name the file %s: %v", f, err)
		}
	}
}

func checkCase(t *testing.T, c *sharedCase, out *outcome) {
	e := &c.Expect
	rows, rejects := int(out.rec.NumRows()), len(out.rejects)
	for _, r := range out.rejects[:min(3, rejects)] {
		t.Logf("reject: field %q, reason %q", r.Field, r.Reason)
	}
	check := func(name string, want *int, got int) {
		if want != nil && *want != got {
			t.Errorf("%s: %d, want %d", name, got, *want)
		}
	}
	check("rows", e.Rows, rows)
	check("rejects", e.Rejects, rejects)
	check("files_ok", e.FilesOK, out.ok)
	check("files_failed", e.FilesFailed, len(out.failed))
	if e.Accepted && (rows != 1 || rejects != 0) {
		t.Errorf("not accepted: %v", out.rejects)
	}
	if e.Rejected && (rows != 0 || rejects != 1) {
		t.Errorf("not rejected: %d rows, %d rejects", rows, rejects)
	}
	if want := e.ReasonContains + e.RejectReasonContains; want != "" {
		if rejects == 0 || !strings.Contains(strings.ToLower(out.rejects[0].Reason), strings.ToLower(want)) {
			t.Errorf("rejects %+v do not say %q", out.rejects, want)
		}
		if rejects > 0 && len(out.rejects[0].Raw) == 0 {
			t.Errorf("the reject has lost its bytes")
		}
	}
	if rows == 0 {
		return
	}
	response := column[*array.String](out.rec, schemas.Response).Value(0)
	if e.Response != nil && response != *e.Response {
		t.Errorf("response %q, want %q", response, *e.Response)
	}
	if e.ResponseLength > 0 && len([]rune(response)) != e.ResponseLength {
		t.Errorf("response of %d characters, want %d", len([]rune(response)), e.ResponseLength)
	}
	if e.DocID != "" && fmt.Sprint(column[*array.Int64](out.rec, schemas.DocID).Value(0)) != e.DocID {
		t.Errorf("doc_id %d, want %s", column[*array.Int64](out.rec, schemas.DocID).Value(0), e.DocID)
	}
	if e.EventTimeUTC != "" {
		got := column[*array.Timestamp](out.rec, schemas.EventTime).Value(0).ToTime(arrow.Microsecond).Format(time.RFC3339Nano)
		if got != e.EventTimeUTC {
			t.Errorf("event_time %s, want %s", got, e.EventTimeUTC)
		}
	}
}

func column[A arrow.Array](rec arrow.Record, name string) A {
	return rec.Column(rec.Schema().FieldIndices(name)[0]).(A)
}

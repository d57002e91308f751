package pipeline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"mizan/internal/testshared"
)

// practice is a case of cases.jsonl that is one record or one line of input.
type practice struct {
	ID       string          `json:"id"`
	Area     string          `json:"area"`
	Record   json.RawMessage `json:"record"`
	Text     *string         `json:"text"`
	File     string          `json:"file"`
	Generate *struct {
		Field  string
		Repeat string
		Times  int
	} `json:"generate"`
	Expect map[string]any `json:"expect"`
}

// TestCasesOfRecords runs the cases whose input is a generation record, a line
// of JSON or a JSON Lines file, through the whole stage. Those of logs,
// partitions and Parquet files are in the packages kafka, file and sink; those
// of single operators in theirs.
func TestCasesOfRecords(t *testing.T) {
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c practice) {
		var input []byte
		switch {
		case c.Area == "kafka" || c.Area == "parquet":
			return
		case c.Area == "json" && c.File != "":
			t.Run(c.ID, func(t *testing.T) { t.Parallel(); c.runFile(t) })
			return
		case c.Record != nil:
			input = jsonLines([]json.RawMessage{c.Record})
		case c.Area == "json" && c.Text != nil:
			input = []byte(*c.Text + "\n")
		case c.Generate != nil:
			record, err := json.Marshal(map[string]any{"task": "quality", c.Generate.Field: strings.Repeat(c.Generate.Repeat, c.Generate.Times)})
			if err != nil {
				t.Fatal(err)
			}
			input = append(record, '\n')
		default:
			return
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			rows, rejects := scoreText(t, input)
			c.check(t, rows, rejects)
		})
	})
}

func (c *practice) check(t *testing.T, rows []row, rejects []rejected) {
	t.Helper()
	if c.Expect["rejected"] == true {
		if len(rows) != 0 || len(rejects) != 1 {
			t.Fatalf("%d rows and %d rejects, want one reject", len(rows), len(rejects))
		}
		if part, _ := c.Expect["reason_contains"].(string); !contains(rejects[0].Reason, part) && (rejects[0].Field == nil || !contains(*rejects[0].Field, part)) {
			t.Errorf("reject %+v, want %q in it", rejects[0], part)
		}
		return
	}
	if len(rows) != 1 || len(rejects) != 0 {
		t.Fatalf("%d rows and rejects %+v, want one row", len(rows), rejects)
	}
	for _, d := range rows[0].differences(c.Expect) {
		t.Error(d)
	}
}

func (c *practice) runFile(t *testing.T) {
	if c.Expect["messages"] != nil {
		return // single messages, not a file: see package codec
	}
	rows, rejects := scorePath(t, testshared.Path(t, "cases/"+c.File))
	if want, ok := c.Expect["rows"].(float64); ok && float64(len(rows)) != want {
		t.Errorf("%d rows, want %v; rejects %+v", len(rows), want, rejects)
	}
	if want, ok := c.Expect["rejects"].(float64); ok && float64(len(rejects)) != want {
		t.Errorf("rejects %+v, want %v", rejects, want)
	}
	if c.Expect["rejected"] == true {
		part := c.Expect["reason_contains"].(string)
		if len(rejects) == 0 || !contains(rejects[0].Reason, part) {
			t.Errorf("rejects %+v, want a reason with %q", rejects, part)
		}
		return
	}
	if len(rows) > 0 {
		for _, d := range rows[0].differences(c.Expect) {
			t.Error(d)
		}
	}
}

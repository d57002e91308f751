package kafkatest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// CaseLog is the log of a Kafka case as the shared cases write it.
type CaseLog struct {
	Topic     string
	Partition int32
	Records   []LogRecord
	// Config is the case's configuration, undecoded.
	Config map[string]json.RawMessage
	Steps  []string
}

type caseRecord struct {
	Offset      json.RawMessage `json:"offset"` // a number, or "first..last"
	Key         *string         `json:"key"`
	Value       *string         `json:"value"`
	Timestamp   *time.Time      `json:"timestamp"`
	Transaction string          `json:"transaction"`
	Control     string          `json:"control"`
	Generate    *struct {
		Field   string `json:"field"`
		Repeat  string `json:"repeat"`
		Times   int    `json:"times"`
		Pattern string `json:"pattern"`
	} `json:"value_generate"`
}

// ParseCaseLog reads the "log" of a case.
func ParseCaseLog(t testing.TB, raw json.RawMessage) CaseLog {
	t.Helper()
	var in struct {
		Topic     string
		Partition int32
		Records   []caseRecord
		Config    map[string]json.RawMessage
		Steps     []string
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		t.Fatalf("cannot read the case's log: %v", err)
	}
	l := CaseLog{Topic: in.Topic, Partition: in.Partition, Config: in.Config, Steps: in.Steps}
	for _, r := range in.Records {
		first, last, err := r.offsets()
		if err != nil {
			t.Fatal(err)
		}
		for o := first; o <= last; o++ {
			rec := LogRecord{Offset: o, Transaction: r.Transaction, Control: r.Control}
			if r.Timestamp != nil {
				rec.Time = *r.Timestamp
			}
			if r.Key != nil {
				rec.Key = []byte(*r.Key)
			}
			switch {
			case r.Generate != nil:
				rec.Value = r.generate(o)
			case r.Value != nil:
				rec.Value = []byte(*r.Value)
			}
			l.Records = append(l.Records, rec)
		}
	}
	return l
}

func (r *caseRecord) offsets() (first, last int64, err error) {
	text := strings.Trim(string(r.Offset), `"`)
	if strings.Contains(text, "..") {
		_, err = fmt.Sscanf(text, "%d..%d", &first, &last)
	} else {
		_, err = fmt.Sscanf(text, "%d", &first)
		last = first
	}
	if err != nil {
		err = fmt.Errorf("cannot read offset %s of a case: %w", r.Offset, err)
	}
	return first, last, err
}

// generate makes the canonical record that the other values of the cases are, with one
// field generated.
func (r *caseRecord) generate(offset int64) []byte {
	v := map[string]any{
		"record_id": fmt.Sprintf("r%d", offset), "task": "ifeval", "response": "no commas here",
		"instruction_id_list": []string{"punctuation:no_comma"}, "kwargs": []any{map[string]any{}},
	}
	if r.Generate.Pattern != "" {
		v[r.Generate.Field] = fmt.Sprintf(r.Generate.Pattern, offset)
	} else {
		v[r.Generate.Field] = strings.Repeat(r.Generate.Repeat, r.Generate.Times)
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and lists of texts
	}
	return b
}

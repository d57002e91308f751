package pipeline_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"mizan/internal/testshared"
)

// golden is a line of the golden files of the tasks.
type golden struct {
	Record   json.RawMessage `json:"record"`
	Expected map[string]any  `json:"expected"`
}

// goldenFiles lists the golden files of all tasks.
func goldenFiles(t *testing.T) []string {
	t.Helper()
	root := testshared.Path(t, "goldens")
	var rel []string
	for _, pattern := range []string{
		"ifeval_en/real_*.jsonl.gz", "ifeval_en/synthetic.jsonl", "ifeval_arabic*/*.jsonl",
		"truthfulqa_multi/gen_*.jsonl", "truthfulqa_multi/mc?.jsonl",
	} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no golden files %s: %v", pattern, err)
		}
		for _, path := range paths {
			r, err := filepath.Rel(filepath.Dir(root), path)
			if err != nil {
				t.Fatal(err)
			}
			rel = append(rel, r)
		}
	}
	return rel
}

// TestGoldens scores every golden record through the whole stage: JSON in, JSON
// rows out.
func TestGoldens(t *testing.T) {
	for _, rel := range goldenFiles(t) {
		name := strings.TrimPrefix(filepath.ToSlash(rel), "goldens/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines []golden
			var records []json.RawMessage
			testshared.Lines(t, rel, func(_ int, g golden) {
				lines = append(lines, g)
				records = append(records, g.Record)
			})
			rows, rejects := scoreText(t, jsonLines(records))
			if len(rows) != len(lines) || len(rejects) > 0 {
				t.Fatalf("%d rows and rejects %v of %d records", len(rows), rejects, len(lines))
			}
			for i, g := range lines {
				faulty := g.faulty() // before differences puts false in the place of errors
				if diffs := rows[i].differences(g.Expected); len(diffs) > 0 {
					t.Errorf("line %d %v: %s", i+1, rows[i]["record_id"], strings.Join(diffs, "; "))
				}
				// Where no instruction is at fault, none may carry an error. (An
				// unknown id is no error in the Inception reference: it is here.)
				if !faulty && !strings.Contains(string(g.Record), "nope:nothing") {
					if d := rows[i].errorsAt(nil); d != "" {
						t.Errorf("line %d %v: %s", i+1, rows[i]["record_id"], d)
					}
				}
			}
		})
	}
}

// faulty says whether the reference raises for an instruction of the record.
func (g *golden) faulty() bool {
	return g.Expected["errors"] != nil || g.Expected["error"] != nil ||
		raised(g.Expected["follow_strict"]) || raised(g.Expected["follow_loose"])
}

// raised says whether an {"error": ...} stands among the verdicts.
func raised(verdicts any) bool {
	list, _ := verdicts.([]any)
	for _, v := range list {
		if _, ok := v.(map[string]any); ok {
			return true
		}
	}
	return false
}

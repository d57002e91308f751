package english_test

import (
	"encoding/json"
	"slices"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators"
	"mizan/schemas"
)

// TestCases runs the cases of the area ifeval_en: faults people met in practice.
func TestCases(t *testing.T) {
	b := operators.NewBatch()
	ran := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c struct {
		ID, Area string
		Record   json.RawMessage
		Expect   struct {
			FollowStrict       []bool `json:"follow_strict"`
			FollowLoose        []bool `json:"follow_loose"`
			GatePass           bool   `json:"gate_pass"`
			InstructionErrorAt []int  `json:"instruction_error_at"`
			SameVerdictInRuns  int    `json:"same_verdict_in_runs"`
		}
	}) {
		if c.Area != "ifeval_en" {
			return
		}
		ran++
		var g golden
		if err := json.Unmarshal(c.Record, &g.Record); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		g.Expected.GatePass = c.Expect.GatePass
		for range max(1, c.Expect.SameVerdictInRuns) {
			judge(t, b, plain, &g, stripThinking(g.Record.Response))
			strict, loose := b.BoolList(schemas.FollowStrict).At(0), b.BoolList(schemas.FollowLoose).At(0)
			if !slices.Equal(strict, c.Expect.FollowStrict) || !slices.Equal(loose, c.Expect.FollowLoose) {
				t.Fatalf("%s: strict %v loose %v, want %v and %v", c.ID, strict, loose, c.Expect.FollowStrict, c.Expect.FollowLoose)
			}
			var at []int
			for i, e := range b.TextList(schemas.InstructionErrors).At(0) {
				if e.Valid {
					at = append(at, i)
				}
			}
			if !slices.Equal(at, c.Expect.InstructionErrorAt) {
				t.Fatalf("%s: errors at %v, want %v", c.ID, at, c.Expect.InstructionErrorAt)
			}
		}
	})
	if ran == 0 {
		t.Error("no case of the area ifeval_en")
	}
}

package report

import (
	"fmt"
	"math"
	"strings"

	"mizan/operators/metric"
)

// GroupReport is one line over the tasks of a family that differ in language:
// the mean weighted by the number of records and the pooled standard error, as
// lm-evaluation-harness computes its group lines. TruthfulQA-Multi itself
// defines no such figure.
type GroupReport struct {
	// Name is what the tasks' names have in common: truthfulqa-multi_mc1.
	Name    string
	Tasks   []string
	Metrics []metric.Result
	// Records counts those that enter the metrics.
	Records int64
}

// title is how the group is headed for people.
func (g *GroupReport) title() string {
	return fmt.Sprintf("%s (%d languages)", g.Name, len(g.Tasks))
}

// groupTasks makes a group of each truthfulqa-multi mode with more than one
// language in the run.
func groupTasks(tasks []TaskReport) []GroupReport {
	var groups []GroupReport
	members := map[string][]TaskReport{}
	var order []string
	for _, t := range tasks {
		family, _, ok := cutLast(t.Task.Name, "_")
		if !ok || !strings.HasPrefix(family, "truthfulqa-multi_") {
			continue
		}
		if _, seen := members[family]; !seen {
			order = append(order, family)
		}
		members[family] = append(members[family], t)
	}
	for _, family := range order {
		if m := members[family]; len(m) > 1 {
			groups = append(groups, combine(family, m))
		}
	}
	return groups
}

func combine(family string, tasks []TaskReport) GroupReport {
	g := GroupReport{Name: family}
	for _, t := range tasks {
		g.Tasks = append(g.Tasks, t.Task.Name)
		g.Records += t.Records - t.Excluded
	}
	for i, first := range tasks[0].Metrics {
		sum := metric.Result{Name: first.Name}
		var all, finite pooled
		for _, t := range tasks {
			if i >= len(t.Metrics) || t.Metrics[i].Name != first.Name {
				continue // ROUGE was asked for in one language only
			}
			m := t.Metrics[i]
			sum.N += m.N
			sum.NaN += m.NaN
			all.add(m.Value, m.Stderr, m.N)
			finite.add(m.FiniteValue, m.FiniteStderr, m.N-m.NaN)
		}
		sum.Value, sum.Stderr = all.result()
		sum.FiniteValue, sum.FiniteStderr = finite.result()
		g.Metrics = append(g.Metrics, sum)
	}
	return g
}

// pooled combines means by size.
type pooled struct {
	weighted float64
	stderrs  []float64
	sizes    []int64
	n        int64
}

func (p *pooled) add(mean, stderr float64, n int64) {
	if n == 0 {
		return
	}
	p.weighted += float64(mean * float64(n)) // not fused, as in metric
	p.stderrs, p.sizes = append(p.stderrs, stderr), append(p.sizes, n)
	p.n += n
}

func (p *pooled) result() (mean, stderr float64) {
	if p.n == 0 {
		return math.NaN(), math.NaN()
	}
	return p.weighted / float64(p.n), metric.PooledStderr(p.stderrs, p.sizes)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
)

//go:embed report.html
var page string

// pages is the HTML page. Names that come from records stand in bdi elements:
// right-to-left text must not reorder the line around it.
var pages = template.Must(template.New("report").Funcs(template.FuncMap{
	"figure": figure,
	"none":   orNone,
	"share":  share,
	"percent": func(v float64) string {
		if math.IsNaN(v) {
			return "0%"
		}
		return fmt.Sprintf("%.1f%%", 100*min(max(v, 0), 1))
	},
	"isShare": func(v float64) bool { return v >= 0 && v <= 1 },
	"note":    func(t TaskReport) string { return taskNote(&t) },
	"of": func(n int64, t TaskReport) float64 {
		var total int64
		for _, r := range t.Reasons {
			total += r.N
		}
		return float64(n) / float64(total)
	},
	"least": func(a, b int64) int64 { return min(a, b) },
}).Parse(page))

// HTML prints the report as one self-contained page.
func (r *Report) HTML(w io.Writer) error {
	if err := pages.Execute(w, r); err != nil {
		return fmt.Errorf("cannot print the HTML report: %w", err)
	}
	return nil
}

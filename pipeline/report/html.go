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

// pages is the HTML page. Texts that come from records or from the configuration
// stand in bdi elements: right-to-left text must not reorder the line around it.
var pages = template.Must(template.New("report").Funcs(template.FuncMap{
	"figure":  figure,
	"none":    orNone,
	"bar":     bar,
	"percent": percent,
	"title":   func(g GroupReport) string { return g.title() },
	"judged":  func(t TaskReport) int64 { return t.judged() },
	"columns": func(t TaskReport) []verdictColumn { return verdictColumns(t.Instructions) },
	"heading": func(c verdictColumn) string { return c.title },
	"verdict": func(c verdictColumn, t TaskReport, i int) float64 { return c.of(t.Instructions[i]).Value() },
	"share":   func(of, n int64) float64 { return float64(n) / float64(of) },
}).Parse(page))

// bar is the width of a bar for a share; "" for what is none, as a BLEU score.
func bar(v float64) string {
	if math.IsNaN(v) || v < 0 || v > 1 {
		return ""
	}
	return fmt.Sprintf("%.1f%%", 100*v)
}

// HTML prints the report as one self-contained page.
func (r *Report) HTML(w io.Writer) error {
	if err := pages.Execute(w, r); err != nil {
		return fmt.Errorf("cannot print the HTML report: %w", err)
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"mizan/internal/duck"
	"mizan/operators/gate"
	"mizan/operators/task"
	"mizan/operators/thinking"
	"mizan/pipeline/config"
	"mizan/schemas"
)

const repo = "../.."

// block is a fenced block of a Markdown page.
type block struct {
	page string
	line int
	text string
}

// blocks returns the fenced blocks of that language in README.md and docs.
func blocks(t *testing.T, language string) []block {
	t.Helper()
	var found []block
	for _, page := range pages(t) {
		var open *block
		for i, line := range strings.Split(read(t, page), "\n") {
			switch {
			case open == nil && line == "```"+language:
				open = &block{page: page, line: i + 2}
			case open != nil && line == "```":
				found = append(found, *open)
				open = nil
			case open != nil:
				open.text += line + "\n"
			}
		}
		if open != nil {
			t.Errorf("%s:%d: the block does not end", page, open.line)
		}
	}
	if len(found) == 0 {
		t.Fatalf("the documentation has no %s", language)
	}
	return found
}

func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob(repo + "/docs/*.md")
	if err != nil || len(docs) < 6 {
		t.Fatalf("%d pages in docs: %v", len(docs), err)
	}
	return append([]string{repo + "/README.md"}, docs...)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The configurations in the documentation are configurations, and compile.
func TestDocumentedConfigurations(t *testing.T) {
	for _, b := range blocks(t, "yaml") {
		c, err := config.Parse(b.page, []byte(b.text))
		if err != nil {
			t.Errorf("%s:%d: %v", b.page, b.line, err)
			continue
		}
		if _, err := plans(&c); err != nil {
			t.Errorf("%s:%d: %v", b.page, b.line, err)
		}
	}
}

// The commands in the documentation and in the help texts are commands, with
// flags and arguments that they take.
func TestDocumentedCommands(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range blocks(t, "sh") {
		for _, args := range commandLines(b.text) {
			seen[args[0]] = true
			if err := parses(args); err != nil {
				t.Errorf("%s:%d: mizan %s: %v", b.page, b.line, strings.Join(args, " "), err)
			}
		}
	}
	for _, cmd := range newRoot().Commands() {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		for _, args := range commandLines(cmd.Example) {
			if err := parses(args); err != nil {
				t.Errorf("help of %s: mizan %s: %v", cmd.Name(), strings.Join(args, " "), err)
			}
		}
	}
	for _, name := range []string{"run", "score", "report", "verify", "check", "sql", "explain", "tasks"} {
		if !seen[name] {
			t.Errorf("the documentation never shows mizan %s", name)
		}
	}
	for _, bad := range [][]string{{"reprt", "out"}, {"report"}, {"score", "x", "--outpt", "o"}, {"report", "out", "--format"}} {
		if parses(bad) == nil {
			t.Errorf("%v is taken for a good command", bad)
		}
	}
}

var invocation = regexp.MustCompile(`(?:^|[|(]) *mizan ([^|)<>#]*)`)

// commandLines returns the arguments of each mizan in a shell text.
func commandLines(text string) (lines [][]string) {
	for line := range strings.Lines(text) {
		for _, m := range invocation.FindAllStringSubmatch(strings.TrimSpace(line), -1) {
			if args := strings.Fields(strings.ReplaceAll(m[1], "'", "")); len(args) > 0 {
				lines = append(lines, args)
			}
		}
	}
	return lines
}

// parses says what is wrong with a command line, running nothing.
func parses(args []string) error {
	root := newRoot()
	var known func(*cobra.Command)
	known = func(c *cobra.Command) {
		if c.RunE != nil {
			c.RunE = func(*cobra.Command, []string) error { return nil }
		}
		for _, sub := range c.Commands() {
			known(sub)
		}
	}
	known(root)
	root.SetArgs(args)
	root.SetOut(&bytes.Buffer{})
	root.SetErr(&bytes.Buffer{})
	return root.Execute()
}

// The SQL in the documentation and in examples runs on the demo's output.
func TestDocumentedQueries(t *testing.T) {
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	docs := blocks(t, "sql")
	t.Chdir(t.TempDir())
	if err := demo(context.Background(), &bytes.Buffer{}, "demo-out"); err != nil {
		t.Fatal(err)
	}
	duck.Exec(t, command(t, "", "sql", "demo-out"))
	for _, b := range docs {
		if _, err := duck.TryQuery(t, b.text); err != nil {
			t.Errorf("%s:%d: %v", b.page, b.line, err)
		}
	}
	// The demo prints this query, and the README names the same view.
	if rows := duck.Query(t, "select model, task, records, prompt_level_strict_acc from metrics"); len(rows) < 20 {
		t.Errorf("metrics has %d rows", len(rows))
	}
	n := 0
	for _, q := range strings.Split(read(t, filepath.Join(wd, repo, "examples/queries.sql")), ";") {
		if strings.TrimSpace(q) == "" {
			continue
		}
		n++
		rows, err := duck.TryQuery(t, q)
		if err != nil {
			t.Errorf("examples/queries.sql: %v\n%s", err, q)
		} else if len(rows) == 0 {
			t.Errorf("examples/queries.sql: no rows on the demo's output:\n%s", q)
		}
	}
	if n < 8 {
		t.Errorf("examples/queries.sql has %d queries", n)
	}
}

// docs/configuration.md and custom.md name every key, and examples/mizan.yaml
// every key that is no own gate or task.
func TestEveryKeyIsDocumented(t *testing.T) {
	text := read(t, repo+"/docs/configuration.md")
	example := read(t, repo+"/examples/mizan.yaml")
	for _, key := range yamlKeys(reflect.TypeFor[config.Config]()) {
		if !mentions(text, key) {
			t.Errorf("docs/configuration.md does not mention %q", key)
		}
		if !strings.Contains(example, key+":") {
			t.Errorf("examples/mizan.yaml does not have %q", key)
		}
	}
	custom := read(t, repo+"/docs/custom.md")
	for _, of := range []reflect.Type{reflect.TypeFor[gate.Check](), reflect.TypeFor[gate.Exempt](), reflect.TypeFor[gate.Case](), reflect.TypeFor[task.Task](), reflect.TypeFor[thinking.Rule]()} {
		for _, key := range yamlKeys(of) {
			if !mentions(custom, key) && !strings.Contains(custom, key+":") {
				t.Errorf("docs/custom.md does not mention %q of %v", key, of)
			}
		}
	}
	for _, kind := range gate.Kinds() {
		if !mentions(custom, kind.Name) {
			t.Errorf("docs/custom.md does not mention the check %q", kind.Name)
		}
	}
	for _, style := range thinking.Styles() {
		if !mentions(custom, style) {
			t.Errorf("docs/custom.md does not mention the style %q", style)
		}
	}
	if n := len(thinking.Styles()); !strings.Contains(read(t, repo+"/README.md"), "13 tag styles") || n != 13 {
		t.Errorf("README.md says 13 tag styles, there are %d", n)
	}
}

// The defaults in docs/configuration.md are the defaults.
func TestDocumentedDefaults(t *testing.T) {
	c := config.Default()
	section, checked := "", 0
	row := regexp.MustCompile("^\\| `([a-z_.]+)` \\| `([^`]+)` \\|")
	for line := range strings.Lines(read(t, repo+"/docs/configuration.md")) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(name)
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		path := strings.Split(m[1], ".")
		if !strings.Contains(section, ",") { // else the keys have their own first part
			path = append([]string{section}, path...)
		}
		if path[0] == "thinking" {
			continue // its defaults are the operator's: empty means them
		}
		got, ok := valueOf(reflect.ValueOf(c), path)
		if !ok {
			t.Errorf("there is no key %q", strings.Join(path, "."))
			continue
		}
		checked++
		if m[2] != got {
			t.Errorf("%s: the default is %s, the page says %s", strings.Join(path, "."), got, m[2])
		}
	}
	if checked < 25 {
		t.Errorf("%d defaults compared", checked)
	}
}

// valueOf prints a value of the configuration as YAML has it.
func valueOf(v reflect.Value, path []string) (string, bool) {
	if len(path) > 0 {
		for i := range v.NumField() {
			if name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); name == path[0] {
				return valueOf(v.Field(i), path[1:])
			}
		}
		return "", false
	}
	switch x := v.Interface().(type) {
	case time.Duration:
		text := x.String()
		if strings.HasSuffix(text, "m0s") {
			text = fmt.Sprintf("%ds", int(x.Seconds()))
		}
		return text, true
	case []string:
		return "[" + strings.Join(x, ", ") + "]", true
	default:
		return fmt.Sprint(x), true
	}
}

// mentions says whether a page has the word in code marks, alone or as the end
// of a dotted key.
func mentions(text, word string) bool {
	return regexp.MustCompile("`([a-z_]+\\.)*" + regexp.QuoteMeta(word) + "`|(?m)^## .*\\b" + word + "\\b").MatchString(text)
}

// yamlKeys lists the keys of a configuration struct, nested ones too; gates and
// tasks, which have pages of their own, end the descent.
func yamlKeys(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if opts != "inline" && name != "model" { // model patterns are for rules only
			keys = append(keys, name)
		}
		if f.Type.Kind() == reflect.Struct {
			keys = append(keys, yamlKeys(f.Type)...)
		}
	}
	keys = slices.DeleteFunc(keys, func(k string) bool { return k == "" || k == "-" })
	slices.Sort(keys)
	return slices.Compact(keys)
}

// docs/output.md has every column, README.md every task, docs/tasks.md every
// built-in gate.
func TestEveryColumnAndTaskIsDocumented(t *testing.T) {
	output := read(t, repo+"/docs/output.md")
	for _, f := range append(schemas.Scored.Fields(), schemas.Rejects.Fields()...) {
		if !mentions(output, f.Name) {
			t.Errorf("docs/output.md does not mention the column %q", f.Name)
		}
	}
	table, err := task.NewTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	readme := read(t, repo+"/README.md")
	for _, task := range table.Tasks() {
		if strings.HasPrefix(task.Name, "truthfulqa") {
			continue // written as one line a mode
		}
		if !mentions(readme, task.Name) {
			t.Errorf("README.md does not mention the task %q", task.Name)
		}
	}
	tasks := read(t, repo+"/docs/tasks.md")
	for _, name := range gate.Names() {
		if !mentions(tasks, name) {
			t.Errorf("docs/tasks.md does not mention the gate %q", name)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)\)`)

// Links between the pages lead somewhere, and so do the paths in the file map.
func TestDocumentationLinks(t *testing.T) {
	for _, page := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	path := regexp.MustCompile("`((?:cmd|pipeline|operators|schemas|internal|examples|docs)/[^` ]*)`")
	for _, m := range path.FindAllStringSubmatch(read(t, repo+"/docs/development.md"), -1) {
		if _, err := os.Stat(filepath.Join(repo, m[1])); err != nil {
			t.Errorf("docs/development.md: %v", err)
		}
	}
}

// Package lint holds the rules of the house as tests: which package may import
// which, and what source files must have.
package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// file is a parsed source file of the product, tests left out.
type file struct {
	path string // slashes, from the module's root
	ast  *ast.File
}

func (f *file) pkg() string { return filepath.ToSlash(filepath.Dir(f.path)) }

func (f *file) below(folder string) bool {
	return f.pkg() == folder || strings.HasPrefix(f.pkg(), folder+"/")
}

func (f *file) imports() []string {
	var paths []string
	for _, spec := range f.ast.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // the parser took it
		}
		paths = append(paths, path)
	}
	return paths
}

// sources parses every Go file of the module that is no test.
func sources(t *testing.T) []file {
	t.Helper()
	const root = "../.."
	fset := token.NewFileSet()
	var files []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || d.Name() == "out") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, file{filepath.ToSlash(rel), parsed})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d source files were found", len(files))
	}
	return files
}

// forbidden lists, by folder, what the packages below it must not import.
var forbidden = []struct{ folder, prefix, why string }{
	{"schemas", "mizan/", "schemas is the ground floor"},
	{"operators", "mizan/pipeline", "imports run one way: cmd, pipeline, operators, schemas"},
	{"operators", "mizan/cmd", "imports run one way: cmd, pipeline, operators, schemas"},
	{"operators", "github.com/segmentio/kafka-go", "operators know nothing of Kafka"},
	{"operators", "github.com/twmb", "operators know nothing of Kafka"},
	{"operators", "github.com/parquet-go", "operators know nothing of Parquet"},
	{"operators", "net", "operators do no I/O"},
	{"operators", "os", "operators do no I/O"},
	{"pipeline", "mizan/cmd", "imports run one way: cmd, pipeline, operators, schemas"},
	{"pipeline/source", "mizan/pipeline/sink", "sources know nothing of sinks"},
	{"pipeline/codec", "mizan/pipeline/sink", "sources know nothing of sinks"},
	{"pipeline/sink", "mizan/pipeline/source", "sinks know nothing of sources"},
	{"", "github.com/duckdb", "DuckDB needs cgo: tests only (internal/duck)"},
	{"", "C", "the product is one static binary"},
}

func TestImports(t *testing.T) {
	for _, f := range sources(t) {
		if f.below("operators") && strings.Contains(f.pkg(), "/gen") || f.below("internal/duck") {
			continue // programs of go generate; the test helper for DuckDB
		}
		for _, path := range f.imports() {
			for _, rule := range forbidden {
				if rule.folder != "" && !f.below(rule.folder) {
					continue
				}
				if path == rule.prefix || strings.HasPrefix(path, rule.prefix) && (strings.HasSuffix(rule.prefix, "/") || strings.HasPrefix(path, rule.prefix+"/")) {
					t.Errorf("%s imports %q: %s", f.path, path, rule.why)
				}
			}
		}
	}
}

// TestDocumented asks a comment of every package and of every exported type,
// function, method, variable and constant (a comment on their group will do).
func TestDocumented(t *testing.T) {
	packages := map[string]bool{}
	for _, f := range sources(t) {
		if strings.Contains("/"+f.pkg(), "/internal/") {
			continue
		}
		packages[f.pkg()] = packages[f.pkg()] || f.ast.Doc != nil
		for _, decl := range f.ast.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && exportedReceiver(d) && d.Doc == nil && !interfaceMethod(d.Name.Name) {
					t.Errorf("%s: %s has no comment", f.path, d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					for _, name := range undocumented(d, spec) {
						t.Errorf("%s: %s has no comment", f.path, name)
					}
				}
			}
		}
	}
	for pkg, ok := range packages {
		if !ok {
			t.Errorf("package %s has no comment", pkg)
		}
	}
}

// interfaceMethod names methods whose meaning is that of the interface they
// implement.
func interfaceMethod(name string) bool {
	switch name {
	case "Error", "Unwrap", "String", "Name", "Reads", "Adds", "Apply", "Close", "Reset", "Is":
		return true
	}
	return false
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func undocumented(d *ast.GenDecl, spec ast.Spec) (names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
			names = append(names, s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if n.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

// TestNothingUnfinished keeps marks of unfinished work out of the product.
func TestNothingUnfinished(t *testing.T) {
	for _, f := range sources(t) {
		for _, group := range f.ast.Comments {
			for _, mark := range []string{"TODO", "FIXME", "XXX", "not implemented"} {
				if strings.Contains(group.Text(), mark) {
					t.Errorf("%s: a comment says %s", f.path, mark)
				}
			}
		}
	}
}

package report

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go"

	"mizan/schemas"
)

// leaf is where a column's values stand in a file.
type leaf struct {
	name  string
	index int
	kind  parquet.Kind
	// present is the definition level from which a value, or an element of a
	// list, is not null; listed the one from which the list itself has elements.
	present, listed byte
}

// leaves finds the columns in the file's schema, in the order of the names; each
// has one leaf, directly or below a list.
func leaves(f *parquet.File, schema *arrow.Schema, names []string) ([]leaf, error) {
	found := make([]leaf, len(names))
	for _, path := range f.Schema().Columns() {
		at := slices.Index(names, path[0])
		l, ok := f.Schema().Lookup(path...)
		if at < 0 || !ok {
			continue
		}
		present := byte(l.MaxDefinitionLevel)
		listed := present
		if l.MaxRepetitionLevel > 0 && l.Node.Optional() {
			listed--
		}
		found[at] = leaf{name: path[0], index: l.ColumnIndex, kind: l.Node.Type().Kind(), present: present, listed: listed}
	}
	for i, name := range names {
		if found[i].name == "" {
			return nil, fmt.Errorf("it has no column %q; was it written by mizan?", name)
		}
		if want := kindOf(schema, name); found[i].kind != want {
			return nil, fmt.Errorf("its column %q is %s instead of %s; was it written by mizan?", name, found[i].kind, want)
		}
	}
	return found, nil
}

// kindOf is the physical type of a column's values, or of its elements.
func kindOf(schema *arrow.Schema, name string) parquet.Kind {
	f, _ := schema.FieldsByName(name)
	t := f[0].Type
	if l, ok := t.(*arrow.ListType); ok {
		t = l.Elem()
	}
	switch {
	case arrow.TypeEqual(t, schemas.Bool):
		return parquet.Boolean
	case arrow.TypeEqual(t, schemas.Int32):
		return parquet.Int32
	case arrow.TypeEqual(t, schemas.Float64):
		return parquet.Double
	}
	return parquet.ByteArray
}

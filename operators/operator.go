// Package operators holds the contract between mizan's vectorised operators
// and the stage that runs them. An operator takes a Batch (Arrow columns of
// generation records) and adds columns to it. Operators do no I/O, read no
// clock, start no goroutines that outlive Apply, and know neither Kafka nor
// Parquet.
//
// First change? The contract is in operator.go, the memory an operator works
// on in batch.go and column.go. Operators live one package each below this
// folder; operators/task says which of them make up which task.
package operators

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
)

// Operator adds columns to a batch.
//
// One Operator value serves all workers: it must be safe for concurrent use on
// different batches and must keep no reference to a batch, its columns or its
// texts after Apply has returned. Memory that it wants to reuse from batch to
// batch belongs to the worker: see Batch.Scratch.
type Operator interface {
	// Name is the operator's name in plans, errors and documentation.
	Name() string
	// Reads lists the columns it needs: columns of schemas.Generation or
	// columns that an operator before it adds. It must not change.
	Reads() []arrow.Field
	// Adds lists the columns it sets, each a column of schemas.Scored. Several
	// operators may add the same column; the last one stands.
	Adds() []arrow.Field
	// Apply sets the columns of Adds for each row of batch.Rows() and for no
	// other row. A row that cannot be judged gets a text in the column
	// schemas.Error and nulls elsewhere; an error returned from Apply is a
	// fault of the program or a cancelled context and stops the stage.
	Apply(ctx context.Context, batch *Batch) error
}

// Chain is a plan: operators applied one after the other.
type Chain []Operator

// Check says whether every column that an operator reads exists by then. The
// error names the operator, the column and what could add it.
func (c Chain) Check(input *arrow.Schema, known []Operator) error {
	have := map[string]arrow.DataType{}
	for _, f := range input.Fields() {
		have[f.Name] = f.Type
	}
	for _, op := range c {
		for _, f := range op.Reads() {
			t, ok := have[f.Name]
			if !ok {
				return fmt.Errorf("cannot plan operator %q: it reads column %q, which no operator before it adds%s",
					op.Name(), f.Name, producers(f.Name, known))
			}
			if !arrow.TypeEqual(t, f.Type) {
				return fmt.Errorf("cannot plan operator %q: it reads column %q as %s, but the column is %s",
					op.Name(), f.Name, f.Type, t)
			}
		}
		for _, f := range op.Adds() {
			have[f.Name] = f.Type
		}
	}
	return nil
}

// producers names the operators that add the column and do without it
// themselves.
func producers(column string, known []Operator) string {
	var names []string
	for _, op := range known {
		if slices.ContainsFunc(op.Reads(), func(f arrow.Field) bool { return f.Name == column }) {
			continue
		}
		for _, f := range op.Adds() {
			if f.Name == column {
				names = append(names, fmt.Sprintf("%q", op.Name()))
				break
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; put one of these before it: " + strings.Join(names, ", ")
}

// Apply runs the operators on the batch in order.
func (c Chain) Apply(ctx context.Context, batch *Batch) error {
	for _, op := range c {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := op.Apply(ctx, batch); err != nil {
			return fmt.Errorf("cannot apply operator %q: %w", op.Name(), err)
		}
	}
	return nil
}

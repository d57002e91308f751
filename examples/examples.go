// Package examples holds the sample records that mizan demo runs on, written
// for the project, and configurations to start from.
package examples

import (
	"bytes"
	_ "embed"
)

//go:embed sample.jsonl
var sample []byte

// Sample returns the sample records, one message each; some are broken on
// purpose. They must not be changed.
func Sample() [][]byte {
	return bytes.Split(bytes.TrimSuffix(sample, []byte("\n")), []byte("\n"))
}

// SampleFile returns the sample as the JSON Lines file it is. It must not be
// changed.
func SampleFile() []byte { return sample }

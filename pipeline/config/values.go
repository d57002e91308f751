package config

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Bytes is a size: a number of bytes, or a number with a unit (kB, MB, GB are
// powers of 1000; KiB, MiB, GiB of 1024).
type Bytes int64

var units = []struct {
	name string
	size int64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"KB", 1e3}, {"B", 1},
}

// ParseBytes reads a size such as 64MiB.
func ParseBytes(s string) (Bytes, error) {
	num, size := strings.TrimSpace(s), int64(1)
	for _, u := range units {
		if head, ok := strings.CutSuffix(num, u.name); ok {
			num, size = strings.TrimSpace(head), u.size
			break
		}
	}
	f, err := strconv.ParseFloat(num, 64)
	if err != nil || !(f >= 0 && f*float64(size) < 1<<62) {
		return 0, fmt.Errorf("cannot read %q as a size; write for example 64MiB", s)
	}
	return Bytes(f * float64(size)), nil
}

// UnmarshalYAML reads a size.
func (b *Bytes) UnmarshalYAML(n *yaml.Node) error {
	v, err := ParseBytes(n.Value)
	if err != nil || n.Kind != yaml.ScalarNode {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	*b = v
	return nil
}

// String writes the size with the largest binary unit that divides it.
func (b Bytes) String() string {
	for _, u := range units[:3] {
		if int64(b) >= u.size && int64(b)%u.size == 0 {
			return strconv.FormatInt(int64(b)/u.size, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}

// Paths is one path or a list of them.
type Paths []string

// UnmarshalYAML reads a path or a list of paths.
func (p *Paths) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*p = Paths{n.Value}
		return nil
	}
	var list []string
	if err := n.Decode(&list); err != nil {
		return fmt.Errorf("line %d: a path or a list of paths is needed: %w", n.Line, err)
	}
	*p = list
	return nil
}

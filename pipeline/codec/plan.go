package codec

import (
	"fmt"

	"mizan/pipeline/codec/scan"
)

// plan says which values of a record are wanted: a tree of keys and list
// indexes, whose wanted nodes have a slot each.
type plan struct {
	root *node
	// paths by slot, for error texts.
	paths []string
	// slots by field: the candidates, best first.
	slots [numFields][]int
	// masks by field: the bits of its slots (see slotBit).
	masks [numFields]uint64
}

// node is a value of the record that is wanted or holds wanted ones.
type node struct {
	keys map[string]*node
	// order has the key that was met last at each place of the object: the
	// records of a stream have their keys in one order, and comparing with the
	// expected key is quicker than looking it up.
	order []named
	elems []elemNode
	// slot that takes the value, -1 if only parts of it are wanted.
	slot int
	// all are the slots of the node and of those below it: a later duplicate of
	// a key makes the earlier value as if it had not been.
	all []int
}

type named struct {
	key string
	*node
}

type elemNode struct {
	index int
	*node
}

func newPlan(paths map[string][]string) (*plan, error) {
	p := &plan{root: &node{slot: -1}}
	for f := range numFields {
		for _, path := range paths[f.String()] {
			slot, err := p.add(path)
			if err != nil {
				return nil, fmt.Errorf("cannot map field %q: %w", f, err)
			}
			p.slots[f] = append(p.slots[f], slot)
			p.masks[f] |= slotBit(slot)
		}
	}
	return p, nil
}

// slotBit is the bit of a slot; the slots beyond 63 share one.
func slotBit(slot int) uint64 { return 1 << min(slot, 63) }

// add wants the value at a path and returns its slot.
func (p *plan) add(path string) (int, error) {
	steps, err := parsePath(path)
	if err != nil {
		return 0, err
	}
	way := []*node{p.root}
	n := p.root
	for _, s := range steps {
		n = n.child(s)
		way = append(way, n)
	}
	if n.slot < 0 {
		n.slot = len(p.paths)
		p.paths = append(p.paths, path)
		for _, above := range way {
			above.all = append(above.all, n.slot)
		}
	}
	return n.slot, nil
}

func (n *node) child(s step) *node {
	if s.list {
		for _, e := range n.elems {
			if e.index == s.index {
				return e.node
			}
		}
		c := &node{slot: -1}
		n.elems = append(n.elems, elemNode{s.index, c})
		return c
	}
	if c := n.keys[s.key]; c != nil {
		return c
	}
	if n.keys == nil {
		n.keys = map[string]*node{}
	}
	c := &node{slot: -1}
	n.keys[s.key] = c
	return c
}

// walker walks records and fills the slots of a plan.
type walker struct {
	scan  scan.Scanner
	data  []byte
	slots []scan.Value
	// met has the bits of the slots that were filled; not all may be still.
	met uint64
	key []byte
}

// record walks a whole record, which must be an object. When it returns false
// the fault is the scanner's, or kind is what stands there instead.
func (w *walker) record(p *plan, data []byte) (kind scan.Kind, ok bool) {
	w.data = data
	w.scan.Reset(data)
	if cap(w.slots) < len(p.paths) {
		w.slots = make([]scan.Value, len(p.paths))
	}
	w.slots = w.slots[:len(p.paths)]
	clear(w.slots)
	w.met = 0
	i := w.scan.Space(0)
	if i < len(data) && data[i] == '{' {
		end, ok := w.object(p.root, i)
		return scan.Object, ok && w.scan.Finish(end)
	}
	v, ok := w.scan.Document()
	if !ok {
		return scan.Invalid, false
	}
	return v.Kind, false
}

func (w *walker) value(n *node, i int) (end int, ok bool) {
	if n.slot < 0 || len(n.all) > 1 {
		for _, slot := range n.all {
			w.slots[slot] = scan.Value{}
		}
	}
	if n.slot >= 0 {
		v, ok := w.scan.Value(i)
		if !ok {
			return 0, false
		}
		w.slots[n.slot] = v
		w.met |= slotBit(n.slot)
		end = v.End
		if len(n.all) == 1 {
			return end, true
		}
	}
	switch {
	case i < len(w.data) && w.data[i] == '{' && n.keys != nil:
		return w.object(n, i)
	case i < len(w.data) && w.data[i] == '[' && n.elems != nil:
		return w.list(n, i)
	case end > 0:
		return end, true
	}
	v, ok := w.scan.Value(i)
	return v.End, ok
}

func (w *walker) object(n *node, i int) (end int, ok bool) {
	i++
	for k := 0; ; k++ {
		key, at, done, ok := w.scan.Member(i, k == 0)
		if !ok || done {
			return at, ok
		}
		name := key.Inner(w.data)
		if key.Escaped {
			w.key = scan.Unescape(w.key[:0], name)
			name = w.key
		}
		if c := n.member(k, name); c != nil {
			i, ok = w.value(c, at)
		} else {
			var v scan.Value
			v, ok = w.scan.Value(at)
			i = v.End
		}
		if !ok {
			return 0, false
		}
	}
}

// maxOrder bounds the keys whose order is remembered.
const maxOrder = 64

// member is the wanted child of the name, or nil, met as the k-th key.
func (n *node) member(k int, name []byte) *node {
	if k < len(n.order) && n.order[k].key == string(name) {
		return n.order[k].node
	}
	c := n.keys[string(name)]
	if c == nil {
		// The name is not kept: unwanted names may be endlessly many.
		return nil
	}
	for len(n.order) <= k && k < maxOrder {
		n.order = append(n.order, named{})
	}
	if k < maxOrder {
		n.order[k] = named{string(name), c}
	}
	return c
}

func (w *walker) list(n *node, i int) (end int, ok bool) {
	count := 0
	for _, e := range n.elems {
		if e.index < 0 {
			if count, ok = w.count(i); !ok {
				return 0, false
			}
			break
		}
	}
	i++
	for k := 0; ; k++ {
		at, done, ok := w.scan.Element(i, k == 0)
		if !ok || done {
			return at, ok
		}
		i = 0
		for _, e := range n.elems {
			if e.index == k || e.index < 0 && e.index+count == k {
				if i, ok = w.value(e.node, at); !ok {
					return 0, false
				}
			}
		}
		if i == 0 {
			v, ok := w.scan.Value(at)
			if !ok {
				return 0, false
			}
			i = v.End
		}
	}
}

// count is the number of elements of the list at i.
func (w *walker) count(i int) (n int, ok bool) {
	i++
	for {
		at, done, ok := w.scan.Element(i, n == 0)
		if !ok || done {
			return n, ok
		}
		v, ok := w.scan.Value(at)
		if !ok {
			return 0, false
		}
		i = v.End
		n++
	}
}

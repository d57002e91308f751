package instruction

import (
	"hash/maphash"
	"slices"
	"strings"

	"mizan/operators"
)

// cache keeps bound instruction lists by (id list, kwargs text). It belongs to
// one worker, so it needs no lock. Two generations bound it: when the younger
// is full it becomes the older and the older goes, so lists in use survive.
type cache struct {
	young, old map[uint64]*cached
	bytes      int // of the keys in young
}

type cached struct {
	ids    []operators.NullText
	kwargs string
	list   *list
}

// The bounds of one generation. The prompt sets hold 541 and 404 lists.
const (
	cacheLists = 4096
	cacheBytes = 16 << 20
)

// cacheSeed is of the process: a client cannot choose colliding keys.
var cacheSeed = maphash.MakeSeed()

// get returns the bound list, made by bind if it is not there.
func (c *cache) get(ids []operators.NullText, kwargs string, bind func() *list) *list {
	h := cacheHash(ids, kwargs)
	if e := c.young[h]; e.is(ids, kwargs) {
		return e.list
	}
	e := c.old[h]
	if !e.is(ids, kwargs) {
		e = &cached{slices.Clone(ids), strings.Clone(kwargs), bind()}
		for i := range e.ids {
			e.ids[i].Text = strings.Clone(e.ids[i].Text)
		}
	}
	size := len(e.kwargs)
	for _, id := range e.ids {
		size += len(id.Text)
	}
	if c.young == nil || len(c.young) >= cacheLists || c.bytes+size > cacheBytes {
		c.old, c.young, c.bytes = c.young, map[uint64]*cached{}, 0
	}
	c.young[h] = e
	c.bytes += size
	return e.list
}

func (e *cached) is(ids []operators.NullText, kwargs string) bool {
	return e != nil && e.kwargs == kwargs && slices.Equal(e.ids, ids)
}

func cacheHash(ids []operators.NullText, kwargs string) uint64 {
	h := maphash.String(cacheSeed, kwargs)
	for _, id := range ids {
		h = h*0x9E3779B97F4A7C15 ^ maphash.String(cacheSeed, id.Text)
	}
	return h
}

// Package hive writes partition values as directory names, the way Hive does,
// so that every engine that reads Hive-partitioned Parquet gets the values
// back. See "Partition values" in the design.
package hive

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// DefaultPartition stands for a null or empty value. It reads back as null.
const DefaultPartition = "__HIVE_DEFAULT_PARTITION__"

// maxName is the longest name, in bytes, that file systems take (NAME_MAX).
const maxName = 255

// hashLen is the length of what ends the name of a cut value: a tilde and
// 64 bits of SHA-256 in hex.
const hashLen = 1 + 16

// Dir returns the directory name "key=value" for a partition value. Null is
// the empty value. The name is one path segment of at most 255 bytes:
// different values get different names, up to a 64-bit hash for values that
// are too long.
func Dir(key, value string) string {
	switch value {
	case "":
		return key + "=" + DefaultPartition
	case DefaultPartition:
		// The literal text must not turn into null: its first byte is escaped.
		return key + "=%5F" + value[1:]
	}
	prefix := key + "="
	return prefix + limit(Escape(value), value, maxName-len(prefix))
}

// FileName returns a text as part of a file or directory name of at most max
// bytes. On top of Escape it escapes a leading dot or underscore, because
// engines skip such files and "." and ".." are no names.
func FileName(text string, max int) string {
	if text == "" {
		return "%"
	}
	name := Escape(text)
	switch name[0] {
	case '.':
		name = "%2E" + name[1:]
	case '_':
		name = "%5F" + name[1:]
	}
	return limit(name, text, max)
}

// limit cuts an escaped name to max bytes, never inside a character or an
// escape sequence, and ends it with a hash of the whole text.
func limit(name, text string, max int) string {
	if len(name) <= max {
		return name
	}
	cut := max - hashLen
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	if at := strings.LastIndexByte(name[:cut], '%'); at >= 0 && at+3 > cut {
		cut = at
	}
	sum := sha256.Sum256([]byte(text))
	return name[:cut] + "~" + hex.EncodeToString(sum[:8])
}

// escaped are the bytes that Hive percent-encodes besides control characters:
// those that mean something in paths, shells or URLs. The percent sign is one
// of them, or a value "%2F" would read back as a slash. A plus sign and a
// space stay as they are.
const escaped = "\"#%'*/:=?\\{}[]^<>|"

const upperHex = "0123456789ABCDEF"

// Escape percent-encodes a text as Hive does. Letters of all scripts stay
// readable.
func Escape(text string) string {
	n := 0
	for i := range len(text) {
		if mustEscape(text[i]) {
			n++
		}
	}
	if n == 0 {
		return text
	}
	b := make([]byte, 0, len(text)+2*n)
	for i := range len(text) {
		c := text[i]
		if mustEscape(c) {
			b = append(b, '%', upperHex[c>>4], upperHex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

func mustEscape(c byte) bool {
	const del = 0x7F
	return c < ' ' || c == del || strings.IndexByte(escaped, c) >= 0
}

// Unescape undoes Escape. A percent sign that two hex digits do not follow
// stands for itself.
func Unescape(name string) string {
	if strings.IndexByte(name, '%') < 0 {
		return name
	}
	b := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		if name[i] == '%' && i+2 < len(name) {
			if v, err := hex.DecodeString(name[i+1 : i+3]); err == nil {
				b = append(b, v[0])
				i += 2
				continue
			}
		}
		b = append(b, name[i])
	}
	return string(b)
}

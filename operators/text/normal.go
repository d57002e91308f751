package text

import "golang.org/x/text/unicode/norm"

// NFKC returns the compatibility composition of s, s itself where it already
// is in that form.
func NFKC(s string) string { return norm.NFKC.String(s) }

// NFKD returns the compatibility decomposition of s.
func NFKD(s string) string { return norm.NFKD.String(s) }

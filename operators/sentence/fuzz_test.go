package sentence

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/operators/text"
)

var fuzzSeeds = []string{
	"", " ", "Hello. World", "a.b", "e.g. x", "A. B. C", "1. x", "...!!!", ". . . .", "\u00A0.\u00A0.", "(a.) b", "\"a.\" b", "x.--y",
	"don't 'tis more'n cannot", "''a'' \"b\"", "``c`` ```", "a,,b :1", "x.\" ) ", "\u201Ca\u201D \u2019s", "g\u0131mme 'wa\u017F",
	"Mr. A.B. He <stop> <prd>", "Inc. Mr 1.2.3", "a.\u201D b.\"", "\u061F x", "\xff.\xfe x", "a\x1c.\x85b", "ph.d. vs. ##number##",
	"-5. International", "wanna cannot.", "N'T'S n't ", "a--b---", ".\n)", "a' ' b", "x: ", ",", "CANNOT\u0301 'S",
}

// withoutSpace drops all PySpace.
func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if text.Is(r, text.PySpace) {
			return -1
		}
		return r
	}, s)
}

func FuzzPunkt(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Punkt(nil, s)
		if n := CountPunkt(s); n != len(got) {
			t.Fatalf("%q: counted %d, cut into %q", s, n, got)
		}
		if slices.Contains(got, "") {
			t.Fatalf("%q: an empty sentence in %q", s, got)
		}
		// Nothing but white space between sentences is lost.
		if withoutSpace(strings.Join(got, "")) != withoutSpace(s) {
			t.Fatalf("%q became %q", s, got)
		}
		if hf := Hf(nil, s); len(hf) != CountHf(s) || withoutSpace(strings.Join(hf, "")) != withoutSpace(s) {
			t.Fatalf("%q became %q, counted %d", s, hf, CountHf(s))
		}
	})
}

// FuzzTreebankWords compares with the rules applied to each whole sentence.
func FuzzTreebankWords(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want []string
		var r rewriter
		upper := 0
		for _, sentence := range Punkt(nil, s) {
			words := text.Split(nil, string(r.rewrite("", sentence, "")))
			for _, w := range words {
				if text.IsUpper(w) {
					upper++
				}
			}
			want = append(want, words...)
		}
		if got := TreebankWords(nil, s); !slices.Equal(got, want) {
			t.Fatalf("%q\n got %q\nwant %q", s, got, want)
		}
		if n := CountUpperWords(s); n != upper {
			t.Fatalf("%q: %d upper-case words, want %d", s, n, upper)
		}
	})
}

func FuzzPattern(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Pattern(nil, s)
		if n := CountPattern(s); n != len(got) {
			t.Fatalf("%q: counted %d, cut into %q", s, n, got)
		}
		for _, piece := range got {
			if !utf8.ValidString(piece) || piece != text.Strip(piece) {
				t.Fatalf("%q: %q", s, piece)
			}
		}
		// The characters stay, but for white space and the reference's marks.
		if strings.Contains(s, "<") || !utf8.ValidString(s) {
			return
		}
		sorted := func(s string) string {
			r := []rune(withoutSpace(s))
			slices.Sort(r)
			return string(r)
		}
		all := strings.Join(got, "")
		// A cut in place of a company suffix's dot drops the dot.
		if a, b := sorted(strings.ReplaceAll(all, ".", "")), sorted(strings.ReplaceAll(s, ".", "")); a != b {
			t.Fatalf("%q became %q", s, got)
		}
	})
}

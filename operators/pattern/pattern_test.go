package pattern

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// The values of this file were taken from Python 3.11's re.

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		src   string
		flags Flags
		text  string
		count int
	}{
		// Plain words.
		{"well", 0, "well, Well, farewell", 2},
		{"well", IgnoreCase, "well, Well, farewell", 3},
		{"well", IgnoreCase | WordBounded, "well, Well, farewell", 2},
		{"well", IgnoreCase | WordBounded, "well_being ²well well-being", 1},
		{"well", IgnoreCase | WordBounded, "well\u0301", 1}, // a mark is no word character
		{"C#", WordBounded, "C# and C#x", 1},
		{"aa", 0, "aaaaa", 2},
		{"", 0, "abc", 4},
		{"", 0, "", 1},
		{"", WordBounded, "ab cd", 4},
		{"", WordBounded, "", 0},
		// Case: simple folding and Python's equivalences, never one to many.
		{"i", IgnoreCase, "iIİı", 4},
		{"s", IgnoreCase, "sSſ", 3},
		{"k", IgnoreCase, "kK\u212A", 3},
		{"\u212A", IgnoreCase, "kK\u212A", 3},
		{"σ", IgnoreCase, "σςΣ", 3},
		{"ß", IgnoreCase, "ßẞ ss", 2},
		{"ẞ", IgnoreCase, "ßẞ ss", 2},
		{"µ", IgnoreCase, "µμΜ", 3},
		{"ss", IgnoreCase, "ß", 0},
		{"é", IgnoreCase, "É e\u0301", 1},
		{"ﬆ", IgnoreCase, "ﬅ st", 1},
		{"task", IgnoreCase, "TA\u017F\u212A tasK", 2},
		{"sik", IgnoreCase, "ſ\u0130\u212A SIK", 2},
		{"dž", IgnoreCase, "Dž dž", 2},
		{"[i]", IgnoreCase, "İ", 1},
		{"[^i]", IgnoreCase, "İıx", 1},
		{"[A-Z]", IgnoreCase, "ſ\u212Aİb", 4},
		{"(?i:k)k", 0, "\u212Ak KK", 1},
		{"(?a:k)", IgnoreCase, "kK\u212A", 2},
		{`(i)\1`, IgnoreCase, "iİ iı", 1}, // back-references know lower() only
		{"[\U00010400x]", IgnoreCase, "\U00010400\U00010428", 0},
		{"[\U00010428x]", IgnoreCase, "\U00010400\U00010428", 2},
		{"[\U00010400-\U00010401]", IgnoreCase, "\U00010400\U00010428", 2},
		// Arabic: marks are not word characters, digits of all scripts are.
		{"مدرسة", WordBounded, "مدرسة والمدرسة مدرسةٌ مدرسة_", 2},
		{"مدرسةٌ", WordBounded, "مدرسةٌ", 0},
		{`\w+`, 0, "كَتَبَ", 3},
		{`\d+`, 0, "٣٤ 12 ½", 2},
		{`\s`, 0, "\x1c\u00a0\u2028\u200b", 3},
		{`القسم\s?\d+`, 0, "القسم ١ القسم2", 2},
		// Alternation binds looser than the boundaries.
		{"a|b", WordBounded, "ax xb", 2},
		{"x|y|z", WordBounded, "xa aya az", 3},
		// Anchors and lines.
		{"^a", 0, "a\na", 1},
		{"^a", Multiline, "a\na\ra", 2},
		{"a$", 0, "a\na\n", 1},
		{"a$", Multiline, "a\na\n", 2},
		{`a\Z`, 0, "a\n", 0},
		{`\Aa`, Multiline, "a\na", 1},
		{"a.b", 0, "a\rb a\nb", 1},
		{`\B`, 0, "", 0},
		{`(?m)^\s*-.*$`, 0, "- a\n\n\n- b", 2},
		// Empty matches.
		{"a*", 0, "baac", 4},
		{"a*?", 0, "aa", 5},
		{`\b|a`, 0, "a a", 6},
		{"x?", 0, "xx", 3},
		// Quantifiers.
		{"a{,2}", 0, "aaaa", 3},
		{"a{2", 0, "a{2 aa", 1},
		{"a{x}", 0, "a{x}", 1},
		{"{}", 0, "{}", 1},
		{"c++", 0, "ccc", 1},
		{"a++a", 0, "aaa", 0},
		{"(?>a+)ab", 0, "aaab", 0},
		{"(?:ab){2,}+", 0, "ababab ab", 1},
		{"(a|ab)(c|bcd)(d*)", 0, "abcd", 1},
		{"a{0}b", 0, "ab", 1},
		// Captures.
		{`(a)|b\1`, 0, "ba", 1},
		{`(?:(a)|b)*\1`, 0, "abb aab", 1},
		{`(a*)*\1b`, 0, "aab", 1},
		{`(?P<q>["']).*?(?P=q)`, 0, `"a" 'b'`, 2},
		{`(a)?b(?(1)c|d)`, 0, "abc bd abd", 3},
		{`(?<=ab|cd)x`, 0, "abx cdx adx", 2},
		{`(?<!a)b`, 0, "ab bb", 2},
		{`(?<=(a))b\1`, 0, "aba", 1},
		{"(?i)A(?-i:b)", 0, "ab AB", 1},
		{"(?x) a b # c", 0, "ab", 1},
		{`\x41\u0042\103\0`, 0, "ABC\x00", 1},
		{`\N{em dash}`, 0, "—", 1},
		{"[]a]", 0, "]a", 2},
		{"[^]a]", 0, "]ab", 1},
		{`[\w-]`, 0, "-a ", 2},
		{`\ü\٣`, 0, "ü٣", 1},
	} {
		p, err := Compile(c.src, c.flags)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		n, err := p.Count(c.text)
		if err != nil || n != c.count {
			t.Errorf("%q (flags %d) in %q: %d matches, want %d (error %v)", c.src, c.flags, c.text, n, c.count, err)
		}
		found, err := p.Find(c.text)
		if err != nil || found != (c.count > 0) {
			t.Errorf("%q (flags %d) in %q: found %v (error %v)", c.src, c.flags, c.text, found, err)
		}
	}
}

func TestInvalid(t *testing.T) {
	for _, c := range []struct{ src, exception string }{
		{"(", "re.error"}, {")", "re.error"}, {"[", "re.error"}, {"[]", "re.error"}, {"[a", "re.error"},
		{"*", "re.error"}, {"+a", "re.error"}, {"?", "re.error"}, {"a**", "re.error"}, {"a+*", "re.error"}, {"a+++", "re.error"},
		{"^*", "re.error"}, {`\b+`, "re.error"}, {"|*", "re.error"}, {"(*a)", "re.error"},
		{"C++*", "re.error"}, {`\`, "re.error"}, {`a\`, "re.error"},
		{`\y`, "re.error"}, {`\z`, "re.error"}, {`\G`, "re.error"}, {`\pL`, "re.error"}, {`\Q`, "re.error"}, {`\R`, "re.error"}, {`[\B]`, "re.error"},
		{`\x4`, "re.error"}, {`\u12`, "re.error"}, {`\U00110000`, "re.error"}, {`\400`, "re.error"}, {`\N{no such}`, "re.error"}, {`\N`, "re.error"},
		{"[b-a]", "re.error"}, {`[\w-a]`, "re.error"}, {`[a-\w]`, "re.error"},
		{"a{2,1}", "re.error"}, {"a{4294967295}", "OverflowError"},
		{`\1`, "re.error"}, {`(\1)`, "re.error"}, {`(a)\2`, "re.error"}, {"(?P=n)", "re.error"}, {"(?P<1>a)", "re.error"}, {"(?P<n>a)(?P<n>b)", "re.error"},
		{"(?(1)a)", "re.error"}, {"(?(0)a)", "re.error"}, {"(?(x)a)", "re.error"}, {"(a)(?(1)b|c|d)", "re.error"},
		{"(?<=a+)", "re.error"}, {"(?<=a|bc)", "re.error"}, {`(?<=(a)\1)`, "re.error"},
		{"a(?i)", "re.error"}, {"(?i", "re.error"}, {"(?q)", "re.error"}, {"(?-)", "re.error"}, {"(?i-i:a)", "re.error"}, {"(?L)a", "re.error"}, {"(?au)a", "re.error"}, {"(?-a:b)", "re.error"},
		{"(?a)(?u)b", "ValueError"}, {"(?<n>a)", "re.error"}, {"(?Pn)", "re.error"}, {"(?#a", "re.error"}, {"(?t)a*", "re.error"},
		{strings.Repeat("(", 2000) + strings.Repeat(")", 2000), "RecursionError"},
	} {
		_, err := Compile(c.src, 0)
		var se *SyntaxError
		if !errors.As(err, &se) || se.Exception != c.exception {
			t.Errorf("%.20q: error %v, want %s", c.src, err, c.exception)
		}
	}
	// Flags are no longer at the start once the boundary stands before them.
	if _, err := Compile("(?i)a", WordBounded); err == nil {
		t.Error("word-bounded global flags: no error")
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      []string
	}{
		{"Section", "Section 1 x Section 2", []string{"", " 1 x ", " 2"}},
		{`\s?Section\s?\d+\s?`, "a Section 1 b SubSection 2", []string{"a", "b Sub", ""}},
		{`\s?(Section|Part)\s?\d+\s?`, "Part 1 x", []string{"", "Part", "x"}},
		{"(a)|b", "xbya", []string{"x", "", "y", "a", ""}},
		{"", "ab", []string{"", "a", "b", ""}},
		{"x*", "axbc", []string{"", "a", "", "b", "c", ""}},
		{"(x*)", "axb", []string{"", "", "a", "x", "", "", "b", "", ""}},
		{"z", "", []string{""}},
	} {
		p, err := Compile(c.src, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Split(nil, c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("split %q by %q: %q, want %q (error %v)", c.text, c.src, got, c.want, err)
		}
		if n, err := p.Pieces(c.text); err != nil || n != len(c.want) {
			t.Errorf("split %q by %q: %d pieces, want %d (error %v)", c.text, c.src, n, len(c.want), err)
		}
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		text  string
		flags Flags
		in    string
		want  int
	}{
		{"a.b", 0, "a.b axb", 1},
		{"a.b", WordBounded, "xa.b a.b a.bx", 1},
		{"(", 0, "(()", 2},
		{`\`, 0, `\\`, 2},
		{"", WordBounded, "a b", 4},
		{"A", IgnoreCase, "aA", 2},
		{strings.Repeat("İsk", 20), IgnoreCase, "x" + strings.Repeat("iſ\u212A", 41), 2},
		{strings.Repeat("ab", 16), IgnoreCase | WordBounded, strings.Repeat("aB", 17) + " " + strings.Repeat("Ab", 16), 1},
	} {
		if n, err := Literal(c.text, c.flags).Count(c.in); err != nil || n != c.want {
			t.Errorf("literal %q in %q: %d, want %d (error %v)", c.text, c.in, n, c.want, err)
		}
	}
}

// A plain pattern must not reach the machine: its speed and its freedom from
// errors are what the instruction checks rely on.
func TestLiteralPath(t *testing.T) {
	for src, want := range map[string]bool{
		"word": true, "two words": true, "it's": true, "a-b": true, "P.S.": false, `a\.b`: true, "كلمة": true, "a{": true, "a|b": false, "": false,
	} {
		p, err := Compile(src, IgnoreCase|WordBounded)
		if err != nil || p.IsLiteral() != want {
			t.Errorf("%q: literal %v, want %v (error %v)", src, p.IsLiteral(), want, err)
		}
	}
}

// Patterns that take exponential or quadratic time end with an error, the same
// one each time, and in bounded time and memory.
func TestSteps(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, c := range []struct {
		src, text string
		flags     Flags
	}{
		{"(a+)+$", strings.Repeat("a", 60) + "b", 0},
		{"(a|aa)+$", strings.Repeat("a", 60) + "b", 0},
		{"(.*)(.*)(.*)(.*)(.*)[bc]", long, 0},
		{`(\w+)\1[xy]`, long, 0},
		{"(?:a|b)*?[cd]", long, 0},
		{"((a)|(b))*[cd]", long, 0},
	} {
		p, err := Compile(c.src, c.flags)
		if err != nil {
			t.Fatal(err)
		}
		p.SetSteps(2_000_000)
		begin := time.Now()
		if _, err := p.Find(c.text); !errors.Is(err, ErrSteps) {
			t.Errorf("%q: error %v, want %v", c.src, err, ErrSteps)
		}
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("%q: %v for 2 million steps", c.src, d)
		}
	}
}

// Shapes that are common in kwargs stay linear on hostile texts.
func TestLinear(t *testing.T) {
	for _, c := range []struct {
		src, text string
		flags     Flags
	}{
		{"is", strings.Repeat("i", 4<<20), IgnoreCase},
		{"ski", strings.Repeat("sk", 2<<20), IgnoreCase | WordBounded},
		{strings.Repeat("a", 9999) + "b", strings.Repeat("a", 4<<20), IgnoreCase},
		{strings.Repeat("a", 9999), strings.Repeat("aA", 2<<20), IgnoreCase | WordBounded},
		{strings.Repeat("a  ", 3333) + "a ", strings.Repeat("a  ", 1<<20), WordBounded},
		{"lazy", strings.Repeat("lazy ", 1<<20), IgnoreCase},
		{"lazy", strings.Repeat("LAZY ", 1<<20), IgnoreCase | WordBounded},
		{"zzzy", strings.Repeat("Z", 4<<20), IgnoreCase},
		{"aaaa aaab", strings.Repeat("a", 4<<20), IgnoreCase},
		{`\s*p\.\s?p\.\s?s.*$`, strings.Repeat(" ", 4<<20), Multiline},
		{`\s?قسم\s?\d+\s?`, strings.Repeat("قسم ", 1<<20), 0},
		{"مدرسة", strings.Repeat("مدرس", 1<<20), IgnoreCase | WordBounded},
	} {
		p, err := Compile(c.src, c.flags)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if _, err := p.Count(c.text); err != nil {
			t.Errorf("%q: %v", c.src, err)
		}
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("%q: %v", c.src, d)
		}
	}
}

// The machine and the literal search must agree on plain texts.
func FuzzLiteralAgainstMachine(f *testing.F) {
	for _, s := range []string{"is", "SKI", "well", "ﬆ", "µ", "مدرسة", "İ", "a b"} {
		f.Add(s, "x"+s+"y "+strings.ToUpper(s)+"\u212Aſ", uint8(5))
	}
	f.Fuzz(func(t *testing.T, src, in string, flags uint8) {
		src, in = strings.ToValidUTF8(src, ""), strings.ToValidUTF8(in, "")
		fl := Flags(flags & 7)
		lit := Literal(src, fl)
		var quoted strings.Builder
		for _, r := range src {
			quoted.WriteString("(?:")
			if strings.ContainsRune(special, r) {
				quoted.WriteByte('\\')
			}
			quoted.WriteRune(r)
			quoted.WriteByte(')')
		}
		tree, fault := parse(`(?:)`+quoted.String(), fl)
		if fault != nil {
			t.Fatal(fault)
		}
		if fl&WordBounded != 0 {
			edge := node{op: opAt, at: atWordEdge}
			tree.seq = append(append(seq{edge}, tree.seq...), edge)
		}
		slow := &Pattern{prog: compile(tree)}
		slow.prog.filter = filter{}
		want, err := slow.Count(in)
		if err != nil {
			return
		}
		if got, _ := lit.Count(in); got != want {
			t.Errorf("%q (flags %d) in %q: literal %d, machine %d", src, fl, in, got, want)
		}
	})
}

// Any pattern text compiles or is refused, and then matches or is refused.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"(a|b)*?c", `(?<=(a))b\1`, "[^a-z]+", "(?i)x{2,3}+", `(?P<n>\w)(?P=n)`, "(?(1)a|b)", "(?x) #\n", `\N{DIGIT ONE}`} {
		f.Add(s, "abc ab\n", uint8(1))
	}
	f.Fuzz(func(t *testing.T, src, in string, flags uint8) {
		p, err := Compile(src, Flags(flags&7))
		if err != nil {
			return
		}
		p.SetSteps(100_000)
		found, err := p.Find(in)
		if err != nil {
			return
		}
		n, err := p.Count(in)
		if err == nil && found != (n > 0) {
			t.Errorf("%q in %q: found %v, count %d", src, in, found, n)
		}
	})
}

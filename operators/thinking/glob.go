package thinking

// matches says whether the name fits the pattern: * stands for any bytes, ?
// for one, ASCII letters match in both cases. Unlike in path patterns a slash is
// nothing special: names such as "Qwen/Qwen3-8B" have them.
func matches(pattern, name string) bool {
	star, back := -1, 0 // the last *, and where its match ends so far
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, back = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || fold(pattern[p]) == fold(name[n])):
			p++
			n++
		case star >= 0:
			back++
			p, n = star+1, back
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func fold(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

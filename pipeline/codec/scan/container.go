package scan

// container scans a list or object whose opening bracket is at v.Start,
// without recursion.
func (s *Scanner) container(v *Value) bool {
	d := s.data
	depth := 0
	i := v.Start
	// object says whether the innermost open container is an object.
	var object bool
open:
	if depth == MaxDepth {
		return s.fail(i, "nested more than 10000 levels deep")
	}
	object = d[i] == '{'
	if depth>>6 == len(s.stack) {
		s.stack = append(s.stack, 0)
	}
	if object {
		s.stack[depth>>6] |= 1 << (depth & 63)
	} else {
		s.stack[depth>>6] &^= 1 << (depth & 63)
	}
	depth++
	i = s.Space(i + 1)
	if i < len(d) && (object && d[i] == '}' || !object && d[i] == ']') {
		goto closed
	}
	if object {
		goto key
	}
	goto value

key:
	if i >= len(d) {
		return s.fail(i, "the object is not closed")
	}
	if d[i] != '"' {
		return s.fail(i, "expected a key in double quotes")
	}
	{
		end, esc, ok := s.str(i + 1)
		if !ok {
			return false
		}
		v.Escaped = v.Escaped || esc
		i = end
		if i < len(d) && d[i] != ':' {
			i = s.Space(i)
		}
		if i >= len(d) || d[i] != ':' {
			return s.fail(i, "expected ':' after a key")
		}
		i = s.Space(i + 1)
	}

value:
	if i >= len(d) {
		return s.fail(i, "expected a value, found the end")
	}
	switch d[i] {
	case '{', '[':
		goto open
	case '"':
		end, esc, ok := s.str(i + 1)
		if !ok {
			return false
		}
		v.Escaped = v.Escaped || esc
		i = end
	default:
		_, end, special, ok := s.scalar(i)
		if !ok {
			return false
		}
		v.Special = v.Special || special
		i = end
	}

after:
	i = s.Space(i)
	if i >= len(d) {
		if object {
			return s.fail(i, "the object is not closed")
		}
		return s.fail(i, "the list is not closed")
	}
	switch d[i] {
	case ',':
		i = s.Space(i + 1)
		if object {
			goto key
		}
		goto value
	case '}':
		if !object {
			return s.fail(i, "expected ',' or ']' in a list")
		}
	case ']':
		if object {
			return s.fail(i, "expected ',' or '}' in an object")
		}
	default:
		if object {
			return s.fail(i, "expected ',' or '}' in an object")
		}
		return s.fail(i, "expected ',' or ']' in a list")
	}

closed:
	i++
	depth--
	if depth == 0 {
		v.End = i
		return true
	}
	object = s.stack[(depth-1)>>6]>>((depth-1)&63)&1 == 1
	goto after
}

package langdetect

// The reference's settings.
const (
	trials      = 7
	alphaMean   = 0.5
	alphaWidth  = 0.05
	alphaScale  = 10000
	maxSteps    = 1000
	convergence = 0.99999
	languages   = 55
)

// detector is the scratch memory of one detection.
type detector struct {
	chars []char
	ascii bool
	rows  []uint32
	prob  [languages]float64
	mean  [languages]float64
	saved [languages]float64
}

// detect returns the probabilities of the languages, nil if the text has no
// known n-gram. They are valid until the next call.
func (d *detector) detect(m *model, s string) []float64 {
	d.read(m, s)
	d.extract(m)
	if len(d.rows) == 0 {
		return nil
	}
	rnd := random{outputs: shared.upTo(1)}
	d.mean = [languages]float64{}
	for range trials {
		d.trial(m, &rnd)
		for i, p := range d.prob {
			d.mean[i] += p / trials
		}
	}
	return d.mean[:]
}

// extract collects the rows of the n-grams of the characters read, in order.
func (d *detector) extract(m *model) {
	var drop char // none
	if !d.ascii && d.mostlyOther() {
		drop = charAtoZ
	}
	rows := d.rows[:0]
	// The window: the characters before the one at hand, 0 where there is none.
	var before2 char
	before := space
	for _, c := range d.chars {
		if c&drop != 0 {
			continue
		}
		id := c & charID
		if before == space {
			if id == space {
				continue
			}
			before2 = 0
		}
		if c&before&charUpper == 0 {
			rows = m.suffixes(rows, before2&charID, before&charID, id)
		}
		before2, before = before, c&(charID|charUpper)
	}
	d.rows = rows
}

// suffixes appends the rows of the n-grams c, bc and abc.
func (m *model) suffixes(rows []uint32, a, b, c char) []uint32 {
	if c == 0 {
		return rows
	}
	if a < asciiIDs && b < asciiIDs && c < asciiIDs {
		if c != space {
			if r := m.ascii[c]; r != 0 {
				rows = append(rows, uint32(r))
			}
		}
		if b == 0 {
			return rows
		}
		if r := m.ascii[uint(b)*asciiIDs+uint(c)]; r != 0 {
			rows = append(rows, uint32(r))
		}
		if a == 0 {
			return rows
		}
		if r := m.ascii[(uint(a)*asciiIDs+uint(b))*asciiIDs+uint(c)]; r != 0 {
			rows = append(rows, uint32(r))
		}
		return rows
	}
	if c != space {
		if r := m.find(0, 0, c); r != 0 {
			rows = append(rows, r)
		}
	}
	if b == 0 {
		return rows
	}
	if r := m.find(0, b, c); r != 0 {
		rows = append(rows, r)
	}
	if a == 0 {
		return rows
	}
	if r := m.find(a, b, c); r != 0 {
		rows = append(rows, r)
	}
	return rows
}

// find returns the row of an n-gram, 0 if there is none.
func (m *model) find(a, b, c char) uint32 {
	if a < asciiIDs && b < asciiIDs && c < asciiIDs {
		return uint32(m.ascii[(uint(a)*asciiIDs+uint(b))*asciiIDs+uint(c)])
	}
	return m.row(gramKey(a, b, c))
}

// mostlyOther says whether the text is hardly Latin, so that its Latin letters
// are to be left out.
func (d *detector) mostlyOther() bool {
	latin, other := 0, 0
	for _, c := range d.chars {
		if c&charAtoZ != 0 {
			latin++
		} else if c&charOther != 0 {
			other++
		}
	}
	return latin*2 < other
}

// trial leaves in d.prob the outcome of one run of the random sampling.
func (d *detector) trial(m *model, rnd *random) {
	prob := &d.prob
	for i := range prob {
		prob[i] = 1.0 / languages
	}
	alpha := alphaMean + float64(rnd.gauss()*alphaWidth)
	weight := alpha / alphaScale
	for step := 0; ; step++ {
		d.update(m, d.rows[rnd.pick(len(d.rows))], weight)
		if step%5 == 0 && (d.normalize() > convergence || step >= maxSteps) {
			return
		}
	}
}

// update multiplies each language's probability by that of the n-gram.
func (d *detector) update(m *model, row uint32, weight float64) {
	prob, saved := &d.prob, &d.saved
	from, to := m.start[row], m.start[row+1]
	langs, probs := m.lang[from:to], m.prob[from:to]
	for i, l := range langs {
		saved[i] = prob[l] * (weight + probs[i])
	}
	for i := range prob {
		prob[i] *= weight
	}
	for i, l := range langs {
		prob[l] = saved[i]
	}
}

// normalize divides by the sum and returns the largest probability.
func (d *detector) normalize() float64 {
	prob := &d.prob
	sum := 0.0
	for _, p := range prob {
		sum += p
	}
	largest := 0.0
	for i := range prob {
		prob[i] /= sum
		largest = max(largest, prob[i])
	}
	return largest
}

package codec

// parseTime reads an RFC 3339 date and time with its offset as microseconds
// since 1970. Finer digits are cut, not rounded. Unlike time.Parse it takes
// no memory for an offset. A leap second counts as the first of the next
// minute.
func parseTime(s []byte) (micros int64, ok bool) {
	// 2026-11-30T10:00:00
	if len(s) < len("2026-11-30T10:00:00Z") || s[4] != '-' || s[7] != '-' || s[13] != ':' || s[16] != ':' {
		return 0, false
	}
	if c := s[10]; c != 'T' && c != 't' && c != ' ' {
		return 0, false
	}
	year, ok1 := digits(s[0:4])
	month, ok2 := digits(s[5:7])
	day, ok3 := digits(s[8:10])
	hour, ok4 := digits(s[11:13])
	minute, ok5 := digits(s[14:16])
	second, ok6 := digits(s[17:19])
	if !(ok1 && ok2 && ok3 && ok4 && ok5 && ok6) ||
		month < 1 || month > 12 || day < 1 || day > daysIn(month, year) || hour > 23 || minute > 59 || second > 60 {
		return 0, false
	}
	rest := s[19:]
	frac := int64(0)
	if rest[0] == '.' {
		n := 1
		for n < len(rest) && rest[n]-'0' <= 9 {
			if n <= 6 {
				frac = frac*10 + int64(rest[n]-'0')
			}
			n++
		}
		if n == 1 {
			return 0, false
		}
		for k := n; k <= 6; k++ {
			frac *= 10
		}
		rest = rest[n:]
	}
	offset, ok := parseOffset(rest)
	if !ok {
		return 0, false
	}
	secs := (daysSince1970(year, month, day)*24+int64(hour))*3600 + int64(minute)*60 + int64(second)
	return (secs-offset)*1e6 + frac, true
}

// parseOffset reads Z, +hh:mm or -hh:mm as seconds east of UTC.
func parseOffset(s []byte) (secs int64, ok bool) {
	if len(s) == 1 && s[0]|0x20 == 'z' {
		return 0, true
	}
	if len(s) != 6 || s[3] != ':' || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	h, ok1 := digits(s[1:3])
	m, ok2 := digits(s[4:6])
	if !ok1 || !ok2 || h > 23 || m > 59 {
		return 0, false
	}
	secs = int64(h*3600 + m*60)
	if s[0] == '-' {
		secs = -secs
	}
	return secs, true
}

func digits(s []byte) (n int, ok bool) {
	for _, c := range s {
		if c-'0' > 9 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func daysIn(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSince1970 counts the days of the proleptic Gregorian calendar: years
// begin in March here, so that the leap day is a year's last.
func daysSince1970(year, month, day int) int64 {
	y := int64(year)
	if month <= 2 {
		y--
		month += 12
	}
	y += 400 // year 0's January lies before year 0's March
	leaps := y/4 - y/100 + y/400
	inYear := int64((153*(month-3)+2)/5 + day - 1)
	return y*365 + leaps + inYear - 719468 - 146097
}

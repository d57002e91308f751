package codec_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"
)

// accepts is the slow twin of Append for records of standard JSON without the
// special numbers and without kwargs as text: whether the record is taken.
// It is written with the standard library's reader and a map.
func accepts(data []byte) bool {
	if len(data) == 0 || !utf8.Valid(data) || !json.Valid(data) {
		return false
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return false
	}
	rec, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for _, name := range []string{"record_id", "run_id", "model", "task", "prompt", "response", "reasoning", "question", "best_answer", "language"} {
		if !isTextOrNull(rec[name]) {
			return false
		}
	}
	if rec["reasoning"] == nil && !isTextOrNull(rec["reasoning_content"]) {
		return false
	}
	task, _ := rec["task"].(string)
	if _, err := needs(task); err != nil {
		return false
	}
	if mc := strings.Contains(task, "_mc"); mc {
		if _, ok := rec["loglikelihoods"].([]any); !ok {
			return false
		}
	} else if _, ok := rec["response"]; !ok {
		return false
	}
	return isIntOrNull(rec["doc_id"], 64) && isTimeOrNull(rec["event_time"]) &&
		(isListOf(rec["lang"], isText) || isTextOrNull(rec["lang"])) && isListOf(rec["instruction_id_list"], isTextOrNull) &&
		isListOf(rec["correct_answers"], isText) && isListOf(rec["incorrect_answers"], isText) && isListOf(rec["choices"], isText) &&
		isListOf(rec["labels"], func(v any) bool { return v != nil && isIntOrNull(v, 32) }) &&
		isListOf(rec["loglikelihoods"], isFloat) && isListOf(rec["kwargs"], isObjectOrNull)
}

func isText(v any) bool { _, ok := v.(string); return ok }

func isTextOrNull(v any) bool { return v == nil || isText(v) }

func isObjectOrNull(v any) bool { _, ok := v.(map[string]any); return ok || v == nil }

func isListOf(v any, elem func(any) bool) bool {
	if v == nil {
		return true
	}
	list, ok := v.([]any)
	for _, e := range list {
		ok = ok && elem(e)
	}
	return ok
}

func isFloat(v any) bool {
	switch v := v.(type) {
	case json.Number:
		return true
	case string:
		return strings.Contains(" NaN nan Infinity inf +Infinity +inf -Infinity -inf ", " "+v+" ") && v != "" && !strings.Contains(v, " ")
	}
	return false
}

func isIntOrNull(v any, bits int) bool {
	if v == nil {
		return true
	}
	n, ok := v.(json.Number)
	if !ok {
		return false
	}
	if i := strings.IndexAny(string(n), "eE"); i >= 0 && len(n)-i > 5 {
		// big.Rat would take forever; only zero is small enough.
		return strings.Trim(string(n[:i]), "-0.") == ""
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok || !r.IsInt() {
		return false
	}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
	i := r.Num()
	return i.Cmp(limit) < 0 && i.Cmp(new(big.Int).Neg(limit)) >= 0
}

func isTimeOrNull(v any) bool {
	if v == nil {
		return true
	}
	s, ok := v.(string)
	if !ok || len(s) < 20 {
		return false
	}
	// What RFC 3339 allows beyond Go's layout.
	b := []byte(s)
	if b[10] == 't' || b[10] == ' ' {
		b[10] = 'T'
	}
	if b[len(b)-1] == 'z' {
		b[len(b)-1] = 'Z'
	}
	if b[17] == '6' && b[18] == '0' {
		b[17], b[18] = '5', '9'
	}
	return new(time.Time).UnmarshalText(b) == nil
}

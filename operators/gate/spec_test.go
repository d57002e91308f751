package gate

import (
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The built-in gates are data: each goes through YAML and back unchanged.
func TestBuiltinsRoundTrip(t *testing.T) {
	if want := []string{"arabic_hf", "english", "english_v4_1", "inception"}; !reflect.DeepEqual(Names(), want) {
		t.Errorf("Names() = %q, want %q", Names(), want)
	}
	for _, name := range Names() {
		spec, err := Find(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := yaml.Marshal(spec)
		if err != nil {
			t.Fatal(err)
		}
		var back Spec
		if err := yaml.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(spec, back) {
			t.Errorf("gate %s: got %+v back, want %+v", name, back, spec)
		}
		if err := back.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestFind(t *testing.T) {
	mine := map[string]Spec{"mine": {Checks: []Check{{Kind: "empty_response"}}}, "english": {About: "my own"}}
	if spec, err := Find("mine", mine); err != nil || spec.Name != "mine" {
		t.Errorf("got %+v, %v", spec, err)
	}
	if spec, err := Find("english", mine); err != nil || spec.About != "my own" {
		t.Errorf("a custom gate should hide the built-in one; got %+v, %v", spec, err)
	}
	if _, err := Find("englich", mine); err == nil || !strings.Contains(err.Error(), `"english"`) {
		t.Errorf("got error %v, want one that names english", err)
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"good", "checks: [{check: repeated_words, repeats: 4, reason: loop, on: prepared}]", ""},
		{"no checks", "about: nothing", "key checks"},
		{"no name of a check", "checks: [{reason: x}]", "checks[0]: key check"},
		{"unknown check", "checks: [{check: repeated_word}]", `did you mean "repeated_words"`},
		{"threshold of another check", "checks: [{check: repeated_words, max_n: 3}]", "key max_n"},
		{"threshold of a check without any", "checks: [{check: empty_response, repeats: 3}]", "it takes none"},
		{"unknown text", "checks: [{check: repeated_words, on: preparred}]", `did you mean "prepared"`},
		{"once is no repeat", "checks: [{check: repeated_words, repeats: 1}]", "key repeats"},
		{"negative", "checks: [{check: repeated_words, repeats: -7}]", "key repeats"},
		{"no words", "checks: [{check: repeated_sentences, min_words: -1}]", "key min_words"},
		{"min_n below 1", "checks: [{check: repeated_ngrams, min_n: -1}]", "key min_n"},
		{"max_n below min_n", "checks: [{check: repeated_ngrams, min_n: 9, max_n: 8}]", "key max_n"},
		{"max_n below the default of min_n", "checks: [{check: repeated_ngrams, max_n: 4}]", "key max_n"},
		{"memory", "checks: [{check: repeated_ngrams, max_n: 60000}]", "key max_n"},
		{"n-gram once", "checks: [{check: strict_words, repeats: 1}]", "key repeats"},
		{"no ranges", "checks: [{check: forbidden_characters}]", "key ranges"},
		{"range of no hexadecimal", "checks: [{check: forbidden_characters, ranges: [xyz]}]", `cannot read "xyz"`},
		{"range backwards", "checks: [{check: foreign_letters, ranges: [0042-0041]}]", "greater than the last"},
		{"beyond Unicode", "checks: [{check: foreign_letters, ranges: [0041-110000]}]", "0041-110000"},
		{"share above 1", "checks: [{check: english_ratio, max_english: 7}]", "key max_english"},
		{"prompt word of two words", "checks: [{check: english_ratio, exempt: {prompt_words: [a json]}}]", "prompt_words"},
		{"no cases", "checks: [{check: language, default: en}]", "key cases"},
		{"case without language", "checks: [{check: language, cases: [{checks: [{check: empty_response}]}]}]", "cases[0]: key lang"},
		{"case twice", "checks: [{check: language, cases: [{lang: [ar, en], checks: [{check: empty_response}]}, {lang: [en, ar], checks: [{check: empty_response}]}]}]", `"ar+en"`},
		{"case without checks", "checks: [{check: language, cases: [{lang: [ar]}]}]", "key checks"},
		{"fault in a case", "checks: [{check: language, cases: [{lang: [ar], checks: [{check: nothing}]}]}]", "cases[0]: checks[0]: key check"},
		{"default without case", "checks: [{check: language, default: em, cases: [{lang: [en], checks: [{check: empty_response}]}]}]", `key default: there is no case for "em"`},
		{"unknown key", "checks: [{check: empty_response, limit: 3}]", "limit"},
	} {
		dec := yaml.NewDecoder(strings.NewReader(tt.yaml))
		dec.KnownFields(true)
		spec := Spec{Name: "mine"}
		err := dec.Decode(&spec)
		if err == nil {
			err = spec.Validate()
		}
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: got error %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: got error %v, want one with %s", tt.name, err, tt.want)
		}
	}
	if err := (Spec{Checks: []Check{{Kind: "empty_response"}}}).Validate(); err == nil || !strings.Contains(err.Error(), "key name") {
		t.Errorf("a gate without a name: got error %v", err)
	}
}

// Two checks of a language have reasons of their own where they say so.
func TestCustomLanguageGate(t *testing.T) {
	const config = `
checks:
  - check: language
    reason: wrong_language
    cases:
      - lang: [fr]
        checks:
          - check: foreign_letters
            ranges: [0041-005A, 0061-007A, 00C0-00FF, 0152-0153]
          - check: repeated_words
            repeats: 2
            reason: stutter
`
	spec := Spec{Name: "french"}
	if err := yaml.Unmarshal([]byte(config), &spec); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text   string
		lang   []string
		reason string
		err    bool
	}{
		{"déjà vu", []string{"fr"}, OK, false},
		{"déjà Я", []string{"fr"}, "wrong_language", false},
		{"vu vu", []string{"fr"}, "stutter", false},
		{"déjà vu", nil, "wrong_language", true},
		{"déjà vu", []string{"en", "fr"}, "wrong_language", true},
	} {
		v, err := Judge(spec, tt.text, "", tt.lang, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v.Reason != tt.reason || (v.Error != "") != tt.err || v.Pass != (tt.reason == OK) {
			t.Errorf("%q, lang %q: got %+v, want reason %s, error %v", tt.text, tt.lang, v, tt.reason, tt.err)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		if k.Name == "" || k.About == "" {
			t.Errorf("check %+v is not described", k)
		}
	}
}

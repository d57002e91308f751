package gate

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"mizan/internal/nearest"
)

// Spec is a gate as data: an ordered list of checks. The first one that fails
// gives the reason. It has the same form in YAML; builtin.yaml is the example.
type Spec struct {
	// Name goes to the column gate. In a configuration it is the gate's key.
	Name string `yaml:"name,omitempty"`
	// About says in a line what passes.
	About  string  `yaml:"about,omitempty"`
	Checks []Check `yaml:"checks"`
}

// Check is one check of a gate with its thresholds. A threshold that is left
// out has the default of the check's kind; one that the kind does not have is an
// error.
type Check struct {
	// Kind names the check: see Kinds.
	Kind string `yaml:"check"`
	// Reason goes to gate_reason when the check fails; the kind's name by
	// default.
	Reason string `yaml:"reason,omitempty"`
	// On says what the check looks at: OnAnswer (the default) or OnPrepared.
	On string `yaml:"on,omitempty"`
	// Ranges are inclusive ranges of code points in hexadecimal: 0600-06FF, or
	// 060C for a single one.
	Ranges []string `yaml:"ranges,omitempty"`
	// Repeats is how often something must stand in a row for the check to fail.
	Repeats int `yaml:"repeats,omitempty"`
	// MinWords is the least number of words of a sentence that counts.
	MinWords int `yaml:"min_words,omitempty"`
	// MinN and MaxN bound the length of n-grams, inclusive.
	MinN int `yaml:"min_n,omitempty"`
	MaxN int `yaml:"max_n,omitempty"`
	// MaxEnglish is the greatest share of English that passes.
	MaxEnglish *float64 `yaml:"max_english,omitempty"`
	// Exempt says which records the check lets pass unseen.
	Exempt *Exempt `yaml:"exempt,omitempty"`
	// Default is the language of a record that names none.
	Default string `yaml:"default,omitempty"`
	// Cases are the checks by language. A case of several languages is for
	// records that name exactly these; a case of one language for those whose
	// alphabetically first one it is.
	Cases []Case `yaml:"cases,omitempty"`
}

// What a check looks at.
const (
	OnAnswer   = "answer"   // the answer as it is scored
	OnPrepared = "prepared" // langcheck_preprocess of it: no fences, no JSON punctuation
)

// Exempt names records by what they ask for.
type Exempt struct {
	// InstructionIDs: a record with one of these is exempt.
	InstructionIDs []string `yaml:"instruction_ids,omitempty"`
	// PromptWords: so is one whose prompt holds one of these as a word, in ASCII
	// letters of either case; words are made of ASCII letters, digits and _.
	PromptWords []string `yaml:"prompt_words,omitempty"`
}

// Case is the checks for some languages.
type Case struct {
	Lang   []string `yaml:"lang"`
	Checks []Check  `yaml:"checks"`
}

//go:embed builtin.yaml
var builtinYAML []byte

var builtin = func() map[string]Spec {
	specs := map[string]Spec{}
	if err := yaml.Unmarshal(builtinYAML, &specs); err != nil {
		panic(fmt.Sprintf("builtin.yaml: %v", err))
	}
	for name, spec := range specs {
		spec.Name = name
		specs[name] = spec
	}
	return specs
}()

// Names lists the built-in gates.
func Names() []string { return slices.Sorted(maps.Keys(builtin)) }

// Find returns the gate of that name: a custom one, whose name is its key, else
// a built-in one. The error lists near names.
func Find(name string, custom map[string]Spec) (Spec, error) {
	if spec, ok := custom[name]; ok {
		spec.Name = name
		return spec, nil
	}
	if spec, ok := builtin[name]; ok {
		return spec, nil
	}
	known := append(slices.Sorted(maps.Keys(custom)), Names()...)
	return Spec{}, fmt.Errorf("unknown gate %q%s", name, nearest.Hint(name, known))
}

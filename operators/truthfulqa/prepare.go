package truthfulqa

import (
	"slices"
	"strings"

	"mizan/operators/text"
)

// NoComment is the answer of each language that declines to answer; it joins
// the correct answers of every question of that language.
var NoComment = map[string]string{
	"en": "I have no comment.",
	"ca": "No tinc cap comentari.",
	"es": "No tengo ningún comentario.",
	"eu": "Iruzkinik ez.",
	"gl": "Non teño ningún comentario.",
}

// PrepareAnswers strips the answers, drops empty ones and gives each a full stop
// at its end (section 3 of the specification). Preparing twice changes nothing.
func PrepareAnswers(answers []string) []string {
	var prepared []string
	for _, a := range answers {
		a = text.Strip(a)
		if a == "" {
			continue
		}
		if !strings.HasSuffix(a, ".") {
			a += "."
		}
		prepared = append(prepared, a)
	}
	return prepared
}

// PrepareCorrect is PrepareAnswers of the correct answers, with the language's
// no-comment answer at the end if it is not among them.
func PrepareCorrect(answers []string, language string) []string {
	prepared := PrepareAnswers(answers)
	if phrase, ok := NoComment[language]; ok && !slices.Contains(prepared, phrase) {
		prepared = append(prepared, phrase)
	}
	return prepared
}

package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"mizan/internal/nearest"
)

// decode reads YAML into out, a pointer to a struct with yaml tags. Keys are
// strict and ${NAME} and ${NAME:default} are expanded in values. All problems
// are found in one pass; each names its line.
func decode(name string, data []byte, out any, env func(string) (string, bool)) error {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return fmt.Errorf("cannot read configuration %q: %w", name, err)
	}
	if len(root.Content) == 0 {
		return nil // an empty file: all defaults
	}
	var problems []error
	report := func(n *yaml.Node, format string, args ...any) {
		problems = append(problems, fmt.Errorf("%s:%d: %s", name, n.Line, fmt.Sprintf(format, args...)))
	}
	expand(root.Content[0], env, report)
	checkKeys(root.Content[0], reflect.TypeOf(out), "", report)
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	if err := root.Decode(out); err != nil {
		var te *yaml.TypeError
		if errors.As(err, &te) {
			for _, e := range te.Errors {
				problems = append(problems, fmt.Errorf("%s: %s", name, e))
			}
			return errors.Join(problems...)
		}
		return fmt.Errorf("cannot read configuration %q: %w", name, err)
	}
	return nil
}

// placeholder is $${NAME}, which stands for a literal ${NAME}, or ${NAME} or
// ${NAME:default}.
var placeholder = regexp.MustCompile(`\$?\$\{([A-Za-z_][A-Za-z0-9_]*)(:[^}]*)?\}`)

// expand replaces placeholders in the scalar values below n. A variable that is
// neither set nor has a default is a problem: an empty password is worse than
// an error.
func expand(n *yaml.Node, env func(string) (string, bool), report func(*yaml.Node, string, ...any)) {
	if n.Kind == yaml.ScalarNode && strings.Contains(n.Value, "${") {
		plain := n.Style == 0
		n.Value = placeholder.ReplaceAllStringFunc(n.Value, func(m string) string {
			if strings.HasPrefix(m, "$$") {
				return m[1:]
			}
			parts := placeholder.FindStringSubmatch(m)
			if v, ok := env(parts[1]); ok {
				return v
			}
			if parts[2] != "" {
				return parts[2][1:]
			}
			report(n, "environment variable %s is not set; set it or give a default: ${%s:default}", parts[1], parts[1])
			return m
		})
		if plain {
			n.Tag = "" // let the expanded text resolve anew: a number, a duration
		}
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			continue // keys are not expanded
		}
		expand(c, env, report)
	}
}

// checkKeys reports every key below n that the type does not know, with the
// nearest key it does.
func checkKeys(n *yaml.Node, t reflect.Type, path string, report func(*yaml.Node, string, ...any)) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.Unmarshaler]()) {
		return // the type decodes itself
	}
	switch {
	case n.Kind == yaml.SequenceNode && t.Kind() == reflect.Slice:
		for _, c := range n.Content {
			checkKeys(c, t.Elem(), path, report)
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Map:
		for i := 1; i < len(n.Content); i += 2 {
			checkKeys(n.Content[i], t.Elem(), join(path, n.Content[i-1].Value), report)
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Struct:
		fields := structKeys(t)
		var names []string
		for name := range fields {
			names = append(names, name)
		}
		seen := map[string]int{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if at, ok := seen[key.Value]; ok {
				report(key, "key %q stands twice, first on line %d", join(path, key.Value), at)
			}
			seen[key.Value] = key.Line
			ft, ok := fields[key.Value]
			if !ok {
				report(key, "unknown key %q%s", join(path, key.Value), nearest.Hint(key.Value, sorted(names)))
				continue
			}
			checkKeys(n.Content[i+1], ft, join(path, key.Value), report)
		}
	}
}

func structKeys(t reflect.Type) map[string]reflect.Type {
	keys := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case opts == "inline":
			for k, ft := range structKeys(f.Type) {
				keys[k] = ft
			}
		case name == "-" || !f.IsExported():
		case name == "":
			keys[strings.ToLower(f.Name)] = f.Type
		default:
			keys[name] = f.Type
		}
	}
	return keys
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func lookupEnv(name string) (string, bool) { return os.LookupEnv(name) }

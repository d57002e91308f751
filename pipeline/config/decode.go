package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
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
	keys := keyChecker{report: report, open: map[*yaml.Node]bool{}}
	keys.check(root.Content[0], reflect.TypeOf(out), "")
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

// keyChecker reports every key that the type it is read into does not know, with
// the nearest key it does.
type keyChecker struct {
	report func(n *yaml.Node, format string, args ...any)
	// open are the anchors that are being walked: one that holds itself is the
	// decoder's error, not an endless walk.
	open map[*yaml.Node]bool
}

func (k *keyChecker) check(n *yaml.Node, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n.Kind == yaml.AliasNode {
		if n = n.Alias; k.open[n] {
			return
		}
		k.open[n] = true
		defer delete(k.open, n)
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.Unmarshaler]()) {
		return // the type decodes itself
	}
	switch {
	case n.Kind == yaml.SequenceNode && t.Kind() == reflect.Slice:
		for _, c := range n.Content {
			k.check(c, t.Elem(), path)
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Map:
		for i := 1; i < len(n.Content); i += 2 {
			k.check(n.Content[i], t.Elem(), join(path, n.Content[i-1].Value))
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Struct:
		k.checkStruct(n, t, path)
	}
}

func (k *keyChecker) checkStruct(n *yaml.Node, t reflect.Type, path string) {
	fields := structKeys(t)
	names := slices.Sorted(maps.Keys(fields))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		ft, ok := fields[key.Value]
		if !ok {
			k.report(key, "unknown key %q%s", join(path, key.Value), nearest.Hint(key.Value, names))
			continue
		}
		k.check(n.Content[i+1], ft, join(path, key.Value))
	}
}

func structKeys(t reflect.Type) map[string]reflect.Type {
	keys := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case opts == "inline":
			maps.Copy(keys, structKeys(f.Type))
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

package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// unsafeName is what the harness replaces in a model's name to make a file name,
// and control characters, which it leaves in.
var unsafeName = regexp.MustCompile(`["<>:/\\|?*\[\]\x00-\x1f\x7f]+`)

// maxFileName leaves room in the 255 bytes a name may have.
const maxFileName = 200

// fileName is the name under which the harness files a model's or run's results.
// What cannot be a name there, or is too long for one, gets a hash.
func fileName(s string) string {
	name := unsafeName.ReplaceAllString(orNone(s), "__")
	if strings.Trim(name, ".") != "" && len(name) <= maxFileName {
		return name
	}
	cut := min(len(name), maxFileName-17)
	for !utf8.RuneStart((name + "x")[cut]) {
		cut--
	}
	return strings.Trim(name[:cut], ".") + "_" + shortHash(s)
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// WriteResults writes each run to DIR/<model>/results_<run id>.json, named as
// the harness names them, and returns the paths. Of runs whose names are told
// apart by unsafe characters alone the second has a hash in its file's name.
func (r *Report) WriteResults(dir string) ([]string, error) {
	var paths []string
	taken := map[string]bool{}
	for i := range r.Runs {
		run := &r.Runs[i]
		folder := filepath.Join(dir, fileName(run.Model))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return paths, fmt.Errorf("cannot create the results folder: %w", err)
		}
		path := filepath.Join(folder, "results_"+fileName(run.RunID)+".json")
		if taken[path] {
			path = filepath.Join(folder, "results_"+fileName(run.RunID)+"_"+shortHash(run.Model+"\x00"+run.RunID)+".json")
		}
		taken[path] = true
		var data bytes.Buffer
		enc := json.NewEncoder(&data)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r.results(i)); err != nil {
			return paths, fmt.Errorf("cannot write the results: %w", err)
		}
		if err := os.WriteFile(path, data.Bytes(), 0o666); err != nil {
			return paths, fmt.Errorf("cannot write the results: %w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

package pipeline_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mizan/internal/duck"
	"mizan/operators/task"
	"mizan/pipeline"
	"mizan/pipeline/report"
	"mizan/pipeline/sink"
	"mizan/pipeline/source/file"
	"mizan/schemas"
)

// rightToLeftNames are what models may be called: with digits, marks, joiners,
// and what paths and Hive give a meaning to.
var rightToLeftNames = []string{
	"نموذج الأرز",
	"مُهِمَّة/٧ب",
	"نموذج=أ%2Fب",
	"می\u200Cشود",
	"א-ב \u200F(1)",
	"../صعود",
	`quote'"نص`,
	strings.Repeat("طويل جدا ", 40), // longer than a folder's name may be
}

// TestRightToLeftNames takes right-to-left texts through everything: JSON keys
// that the configuration names, a file's name, models as partition folders,
// report, verify, DuckDB.
func TestRightToLeftNames(t *testing.T) {
	var input strings.Builder
	for i, name := range rightToLeftNames {
		fmt.Fprintf(&input, `{"النموذج":%q,"task":"ifeval","الرد":"بلا فاصلة","record_id":"سجل-%d","instruction_id_list":["punctuation:no_comma"],"kwargs":[{}]}`+"\n", name, i)
	}
	input.WriteString(`{"task":"مهمة","الرد":"x"}` + "\n")
	path := filepath.Join(t.TempDir(), "بيانات التقييم.jsonl")
	if err := os.WriteFile(path, []byte(input.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "مخرجات")
	codec := codecOptions(compile(t))
	codec.Fields = map[string][]string{schemas.Response: {"$.الرد"}, schemas.Model: {"$['النموذج']"}}
	out := pipeline.Parquet(openSink(t, dir, func(o *sink.Options) { o.PartitionBy = []string{schemas.Model, schemas.Task} }))
	stage := newStage(t, out, func(o *pipeline.Options) { o.Codec = codec })
	r, err := file.Open(path, file.Options{Codec: codec})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stage.ScoreFile(context.Background(), filepath.Base(path), path, r); err != nil {
		t.Fatal(err)
	}
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}

	v, err := sink.Verify(dir)
	if err != nil || !v.OK() || v.Scored != int64(len(rightToLeftNames)) || v.Rejected != 1 {
		t.Fatalf("verify: %v\n%s", err, v)
	}
	table, err := task.NewTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := report.Read(dir, table, report.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	var models []string
	for _, run := range rep.Runs {
		models = append(models, run.Model)
		if m := run.Tasks[0].Metrics[0]; m.Value != 1 || m.N != 1 {
			t.Errorf("model %q: %+v", run.Model, m)
		}
	}
	want := slices.Sorted(slices.Values(rightToLeftNames))
	if !slices.Equal(models, want) {
		t.Errorf("the report has models %q, want %q", models, want)
	}
	if len(rep.Rejects) != 1 || rep.Rejects[0].Source != path || !strings.Contains(rep.Rejects[0].Reason, `unknown task "مهمة"`) {
		t.Errorf("rejects %+v", rep.Rejects)
	}
	for _, name := range rightToLeftNames {
		one, err := report.Read(dir, table, report.Filter{Model: name})
		if err != nil || len(one.Runs) != 1 || one.Runs[0].Model != name {
			t.Errorf("only %q: %v", name, err)
		}
	}

	files := strings.ReplaceAll(filepath.Join(dir, "scored", "**", "*.parquet"), "'", "''")
	if got := duck.Texts(t, fmt.Sprintf("select model from read_parquet('%s', hive_partitioning = false) order by model", files)); !slices.Equal(got, want) {
		t.Errorf("DuckDB reads models %q, want %q", got, want)
	}
	// The folders say the same as the column, but for the name that was cut.
	folders := duck.Texts(t, fmt.Sprintf("select model from read_parquet('%s', hive_partitioning = true, hive_types_autocast = false) order by source_offset", files))
	for i, name := range rightToLeftNames {
		if got := folders[i]; got != name && len(name) < 200 {
			t.Errorf("DuckDB reads the folder of %q as %q", name, got)
		}
	}
	if got := duck.Texts(t, fmt.Sprintf("select record_id || ' ' || response || ' ' || source from read_parquet('%s') where model = '%s'", files, rightToLeftNames[0])); !slices.Equal(got, []string{"سجل-0 بلا فاصلة " + path}) {
		t.Errorf("DuckDB reads %q", got)
	}
	duck.Exec(t, schemas.Views(dir))
	// The views take a partition's value from the folder.
	slices.Sort(folders)
	if got := duck.Texts(t, "select model from metrics order by model"); !slices.Equal(got, folders) {
		t.Errorf("the view metrics has models %q, want %q", got, folders)
	}
}

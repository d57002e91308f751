package sink

import (
	"fmt"

	"mizan/pipeline/sink/hive"
)

// LogNames are the names of the logs in the output directory: topics and the
// identities of files. A name that was cut to fit a file system comes as it was
// cut.
func (s *Sink) LogNames() ([]string, error) {
	entries, err := s.fs.ReadDir(s.path(commitsDir))
	if err != nil {
		return nil, fmt.Errorf("cannot list the commit logs: %w", explain(err))
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = hive.Unescape(e.Name)
	}
	return names, nil
}

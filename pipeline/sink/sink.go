package sink

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"mizan/pipeline/sink/commitlog"
	"mizan/pipeline/sink/parquetfile"
	"mizan/pipeline/sink/vfs"
	"mizan/schemas"
)

// ErrSliceTaken is what Commit returns when another worker has committed the
// slice that begins at the same offset: this one is a zombie, or the other one
// thought so. The staged files are dropped; the caller calls Resume and goes
// on from there.
var ErrSliceTaken = commitlog.ErrTaken

// ErrOtherTopic is what Begin returns where the log holds records of a topic that
// was deleted since, and of which the one at hand only has the name. A retry does
// not help.
var ErrOtherTopic = errors.New("the topic was deleted and made anew")

// Folders of the output directory.
const (
	scoredDir  = "scored"
	rejectsDir = "rejects"
	stateDir   = "_mizan"
	stagingDir = "_mizan/staging"
	commitsDir = "_mizan/commits"
)

// Sink is an open output directory. It is safe for concurrent use; each Slice
// belongs to one goroutine.
type Sink struct {
	opts    Options
	fs      vfs.FS
	scored  *parquetfile.Schema
	rejects *parquetfile.Schema
	writers *writerPool
	// token names one attempt to write a slice.
	token func() string

	mu sync.Mutex
	// ends holds where the chain of each log ends, as this process last read or
	// wrote it.
	ends map[logKey]chainEnd
	// durable holds the directories whose own names are known to be durable.
	durable map[string]bool
}

type logKey struct {
	name      string
	partition int32
}

type chainEnd struct {
	next int64
	// some tells that the log has a record.
	some bool
	// leftovers tells that others have files staged for a slice that begins at next.
	leftovers bool
	// topicID is the newest record's.
	topicID string
}

// Open opens an output directory, creating it if need be, and makes sure that
// it can be written to.
func Open(o Options) (*Sink, error) { return open(o, vfs.OS{}, newToken) }

func open(o Options, fsys vfs.FS, token func() string) (*Sink, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	s := &Sink{
		opts:    o,
		fs:      fsys,
		token:   token,
		ends:    map[logKey]chainEnd{},
		durable: map[string]bool{},
		writers: newWriterPool(),
	}
	var err error
	if s.scored, err = scoredSchema(o); err != nil {
		return nil, err
	}
	if s.rejects, err = rejectsSchema(o); err != nil {
		return nil, err
	}
	if err := s.prepare(); err != nil {
		return nil, fmt.Errorf("cannot write to output directory %q: %w", o.Dir, explain(err))
	}
	return s, nil
}

// scoredSchema is the Parquet form of schemas.Scored. Columns whose values
// repeat get a dictionary.
func scoredSchema(o Options) (*parquetfile.Schema, error) {
	return parquetfile.NewSchema(schemas.Scored, parquetfile.Options{
		Name: "scored", Compression: o.Compression, CreatedBy: createdBy,
		Dictionary: set(
			schemas.RunID, schemas.Model, schemas.Task, schemas.Source, schemas.SourcePartition, schemas.Lang,
			schemas.ThinkingState, schemas.Gate, schemas.GateReason,
			schemas.InstructionIDList, schemas.InstructionErrors, schemas.Error,
			schemas.ArabicWords, schemas.MixedWords, schemas.OtherWords, schemas.WordRun, schemas.SentenceRun,
			schemas.NgramN, schemas.NgramRepeats, schemas.BleuAcc, schemas.Rouge1Acc, schemas.Rouge2Acc, schemas.RougeLAcc,
		),
		Drop: set(dropped(o)...),
	})
}

func rejectsSchema(o Options) (*parquetfile.Schema, error) {
	return parquetfile.NewSchema(schemas.Rejects, parquetfile.Options{
		Name: "rejects", Compression: o.Compression, CreatedBy: createdBy,
		Dictionary: set(schemas.Source, schemas.SourcePartition, schemas.RejectField),
	})
}

// createdBy is the writer named in footers. It has no version: files are a
// function of the slice and the configuration, and the version that wrote
// them is in the key-value metadata.
const createdBy = "mizan"

func dropped(o Options) []string {
	var names []string
	if !o.KeepPrompt {
		names = append(names, schemas.Prompt)
	}
	if !o.KeepResponse {
		names = append(names, schemas.Response)
	}
	if !o.KeepThinking {
		names = append(names, schemas.Thinking)
	}
	return names
}

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// path returns a path below the output directory, given with slashes.
func (s *Sink) path(rel string) string { return filepath.Join(s.opts.Dir, filepath.FromSlash(rel)) }

// prepare creates the directories and tries out what a commit needs: writing,
// syncing and linking.
func (s *Sink) prepare() error {
	if err := s.makeRoot(s.opts.Dir); err != nil {
		return err
	}
	for _, rel := range []string{stagingDir, commitsDir, scoredDir, rejectsDir} {
		if err := s.makeDirs(rel); err != nil {
			return err
		}
	}
	probe := s.path(stagingDir + "/probe-" + s.token() + ".tmp")
	defer s.fs.Remove(probe)
	f, err := s.fs.Create(probe)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte("mizan\n"))
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	linked := probe + ".link"
	defer s.fs.Remove(linked)
	if err := s.fs.Link(probe, linked); err != nil {
		return fmt.Errorf("the commit log needs a file system with hard links: %w", err)
	}
	return nil
}

// makeRoot creates the output directory and its parents, and makes their names
// durable, also where somebody else has created them just before.
func (s *Sink) makeRoot(dir string) error {
	parent := filepath.Dir(dir)
	if parent == dir {
		return nil
	}
	_, err := s.fs.ReadDir(dir)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	if err := s.makeRoot(parent); err != nil {
		return err
	}
	if missing {
		if err := s.fs.Mkdir(dir); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	err = s.fs.SyncDir(parent)
	if !missing && errors.Is(err, fs.ErrPermission) {
		err = nil // a directory that may be passed but not read is not ours
	}
	return err
}

// makeDirs creates a directory below the output directory with its parents and
// makes their names durable. A directory that is there already may have been
// created by a process that died before it synced it, so what this process has
// not seen durable is synced again.
func (s *Sink) makeDirs(rel string) error {
	if rel == "." {
		return nil
	}
	s.mu.Lock()
	done := s.durable[rel]
	s.mu.Unlock()
	if done {
		return nil
	}
	parent := parentOf(rel)
	if err := s.makeDirs(parent); err != nil {
		return err
	}
	if err := s.fs.Mkdir(s.path(rel)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := s.fs.SyncDir(s.path(parent)); err != nil {
		return err
	}
	s.mu.Lock()
	if len(s.durable) > maxDurable {
		clear(s.durable)
	}
	s.durable[rel] = true
	s.mu.Unlock()
	return nil
}

// maxDurable bounds the memory for directories known to be durable.
const maxDurable = 1 << 16

// forget drops a directory, and with it its parents, from those known to be
// durable: a user may have removed it.
func (s *Sink) forget() {
	s.mu.Lock()
	clear(s.durable)
	s.mu.Unlock()
}

// Close releases memory. Slices that are still open are not committed.
func (s *Sink) Close() error {
	s.writers.clear()
	return nil
}

func newToken() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}

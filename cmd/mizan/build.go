package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"mizan/operators/task"
	"mizan/pipeline"
	"mizan/pipeline/codec"
	"mizan/pipeline/config"
	"mizan/pipeline/sink"
	"mizan/pipeline/source/kafka"
	"mizan/pipeline/source/prompts"
)

// plans compiles the task table of the configuration.
func plans(c *config.Config) (*task.Plans, error) {
	unknown := ""
	if c.Tasks.Unknown == "quality" {
		unknown = c.Tasks.Unknown
	}
	return task.Compile(task.Config{
		Extra:    c.Tasks.Extra,
		Gates:    c.Gates,
		Thinking: c.Thinking,
		Rouge:    c.Tasks.Rouge,
		Stops:    c.Tasks.ApplyStops,
		Unknown:  unknown,
	})
}

// codecOptions says how records are read for these plans.
func codecOptions(c *config.Config, p *task.Plans) (codec.Options, error) {
	o := codec.Options{
		MaxRecordBytes: int(c.Input.MaxRecordBytes),
		Format:         c.Input.Format,
		DefaultTask:    c.Input.DefaultTask,
		DefaultModel:   c.Input.DefaultModel,
		DefaultRunID:   c.Input.DefaultRunID,
		Fields:         map[string][]string{},
		Task:           needs(p, c.Tasks.Unknown),
	}
	for field, paths := range c.Input.Fields {
		o.Fields[field] = paths
	}
	if o.DefaultTask != "" {
		if _, err := p.Table().Find(o.DefaultTask); err != nil {
			return o, usagef("default task: %w", err)
		}
	}
	if len(c.Input.Prompts) > 0 {
		set, err := prompts.Load(c.Input.Prompts...)
		if err != nil {
			return o, err
		}
		o.Join = set
	}
	return o, usage(o.Check())
}

// needs tells the codec what a record of a task must have.
func needs(p *task.Plans, unknown string) func(string) (codec.Need, error) {
	return func(name string) (codec.Need, error) {
		t, err := p.Table().Find(name)
		if err != nil {
			if unknown == "quality" {
				return codec.NeedResponse, nil
			}
			return 0, err
		}
		switch {
		case t.Scorer == task.MC1: // its true choice is the first one
			return codec.NeedLogLikelihoods, nil
		case t.Scorer == task.MC2:
			return codec.NeedLogLikelihoods | codec.NeedReferences, nil
		case t.Scorer.Instructions():
			return codec.NeedResponse | codec.NeedInstructions, nil
		case t.Scorer == task.Gen:
			return codec.NeedResponse | codec.NeedReferences, nil
		}
		return codec.NeedResponse, nil
	}
}

func openSink(c *config.Config, p *task.Plans) (*sink.Sink, error) {
	if c.Output.Dir == "" {
		return nil, usagef("no output directory: give -o DIR, or output.dir in the configuration")
	}
	return sink.Open(sink.Options{
		Dir:            c.Output.Dir,
		PartitionBy:    c.Output.PartitionBy,
		Compression:    c.Output.Compression,
		RowGroupRows:   c.Output.RowGroupRows,
		RowGroupBytes:  int64(c.Output.RowGroupBytes),
		MaxOpenWriters: c.Output.MaxOpenWriters,
		KeepPrompt:     orTrue(c.Output.KeepPrompt),
		KeepResponse:   orTrue(c.Output.KeepResponse),
		KeepThinking:   orTrue(c.Output.KeepThinking),
		PlanHash:       p.Hash(),
		ProductVersion: version,
	})
}

func orTrue(b *bool) bool { return b == nil || *b }

// stage puts the parts together over the output.
func newStage(c *config.Config, p *task.Plans, co codec.Options, out pipeline.Output, log *slog.Logger) *pipeline.Stage {
	return pipeline.New(pipeline.Options{
		Plans: p, Codec: co, Output: out,
		Workers:      c.Workers,
		MaxBatchRows: c.Batch.MaxRows, MaxBatchBytes: int64(c.Batch.MaxBytes),
		MaxSliceRows: c.Slice.MaxRows, MaxSliceBytes: int64(c.Slice.MaxBytes), MaxSliceAge: c.Slice.MaxAge,
		// A slice must be finished before the group takes the worker for dead.
		Grace:  c.Kafka.RebalanceTimeout / 2,
		Logger: log,
	})
}

func kafkaOptions(c *config.Config, log *slog.Logger) (kafka.Options, error) {
	k := c.Kafka
	switch {
	case len(k.Brokers) == 0:
		return kafka.Options{}, usagef("no brokers: set kafka.brokers in the configuration")
	case len(k.Topics) == 0:
		return kafka.Options{}, usagef("no topics: set kafka.topics in the configuration")
	case k.Group == "":
		return kafka.Options{}, usagef("no consumer group: set kafka.group in the configuration")
	}
	o := kafka.Options{
		Brokers: k.Brokers, Topics: k.Topics, Group: k.Group, ClientID: k.ClientID,
		Isolation: k.Isolation, StartOffset: k.Start, OnDataLoss: k.OnDataLoss,
		FetchMinBytes: 1, FetchMaxBytes: int(k.FetchMaxBytes), FetchMaxWait: k.FetchMaxWait,
		SessionTimeout: k.SessionTimeout, HeartbeatInterval: k.HeartbeatInterval, RebalanceTimeout: k.RebalanceTimeout,
		DialTimeout: 10 * time.Second,
		Logger:      log,
	}
	if k.SASL.Mechanism != "" {
		o.SASL = &kafka.SASL{Mechanism: strings.ToUpper(k.SASL.Mechanism), Username: k.SASL.Username, Password: k.SASL.Password}
	}
	var err error
	if k.TLS.Enabled {
		o.TLS, err = tlsConfig(k.TLS)
	}
	return o, err
}

func tlsConfig(t config.TLS) (*tls.Config, error) {
	c := &tls.Config{ServerName: t.ServerName, InsecureSkipVerify: t.InsecureSkipVerify}
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, usagef("cannot read kafka.tls.ca_file: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, usagef("kafka.tls.ca_file %q holds no certificate", t.CAFile)
		}
	}
	if t.CertFile != "" || t.KeyFile != "" {
		cert, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
		if err != nil {
			return nil, usagef("cannot read kafka.tls.cert_file and key_file: %w", err)
		}
		c.Certificates = []tls.Certificate{cert}
	}
	return c, nil
}

func newLogger(o config.Observe) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.LogLevel)); err != nil {
		level = slog.LevelInfo // the configuration is validated: not reached
	}
	opts := &slog.HandlerOptions{Level: level}
	if o.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, opts))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, opts))
}

// counted is "1 row", "2 rows".
func counted(n int64, what string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

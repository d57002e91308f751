// Package config is mizan's configuration file: one YAML document with strict
// keys, defaults for everything but where to read and where to write, and
// ${NAME} expansion.
package config

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"mizan/operators/gate"
	"mizan/operators/task"
	"mizan/operators/thinking"
)

// Config is the whole file. Zero values mean the default; see Default.
type Config struct {
	Kafka    Kafka                `yaml:"kafka"`
	Input    Input                `yaml:"input"`
	Slice    Slice                `yaml:"slice"`
	Batch    Batch                `yaml:"batch"`
	Workers  int                  `yaml:"workers"`
	Tasks    Tasks                `yaml:"tasks"`
	Thinking thinking.Config      `yaml:"thinking"`
	Gates    map[string]gate.Spec `yaml:"gates"`
	Output   Output               `yaml:"output"`
	Observe  Observe              `yaml:"observe"`
}

// Kafka says which topics to read and how.
type Kafka struct {
	Brokers           []string      `yaml:"brokers"`
	Topics            []string      `yaml:"topics"`
	Group             string        `yaml:"group"`
	ClientID          string        `yaml:"client_id"`
	Isolation         string        `yaml:"isolation"`
	Start             string        `yaml:"start"`
	OnDataLoss        string        `yaml:"on_data_loss"`
	FetchMaxBytes     Bytes         `yaml:"fetch_max_bytes"`
	FetchMaxWait      time.Duration `yaml:"fetch_max_wait"`
	SessionTimeout    time.Duration `yaml:"session_timeout"`
	RebalanceTimeout  time.Duration `yaml:"rebalance_timeout"`
	HeartbeatInterval time.Duration `yaml:"heartbeat_interval"`
	TLS               TLS           `yaml:"tls"`
	SASL              SASL          `yaml:"sasl"`
}

// TLS switches encryption to the brokers on.
type TLS struct {
	Enabled            bool   `yaml:"enabled"`
	CAFile             string `yaml:"ca_file"`
	CertFile           string `yaml:"cert_file"`
	KeyFile            string `yaml:"key_file"`
	ServerName         string `yaml:"server_name"`
	InsecureSkipVerify bool   `yaml:"insecure_skip_verify"`
}

// SASL authenticates to the brokers.
type SASL struct {
	// Mechanism is plain, scram-sha-256 or scram-sha-512; empty for none.
	Mechanism string `yaml:"mechanism"`
	Username  string `yaml:"username"`
	Password  string `yaml:"password"`
}

// Input says how messages and lines become records.
type Input struct {
	// Format is auto, canonical or lm_eval.
	Format string `yaml:"format"`
	// Fields maps a field of the generation record to paths in the message; the
	// first that is not null wins.
	Fields         map[string]Paths `yaml:"fields"`
	MaxRecordBytes Bytes            `yaml:"max_record_bytes"`
	DefaultTask    string           `yaml:"default_task"`
	DefaultModel   string           `yaml:"default_model"`
	DefaultRunID   string           `yaml:"default_run_id"`
	// Prompts are prompt sets that complete records without instruction lists
	// or references.
	Prompts []string `yaml:"prompts"`
}

// Slice says when a slice closes: the unit of commit.
type Slice struct {
	MaxRows  int64         `yaml:"max_rows"`
	MaxBytes Bytes         `yaml:"max_bytes"`
	MaxAge   time.Duration `yaml:"max_age"`
}

// Batch bounds one Arrow record batch.
type Batch struct {
	MaxRows  int   `yaml:"max_rows"`
	MaxBytes Bytes `yaml:"max_bytes"`
}

// Tasks changes the task table.
type Tasks struct {
	// Unknown says what becomes of a record whose task is unknown: reject or
	// quality.
	Unknown string `yaml:"unknown"`
	// Rouge asks for the ROUGE columns of the truthfulness generation tasks.
	Rouge bool `yaml:"rouge"`
	// ApplyStops cuts the answers of the truthfulness generation tasks before
	// their first stop sequence: for raw generations.
	ApplyStops bool        `yaml:"apply_stops"`
	Extra      []task.Task `yaml:"extra"`
}

// Output says where the Parquet goes and how it is cut.
type Output struct {
	Dir            string   `yaml:"dir"`
	PartitionBy    []string `yaml:"partition_by"`
	Compression    string   `yaml:"compression"`
	RowGroupRows   int      `yaml:"row_group_rows"`
	RowGroupBytes  Bytes    `yaml:"row_group_bytes"`
	MaxOpenWriters int      `yaml:"max_open_writers"`
	KeepPrompt     *bool    `yaml:"keep_prompt"`
	KeepResponse   *bool    `yaml:"keep_response"`
	KeepThinking   *bool    `yaml:"keep_thinking"`
}

// Observe says how the stage can be watched.
type Observe struct {
	// Metrics is the address of the Prometheus endpoint (/metrics, /healthz);
	// empty for none.
	Metrics  string `yaml:"metrics"`
	LogLevel string `yaml:"log_level"`
	// LogFormat is text or json.
	LogFormat string `yaml:"log_format"`
}

// Default returns the configuration of an empty file.
func Default() Config {
	return Config{
		Kafka: Kafka{
			Group: "mizan", ClientID: "mizan", Isolation: "read_committed", Start: "earliest", OnDataLoss: "continue",
			FetchMaxBytes: 10 << 20, FetchMaxWait: 500 * time.Millisecond, SessionTimeout: 30 * time.Second,
			RebalanceTimeout: 60 * time.Second, HeartbeatInterval: 3 * time.Second,
		},
		Input:   Input{Format: "auto", MaxRecordBytes: 64 << 20},
		Slice:   Slice{MaxRows: 500_000, MaxBytes: 512 << 20, MaxAge: 30 * time.Second},
		Batch:   Batch{MaxRows: 8192, MaxBytes: 4 << 20},
		Tasks:   Tasks{Unknown: "reject"},
		Output:  Output{PartitionBy: []string{"task", "date"}, Compression: "zstd", RowGroupRows: 100_000, RowGroupBytes: 32 << 20, MaxOpenWriters: 64},
		Observe: Observe{LogLevel: "info", LogFormat: "text"},
	}
}

// Load reads the file over the defaults and validates it.
func Load(path string) (Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Config{}, fmt.Errorf("cannot read configuration: %w", err)
	}
	return Parse(path, data)
}

// Parse is Load of a text; name stands in errors.
func Parse(name string, data []byte) (Config, error) {
	c := Default()
	if err := decode(name, data, &c, lookupEnv); err != nil {
		return Config{}, err
	}
	if err := c.Validate(); err != nil {
		return Config{}, fmt.Errorf("configuration %q: %w", name, err)
	}
	return c, nil
}

// Validate reports every value out of its range. It does not ask for a source
// or an output directory: commands do, as far as they need one.
func (c *Config) Validate() error {
	var errs []error
	oneOf := func(key, value string, allowed ...string) {
		if !slices.Contains(allowed, value) {
			errs = append(errs, fmt.Errorf("%s is %q, must be one of %q", key, value, allowed))
		}
	}
	positive := func(key string, v int64) {
		if v <= 0 {
			errs = append(errs, fmt.Errorf("%s is %d, must be above 0", key, v))
		}
	}
	oneOf("kafka.isolation", c.Kafka.Isolation, "read_committed", "read_uncommitted")
	oneOf("kafka.start", c.Kafka.Start, "earliest", "latest")
	oneOf("kafka.on_data_loss", c.Kafka.OnDataLoss, "continue", "stop")
	oneOf("kafka.sasl.mechanism", c.Kafka.SASL.Mechanism, "", "plain", "scram-sha-256", "scram-sha-512")
	oneOf("input.format", c.Input.Format, "auto", "canonical", "lm_eval")
	oneOf("tasks.unknown", c.Tasks.Unknown, "reject", "quality")
	oneOf("output.compression", c.Output.Compression, "zstd", "snappy", "none")
	oneOf("observe.log_level", c.Observe.LogLevel, "debug", "info", "warn", "error")
	oneOf("observe.log_format", c.Observe.LogFormat, "text", "json")
	positive("input.max_record_bytes", int64(c.Input.MaxRecordBytes))
	positive("slice.max_rows", c.Slice.MaxRows)
	positive("slice.max_bytes", int64(c.Slice.MaxBytes))
	positive("slice.max_age", int64(c.Slice.MaxAge))
	positive("batch.max_rows", int64(c.Batch.MaxRows))
	positive("batch.max_bytes", int64(c.Batch.MaxBytes))
	positive("output.row_group_rows", int64(c.Output.RowGroupRows))
	positive("output.row_group_bytes", int64(c.Output.RowGroupBytes))
	positive("output.max_open_writers", int64(c.Output.MaxOpenWriters))
	positive("kafka.fetch_max_bytes", int64(c.Kafka.FetchMaxBytes))
	positive("kafka.session_timeout", int64(c.Kafka.SessionTimeout))
	positive("kafka.rebalance_timeout", int64(c.Kafka.RebalanceTimeout))
	if c.Workers < 0 {
		errs = append(errs, fmt.Errorf("workers is %d, must be 0 (one per core) or more", c.Workers))
	}
	if c.Batch.MaxBytes > maxBatchBytes {
		errs = append(errs, fmt.Errorf("batch.max_bytes is %s, must be at most %s: Arrow text columns have 32-bit offsets", c.Batch.MaxBytes, Bytes(maxBatchBytes)))
	}
	if c.Input.MaxRecordBytes > maxBatchBytes {
		errs = append(errs, fmt.Errorf("input.max_record_bytes is %s, must be at most %s: Arrow text columns have 32-bit offsets", c.Input.MaxRecordBytes, Bytes(maxBatchBytes)))
	}
	return errors.Join(errs...)
}

// maxBatchBytes keeps the sum of a full batch and one more record well below
// the 2 GiB that an Arrow text column can address.
const maxBatchBytes = 512 << 20

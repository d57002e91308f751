package kafka

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"math"
	"net"
	"time"

	"github.com/segmentio/kafka-go/sasl"
	"github.com/segmentio/kafka-go/sasl/plain"
	"github.com/segmentio/kafka-go/sasl/scram"
)

// Values of the textual options.
const (
	ReadCommitted   = "read_committed"
	ReadUncommitted = "read_uncommitted"

	Earliest = "earliest"
	Latest   = "latest"

	ContinueOnDataLoss = "continue"
	StopOnDataLoss     = "stop"
)

// SASL is how to log in to the brokers.
type SASL struct {
	// Mechanism is "PLAIN", "SCRAM-SHA-256" or "SCRAM-SHA-512".
	Mechanism string
	Username  string
	Password  string
}

// Options say what to read and how. The zero value of a field is its default.
type Options struct {
	// Brokers are host:port addresses to start from; the others are learnt.
	Brokers []string
	// Topics are read by all members of Group together.
	Topics []string
	Group  string
	// ClientID is shown in the brokers' logs and metrics. Default "mizan".
	ClientID string

	// Isolation is ReadCommitted (default) or ReadUncommitted.
	Isolation string
	// StartOffset is where to begin a partition that has neither a commit record
	// nor a group offset: Earliest (default) or Latest.
	StartOffset string
	// OnDataLoss says what to do when records were deleted before they were read:
	// ContinueOnDataLoss (default) reports the lost range and goes on at the
	// first offset there is, StopOnDataLoss ends with ErrDataLoss.
	OnDataLoss string

	// FetchMinBytes is how much a broker gathers before it answers, for at most
	// FetchMaxWait. Defaults 1 and 500 ms.
	FetchMinBytes int
	FetchMaxWait  time.Duration
	// FetchMaxBytes limits one answer, per partition. A single larger batch is
	// still read. Default 4 MiB.
	FetchMaxBytes int
	// MaxBatchBytes limits what one record batch may decompress to. Default 1 GiB.
	MaxBatchBytes int

	// SessionTimeout is how long the group waits for a silent member (default
	// 30 s), HeartbeatInterval how often it hears from a healthy one (3 s), and
	// RebalanceTimeout how long handlers may take to finish when partitions are
	// handed over (60 s).
	SessionTimeout    time.Duration
	HeartbeatInterval time.Duration
	RebalanceTimeout  time.Duration
	// DialTimeout limits connecting, and the whole first contact. Default 10 s.
	DialTimeout time.Duration
	// StallTimeout is how long a running stage puts up with brokers that do not
	// answer, or with data that is there and is not handed out, before it ends
	// with ErrStalled. Default 5 minutes.
	StallTimeout time.Duration

	// TLS switches encryption on; nil means plain TCP.
	TLS *tls.Config
	// SASL switches authentication on.
	SASL *SASL

	// UntilEnd makes a bounded run: each partition ends (io.EOF) at the end offset
	// it had when Run was called, and Run returns nil when all have.
	UntilEnd bool

	// Logger gets what an operator should know. Default slog.Default().
	Logger *slog.Logger
}

// requestTimeout limits every exchange with a broker, beyond the wait that the
// request itself asks for.
const requestTimeout = 30 * time.Second

func (o Options) withDefaults() (Options, error) {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	if o.ClientID == "" {
		o.ClientID = "mizan"
	}
	if o.Isolation == "" {
		o.Isolation = ReadCommitted
	}
	if o.StartOffset == "" {
		o.StartOffset = Earliest
	}
	if o.OnDataLoss == "" {
		o.OnDataLoss = ContinueOnDataLoss
	}
	if o.FetchMinBytes == 0 {
		o.FetchMinBytes = 1
	}
	if o.FetchMaxBytes == 0 {
		o.FetchMaxBytes = 4 << 20
	}
	if o.MaxBatchBytes == 0 {
		o.MaxBatchBytes = 1 << 30
	}
	def(&o.FetchMaxWait, 500*time.Millisecond)
	def(&o.SessionTimeout, 30*time.Second)
	def(&o.HeartbeatInterval, 3*time.Second)
	def(&o.RebalanceTimeout, 60*time.Second)
	def(&o.DialTimeout, 10*time.Second)
	def(&o.StallTimeout, 5*time.Minute)
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o, o.validate()
}

func (o *Options) validate() error {
	if len(o.Brokers) == 0 {
		return fmt.Errorf("cannot read Kafka: no broker address is configured")
	}
	for _, addr := range o.Brokers {
		if _, _, err := net.SplitHostPort(addr); err != nil {
			return fmt.Errorf("cannot read Kafka: broker address %q is not host:port: %w", addr, err)
		}
	}
	if len(o.Topics) == 0 {
		return fmt.Errorf("cannot read Kafka: no topic is configured")
	}
	for _, c := range []struct {
		name, value string
		allowed     [2]string
	}{
		{"isolation", o.Isolation, [2]string{ReadCommitted, ReadUncommitted}},
		{"start offset", o.StartOffset, [2]string{Earliest, Latest}},
		{"on-data-loss", o.OnDataLoss, [2]string{ContinueOnDataLoss, StopOnDataLoss}},
	} {
		if c.value != c.allowed[0] && c.value != c.allowed[1] {
			return fmt.Errorf("cannot read Kafka: %s is %q, not %q or %q", c.name, c.value, c.allowed[0], c.allowed[1])
		}
	}
	for _, c := range []struct {
		name  string
		bytes int
	}{{"fetch min bytes", o.FetchMinBytes}, {"fetch max bytes", o.FetchMaxBytes}, {"max batch bytes", o.MaxBatchBytes}} {
		if c.bytes < 1 || c.bytes > math.MaxInt32 {
			return fmt.Errorf("cannot read Kafka: %s is %d, not between 1 and %d", c.name, c.bytes, math.MaxInt32)
		}
	}
	for _, c := range []struct {
		name string
		d    time.Duration
	}{{"fetch max wait", o.FetchMaxWait}, {"session timeout", o.SessionTimeout}, {"heartbeat interval", o.HeartbeatInterval},
		{"rebalance timeout", o.RebalanceTimeout}, {"dial timeout", o.DialTimeout}, {"stall timeout", o.StallTimeout}} {
		if c.d < time.Millisecond || c.d > 24*time.Hour {
			return fmt.Errorf("cannot read Kafka: %s is %v, not between 1ms and 24h", c.name, c.d)
		}
	}
	if o.HeartbeatInterval >= o.SessionTimeout {
		return fmt.Errorf("cannot read Kafka: heartbeat interval %v is not shorter than the session timeout %v", o.HeartbeatInterval, o.SessionTimeout)
	}
	_, err := o.mechanism()
	return err
}

// mechanism is the login for one connection, nil for none.
func (o *Options) mechanism() (sasl.Mechanism, error) {
	if o.SASL == nil {
		return nil, nil
	}
	user, pass := o.SASL.Username, o.SASL.Password
	var m sasl.Mechanism
	var err error
	switch o.SASL.Mechanism {
	case "PLAIN", "plain":
		m = plain.Mechanism{Username: user, Password: pass}
	case "SCRAM-SHA-256", "scram-sha-256":
		m, err = scram.Mechanism(scram.SHA256, user, pass)
	case "SCRAM-SHA-512", "scram-sha-512":
		m, err = scram.Mechanism(scram.SHA512, user, pass)
	default:
		return nil, fmt.Errorf("cannot read Kafka: SASL mechanism is %q, not \"PLAIN\", \"SCRAM-SHA-256\" or \"SCRAM-SHA-512\"", o.SASL.Mechanism)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot use the SASL user name or password: %w", err)
	}
	return m, nil
}

func (o *Options) readCommitted() bool { return o.Isolation == ReadCommitted }

// isolationLevel is the protocol's number.
func (o *Options) isolationLevel() int8 {
	if o.readCommitted() {
		return 1
	}
	return 0
}

package kafka

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	crand "crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/pipeline/embedded"
)

// freePort is a port on which nothing listens.
func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// wantFault checks that Run and Check both end in time with an error that says all of
// want.
func wantFault(t *testing.T, o Options, limit time.Duration, want ...string) {
	t.Helper()
	for name, f := range map[string]func() error{
		"Run": func() error {
			return Run(context.Background(), o, func(context.Context, *Partition) error { return errors.New("a handler ran") })
		},
		"Check": func() error { return Check(context.Background(), o) },
	} {
		start := time.Now()
		err := f()
		if d := time.Since(start); d > limit {
			t.Errorf("%s took %v, want at most %v", name, d, limit)
		}
		if err == nil {
			t.Errorf("%s found no fault", name)
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v\ndoes not say %q", name, err, w)
			}
		}
	}
}

func TestWrongAddresses(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	web := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(web.Close)
	for name, addr := range map[string]string{
		"nobody listens":   fmt.Sprintf("127.0.0.1:%d", freePort(t)),
		"no such host":     "no-such-host.invalid:9092",
		"no port":          "127.0.0.1",
		"nothing answered": silent.Addr().String(),
		"a web server":     strings.TrimPrefix(web.URL, "http://"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := testOptions("gen", addr)
			o.DialTimeout = 500 * time.Millisecond
			wantFault(t, o, 4*time.Second, strconv.Quote(addr))
		})
	}
}

// TestOneBrokerOfTwo: a dead address among the configured ones does no harm.
func TestOneBrokerOfTwo(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produce(t, b, "gen", 0, "a")
	o := testOptions("gen", append([]string{fmt.Sprintf("127.0.0.1:%d", freePort(t))}, b.Addrs()...)...)
	wantOffsets(t, readAll(t, o), "gen-0", 0)
}

func TestMissingTopic(t *testing.T) {
	t.Parallel()
	b := startBroker(t, "generations", 1)
	wantFault(t, testOptions("generation", b.Addrs()...), 4*time.Second, `topic "generation"`, b.Addrs()[0], `there are "generations"`)
	// The broker has answered: nothing is said about reaching it.
	err := Check(context.Background(), testOptions("generation", b.Addrs()...))
	if err == nil || !strings.HasSuffix(err.Error(), `create it, or name another (there are "generations")`) {
		t.Errorf("the error does not end with what to do: %v", err)
	}
	o := testOptions("generations", b.Addrs()...)
	o.Topics = append(o.Topics, "more")
	wantFault(t, o, 4*time.Second, `topic "more"`)
}

func TestTopicNotAllowed(t *testing.T) {
	b := startBroker(t, "gen", 1)
	b.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Metadata}, Topic: "gen", Err: kerr.TopicAuthorizationFailed, Count: -1})
	wantFault(t, testOptions("gen", b.Addrs()...), time.Second, `topic "gen"`, "READ and DESCRIBE")
}

func TestGroupNotAllowed(t *testing.T) {
	b := startBroker(t, "gen", 1)
	b.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.JoinGroup}, Err: kerr.GroupAuthorizationFailed, Count: -1, TopLevel: true})
	start := time.Now()
	err := Run(context.Background(), testOptions("gen", b.Addrs()...), nil)
	if err == nil || !strings.Contains(err.Error(), `group "g-gen"`) || !strings.Contains(err.Error(), "READ on the consumer group") || time.Since(start) > 3*time.Second {
		t.Errorf("got %v after %v", err, time.Since(start))
	}
}

func TestDescribe(t *testing.T) {
	b := startBroker(t, "gen", 3)
	produce(t, b, "gen", 1, "a", "b")
	infos, err := Describe(context.Background(), testOptions("gen", b.Addrs()...))
	if err != nil || len(infos) != 1 || len(infos[0].Partitions) != 3 {
		t.Fatalf("got %v, %v", infos, err)
	}
	if p := infos[0].Partitions[1]; p.ID != 1 || p.First != 0 || p.End != 2 || p.Leader != b.Addrs()[0] {
		t.Errorf("partition 1 is described as %+v", p)
	}
}

func TestSASL(t *testing.T) {
	t.Parallel()
	for _, mech := range []string{"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"} {
		t.Run(mech, func(t *testing.T) {
			c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "gen"), kfake.EnableSASL(), kfake.Superuser(mech, "ana", "secret"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			o := testOptions("gen", c.ListenAddrs()...)
			o.SessionTimeout = 6 * time.Second
			o.SASL = &SASL{Mechanism: mech, Username: "ana", Password: "secret"}
			if err := Run(context.Background(), o, newCommitLog().handle(1)); err != nil {
				t.Error(err)
			}
			o.SASL = &SASL{Mechanism: mech, Username: "ana", Password: "wrong"}
			wantFault(t, o, 3*time.Second, mech, c.ListenAddrs()[0])
		})
	}
}

// selfSigned makes a certificate for 127.0.0.1 and a pool that trusts it.
func selfSigned(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), crand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(crand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func TestTLS(t *testing.T) {
	t.Parallel()
	cert, pool := selfSigned(t)
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "gen"), kfake.TLS(&tls.Config{Certificates: []tls.Certificate{cert}}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	o := testOptions("gen", c.ListenAddrs()...)
	o.SessionTimeout, o.DialTimeout = 6*time.Second, time.Second
	o.TLS = &tls.Config{RootCAs: pool}
	if err := Run(context.Background(), o, newCommitLog().handle(1)); err != nil {
		t.Error(err)
	}
	o.TLS = &tls.Config{} // the certificate is not trusted
	wantFault(t, o, time.Second, "certificate")
	o.TLS = nil
	wantFault(t, o, 3*time.Second, "should TLS be on")
	plain := startBroker(t, "gen", 1)
	o.Brokers, o.TLS = plain.Addrs(), &tls.Config{RootCAs: pool}
	wantFault(t, o, 3*time.Second, plain.Addrs()[0])
}

// TestFetchFaults: what leaders answer in the course of things is tried again.
func TestFetchFaults(t *testing.T) {
	for _, e := range []*kerr.Error{kerr.NotLeaderForPartition, kerr.LeaderNotAvailable, kerr.UnknownTopicOrPartition, kerr.FencedLeaderEpoch,
		kerr.KafkaStorageError, kerr.UnknownServerError, kerr.ReplicaNotAvailable, kerr.RequestTimedOut, kerr.OffsetOutOfRange} {
		t.Run(e.Message, func(t *testing.T) {
			t.Parallel()
			b := startBroker(t, "gen", 1)
			produceAll(t, b, "gen", 1, 500)
			h := b.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Fetch}, Topic: "gen", Err: e, Count: 3})
			wantOnceFrom(t, b)
			if h.Hits() == 0 {
				t.Error("the fault was not met")
			}
		})
	}
}

func wantOnceFrom(t *testing.T, b *embedded.Broker) {
	t.Helper()
	l := readAll(t, testOptions("gen", b.Addrs()...))
	l.wantOnce(t, "gen", 1, 500)
	if l.lost["gen-0"] != nil {
		t.Errorf("lost %v, though nothing is", l.lost["gen-0"])
	}
}

// TestConnectionResets: every fifth fetch, metadata or offsets request ends with a closed
// connection.
func TestConnectionResets(t *testing.T) {
	b := startBroker(t, "gen", 1)
	var n atomic.Int32
	for _, key := range []kmsg.Key{kmsg.Fetch, kmsg.Metadata, kmsg.ListOffsets} {
		b.Cluster().ControlKey(int16(key), func(kmsg.Request) (kmsg.Response, error, bool) {
			b.Cluster().KeepControl()
			if n.Add(1)%5 == 0 {
				return nil, errors.New("reset"), true
			}
			return nil, nil, false
		})
	}
	produceAll(t, b, "gen", 1, 500)
	o := endless(testOptions("gen", b.Addrs()...))
	o.FetchMaxBytes = 1000
	l := newCommitLog()
	w := startWorker(o, l.handle(10))
	l.waitFor(t, "gen", 1, 500, 30*time.Second, w)
	w.stop(t)
	l.wantOnce(t, "gen", 1, 500)
}

// TestThrottledAnswer: a broker that holds a client to its quota answers without the
// partition.
func TestThrottledAnswer(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 500)
	var n atomic.Int32
	b.Cluster().ControlKey(int16(kmsg.Fetch), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if n.Add(1) > 3 {
			b.Cluster().DropControl()
			return nil, nil, false
		}
		b.Cluster().KeepControl()
		resp := req.ResponseKind().(*kmsg.FetchResponse)
		resp.ThrottleMillis = 50
		return resp, nil, true
	})
	start := time.Now()
	wantOnceFrom(t, b)
	if d := time.Since(start); d < 150*time.Millisecond {
		t.Errorf("it took %v: the throttle was not kept to", d)
	}
}

// TestBrokerRestart stops the broker in the middle and starts it again with its log.
func TestBrokerRestart(t *testing.T) {
	t.Parallel()
	const n = 1000
	dir, port := t.TempDir(), freePort(t)
	start := func() *embedded.Broker {
		b, err := embedded.Start(embedded.Options{Port: port, Extra: []kfake.Opt{kfake.DataDir(dir), kfake.GroupMinSessionTimeout(100 * time.Millisecond)}})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := start()
	if err := b.CreateTopic("gen", 2); err != nil {
		t.Fatal(err)
	}
	produceAll(t, b, "gen", 2, n/2)
	l := newCommitLog()
	w := startWorker(endless(testOptions("gen", b.Addrs()...)), l.handle(10))
	l.waitFor(t, "gen", 2, n/4, 10*time.Second, w)
	b.Close()
	time.Sleep(time.Second)
	b = start()
	t.Cleanup(b.Close)
	produceAll(t, b, "gen", 2, n/2)
	l.waitFor(t, "gen", 2, n, 30*time.Second, w)
	w.stop(t)
	l.wantOnce(t, "gen", 2, n)
}

// TestBrokerGoneForGood: the run ends with a named error within StallTimeout, and a stop
// does not wait for the broker.
func TestBrokerGoneForGood(t *testing.T) {
	t.Parallel()
	for _, stop := range []bool{false, true} {
		b := startBroker(t, "gen", 1)
		produceAll(t, b, "gen", 1, 10)
		o := endless(testOptions("gen", b.Addrs()...))
		o.StallTimeout = 2 * time.Second
		l := newCommitLog()
		w := startWorker(o, l.handle(1))
		l.waitFor(t, "gen", 1, 10, 10*time.Second, w)
		b.Close()
		if stop {
			time.Sleep(200 * time.Millisecond)
			w.stop(t)
			continue
		}
		select {
		case err := <-w.done:
			if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), o.Brokers[0]) {
				t.Errorf("got %v, want ErrStalled naming the broker", err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the run goes on silently")
		}
	}
}

// TestTopicDeleted: a topic that goes while it is read is an error with its name.
func TestTopicDeleted(t *testing.T) {
	t.Parallel()
	for _, topics := range [][]string{{"gen"}, {"gen", "other"}} {
		b := startBroker(t, "gen", 2)
		if err := b.CreateTopic("other", 1); err != nil {
			t.Fatal(err)
		}
		produceAll(t, b, "gen", 2, 10)
		o := endless(testOptions("gen", b.Addrs()...))
		o.Topics, o.StallTimeout = topics, time.Second
		l := newCommitLog()
		w := startWorker(o, l.handle(1))
		l.waitFor(t, "gen", 2, 10, 10*time.Second, w)
		if err := b.Cluster().DeleteTopic("gen"); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-w.done:
			if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), `topic "gen"`) {
				t.Errorf("%v: got %v, want ErrStalled naming the topic", topics, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%v: the run goes on silently", topics)
		}
	}
}

// TestTopicMadeAnew: a topic that is deleted while it is read, and made anew with more
// records than were read of the old one, is not read on. Its id is all that tells.
func TestTopicMadeAnew(t *testing.T) {
	t.Parallel()
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 10)
	p := testPartition(t, endless(testOptions("gen", b.Addrs()...)))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := p.Seek(ctx, 0); err != nil {
		t.Fatal(err)
	}
	fetch := func() error {
		_, err := p.Fetch(ctx)
		return err
	}
	for p.Next() < 10 {
		if err := fetch(); err != nil {
			t.Fatal(err)
		}
	}
	old := p.TopicID()
	if err := b.Cluster().DeleteTopic("gen"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // the reader is told that there is none
	for range 3 {
		if err := fetch(); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.CreateTopic("gen", 1); err != nil {
		t.Fatal(err)
	}
	// The broker's own producer remembers the old topic.
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...), kgo.DefaultProduceTopic("gen"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 30 {
		if err := client.ProduceSync(ctx, kgo.StringRecord("new")).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for err == nil {
		err = fetch()
	}
	if !errors.Is(err, ErrDataLoss) || !strings.Contains(err.Error(), "made anew") || old == "" || !strings.Contains(err.Error(), old) || p.Next() != 10 {
		t.Errorf("got %v at offset %d, want ErrDataLoss with the old id %q", err, p.Next(), old)
	}
}

func FuzzDecodeTopicIDs(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1})
	f.Add([]byte{0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 'h', 0, 0, 35, 132, 0, 0, 0, 0, 0, 0, 1, 2,
		0, 0, 4, 'g', 'e', 'n', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0,
		2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		ids, err := decodeTopicIDs(b)
		for name, id := range ids {
			if err != nil || len(id) != 32 || len(name) > len(b) {
				t.Errorf("%q: %q, %v", name, id, err)
			}
		}
	})
}

func TestDecodeTopicIDs(t *testing.T) {
	answer := []byte{0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 'h', 0, 0, 35, 132, 0, 0, 0, 0, 0, 0, 1, 2,
		0, 0, 4, 'g', 'e', 'n', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0,
		2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0}
	ids, err := decodeTopicIDs(answer)
	if err != nil || ids["gen"] != "0102030405060708090a0b0c0d0e0f10" {
		t.Errorf("%v, %v", ids, err)
	}
	for n := range len(answer) - 1 { // the last byte counts the tags of the whole
		if ids, err := decodeTopicIDs(answer[:n]); err == nil {
			t.Errorf("cut to %d of %d bytes: %v", n, len(answer), ids)
		}
	}
}

package kafka

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/snappy"
	"github.com/segmentio/kafka-go/compress"
	"github.com/segmentio/kafka-go/protocol"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/internal/kafkatest"
)

// reseal sets a batch's checksum after a change.
func reseal(b []byte) []byte {
	binary.BigEndian.PutUint32(b[batchCRCAt:], crc32.Checksum(b[batchCRCAt+4:], castagnoli))
	return b
}

// compressed makes a batch of values with a codec.
func compressed(t testing.TB, codec compress.Compression, base int64, values ...string) []byte {
	t.Helper()
	b := kafkatest.EncodeBatch(-1, kafkatest.Values(base, values...)...)
	if codec == compress.None {
		return b
	}
	var body bytes.Buffer
	w := codec.Codec().NewWriter(&body)
	if _, err := w.Write(b[batchHeader:]); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b = append(b[:batchHeader], body.Bytes()...)
	binary.BigEndian.PutUint32(b[batchLengthAt:], uint32(len(b)-12))
	b[22] |= byte(codec)
	return reseal(b)
}

var allCodecs = []compress.Compression{compress.None, compress.Gzip, compress.Snappy, compress.Lz4, compress.Zstd}

// decodeAll decodes record sets as a partition would, without a broker.
func decodeAll(t testing.TB, p *Partition, set []byte) ([]rec, error) {
	t.Helper()
	p.answer = newReading(answer{records: set}, 0)
	for !p.answer.empty() {
		n, err := p.decodeBatch()
		if err != nil {
			return keep(p.msgs), err
		}
		if n == 0 {
			break
		}
	}
	return keep(p.msgs), nil
}

func TestCodecs(t *testing.T) {
	values := []string{"a", strings.Repeat("long ", 100_000), "", "z"}
	values[2] = strings.Repeat("\x00\xff", 40)
	for _, codec := range allCodecs {
		p := testPartition(t, testOptions("gen", "127.0.0.1:1"))
		set := slices.Concat(compressed(t, codec, 0, values...), compressed(t, codec, 10, "b"))
		got, err := decodeAll(t, p, set)
		if err != nil || len(got) != 5 {
			t.Errorf("%v: %d records, %v, want 5", codec, len(got), err)
			continue
		}
		for i, v := range append(values, "b") {
			if got[i].value != v {
				t.Errorf("%v: record %d differs", codec, i)
			}
		}
		if p.Next() != 11 {
			t.Errorf("%v: next is %d, want 11", codec, p.Next())
		}
	}
}

// TestSnappyBlock: librdkafka writes bare blocks, Java clients framed ones (as TestCodecs).
func TestSnappyBlock(t *testing.T) {
	d, err := newDecompressor(1000)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("abc", 100)
	block := snappy.Encode(nil, []byte(text))
	frame := func(blocks ...[]byte) []byte {
		b := append([]byte("\x82SNAPPY\x00"), 0, 0, 0, 1, 0, 0, 0, 1)
		for _, x := range blocks {
			b = append(binary.BigEndian.AppendUint32(b, uint32(len(x))), x...)
		}
		return b
	}
	for name, tt := range map[string]struct {
		in   []byte
		want string // "!": an error
	}{
		"bare block":     {block, text},
		"frame of two":   {frame(block, block), text + text},
		"frame of none":  {frame(), ""},
		"too many":       {frame(block, block, block, block), "!"},
		"cut header":     {frame()[:12], "!"},
		"cut block":      {frame(block)[:25], "!"},
		"absurd length":  {append(frame(), 0x7f, 0xff, 0xff, 0xff, 1), "!"},
		"minus length":   {append(frame(), 0xff, 0xff, 0xff, 0xff, 1), "!"},
		"absurd content": {[]byte("\xff\xff\xff\xff\x07a"), "!"},
		"nothing":        {nil, "!"},
	} {
		got, err := d.append([]byte("before "), int16(compress.Snappy), tt.in)
		if tt.want == "!" {
			if !errors.Is(err, ErrCorrupt) || string(got) != "before " {
				t.Errorf("%s: got %d bytes and %v, want ErrCorrupt and nothing", name, len(got), err)
			}
		} else if err != nil || string(got) != "before "+tt.want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestDecompressionLimit(t *testing.T) {
	bomb := strings.Repeat("0", 4<<20)
	for _, codec := range allCodecs[1:] {
		o := testOptions("gen", "127.0.0.1:1")
		o.MaxBatchBytes = 1 << 20
		p := testPartition(t, o)
		got, err := decodeAll(t, p, slices.Concat(compressed(t, codec, 0, "a"), compressed(t, codec, 1, bomb)))
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "1048576") || len(got) != 1 {
			t.Errorf("%v: got %d records and %v, want one, then an error that names the limit", codec, len(got), err)
		}
		if c := cap(p.arena); c > 3<<20 {
			t.Errorf("%v: the buffer grew to %d bytes before the limit was noticed", codec, c)
		}
	}
}

func TestBadBatches(t *testing.T) {
	good := func() []byte { return compressed(t, compress.None, 5, "first", "second") }
	set := func(at int, v ...byte) func() []byte {
		return func() []byte {
			b := good()
			copy(b[at:], v)
			return reseal(b)
		}
	}
	for name, tt := range map[string]struct {
		batch func() []byte
		want  string
	}{
		"bit flip":                  {func() []byte { b := good(); b[70] ^= 1; return b }, "CRC-32C"},
		"negative length":           {func() []byte { b := good(); b[8] = 0xff; return b }, "announces"},
		"length below the header":   {func() []byte { b := good(); copy(b[8:], []byte{0, 0, 0, 20}); return b }, "bytes long"},
		"unknown format":            {set(batchMagicAt, 3), "format 3"},
		"unknown codec":             {set(22, 7), "codec 7"},
		"not what the codec makes":  {set(22, 4), "zstd"},
		"not gzip":                  {set(22, 1), "gzip"},
		"last offset below first":   {set(23, 0xff, 0xff, 0xff, 0xff), "offsets"},
		"offset outside the batch":  {set(23, 0, 0, 0, 0), "record 1 of 2"},
		"more records than bytes":   {set(57, 0, 0, 0, 9), "record 2 of 9"},
		"negative number":           {set(57, 0xff, 0xff, 0xff, 0xff), "records"},
		"record longer than batch":  {set(batchHeader, 0x7e), "record 0 of 2"},
		"record of negative length": {set(batchHeader, 0x01), "record 0 of 2"},
		"value longer than record":  {set(batchHeader+5, 0x7e), "record 0 of 2"},
	} {
		p := testPartition(t, testOptions("gen", "127.0.0.1:1"))
		got, err := decodeAll(t, p, tt.batch())
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want ErrCorrupt with %q", name, err, tt.want)
		}
		if len(got) > 0 || p.Next() != 0 {
			t.Errorf("%s: %v was handed out and next is %d", name, got, p.Next())
		}
	}
}

// TestLogAppendTime: with the broker's clock, a batch's maximum counts for each record.
func TestLogAppendTime(t *testing.T) {
	b := compressed(t, compress.None, 0, "a", "b")
	b[22] |= attrLogAppendTime
	binary.BigEndian.PutUint64(b[35:], 1234)
	got, err := decodeAll(t, testPartition(t, testOptions("gen", "127.0.0.1:1")), reseal(b))
	if err != nil || len(got) != 2 || !got[0].time.Equal(time.UnixMilli(1234)) || !got[1].time.Equal(time.UnixMilli(1234)) {
		t.Errorf("read %v, %v, want both at 1234 ms", got, err)
	}
}

// legacySet is a message set of the format before Kafka 0.11, as brokers store it.
func legacySet(t testing.TB, attrs protocol.Attributes, base int64, values ...string) []byte {
	t.Helper()
	var rs []protocol.Record
	for i, v := range values {
		rs = append(rs, protocol.Record{Offset: int64(i), Time: time.UnixMilli(1000 + int64(i)), Value: protocol.NewBytes([]byte(v))})
	}
	var buf bytes.Buffer
	set := protocol.RecordSet{Version: 1, Attributes: attrs, Records: protocol.NewRecordReader(rs...)}
	if _, err := set.WriteTo(&buf); err != nil {
		t.Fatal(err)
	}
	b := buf.Bytes()[4:]
	for at, i := 0, int64(0); at < len(b); i++ {
		offset := base + i
		if attrs != 0 {
			offset = base + int64(len(values)) - 1
		}
		binary.BigEndian.PutUint64(b[at:], uint64(offset))
		at += batchSpan(b[at:])
	}
	return b
}

func TestLegacyFormat(t *testing.T) {
	for _, attrs := range []protocol.Attributes{0, protocol.Gzip, protocol.Snappy} {
		p := testPartition(t, testOptions("gen", "127.0.0.1:1"))
		p.next.Store(11)
		set := slices.Concat(legacySet(t, attrs, 10, "x", "y", "", "z"), compressed(t, compress.Lz4, 14, "new"))
		if got := newReading(answer{records: set}, 0).next; got != 15 {
			t.Errorf("%v: after the set comes %d, want 15", attrs, got)
		}
		got, err := decodeAll(t, p, set)
		want := []rec{{11, time.UnixMilli(1001).UTC(), "y", false}, {12, time.UnixMilli(1002).UTC(), "", false}, {13, time.UnixMilli(1003).UTC(), "z", false}, {14, time.Time{}, "new", false}}
		if err != nil || !slices.Equal(got, want) || p.Next() != 15 {
			t.Errorf("%v: read %v, next %d, %v\nwant %v, next 15", attrs, got, p.Next(), err, want)
		}
	}
}

// FuzzDecode feeds record sets from nowhere: an error or records, no panic, no endless
// loop, and offsets that never go back.
func FuzzDecode(f *testing.F) {
	for _, codec := range allCodecs {
		f.Add(compressed(f, codec, 3, "a", "bb", strings.Repeat("c", 300)))
	}
	f.Add(kafkatest.EncodeBatch(7, kafkatest.LogRecord{Offset: 1, Control: "abort", Transaction: "t"}))
	f.Add(legacySet(f, 0, 4, "a", "b"))
	f.Add(legacySet(f, protocol.Gzip, 4, "a", "b"))
	o, err := testOptions("gen", "127.0.0.1:1").withDefaults()
	if err != nil {
		f.Fatal(err)
	}
	codec, err := newDecompressor(1 << 20)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, set []byte) {
		// The checksum would keep the fuzzer out: it is made right.
		if span := batchSpan(set); span >= batchHeader && span <= len(set) && set[batchMagicAt] == 2 {
			reseal(set[:span])
		}
		p := newPartition(&o, codec, nil, "gen", 0)
		p.answer = newReading(answer{records: set, aborted: []abortedTxn{{7, 0}}}, 0)
		last := int64(-1)
		for !p.answer.empty() {
			before := len(p.answer.rest)
			n, err := p.decodeBatch()
			if err != nil || n == 0 {
				break
			}
			if len(p.answer.rest) >= before {
				t.Fatal("no bytes were taken")
			}
		}
		for _, m := range p.msgs {
			if m.Offset < 0 || m.Offset >= p.Next() {
				t.Fatalf("offset %d was handed out, next is %d", m.Offset, p.Next())
			}
			last = max(last, m.Offset)
		}
	})
}

func FuzzDecodeAnswer(f *testing.F) {
	for v := int16(4); v <= 11; v++ {
		resp := kmsg.NewFetchResponse()
		resp.Version = v
		rt := kmsg.NewFetchResponseTopic()
		rt.Topic = "gen"
		rp := kmsg.NewFetchResponseTopicPartition()
		rp.HighWatermark, rp.LastStableOffset, rp.LogStartOffset = 9, 8, 7
		rp.AbortedTransactions = []kmsg.FetchResponseTopicPartitionAbortedTransaction{{ProducerID: 5, FirstOffset: 6}}
		rp.RecordBatches = []byte("records")
		rt.Partitions = append(rt.Partitions, rp)
		resp.Topics = append(resp.Topics, rt)
		raw := resp.AppendTo(nil)
		a, err := decodeAnswer(raw, v, "gen", 0)
		if err != nil || a.absent || a.highWatermark != 9 || a.lastStable != 8 || string(a.records) != "records" || !slices.Equal(a.aborted, []abortedTxn{{5, 6}}) || v >= 5 && a.logStart != 7 {
			f.Fatalf("version %d: decoded %+v, %v", v, a, err)
		}
		f.Add(raw, v)
	}
	f.Fuzz(func(t *testing.T, raw []byte, version int16) {
		if a, err := decodeAnswer(raw, 4+(version&7), "gen", 0); err == nil && len(a.records) > len(raw) {
			t.Fatalf("%d bytes of records from %d", len(a.records), len(raw))
		}
	})
}

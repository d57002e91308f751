// Package kafka reads records from Kafka partitions so that nothing is lost and
// nothing is read twice, as far as a reader can promise that.
//
// Group membership is github.com/segmentio/kafka-go's ConsumerGroup and
// Generation. The records are fetched by this package itself, on one connection
// per assigned partition, because the way the log is stepped through is what the
// promises hang on, and the library's own readers
//   - hand out transaction markers and the records of aborted transactions,
//   - forget how far a batch reaches, so that a batch whose last records were
//     compacted away is fetched again and again,
//   - may deliver records of a partition after it was taken away,
//   - jump to the first offset when the log start has moved, saying nothing.
//
// Here a Partition belongs to one generation of the group and dies with it: a
// record of an old assignment cannot come out of it. It steps by the ends of
// record batches, not by the records found in them, so holes, markers and aborted
// records move Next like any other record.
//
// What kafka-go's protocol package encodes (requests, metadata, log ends, SASL) is
// left to it; the record batch format is Kafka's "Record Batch" (magic 2), in the
// protocol guide, and sets of the older formats go through kafka-go's decoder.
package kafka

// Package sink writes slices of scored rows and rejects as Hive-partitioned
// Parquet files, so that each input offset ends in exactly one visible row,
// whatever crashes.
//
// # Layout
//
//	scored/task=.../date=.../<name>-<partition>-<first>-<last>.parquet
//	rejects/date=.../<name>-<partition>-<first>-<last>.parquet
//	_mizan/staging/<name>/<partition>/<first, 20 digits>-<token>-<n>.parquet.tmp
//	_mizan/commits/<name>/<partition>/<first, 20 digits>.json
//
// A partition may get several files of a slice where there are more partitions
// than files may be open: the second is named ...-<last>.1.parquet and so on.
//
// # Commit
//
//  1. The slice's files are finished, synced, closed, and their directory synced.
//  2. The commit record is published under the slice's first offset, and its
//     directory synced: the commit point. Only one worker can do this.
//  3. The files are renamed to their final names and those directories synced.
//
// Whoever opens the partition next (Resume) makes the newest record durable,
// repeats step 3, which changes nothing where it was done, and goes on at the
// record's next.
//
// # Why no two slices overlap
//
// A log is a chain: a slice is only published if its first offset is the next
// of a record that its worker has read, or if the log is empty. So each first
// was the end of the chain at some time; when the chain has grown past it, a
// record of that first exists, and publishing a second one fails. For an empty
// log the whole directory is what is published, so two workers that begin at
// different offsets cannot both succeed. By induction the chain is one line.
//
// # Why nothing is lost
//
// Files are durable before the record, the record before the first rename. A
// staged file is removed by the worker that wrote it when it gives up, or by
// another one when a record of the same first exists and does not list it:
// then its owner can no longer commit it. So a record never lists a file that
// somebody removes.
package sink

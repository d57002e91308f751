// Package kafkatest gives tests real and forged Kafka logs: Apache Kafka itself as a
// child process (Start), and brokers whose log holds exactly what a test says, with
// markers, aborted transactions and holes (StartLog).
package kafkatest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// KafkaVersion is the Apache Kafka that tests run against.
const KafkaVersion = "4.0.1"

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mizan.test</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>` + KafkaVersion + `</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`

// unavailable ends a test that cannot have Apache Kafka: it skips, saying why, and fails
// in CI, where a skip would go unseen.
func unavailable(t testing.TB, format string, args ...any) {
	t.Helper()
	msg := fmt.Sprintf("NOT TESTED against Apache Kafka: "+format, args...)
	if os.Getenv("CI") == "true" {
		t.Fatal(msg)
	}
	t.Skip(msg)
}

// cacheDir keeps the jars between runs: MIZAN_CACHE, else the user's cache folder.
func cacheDir() (string, error) {
	if dir := os.Getenv("MIZAN_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "mizan"), nil
}

// jars returns the folder with Kafka's jars, which Maven fills the first time.
func jars(t testing.TB) string {
	t.Helper()
	cache, err := cacheDir()
	if err != nil {
		unavailable(t, "no cache folder (set MIZAN_CACHE): %v", err)
	}
	dir := filepath.Join(cache, "kafka-"+KafkaVersion+"-slf4j-simple")
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		unavailable(t, "Maven (mvn) is not installed: %v", err)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		unavailable(t, "%v", err)
	}
	// Into a folder of our own and then renamed: packages are tested side by side,
	// and a broken download must not look like a whole one.
	tmp, err := os.MkdirTemp(cache, "kafka-")
	if err != nil {
		unavailable(t, "%v", err)
	}
	defer os.RemoveAll(tmp)
	if err := os.WriteFile(filepath.Join(tmp, "pom.xml"), []byte(pom), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, mvn, "-q", "-B", "-f", filepath.Join(tmp, "pom.xml"),
		"dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+filepath.Join(tmp, "jars"))
	if out, err := cmd.CombinedOutput(); err != nil {
		unavailable(t, "Maven cannot bring Kafka %s: %v\n%s", KafkaVersion, err, out)
	}
	if err := os.Rename(filepath.Join(tmp, "jars"), dir); err != nil {
		if _, statErr := os.Stat(dir); statErr != nil {
			t.Fatal(err)
		}
	}
	return dir
}

package kafka

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"

	kafkago "github.com/segmentio/kafka-go"
)

// Errors that the stage may ask for with errors.Is. They come wrapped in a text
// that names broker, topic, partition and offset.
var (
	// ErrDataLoss: records were deleted before they were read and OnDataLoss is
	// "stop", or the log is shorter than what was read of it before, which no
	// option passes over. A retry does not help.
	ErrDataLoss = errors.New("records are gone from the log")
	// ErrCorrupt: a record batch does not agree with its checksum or its own
	// lengths, also when fetched again. A retry does not help.
	ErrCorrupt = errors.New("corrupt record batch")
	// ErrStalled: for StallTimeout no broker answered, or data that is there was
	// not handed out. A restart may help; nothing is lost.
	ErrStalled = errors.New("reading has stalled")
	// ErrRevoked is the cause of a handler's cancelled context when the partition
	// went to another member (or comes back in the next generation).
	ErrRevoked = errors.New("partition was revoked")
)

// codeError turns a protocol error code into an error, nil for 0.
func codeError(code int16) error {
	if code == 0 {
		return nil
	}
	return kafkago.Error(code)
}

// fatal tells whether trying again is of no use: what the configuration or the
// rights of the user have to change for.
func fatal(err error) bool {
	var code kafkago.Error
	if errors.As(err, &code) {
		switch code {
		case kafkago.TopicAuthorizationFailed, kafkago.GroupAuthorizationFailed, kafkago.ClusterAuthorizationFailed,
			kafkago.SASLAuthenticationFailed, kafkago.UnsupportedSASLMechanism, kafkago.IllegalSASLState,
			kafkago.UnsupportedVersion, kafkago.InvalidTopic, kafkago.InvalidGroupId,
			kafkago.InvalidSessionTimeout, kafkago.InconsistentGroupProtocol, kafkago.GroupMaxSizeReached:
			return true
		}
		return false
	}
	var (
		unknownCA *x509.UnknownAuthorityError
		unknown   x509.UnknownAuthorityError
		host      x509.HostnameError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		notTLS    tls.RecordHeaderError
		alert     tls.AlertError
	)
	return errors.As(err, &unknownCA) || errors.As(err, &unknown) || errors.As(err, &host) || errors.As(err, &invalid) ||
		errors.As(err, &verify) || errors.As(err, &notTLS) || errors.As(err, &alert) ||
		errors.Is(err, ErrDataLoss) || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrStalled)
}

// advice says what to do about an error, "" where the error speaks for itself.
func advice(err error) string {
	var notTLS tls.RecordHeaderError
	switch {
	case errors.Is(err, kafkago.TopicAuthorizationFailed):
		return "give the user READ and DESCRIBE on the topic"
	case errors.Is(err, kafkago.GroupAuthorizationFailed):
		return "give the user READ on the consumer group"
	case errors.Is(err, kafkago.SASLAuthenticationFailed):
		return "check SASL mechanism, user name and password"
	case errors.Is(err, kafkago.UnsupportedSASLMechanism):
		return "use a SASL mechanism that the broker has enabled"
	case errors.Is(err, kafkago.InvalidSessionTimeout):
		return "set the session timeout within the broker's group.min.session.timeout.ms and group.max.session.timeout.ms"
	case errors.Is(err, kafkago.InconsistentGroupProtocol):
		return "the group has members of another kind: use a group of its own"
	case errors.As(err, &notTLS):
		return "the broker does not speak TLS on this port: use its TLS port or switch TLS off"
	}
	return ""
}

// advise appends advice to an error's text.
func advise(err error) error {
	if a := advice(err); a != "" {
		return fmt.Errorf("%w; %s", err, a)
	}
	return err
}

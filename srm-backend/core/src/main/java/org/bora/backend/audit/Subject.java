package org.bora.backend.audit;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * One item of a call and its result: a line of the audit log.
 *
 * @param surl absent if the call names none
 * @param to of a move or a copy
 * @param bytes size of the file, if known
 */
record Subject(Optional<Surl> surl, Optional<Surl> to, ReturnStatus status, OptionalLong bytes) {

  Subject {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(bytes, "bytes");
  }

  static Subject of(Surl surl, ReturnStatus status) {
    return of(surl, status, OptionalLong.empty());
  }

  static Subject of(Surl surl, ReturnStatus status, OptionalLong bytes) {
    return new Subject(Optional.of(surl), Optional.empty(), status, bytes);
  }

  static Subject ofPair(Surl from, Surl to, ReturnStatus status, OptionalLong bytes) {
    return new Subject(Optional.of(from), Optional.of(to), status, bytes);
  }

  /** Of a call that names no SURL. */
  static Subject ofWhole(ReturnStatus status) {
    return new Subject(Optional.empty(), Optional.empty(), status, OptionalLong.empty());
  }
}

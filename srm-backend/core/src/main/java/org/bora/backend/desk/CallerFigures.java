package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Current use by caller, most open files first. */
public record CallerFigures(Instant at, List<Caller> callers) {

  /**
   * The use of one caller.
   *
   * @param owner subject of the certificate
   * @param writing files being written, and the bytes promised to them
   * @param pinned files that are pinned
   * @param waiting files that wait, for tape or for a time to come
   * @param copying files that are copied or wait for that
   */
  public record Caller(
      String owner,
      long requests,
      long writing,
      long promisedBytes,
      long pinned,
      long pinnedBytes,
      long waiting,
      long waitingBytes,
      long copying) {

    public Caller {
      Objects.requireNonNull(owner, "owner");
    }

    /** Who only writes, with the bytes promised. */
    static Caller writing(String owner, long requests, long files, long bytes) {
      return new Caller(owner, requests, files, bytes, 0, 0, 0, 0, 0);
    }

    /** Who only reads, or waits for that, with the bytes of both. */
    static Caller reading(
        String owner,
        long requests,
        long pinned,
        long pinnedBytes,
        long waiting,
        long waitingBytes) {
      return new Caller(owner, requests, 0, 0, pinned, pinnedBytes, waiting, waitingBytes, 0);
    }

    /** Who only copies. */
    static Caller copying(String owner, long requests, long files) {
      return new Caller(owner, requests, 0, 0, 0, 0, 0, 0, files);
    }

    long files() {
      return writing + pinned + waiting + copying;
    }

    Caller plus(Caller other) {
      return new Caller(
          owner,
          requests + other.requests,
          writing + other.writing,
          promisedBytes + other.promisedBytes,
          pinned + other.pinned,
          pinnedBytes + other.pinnedBytes,
          waiting + other.waiting,
          waitingBytes + other.waitingBytes,
          copying + other.copying);
    }
  }

  public CallerFigures {
    Objects.requireNonNull(at, "at");
    callers = List.copyOf(callers);
  }
}

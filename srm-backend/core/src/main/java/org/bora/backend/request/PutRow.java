package org.bora.backend.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.space.Promise;
import org.bora.storage.spi.AreaPath;

/** One file of a put, as it is stored: refused at once, or accepted. */
public sealed interface PutRow permits AcceptedPut, RefusedPut {
  RequestToken token();

  /** Its place in the request, from 0. */
  int position();

  Surl surl();

  NameKey key();

  PutState state();

  /** Bytes: expected before srmPutDone, true after it. */
  OptionalLong size();

  /**
   * What the file contributes to the status of its request: whether it got a TURL. That is final
   * with the first reply, and stays whatever becomes of the file (GFD.129 section 5.12.2 g), unless
   * all of them are aborted ({@link PutProgress#status}).
   */
  ReturnStatus outcome();

  /** The status for clients at {@code now}. */
  ReturnStatus status(Instant now);

  /** The same file under the SURL, of the same meaning, that a client uses now. */
  PutRow calledAs(Surl asked);

  /** Its position among all puts. */
  default PutPosition at() {
    return new PutPosition(token(), position());
  }

  /** Those of these files that are being written. */
  static List<AcceptedPut> open(Collection<? extends PutRow> rows) {
    return rows.stream()
        .filter(AcceptedPut.class::isInstance)
        .map(AcceptedPut.class::cast)
        .filter(AcceptedPut::isOpen)
        .toList();
  }

  /** A place, by the name of its area: the area itself may have left the configuration. */
  public record Target(String area, AreaPath path) {
    public Target {
      Objects.requireNonNull(area, "area");
      Objects.requireNonNull(path, "path");
    }
  }

  /**
   * The data of an accepted file.
   *
   * @param uploadId names the hidden file
   * @param overwrite whether it may replace an old file
   * @param since when it was accepted
   * @param pinUntil deadline of srmPutDone
   * @param terms how the file will be kept
   */
  public record Writing(
      UUID uploadId,
      OverwriteMode overwrite,
      Instant since,
      Instant pinUntil,
      String turl,
      Terms terms) {
    public Writing {
      Objects.requireNonNull(uploadId, "uploadId");
      Objects.requireNonNull(overwrite, "overwrite");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(pinUntil, "pinUntil");
      Objects.requireNonNull(turl, "turl");
      Objects.requireNonNull(terms, "terms");
    }
  }

  /**
   * How a file will be kept.
   *
   * @param promise bytes that it holds of a space while it is written; absent in rows from before
   *     the books existed
   * @param life lifetime from srmPutDone on
   * @param copyPin how long its copy on disk stays from then on, however full the buffer is; may be
   *     zero
   * @param empty whether the client announced a size of 0 bytes. Many clients do this for every
   *     file, so it promises nothing, but an empty file is then not suspicious
   */
  public record Terms(Optional<Promise> promise, FileLife life, Duration copyPin, boolean empty) {
    public Terms {
      Objects.requireNonNull(copyPin, "copyPin");
      Objects.requireNonNull(promise, "promise");
      Objects.requireNonNull(life, "life");
    }
  }
}

package org.bora.backend.operation.put;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;

/**
 * How long a put lasts after its srmPutDone has arrived. A checksum may take longer than the call
 * or the rest of the pin, and the client then repeats the call. So a call that arrives in time
 * extends the pin in the database before the checksum begins. Like a lease, the pin is renewed when
 * less than half of the grace is left; most pins are longer, and cost nothing. If a door has
 * reported the checksum, the bytes are only flushed, not read again; then the lease of the door is
 * long enough for files of up to a gigabyte.
 */
final class PutPatience {
  /** The time for the rest of the work, apart from the bytes. */
  private static final Duration LEAST = Duration.ofSeconds(30);

  /** A disk that flushes more slowly counts as failed. */
  private static final long FLUSHED_BYTES_PER_SECOND = 20_000_000;

  private final Transactions transactions;
  private final PutEnding ending;
  private final Duration grace;
  private final PutTable puts = new PutTable();

  /**
   * @param grace from a call that came in time until the next one must have come; zero for none
   */
  PutPatience(Transactions transactions, PutEnding ending, Duration grace) {
    this.transactions = transactions;
    this.ending = ending;
    this.grace = grace;
  }

  /**
   * The row as a call finds it. An overdue put ends here and now, instead of waiting for the sweep.
   *
   * @param repeated whether the frontend sends the call for the second time: when it came is not
   *     known, so it has the grace
   */
  AcceptedPut current(AcceptedPut row, boolean repeated, Instant now) {
    Instant came = repeated ? now.minus(grace) : now;
    return row.isOverdue(came)
        ? ending.end(List.of(row), PutState.Event.PIN_OVER, now).getFirst()
        : row;
  }

  /**
   * Extends the pins of the files that a timely call is about to seal.
   *
   * @param read whether they must be read, because the client gave no checksums
   * @return the extended files
   */
  Extension begin(Collection<AcceptedPut> rows, boolean read, Instant now) {
    Instant until = now.plus(grace);
    List<AcceptedPut> ending =
        rows.stream()
            .filter(row -> row.writing().pinUntil().isBefore(now.plus(needed(row, read))))
            .toList();
    for (List<AcceptedPut> part : Rows.parts(ending)) {
      transactions.run(
          sql -> {
            puts.extend(sql, part, until);
            return part;
          });
    }
    return new Extension(ending.stream().map(AcceptedPut::id).collect(Collectors.toSet()), until);
  }

  /** The puts of a call whose pins were extended, by the identifiers of their uploads. */
  record Extension(Set<UUID> puts, Instant until) {
    Extension {
      puts = Set.copyOf(puts);
      Objects.requireNonNull(until, "until");
    }
  }

  /**
   * There was nothing to be sealed. The pins of these puts that were over already end again:
   * otherwise a put whose upload a backend removed at the end of its pin, and whose end it could
   * not commit, would keep its name for the grace. Of a pin that was not over another call may have
   * seen the extension, and be reading the file.
   *
   * @param rows as they were before they were extended
   * @param now as the extension was told
   */
  void takeBack(Extension extension, Collection<AcceptedPut> rows, Instant now) {
    List<AcceptedPut> extended =
        rows.stream()
            .filter(row -> extension.puts().contains(row.id()) && row.isOverdue(now))
            .toList();
    if (!extended.isEmpty()) {
      transactions.run(
          sql -> {
            extended.forEach(
                row -> puts.shorten(sql, row, extension.until(), row.writing().pinUntil()));
            return extended;
          });
    }
  }

  private Duration needed(AcceptedPut row, boolean read) {
    Duration half = grace.dividedBy(2);
    if (read || row.size().isEmpty()) {
      return half;
    }
    Duration flush = LEAST.plusSeconds(row.size().getAsLong() / FLUSHED_BYTES_PER_SECOND);
    return flush.compareTo(half) < 0 ? flush : half;
  }
}

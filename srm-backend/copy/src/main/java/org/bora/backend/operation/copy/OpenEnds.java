package org.bora.backend.operation.copy;

import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies that have ended but whose end is not stored or reported yet because the database did not
 * answer. Every round of {@link CopyWatch} tries again. Thread safe.
 */
final class OpenEnds {
  private static final Logger LOG = LoggerFactory.getLogger(OpenEnds.class);

  /** The end of a file. */
  sealed interface End {
    /** The file was copied. */
    record Copied(long bytes) implements End {}

    /** The file was not copied. */
    record Failed(ReturnStatus why) implements End {
      public Failed {
        Objects.requireNonNull(why, "why");
      }
    }

    /** Another call or backend has ended the copy. */
    record Elsewhere() implements End {}
  }

  private record Left(CopyJob job, End end) {}

  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();
  private final CopyEnding ending;
  private final CopyEnds ends;
  private final Queue<Left> left = new ConcurrentLinkedQueue<>();

  OpenEnds(Transactions transactions, CopyEnding ending, CopyEnds ends) {
    this.transactions = transactions;
    this.ending = ending;
    this.ends = ends;
  }

  void add(CopyJob job, End end) {
    left.add(new Left(job, end));
  }

  Collection<CopyJob> jobs() {
    return left.stream().map(Left::job).toList();
  }

  /** Tells what can be told now; what the database has no time for stays for the next time. */
  void tell() {
    for (Left next = left.poll(); next != null; next = left.poll()) {
      try {
        tell(next);
      } catch (RuntimeException e) {
        LOG.warn("the end of copy {} is reported later: {}", next.job().key(), e.toString());
        left.add(next);
        return;
      }
    }
  }

  private void tell(Left file) {
    CopyKey key = file.job().key();
    Optional<CopyRow> row =
        switch (file.end()) {
          case End.Copied(long bytes) ->
              ending.done(key, bytes)
                  ? Optional.of(file.job().row().copied(bytes))
                  : ending.end(key, Optional.empty());
          case End.Failed(ReturnStatus why) -> ending.end(key, Optional.of(why));
          case End.Elsewhere() -> transactions.run(sql -> copies.lock(sql, key));
        };
    row.filter(end -> end.state().isTerminal()).ifPresent(end -> file.job().tellEnd(ends, end));
  }
}

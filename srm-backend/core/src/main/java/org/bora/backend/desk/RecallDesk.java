package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;

/** Shows recalls, file by file. Thread safe; blocks. */
public final class RecallDesk {

  /** Files of an answer. */
  public static final int MOST = 1000;

  /** In which files are, those first that are read now. */
  public static final List<String> STATES = List.of("RUNNING", "WAITING", "UNLOCATED");

  private final Transactions transactions;
  private final TokenSource tokens;
  private final RecallFileTable table = new RecallFileTable();

  /**
   * A file that is being recalled.
   *
   * @param state UNLOCATED, WAITING, RUNNING
   * @param volume empty if unknown
   * @param failure why the last attempt failed; empty if none has
   */
  public record RecallLine(
      String file,
      String state,
      String volume,
      long position,
      String area,
      String path,
      long size,
      Instant wanted,
      Instant deadline,
      Instant due,
      int tries,
      String failure) {}

  /** Some of them. */
  public record RecallLines(Instant at, List<RecallLine> files) {
    public RecallLines {
      files = List.copyOf(files);
    }
  }

  public RecallDesk(Transactions transactions, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * The files of a library that are waited for, by volume and place on it.
   *
   * @param volume only of this one
   * @param state only those in it
   */
  public RecallLines waiting(
      String library, Optional<String> volume, Optional<String> state, int most) {
    return new RecallLines(
        tokens.now(), transactions.read(sql -> table.files(sql, library, volume, state, most)));
  }
}

package org.bora.backend.operation.copy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends files of copies. For a local target, its put decides: it is ended in the same transaction.
 * If the put has already stored the file, the copy has succeeded, even if it was to be aborted.
 */
final class CopyEnding {
  private static final Logger LOG = LoggerFactory.getLogger(CopyEnding.class);

  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();
  private final PutTable puts = new PutTable();
  private final RequestEventTable events = new RequestEventTable();
  private final PutEnding ending;
  private final Locator locator;
  private final TokenSource tokens;

  CopyEnding(Transactions transactions, PutEnding ending, Locator locator, TokenSource tokens) {
    this.transactions = transactions;
    this.ending = ending;
    this.locator = locator;
    this.tokens = tokens;
  }

  /**
   * Ends a file without success.
   *
   * @param why it failed; empty for an abort
   * @return its present row; empty if there is no such file any more
   */
  Optional<CopyRow> end(CopyKey key, Optional<ReturnStatus> why) {
    return transactions.run(sql -> copies.lock(sql, key).map(row -> end(sql, row, why)));
  }

  /** Aborts a file for a caller or an administrator; as {@link #end}. */
  Optional<CopyRow> abort(CopyKey key, ChangedBy by) {
    return transactions.talk(
        dialogue ->
            copies
                .lock(dialogue.ask(), key)
                .map(
                    row -> {
                      CopyRow ended = end(dialogue.ask(), row, Optional.empty());
                      if (!row.state().isTerminal() && ended.state() == CopyState.ABORTED) {
                        events.add(
                            dialogue, key.token(), RequestEvent.Kind.ABORTED, by, tokens.now(), 1);
                      }
                      return ended;
                    }));
  }

  /** The same for a row that the caller's transaction has locked. */
  CopyRow end(JdbcClient sql, CopyRow row, Optional<ReturnStatus> why) {
    if (row.state().isTerminal()) {
      return row;
    }
    boolean stored = row.put().isPresent() && isStored(sql, row.put().get());
    CopyRow ended =
        stored
            ? row.ended(CopyState.DONE, Optional.empty())
            : row.ended(why.isPresent() ? CopyState.FAILED : CopyState.ABORTED, why);
    copies.end(sql, ended);
    return ended;
  }

  /** Stores a success; false where the file was ended otherwise in the meantime. */
  boolean done(CopyKey key, long bytes) {
    return transactions.run(
        sql -> {
          Optional<CopyRow> row = copies.lock(sql, key);
          if (row.isEmpty() || row.get().state().isTerminal()) {
            return row.isPresent() && row.get().state() == CopyState.DONE;
          }
          copies.end(sql, row.get().copied(bytes));
          return true;
        });
  }

  /** Ends the put if it is still active; whether its file is in its place. */
  private boolean isStored(JdbcClient sql, RequestToken put) {
    Instant now = tokens.now();
    List<PutRow> rows = rows(sql, put);
    List<AcceptedPut> active = PutRow.open(rows);
    List<? extends PutRow> ended =
        active.isEmpty() ? rows : ending.end(sql, active, PutState.Event.ABORT, now);
    return ended.stream().anyMatch(row -> row.state() == PutState.STORED);
  }

  /**
   * Ends a put, and removes what a GridFTP server may have written after it was ended: the server
   * was told to write before it was told to stop. To be called when the connections to it are
   * closed.
   */
  void endPut(RequestToken put) {
    transactions.run(sql -> isStored(sql, put));
    for (PutRow row : transactions.read(sql -> rows(sql, put))) {
      if (row instanceof AcceptedPut accepted && row.state() != PutState.STORED) {
        discard(accepted);
      }
    }
  }

  private void discard(AcceptedPut put) {
    try {
      Optional<StorageArea> area = locator.area(put.area());
      if (area.isPresent()) {
        area.get().tree().discardUpload(put.upload());
      }
    } catch (StorageException e) {
      LOG.warn(
          "an upload of put {} could not be removed; the sweep removes it: {}",
          put.token(),
          e.getMessage());
    }
  }

  private List<PutRow> rows(JdbcClient sql, RequestToken put) {
    return puts.find(sql, put, Set.of()).map(PutFiles::files).orElse(List.of());
  }
}

package org.bora.backend.operation.put;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.turl.SignedTurls;
import org.bora.backend.turl.TurlUseTable;
import org.bora.backend.turl.TurlUses;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks uploads by https TURLs for srmPutDone: before it seals the file, and again with the rows
 * locked. A file is published only if both checks find the same complete upload, or none at all,
 * because anything written in between was not sealed. The file must also have as many bytes as the
 * door wrote, because a backend that hangs while it recreates the hidden file may remove the one
 * that another attempt has filled meanwhile.
 */
final class PutTransfers {
  private static final ReturnStatus COMING =
      ReturnStatus.of(
          SrmStatus.FAILURE,
          "the transfer to its HTTPS URL is not complete: when it is repeat srmPutDone, or abort"
              + " the put");

  private static final ReturnStatus MEANWHILE =
      ReturnStatus.of(
          SrmStatus.FAILURE,
          "a transfer to its HTTPS URL has come while the file was checked: repeat srmPutDone");

  private static final ReturnStatus LOST =
      ReturnStatus.of(
          SrmStatus.FAILURE,
          "what the transfer to its HTTPS URL had written is gone: repeat the transfer, then"
              + " srmPutDone");

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final TurlUseTable table = new TurlUseTable();

  PutTransfers(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The result of the first check.
   *
   * @param uses by upload identifier; the other uploads were not used
   */
  record Seen(Map<UUID, TurlUses> uses) {
    Seen {
      uses = Map.copyOf(uses);
    }

    /** Why a file cannot be published yet; empty where it can. */
    Optional<ReturnStatus> refusal(AcceptedPut row) {
      return isComing(Optional.ofNullable(uses.get(row.id())))
          ? Optional.of(COMING)
          : Optional.empty();
    }

    private Optional<UUID> attempt(UUID upload) {
      return Optional.ofNullable(uses.get(upload)).flatMap(TurlUses::attempt);
    }
  }

  private static boolean isComing(Optional<TurlUses> uses) {
    return uses.filter(use -> use.attempt().isPresent() && !use.done()).isPresent();
  }

  /** Looks before anything is sealed. */
  Seen look(Collection<AcceptedPut> rows) {
    return rows.stream().anyMatch(row -> SignedTurls.isHttps(row.writing().turl()))
        ? new Seen(transactions.read(sql -> table.ofPuts(sql, rows)))
        : new Seen(Map.of());
  }

  /**
   * Looks once more.
   *
   * @param sealed as they are to be stored; their rows are locked
   * @return why some of them must not be, by the identifier of the upload
   */
  Map<UUID, ReturnStatus> refusals(JdbcClient sql, Collection<AcceptedPut> sealed, Seen before) {
    Map<UUID, TurlUses> now = table.ofPuts(sql, sealed);
    Map<UUID, ReturnStatus> refusals = new HashMap<>();
    for (AcceptedPut row : sealed) {
      Optional<TurlUses> uses = Optional.ofNullable(now.get(row.id()));
      if (isComing(uses)) {
        refusals.put(row.id(), COMING);
      } else if (!uses.flatMap(TurlUses::attempt).equals(before.attempt(row.id()))) {
        refusals.put(row.id(), MEANWHILE);
      } else if (uses.filter(use -> isAnother(use, row.size())).isPresent()) {
        table.store(sql, row.token(), row.position(), uses.get().undone());
        refusals.put(row.id(), LOST);
      }
    }
    return refusals;
  }

  private static boolean isAnother(TurlUses uses, OptionalLong sealed) {
    return uses.done() && !sealed.equals(OptionalLong.of(uses.bytes()));
  }

  /**
   * Allows uploads to be repeated if their hidden file is gone or is not what the door wrote.
   *
   * @param rows found open before
   * @return the answer for files that are open
   */
  Map<NameKey, ReturnStatus> reopen(Collection<AcceptedPut> rows, Seen before) {
    List<AcceptedPut> complete = new ArrayList<>(rows);
    complete.removeIf(row -> before.attempt(row.id()).isEmpty());
    return complete.isEmpty() ? Map.of() : transactions.run(sql -> reopened(sql, complete, before));
  }

  private Map<NameKey, ReturnStatus> reopened(JdbcClient sql, List<AcceptedPut> rows, Seen before) {
    Map<UUID, AcceptedPut> locked = puts.lock(sql, rows);
    List<AcceptedPut> open =
        rows.stream()
            .filter(row -> locked.containsKey(row.id()) && locked.get(row.id()).isOpen())
            .toList();
    Map<UUID, TurlUses> now = table.ofPuts(sql, open);
    Map<NameKey, ReturnStatus> reopened = new HashMap<>();
    for (AcceptedPut row : open) {
      TurlUses uses = now.get(row.id());
      if (uses != null && uses.attempt().equals(before.attempt(row.id()))) {
        table.store(sql, row.token(), row.position(), uses.undone());
        reopened.put(row.key(), LOST);
      }
    }
    return reopened;
  }
}

package org.bora.backend.operation.turl;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.turl.FileTurls;
import org.bora.backend.turl.TurlUseTable;
import org.bora.backend.turl.TurlUses;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes by transfer URL: one complete upload. An interrupted upload may be started again, and gets
 * a new hidden file. The old one loses its name first, so a door that was only frozen writes to a
 * file that is never published. The new file belongs to the account of the first one, even if that
 * file is lost. srmPutDone publishes nothing while an upload is incomplete.
 */
final class WriteTurl {
  private static final String ENDED = "its put has ended";

  private final Transactions transactions;
  private final Locator locator;
  private final TokenSource tokens;
  private final int uploadMode;
  private final PutTable puts = new PutTable();
  private final TurlUseTable table = new TurlUseTable();

  WriteTurl(Transactions transactions, Locator locator, TokenSource tokens, int uploadMode) {
    this.transactions = transactions;
    this.locator = locator;
    this.tokens = tokens;
    this.uploadMode = uploadMode;
  }

  /** An open put with the transfers by its URL; both are locked. */
  private record Open(AcceptedPut row, String owner, TurlUses uses, UUID attempt) {}

  private interface Work {
    TurlReply of(JdbcClient sql, Open open);
  }

  TurlReply use(TurlUse use, RequestToken request, NameKey key) {
    return switch (use.step()) {
      case LOOK -> transactions.read(sql -> look(sql, request, key));
      case BEGIN -> locked(use, request, key, (sql, open) -> begin(sql, use, open));
      case RENEW -> locked(use, request, key, (sql, open) -> renew(sql, open));
      case END -> locked(use, request, key, (sql, open) -> end(sql, use, open));
    };
  }

  private boolean isOpen(AcceptedPut put) {
    return put.isOpen() && !put.isOverdue(tokens.now());
  }

  private static Optional<AcceptedPut> accepted(Optional<PutFiles> put, NameKey key) {
    return put.map(found -> PutLookup.byName(found.files()).get(key))
        .filter(AcceptedPut.class::isInstance)
        .map(AcceptedPut.class::cast);
  }

  private TurlReply locked(TurlUse use, RequestToken request, NameKey key, Work work) {
    return transactions.run(
        sql -> {
          Optional<PutFiles> put = puts.find(sql, request, Set.of(key));
          Optional<AcceptedPut> row =
              accepted(put, key).map(found -> puts.lock(sql, List.of(found)).get(found.id()));
          if (row.filter(this::isOpen).isEmpty()) {
            return UseTurl.gone(ENDED);
          }
          Optional<TurlUses> uses = table.lock(sql, request, row.get().position());
          String owner = put.orElseThrow().head().owner().dn();
          return uses.isEmpty()
              ? UseTurl.gone(ENDED)
              : work.of(sql, new Open(row.get(), owner, uses.get(), UseTurl.attempt(use)));
        });
  }

  /** Locks nothing. To a client the file is not there before the upload is complete. */
  private TurlReply look(JdbcClient sql, RequestToken request, NameKey key) {
    Optional<PutFiles> put = puts.find(sql, request, Set.of(key));
    Optional<AcceptedPut> row = accepted(put, key).filter(this::isOpen);
    if (row.isEmpty()) {
      return UseTurl.gone(ENDED);
    }
    Optional<String> owner = put.map(found -> found.head().owner().dn());
    Optional<TurlUses> complete =
        table.find(sql, request, row.get().position()).filter(TurlUses::done);
    return complete.isPresent()
        ? new TurlReply(
            ReturnStatus.success(),
            Optional.empty(),
            OptionalLong.of(complete.get().bytes()),
            owner)
        : new TurlReply(
            ReturnStatus.of(SrmStatus.INVALID_PATH, "nothing was written to this URL yet"),
            Optional.empty(),
            OptionalLong.empty(),
            owner);
  }

  private TurlReply begin(JdbcClient sql, TurlUse use, Open open) {
    Instant now = tokens.now();
    TurlUses uses = open.uses();
    if (uses.done()) {
      return UseTurl.refused(
          SrmStatus.DUPLICATION_ERROR, "the file was written: srmPutDone is next");
    }
    if (uses.isHeldByAnother(open.attempt(), now)) {
      return UseTurl.refused(SrmStatus.FILE_BUSY, "another upload to this URL is in progress");
    }
    Optional<AreaTree> tree = locator.area(open.row().area()).map(StorageArea::tree);
    if (tree.isEmpty()) {
      return UseTurl.gone("its storage area is no longer configured");
    }
    try {
      return begin(sql, use, open, tree.get(), now);
    } catch (StorageException e) {
      return TurlReply.of(StorageRefusal.of(e));
    }
  }

  /**
   * A put without any upload may have been published as an empty file by a backend that died before
   * its commit. Bytes that come now would be lost, and the repeated srmPutDone would still succeed.
   */
  private TurlReply begin(JdbcClient sql, TurlUse use, Open open, AreaTree tree, Instant now)
      throws StorageException {
    Upload upload = open.row().upload();
    if (tree.isPublished(upload)) {
      return UseTurl.refused(
          SrmStatus.DUPLICATION_ERROR, "srmPutDone has stored the file: repeat srmPutDone");
    }
    Optional<EntryFacts> hidden = tree.uploadFacts(upload);
    Optional<Owner> owner =
        open.uses().owner().or(() -> hidden.map(facts -> new Owner(facts.uid(), facts.gid())));
    if (owner.isEmpty()) {
      return UseTurl.gone("its hidden file is gone: abort the put and begin again");
    }
    if (hidden.isEmpty() || isAfterAnother(open)) {
      tree.discardUpload(upload);
      tree.beginUpload(upload, owner.get(), uploadMode);
    }
    String file = FileTurls.turl(tree.uploadPath(upload));
    Instant lease = now.plus(TurlUse.LEASE);
    TurlUses taken = open.uses().taken(use.client(), open.attempt(), lease, owner.get());
    table.store(sql, open.row().token(), open.row().position(), taken);
    return told(open, Optional.of(file), open.row().size());
  }

  private static boolean isAfterAnother(Open open) {
    return open.uses().attempt().filter(before -> !before.equals(open.attempt())).isPresent();
  }

  private TurlReply renew(JdbcClient sql, Open open) {
    if (!isHolder(open) || open.uses().done()) {
      return UseTurl.gone("another upload was begun");
    }
    store(sql, open, tokens.now().plus(TurlUse.LEASE), open.uses().bytes(), false);
    return told(open, Optional.empty(), open.row().size());
  }

  private TurlReply end(JdbcClient sql, TurlUse use, Open open) {
    if (!isHolder(open)) {
      return UseTurl.gone("another upload was begun");
    }
    boolean done = open.uses().done() || use.whole();
    store(sql, open, Instant.EPOCH, use.whole() ? use.bytes() : open.uses().bytes(), done);
    return told(open, Optional.empty(), open.row().size());
  }

  private static boolean isHolder(Open open) {
    return open.uses().attempt().filter(open.attempt()::equals).isPresent();
  }

  private void store(JdbcClient sql, Open open, Instant lease, long bytes, boolean done) {
    table.store(sql, open.row().token(), open.row().position(), open.uses().at(lease, bytes, done));
  }

  private static TurlReply told(Open open, Optional<String> file, OptionalLong size) {
    return new TurlReply(ReturnStatus.success(), file, size, Optional.of(open.owner()));
  }
}

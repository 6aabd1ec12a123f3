package org.bora.backend.operation.turl;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.turl.FileTurls;
import org.bora.backend.turl.TurlUseTable;
import org.bora.backend.turl.TurlUseTable.ReadFile;
import org.bora.backend.turl.TurlUses;
import org.bora.storage.spi.StorageException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads by transfer URL, once. A transfer may be interrupted and continue, in ranges and over
 * several connections, so bytes are counted: they are reserved before they are sent, by transfer
 * identifier, and unsent ones are given back. After an answer with the whole file, no second one is
 * possible. Ranges may still fetch what was lost on the way, until twice the size of the file has
 * been sent. A door that dies gives nothing back: its reserved bytes count as sent.
 */
final class ReadTurl {
  private static final String UNKNOWN = "nothing is known of its request";

  /** The bytes that clients read in addition to the file: its head, to recognise its type. */
  private static final long SLACK_BYTES = 1L << 20;

  private final Transactions transactions;
  private final TokenSource tokens;
  private final TurlUseTable table = new TurlUseTable();

  ReadTurl(Transactions transactions, TokenSource tokens) {
    this.transactions = transactions;
    this.tokens = tokens;
  }

  TurlReply use(TurlUse use, RequestToken request, NameKey key, Place place) {
    return switch (use.step()) {
      case LOOK -> transactions.read(sql -> look(sql, request, key, place));
      case BEGIN -> locked(request, key, (sql, file, uses) -> begin(sql, use, request, file, uses));
      case END -> locked(request, key, (sql, file, uses) -> end(sql, use, request, file, uses));
      case RENEW -> UseTurl.refused(SrmStatus.INVALID_REQUEST, "a read has nothing to renew");
    };
  }

  private interface Work {
    TurlReply of(JdbcClient sql, ReadFile file, TurlUses uses);
  }

  /** The file is checked again with its uses locked, because the lock may have taken a while. */
  private TurlReply locked(RequestToken request, NameKey key, Work work) {
    return transactions.run(
        sql -> {
          Optional<TurlUses> uses =
              table
                  .readable(sql, request, key)
                  .flatMap(file -> table.lock(sql, request, file.position()));
          Optional<ReadFile> file = table.readable(sql, request, key);
          return uses.isEmpty() || file.isEmpty()
              ? UseTurl.gone(UNKNOWN)
              : work.of(sql, file.get(), uses.get());
        });
  }

  private TurlReply look(JdbcClient sql, RequestToken request, NameKey key, Place place) {
    Optional<ReadFile> file = table.readable(sql, request, key);
    return refusal(file).orElseGet(() -> found(file.orElseThrow(), place));
  }

  private static TurlReply found(ReadFile file, Place place) {
    try {
      String path = place.area().tree().physicalPath(place.path());
      return new TurlReply(
          ReturnStatus.success(),
          Optional.of(FileTurls.turl(path)),
          file.size(),
          Optional.of(file.owner()));
    } catch (StorageException e) {
      return TurlReply.of(StorageRefusal.of(e));
    }
  }

  private Optional<TurlReply> refusal(Optional<ReadFile> file) {
    Instant now = tokens.now();
    if (file.isEmpty()) {
      return Optional.of(UseTurl.gone(UNKNOWN));
    }
    return file.get().pinned() && now.isBefore(file.get().until())
        ? Optional.empty()
        : Optional.of(UseTurl.gone("the file is not pinned any more"));
  }

  private TurlReply begin(
      JdbcClient sql, TurlUse use, RequestToken request, ReadFile file, TurlUses uses) {
    Optional<TurlReply> refusal = refusal(Optional.of(file));
    if (refusal.isPresent()) {
      return refusal.get();
    }
    int position = file.position();
    UUID attempt = UseTurl.attempt(use);
    if (!table.promise(sql, request, position, attempt, use.bytes())) {
      return done(file); // the answer was lost
    }
    Optional<TurlReply> used = used(use, file, uses);
    if (used.isPresent()) {
      table.settle(sql, request, position, attempt);
      return used.get();
    }
    table.store(sql, request, position, uses.counted(use.client(), use.bytes(), false));
    return done(file);
  }

  private static Optional<TurlReply> used(TurlUse use, ReadFile file, TurlUses uses) {
    if ((use.whole() && uses.done()) || use.bytes() > most(file.size()) - uses.bytes()) {
      return Optional.of(UseTurl.gone("it was for one transfer, which has been made"));
    }
    return uses.client().isEmpty() || uses.client().equals(use.client())
        ? Optional.empty()
        : Optional.of(
            UseTurl.refused(
                SrmStatus.AUTHORIZATION_FAILURE,
                "the transfer URL is in use from another address"));
  }

  private static long most(OptionalLong size) {
    return size.isPresent() ? 2 * size.getAsLong() + SLACK_BYTES : Long.MAX_VALUE;
  }

  private TurlReply end(
      JdbcClient sql, TurlUse use, RequestToken request, ReadFile file, TurlUses uses) {
    int position = file.position();
    if (table.settle(sql, request, position, UseTurl.attempt(use))) {
      table.store(sql, request, position, uses.counted(uses.client(), -use.bytes(), use.whole()));
    }
    return done(file);
  }

  private static TurlReply done(ReadFile file) {
    return new TurlReply(
        ReturnStatus.success(), Optional.empty(), file.size(), Optional.of(file.owner()));
  }
}

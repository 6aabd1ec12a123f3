package org.bora.backend.operation.turl;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
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
 * Reading by a transfer URL, once. A transfer may be broken off and go on, in ranges and by several
 * connections, so what counts are bytes: they are promised before they pass, and those that did not
 * pass are given back. The URL is used up by an answer with the whole file, or when as many bytes
 * have passed as the file has twice. A door that dies gives nothing back: what it had promised
 * counts as sent.
 */
final class ReadTurl {
  /** What clients read of a file besides the file: its head, to see what it is. */
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
      case BEGIN -> transactions.run(sql -> begin(sql, use, request, key));
      case END -> transactions.run(sql -> end(sql, use, request, key));
      case RENEW -> UseTurl.refused(SrmStatus.INVALID_REQUEST, "a read has nothing to renew");
    };
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
      return Optional.of(UseTurl.gone("nothing is known of its request"));
    }
    return file.get().pinned() && now.isBefore(file.get().until())
        ? Optional.empty()
        : Optional.of(UseTurl.gone("the file is not pinned any more"));
  }

  private TurlReply begin(JdbcClient sql, TurlUse use, RequestToken request, NameKey key) {
    Optional<ReadFile> file = table.readable(sql, request, key);
    Optional<TurlReply> refusal = refusal(file);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    int position = file.get().position();
    TurlUses uses = table.lock(sql, request, position);
    if (uses.done() || uses.bytes() + use.bytes() > most(file.get().size())) {
      return UseTurl.gone("it was for one transfer, which has been made");
    }
    if (!uses.client().isEmpty() && !uses.client().equals(use.client())) {
      return UseTurl.refused(
          SrmStatus.AUTHORIZATION_FAILURE, "the transfer URL is in use from another address");
    }
    table.store(sql, request, position, uses.counted(use.client(), use.bytes(), false));
    return done(file.get());
  }

  private static long most(OptionalLong size) {
    return size.isPresent() ? 2 * size.getAsLong() + SLACK_BYTES : Long.MAX_VALUE;
  }

  /** Told once too often it gives more back than was taken: the pin still ends. */
  private TurlReply end(JdbcClient sql, TurlUse use, RequestToken request, NameKey key) {
    Optional<ReadFile> file = table.readable(sql, request, key);
    if (file.isEmpty()) {
      return UseTurl.gone("nothing is known of its request");
    }
    int position = file.get().position();
    TurlUses uses = table.lock(sql, request, position);
    table.store(sql, request, position, uses.counted(uses.client(), -use.bytes(), use.whole()));
    return done(file.get());
  }

  private static TurlReply done(ReadFile file) {
    return new TurlReply(
        ReturnStatus.success(), Optional.empty(), file.size(), Optional.of(file.owner()));
  }
}

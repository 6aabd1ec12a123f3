package org.bora.backend.life;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.word.Caller;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.FileLives;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Extends the lifetimes of files, in the books and on the files themselves. An expired VOLATILE
 * file is lost to its owner, even if it still exists; an expired DURABLE one can be extended.
 */
public final class StoredLives implements FileLives {
  private final FileLifeSettings settings;
  private final Transactions transactions;
  private final Entrance entrance;
  private final TokenSource tokens;
  private final StoredFiles files = new StoredFiles();

  public StoredLives(
      FileLifeSettings settings, Transactions transactions, Entrance entrance, TokenSource tokens) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.entrance = Objects.requireNonNull(entrance, "entrance");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  @Override
  public List<LifetimeStatus> extend(Caller caller, List<Surl> surls, int seconds) {
    return surls.stream().map(surl -> extend(caller, surl, seconds)).toList();
  }

  private LifetimeStatus extend(Caller caller, Surl surl, int seconds) {
    return switch (entrance.enter(caller, OperationClass.WRITE, surl)) {
      case Entry.Refused(ReturnStatus status) -> refused(surl, status);
      case Entry.Above _ -> refused(surl, noFile());
      case Entry.Inside(Place place) -> {
        try {
          yield extend(surl, place, seconds);
        } catch (StorageException e) {
          yield refused(surl, StorageRefusal.of(e));
        } catch (UncheckedIOException e) {
          if (e.getCause() instanceof StorageException storage) {
            yield refused(surl, StorageRefusal.of(storage));
          }
          throw e;
        }
      }
    };
  }

  private LifetimeStatus extend(Surl surl, Place place, int seconds) throws StorageException {
    EntryFacts facts = place.area().tree().facts(place.path());
    if (!facts.isFile()) {
      return refused(surl, noFile());
    }
    Optional<FileTerms> terms = facts.label().flatMap(FileTerms::of);
    if (terms.flatMap(FileTerms::ends).isEmpty()) {
      return left(surl, FileLife.FOR_EVER);
    }
    Instant now = tokens.now();
    if (terms.get().storageType() == FileStorageType.VOLATILE && terms.get().isOver(now)) {
      return refused(surl, ended());
    }
    return facts.id().isPresent()
        ? transactions.run(sql -> later(sql, surl, place, facts, terms.get(), seconds))
        : left(surl, Lifetimes.secondsLeft(now, terms.get().ends().orElseThrow()));
  }

  /**
   * Looks again, with the row locked: the sweep locks the same row before it removes a volatile
   * file at its end, and may have done so since the first look. Once there is a row it decides, the
   * label on the file does not: its owner may write another.
   */
  private LifetimeStatus later(
      JdbcClient sql, Surl surl, Place place, EntryFacts facts, FileTerms terms, int seconds) {
    Optional<UUID> id = files.identity(sql, place.area().name(), place.path(), facts);
    Optional<StoredFile> file = id.flatMap(known -> files.lock(sql, known));
    Instant now = tokens.now();
    Instant ends = file.flatMap(StoredFile::ends).or(terms::ends).orElseThrow();
    FileStorageType type = file.map(StoredFile::storageType).orElse(terms.storageType());
    if (type == FileStorageType.VOLATILE && !now.isBefore(ends)) {
      return refused(surl, ended());
    }
    try {
      if (id.isPresent()) {
        requireThere(place, id.get());
      }
      Instant wanted = now.plusSeconds(settings.grant(seconds));
      if (file.isEmpty() || !wanted.isAfter(ends)) {
        return left(surl, Lifetimes.secondsLeft(now, ends));
      }
      int assigned = files.extend(sql, file.get(), wanted);
      place
          .area()
          .tree()
          .relabel(place.path(), terms(place, file.get()).until(assigned, wanted).label());
      return left(surl, Lifetimes.secondsLeft(now, wanted));
    } catch (StorageException e) {
      throw new UncheckedIOException(e); // and nothing is committed
    }
  }

  private static FileTerms terms(Place place, StoredFile file) {
    return new FileTerms(
        Optional.of(SpaceBooks.tokenOf(place.area(), file.space())),
        file.storageType(),
        file.lifetimeSeconds(),
        file.ends());
  }

  private static void requireThere(Place place, UUID id) throws StorageException {
    if (!place.area().tree().facts(place.path()).id().equals(Optional.of(id))) {
      throw new StorageException(Reason.MISSING, "'" + place.path() + "' was replaced");
    }
  }

  private static ReturnStatus ended() {
    return ReturnStatus.of(
        SrmStatus.FILE_LIFETIME_EXPIRED, "the lifetime of the volatile file is over");
  }

  private static LifetimeStatus left(Surl surl, int seconds) {
    return new LifetimeStatus(
        surl, ReturnStatus.success(), OptionalInt.of(seconds), OptionalInt.empty());
  }

  private static ReturnStatus noFile() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is not a file");
  }

  private static LifetimeStatus refused(Surl surl, ReturnStatus why) {
    return new LifetimeStatus(surl, why, OptionalInt.empty(), OptionalInt.empty());
  }
}

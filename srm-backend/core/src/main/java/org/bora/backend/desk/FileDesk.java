package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells administrators where a file is, and why it cannot be written. It reads the storage, the
 * books and the requests of all owners. Thread safe; blocks as long as the filesystem does.
 */
public final class FileDesk {
  private static final Logger LOG = LoggerFactory.getLogger(FileDesk.class);
  private static final int MOST_PINS = 100;

  private final Transactions transactions;
  private final Locator locator;
  private final TokenSource tokens;
  private final PutTable puts = new PutTable();
  private final StoredFiles stored = new StoredFiles();
  private final FileUseTable uses = new FileUseTable();

  public FileDesk(Transactions transactions, Locator locator, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /** The place of a SURL; empty where no storage area has it. */
  private Optional<Place> place(Surl surl) {
    return locator.locate(surl) instanceof Place place ? Optional.of(place) : Optional.empty();
  }

  /** Everything about one file; empty where no storage area has it. */
  public Optional<FileReport> look(Surl surl) {
    return place(surl).map(place -> report(surl.text(), place));
  }

  /** The same of a place. */
  FileReport look(Place place) {
    return report(place.sfn(), place);
  }

  /** The answer of the storage. */
  private record Seen(Optional<EntryFacts> facts, Optional<String> trouble) {}

  private FileReport report(String asked, Place place) {
    Instant now = tokens.now();
    Seen seen = facts(place);
    Optional<EntryFacts> file = seen.facts().filter(EntryFacts::isFile);
    Optional<FileReport.Lock> lock = lock(place, now);
    List<FileReport.PinLine> pins =
        transactions.read(sql -> uses.pins(sql, NameKey.of(place), now, MOST_PINS));
    Optional<StoredFile> booked = booked(place, file.flatMap(EntryFacts::id));
    Optional<UUID> id = file.flatMap(EntryFacts::id).or(() -> booked.map(StoredFile::id));
    List<String> tape =
        id.map(known -> transactions.read(sql -> uses.underWay(sql, known))).orElse(List.of());
    Optional<FileReport.OnStorage> storage = file.map(FileDesk::storage);
    return new FileReport(
        now,
        asked,
        place.area().name(),
        place.path().toString(),
        seen.facts().map(known -> known.kind().name()),
        seen.trouble(),
        storage,
        lock,
        pins,
        booked.map(this::books),
        tape,
        told(seen, storage, lock, pins, tape));
  }

  private static Seen facts(Place place) {
    try {
      return new Seen(Optional.of(place.area().tree().facts(place.path())), Optional.empty());
    } catch (StorageException e) {
      return e.reason() == StorageException.Reason.MISSING
          ? new Seen(Optional.empty(), Optional.empty())
          : new Seen(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  private static FileReport.OnStorage storage(EntryFacts facts) {
    Optional<TapeCopy> copy = facts.residency().tape();
    return new FileReport.OnStorage(
        facts.size(),
        facts.modifiedAt(),
        facts.uid(),
        facts.gid(),
        facts.adler32(),
        facts.residency().onDisk(),
        copy.isPresent(),
        copy.map(TapeCopy::library),
        copy.map(known -> known.location().volume()),
        facts.residency().trouble().map(Residency.Trouble::name));
  }

  private Optional<FileReport.Lock> lock(Place place, Instant now) {
    return transactions.read(sql -> puts.activeOn(sql, List.of(NameKey.of(place)))).stream()
        .findFirst()
        .map(row -> lock(place, row, now));
  }

  private FileReport.Lock lock(Place place, AcceptedPut row, Instant now) {
    PutRow.Writing writing = row.writing();
    String owner =
        transactions
            .read(sql -> puts.find(sql, row.token(), java.util.Set.of(row.key())))
            .map(found -> found.head().owner().dn())
            .orElse("");
    return new FileReport.Lock(
        row.token().toString(),
        row.position(),
        owner,
        writing.since(),
        writing.pinUntil(),
        row.isOverdue(now),
        arrived(place, row),
        row.size().isPresent() ? Optional.of(row.size().getAsLong()) : Optional.empty(),
        row.upload().hiddenName(),
        door(writing.turl()));
  }

  /** Of a transfer URL only the path: the rest is its signature, which grants access. */
  static String door(String turl) {
    int host = turl.indexOf("://") + 3;
    int path = turl.indexOf('/', host);
    return path < 0 ? turl : turl.substring(0, path);
  }

  /** Bytes of an upload so far; empty where nothing can be seen. */
  static Optional<Long> arrived(Place place, AcceptedPut row) {
    try {
      return place.area().tree().uploadFacts(row.upload()).map(EntryFacts::size);
    } catch (StorageException e) {
      LOG.info("the upload of put {} cannot be checked", row.token(), e);
      return Optional.empty();
    }
  }

  private Optional<StoredFile> booked(Place place, Optional<UUID> id) {
    return transactions
        .read(
            sql ->
                id.isPresent()
                    ? stored.find(sql, List.of(id.get()))
                    : stored.at(sql, place.area().name(), place.path()))
        .stream()
        .findFirst();
  }

  private FileReport.InBooks books(StoredFile file) {
    return new FileReport.InBooks(
        file.id().toString(),
        file.owner(),
        transactions.read(sql -> uses.spaceToken(sql, file.space())).orElse(""),
        file.size(),
        file.stored(),
        file.storageType().name(),
        file.ends());
  }

  private static List<String> told(
      Seen seen,
      Optional<FileReport.OnStorage> file,
      Optional<FileReport.Lock> lock,
      List<FileReport.PinLine> pins,
      List<String> tape) {
    List<String> told = new ArrayList<>();
    lock.ifPresent(
        put ->
            told.add(
                "being written by "
                    + put.owner()
                    + " since "
                    + put.since()
                    + " (request "
                    + put.token()
                    + "): other clients cannot read or write it until srmPutDone, or until "
                    + put.until()));
    seen.trouble().ifPresent(why -> told.add("it cannot be read: " + why));
    if (seen.facts().isEmpty() && seen.trouble().isEmpty()) {
      told.add("there is no file of this name" + (lock.isPresent() ? " yet" : ""));
    }
    file.ifPresent(known -> told.add(where(known)));
    if (!pins.isEmpty()) {
      told.add(
          (pins.size() == MOST_PINS ? "at least " : "")
              + pins.size()
              + (pins.size() == 1
                  ? " pin holds it or waits for it"
                  : " pins hold it or wait for it"));
    }
    told.addAll(tape);
    return told;
  }

  private static String where(FileReport.OnStorage file) {
    String disk = file.onDisk() ? "on disk" : "not on disk";
    String tape =
        file.onTape()
            ? "on tape ("
                + file.library().orElse("")
                + file.volume().map(v -> " " + v).orElse("")
                + ")"
            : "not on tape";
    return disk
        + ", "
        + tape
        + file.difficulty().map(why -> ", " + why.toLowerCase(java.util.Locale.ROOT)).orElse("");
  }
}

package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.EntryDesk.LookedAt;
import org.bora.backend.desk.FileUseTable.NamePin;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageLocality;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.OwnedPut;
import org.bora.backend.request.PutPosition;
import org.bora.backend.request.PutTable;
import org.bora.storage.spi.EntryFacts;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads what the database knows about the names of one page: pins, recalls and uploads. */
final class EntryUses {
  /** Pins of all names of a page that are counted. */
  static final int MOST_PINS = 2000;

  /** The listed uploads of a directory. */
  static final int MOST_UPLOADS = 100;

  private static final int MOST_OWNERS = 3;

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final FileUseTable table = new FileUseTable();

  EntryUses(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /** The rows read in one transaction. */
  private record Rows(
      List<NamePin> pins,
      Map<UUID, String> recalls,
      List<OwnedPut> held,
      List<OwnedPut> uploads,
      List<AcceptedPut> writing) {}

  /**
   * The uses of the names of a page.
   *
   * @param keys of the names
   */
  record Uses(
      Map<String, NameKey> keys,
      Map<NameKey, EntryPage.Pins> pins,
      boolean allPins,
      Map<UUID, String> recalls,
      Map<String, EntryPage.Held> held,
      List<EntryPage.Upload> uploads,
      boolean moreUploads) {

    /** A name with everything known about it. */
    EntryPage.Entry entry(String name, LookedAt seen) {
      Optional<EntryFacts> file = seen.facts().filter(EntryFacts::isFile);
      return new EntryPage.Entry(
          name,
          seen.facts().map(known -> known.kind().name()),
          file.map(EntryFacts::size),
          seen.facts().map(EntryFacts::modifiedAt),
          file.map(known -> StorageLocality.of(known.residency()).name()),
          seen.away().map(recalls::get),
          file.flatMap(EntryFacts::adler32),
          Optional.ofNullable(keys.get(name)).map(pins::get),
          Optional.ofNullable(held.get(name)),
          seen.trouble());
    }
  }

  /**
   * Asks about the names of a page.
   *
   * @param first whether the directory's uploads are wanted, too
   */
  Uses of(Place directory, Map<String, LookedAt> found, boolean first, Instant now) {
    Map<String, NameKey> keys = new LinkedHashMap<>();
    List<UUID> away = new ArrayList<>();
    found.forEach(
        (name, seen) -> {
          if (seen.facts().filter(EntryFacts::isDirectory).isEmpty()) {
            keys.put(name, NameKey.of(child(directory, name)));
            seen.away().ifPresent(away::add);
          }
        });
    Rows rows = transactions.read(sql -> rows(sql, directory, keys, away, first, now));
    boolean all = rows.pins().size() <= MOST_PINS;
    boolean more = rows.uploads().size() > MOST_UPLOADS;
    return new Uses(
        keys,
        pins(all ? rows.pins() : rows.pins().subList(0, MOST_PINS)),
        all,
        rows.recalls(),
        rows.held().stream().collect(Collectors.toMap(EntryUses::name, put -> held(put, now))),
        uploads(
            directory, more ? rows.uploads().subList(0, MOST_UPLOADS) : rows.uploads(), rows, now),
        more);
  }

  private Rows rows(
      JdbcClient sql,
      Place directory,
      Map<String, NameKey> keys,
      List<UUID> away,
      boolean first,
      Instant now) {
    List<OwnedPut> uploads =
        first ? puts.ownedIn(sql, directory, PutPosition.START, MOST_UPLOADS + 1) : List.of();
    return new Rows(
        keys.isEmpty() ? List.of() : table.pinsOn(sql, keys.values(), now, MOST_PINS + 1),
        away.isEmpty() ? Map.of() : table.recalls(sql, away),
        keys.isEmpty() ? List.of() : puts.ownedOn(sql, keys.values()),
        uploads,
        uploads.isEmpty()
            ? List.of()
            : puts.activeOn(
                sql,
                uploads.stream()
                    .map(put -> NameKey.of(put.area(), put.upload().target()))
                    .toList()));
  }

  private static Place child(Place directory, String name) {
    return new Place(directory.area(), directory.path().child(name));
  }

  private static String name(OwnedPut put) {
    return put.upload().target().name();
  }

  private static EntryPage.Held held(OwnedPut put, Instant now) {
    return new EntryPage.Held(
        put.at().token().toString(),
        put.ownerDn(),
        put.since(),
        put.pinUntil(),
        put.isOverdue(now));
  }

  private static Map<NameKey, EntryPage.Pins> pins(List<NamePin> rows) {
    Map<NameKey, List<NamePin>> byName = rows.stream().collect(Collectors.groupingBy(NamePin::key));
    Map<NameKey, EntryPage.Pins> pins = new HashMap<>();
    byName.forEach((key, all) -> pins.put(key, counted(all)));
    return pins;
  }

  private static EntryPage.Pins counted(List<NamePin> all) {
    int waiting = (int) all.stream().filter(NamePin::waits).count();
    Set<String> owners =
        all.stream().map(NamePin::owner).collect(Collectors.toCollection(LinkedHashSet::new));
    return new EntryPage.Pins(
        all.size() - waiting,
        waiting,
        all.stream().map(NamePin::until).max(Instant::compareTo).orElseThrow(),
        owners.stream().limit(MOST_OWNERS).toList(),
        owners.size() > MOST_OWNERS);
  }

  private static List<EntryPage.Upload> uploads(
      Place directory, List<OwnedPut> owned, Rows rows, Instant now) {
    Map<UUID, AcceptedPut> writing =
        rows.writing().stream().collect(Collectors.toMap(AcceptedPut::id, row -> row));
    return owned.stream()
        .map(
            put -> {
              Optional<AcceptedPut> row = Optional.ofNullable(writing.get(put.upload().id()));
              return new EntryPage.Upload(
                  name(put),
                  held(put, now),
                  put.upload().hiddenName(),
                  row.map(known -> FileDesk.door(known.writing().turl())),
                  row.flatMap(known -> FileDesk.arrived(directory, known)),
                  row.filter(known -> known.size().isPresent())
                      .map(known -> known.size().getAsLong()));
            })
        .toList();
  }
}

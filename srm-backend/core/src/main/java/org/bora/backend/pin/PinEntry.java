package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.FileLook.Seen;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Decides, in the transaction that enters the pins, which files are pinned and which wait for tape.
 * A file that was on disk when it was examined may have left since; in areas where files never
 * leave, this costs no statement.
 */
final class PinEntry {
  private final Staging staging;

  PinEntry(Staging staging) {
    this.staging = staging;
  }

  /**
   * An examined file.
   *
   * @param waiting its pin before the decision
   * @param asker who wants it
   * @param deferred whether its start is deferred anyway
   * @param excess why it is refused where it is not on disk after all; empty where it may wait for
   *     a tape
   */
  record Looked(
      Pin waiting, Seen seen, Asker asker, boolean deferred, Optional<ReturnStatus> excess) {

    Looked(Pin waiting, Seen seen, Asker asker, boolean deferred) {
      this(waiting, seen, asker, deferred, Optional.empty());
    }

    Optional<Staged> begun() {
      return deferred || seen.failure().isPresent() ? Optional.empty() : seen.staged();
    }

    /** The same, refused after all. */
    Looked refused(ReturnStatus why) {
      return new Looked(waiting, Seen.refused(seen.key(), why), asker, deferred);
    }

    /** The same with a pin that ends as soon as it begins; refused if the file is not on disk. */
    Looked unpinned(ReturnStatus why) {
      return new Looked(waiting.lasting(Duration.ZERO), seen, asker, deferred, Optional.of(why));
    }

    private Looked withoutExcess(Set<UUID> absent) {
      return excess.isPresent() && begun().filter(file -> absent.contains(file.file())).isPresent()
          ? refused(excess.get())
          : this;
    }

    /** The same, taken for another file. */
    Looked as(Seen other) {
      return new Looked(waiting, other, asker, deferred, excess);
    }

    private Staging.Wish wish() {
      return new Staging.Wish(seen.staged().orElseThrow(), asker, waiting.until());
    }

    /**
     * @param absent files that are on tape alone
     * @param running those of them that a batch is reading
     */
    private Pin decided(Set<UUID> absent, Set<UUID> running, Instant now) {
      if (seen.failure().isPresent()) {
        return waiting.refused(seen.failure().get(), now);
      }
      if (deferred) {
        return waiting;
      }
      return begun()
          .filter(file -> absent.contains(file.file()))
          .map(Staged::file)
          .map(file -> waiting.waitingFor(file, running.contains(file), now))
          .orElseGet(() -> waiting.pinned(seen.file(), seen.size(), now));
    }
  }

  /** The pins to be inserted; recalls have been requested. */
  List<Pin> decide(JdbcClient sql, List<Looked> files, Instant now) {
    List<UUID> onDisk = new ArrayList<>();
    for (Looked file : files) {
      file.begun().filter(Staged::onDisk).ifPresent(staged -> onDisk.add(staged.file()));
    }
    Set<UUID> absent = new HashSet<>(onDisk.isEmpty() ? Set.of() : staging.used(sql, onDisk, now));
    List<Looked> kept = files.stream().map(file -> kept(file, absent)).toList();
    List<Looked> within = kept.stream().map(file -> file.withoutExcess(absent)).toList();
    return entered(sql, within, absent, now);
  }

  /**
   * The same file, on disk while its row is locked and its pin is valid, or recorded as not on
   * disk. A release that another backend has prepared is withdrawn, because that backend may be
   * frozen and carry it out after the lock.
   */
  private static Looked kept(Looked file, Set<UUID> absent) {
    Optional<Staged> staged =
        file.begun().filter(one -> one.onDisk() && !absent.contains(one.file()));
    if (staged.isEmpty()) {
      return file;
    }
    Place place = staged.get().place();
    UUID id = staged.get().file();
    try {
      if (!place.area().tree().residences().keep(place.path(), id)) {
        absent.add(id);
      }
      return file;
    } catch (StorageException e) {
      // one that is not there any more is found out by the look after the commit
      return e.reason() == Reason.MISSING ? file : file.refused(StorageRefusal.of(e));
    }
  }

  private List<Pin> entered(JdbcClient sql, List<Looked> files, Set<UUID> absent, Instant now) {
    List<Staging.Wish> wishes = new ArrayList<>();
    Set<UUID> wanted = new HashSet<>(absent);
    for (Looked file : files) {
      Optional<Staged> begun = file.begun();
      if (begun.filter(one -> !one.onDisk() || absent.contains(one.file())).isPresent()) {
        wanted.add(begun.get().file());
        wishes.add(file.wish());
      }
    }
    Set<UUID> running = wishes.isEmpty() ? Set.of() : staging.ask(sql, wishes, now);
    return files.stream().map(file -> file.decided(wanted, running, now)).toList();
  }
}

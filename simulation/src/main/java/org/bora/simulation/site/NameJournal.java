package org.bora.simulation.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.bora.simulation.schedule.Choices;

/**
 * The name changes that are not on stable storage yet, in the order in which they were made. After
 * a power failure a disk may have any of them or none, but no change without the earlier changes
 * that it depends on. The disk writes the changes back after a while.
 */
final class NameJournal {
  /**
   * Longer than the write-back of the kernel (30 s) and the journals of ext4 (5 s) and XFS (30 s).
   */
  private static final Duration WRITTEN_BACK = Duration.ofSeconds(60);

  private final Choices choices;
  private final LongSupplier nanos;
  private final List<Pending> all = new ArrayList<>();
  private long added;

  /**
   * A change.
   *
   * @param number increases with each change
   * @param left directories that are still to be synced
   */
  private record Pending(long number, NameChange change, Set<Path> left, long since) {}

  NameJournal(Choices choices, LongSupplier nanos) {
    this.choices = choices;
    this.nanos = nanos;
  }

  /** A call has ended that may have made these changes. */
  void add(List<NameChange> changes) throws IOException {
    for (NameChange change : changes) {
      if (change.isMade()) {
        Set<Path> left = new HashSet<>(change.directories());
        all.add(new Pending(added++, change, left, nanos.getAsLong()));
      } else {
        forget(change);
      }
    }
  }

  /** The number of the next change. */
  long next() {
    return added;
  }

  /** These directories are on stable storage, with the changes in them before this number. */
  void synced(Set<Path> directories, long next) throws IOException {
    long old = nanos.getAsLong() - WRITTEN_BACK.toNanos();
    List<NameChange> safe = new ArrayList<>();
    for (Pending one : all.reversed()) {
      if (one.number() < next) {
        one.left().removeAll(directories);
      }
      boolean isBefore = safe.stream().anyMatch(later -> later.dependsOn(one.change()));
      if (one.left().isEmpty() || one.since() < old || isBefore) {
        safe.add(one.change());
      }
    }
    all.removeIf(one -> safe.contains(one.change()));
    for (NameChange change : safe) {
      forget(change);
    }
  }

  private static void forget(NameChange change) throws IOException {
    if (change.kept().isPresent()) {
      Files.deleteIfExists(change.kept().get());
    }
  }

  /**
   * The power fails: undoes about half of the changes.
   *
   * @param loses receives each file that is lost with its directory, before the loss
   */
  void loses(Consumer<Path> loses) throws IOException {
    synced(Set.of(), added); // old changes were written back
    List<NameChange> lost = new ArrayList<>();
    for (Pending one : all) {
      if (choices.below(2) == 0 || lost.stream().anyMatch(one.change()::dependsOn)) {
        lost.add(one.change());
      }
    }
    for (NameChange change : lost.reversed()) {
      change.undo(loses);
    }
    for (Pending one : all) {
      forget(one.change());
    }
    all.clear();
  }
}

package org.bora.backend.stage.buffer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;

/**
 * Chooses the files to release: of all offered files, in any order, the first ones by the order of
 * release that together have the wanted bytes, and no more. It only keeps the chosen ones. Not
 * thread safe; for one round.
 */
public final class Victims {
  private final Comparator<Candidate> order;
  private final long wanted;
  private final int most;
  private final PriorityQueue<Candidate> chosen;
  private long bytes;

  Victims(Comparator<Candidate> order, long wanted, int most) {
    this.order = Objects.requireNonNull(order, "order");
    if (wanted < 0 || most < 1) {
      throw new IllegalArgumentException(wanted + " bytes of " + most + " files");
    }
    this.wanted = wanted;
    this.most = most;
    this.chosen = new PriorityQueue<>(order.reversed());
  }

  /** Who goes first; of equal ones the first by identifier, so that it is a total order. */
  static Comparator<Candidate> precedence(ReleaseOrder order) {
    Comparator<Candidate> first =
        switch (order) {
          case LEAST_RECENTLY_USED -> Comparator.comparing(Candidate::used);
          case OLDEST -> Comparator.comparing(Candidate::stored);
          case LARGEST -> Comparator.comparingLong(Candidate::size).reversed();
        };
    return first.thenComparing(Candidate::id);
  }

  /**
   * Considers a file that may leave. An empty file is not taken, because it makes no room.
   *
   * @return false if it and all later files in the order are not needed
   */
  public boolean offer(Candidate file) {
    if (wanted == 0 || (isComplete() && order.compare(file, chosen.peek()) > 0)) {
      return false;
    }
    if (file.size() > 0) {
      chosen.add(file);
      bytes += file.size();
      // invariant: without the last of them the chosen have too little, or are too many
      while (chosen.size() > most || bytes - chosen.peek().size() >= wanted) {
        bytes -= chosen.remove().size();
      }
    }
    return true;
  }

  /** Whether later files in the order are not needed. */
  private boolean isComplete() {
    return bytes >= wanted || chosen.size() >= most;
  }

  /** Bytes of the files chosen so far; less than wanted if there are no more. */
  public long bytes() {
    return bytes;
  }

  /** The files chosen so far, in the order of release. */
  public List<Candidate> inOrder() {
    List<Candidate> files = new ArrayList<>(chosen);
    files.sort(order);
    return files;
  }
}

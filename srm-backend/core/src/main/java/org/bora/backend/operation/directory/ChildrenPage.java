package org.bora.backend.operation.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.api.directory.PathDetail;

/**
 * The children of one directory in a reply: a number is skipped, a number is kept, and never more
 * than fit in the whole reply.
 */
final class ChildrenPage {

  private final LsBudget budget;
  private final int count;
  private final List<PathDetail> kept = new ArrayList<>();
  private int toSkip;

  /**
   * @param offset children to skip
   * @param count children the client wants at most; 0 for all
   */
  ChildrenPage(LsBudget budget, int offset, int count) {
    this.budget = budget;
    this.toSkip = offset;
    this.count = count == 0 ? Integer.MAX_VALUE : count;
  }

  /** Whether the next child lies before the page; counts it. */
  boolean skips() {
    if (toSkip == 0) {
      return false;
    }
    toSkip--;
    return true;
  }

  /** How many children still lie before the page. */
  int toSkip() {
    return toSkip;
  }

  /** So many of them have been passed over elsewhere. */
  void skipped(int children) {
    toSkip -= children;
  }

  /**
   * Whether one more child has room. That there is none because the client wanted no more is no
   * truncation; that the server's limit is reached is, and the budget remembers it. To be asked
   * only when there is one more child.
   */
  boolean hasRoom() {
    return kept.size() < count && budget.hasRoom();
  }

  /** Takes the room before the child is described, for its own children need room as well. */
  int reserve() {
    budget.take();
    kept.add(null);
    return kept.size() - 1;
  }

  void fill(int reserved, PathDetail child) {
    kept.set(reserved, child);
  }

  /** Gives back the room of the last child: it turned out not to exist. */
  void dropLast() {
    kept.removeLast();
    budget.giveBack();
  }

  /** Without those whose room was taken and that a failure of the storage left undescribed. */
  List<PathDetail> children() {
    return kept.stream().filter(Objects::nonNull).toList();
  }
}

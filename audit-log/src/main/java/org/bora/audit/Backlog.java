package org.bora.audit;

/** Lines that could not be written. A limited number is kept; the others are only counted. */
final class Backlog {

  /** What a few thousand calls leave that were under way when the disk was full. */
  static final int MOST_BYTES = 8 << 20;

  private final Sheaf kept = new Sheaf();
  private long lost;

  void keep(Sheaf lines) {
    if (lost == 0 && kept.length() + lines.length() <= MOST_BYTES) {
      kept.add(lines.bytes(), lines.length());
      return;
    }
    for (int i = 0; i < lines.length(); i++) {
      lost += lines.bytes()[i] == '\n' ? 1 : 0;
    }
  }

  /** In the order in which they came. */
  Sheaf kept() {
    return kept;
  }

  /** The number of lines beyond the kept ones. */
  long lost() {
    return lost;
  }

  void clear() {
    kept.clear();
    lost = 0;
  }
}

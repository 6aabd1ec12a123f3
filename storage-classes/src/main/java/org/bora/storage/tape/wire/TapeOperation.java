package org.bora.storage.tape.wire;

import java.util.Locale;

/** Operations of a tape system. */
public enum TapeOperation {
  MIGRATE,
  RECALL,
  QUERY,
  REMOVE;

  /** As tape systems read it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads such a word.
   *
   * @throws IllegalArgumentException with a sentence for its author
   */
  public static TapeOperation ofWord(String word) {
    for (TapeOperation operation : values()) {
      if (operation.word().equals(word)) {
        return operation;
      }
    }
    throw new IllegalArgumentException(
        "'" + word + "' is no operation; allowed are migrate, recall, query, remove");
  }
}

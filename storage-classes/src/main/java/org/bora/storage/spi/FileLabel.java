package org.bora.storage.spi;

/**
 * A short text that storage keeps with a file and returns with its facts. Only the caller that
 * stored the file interprets it. An account that may write the file may also change the label, so
 * it must not be trusted.
 *
 * @param text 1 to {@link #MAX_BYTES} printable ASCII characters
 */
public record FileLabel(String text) {

  /** Room for it on every filesystem: ext4 keeps all attributes of a file in one block of 4 KiB. */
  public static final int MAX_BYTES = 500;

  public FileLabel {
    if (!isPossible(text)) {
      throw new IllegalArgumentException(
          "a label is 1 to " + MAX_BYTES + " printable ASCII characters, not '" + text + "'");
    }
  }

  /** Whether a text from a disk can be a label. */
  public static boolean isPossible(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_BYTES
        && text.chars().allMatch(FileLabel::isPrintable);
  }

  private static boolean isPrintable(int character) {
    return character >= ' ' && character <= '~';
  }

  @Override
  public String toString() {
    return text;
  }
}

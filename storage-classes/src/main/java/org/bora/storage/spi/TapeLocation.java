package org.bora.storage.spi;

/**
 * The place of a file on tape. Volume and position may be unknown (empty text, -1); recalls are
 * then ordered less well, but not less safely.
 *
 * @param volume label of the tape, cartridge or pool; empty if unknown
 * @param position along the volume, in whatever unit grows from its beginning; -1 where unknown
 * @param object name by which the tape system finds the file again; opaque to everybody else
 */
public record TapeLocation(String volume, long position, String object) {

  /** Room for it in extended attributes: ext4 keeps all attributes of a file in 4 KiB. */
  public static final int MAX_VOLUME_BYTES = 64;

  public static final int MAX_OBJECT_BYTES = 500;

  private static final long UNKNOWN = -1;

  public TapeLocation {
    check("volume", volume, 0, MAX_VOLUME_BYTES);
    check("object", object, 1, MAX_OBJECT_BYTES);
    if (position < UNKNOWN) {
      throw new IllegalArgumentException("position is " + position + ", allowed are -1 and more");
    }
  }

  /** A location of which only the name is known. */
  public static TapeLocation named(String object) {
    return new TapeLocation("", UNKNOWN, object);
  }

  private static void check(String what, String text, int least, int most) {
    boolean printable = text.chars().allMatch(character -> character > ' ' && character <= '~');
    if (text.length() < least || text.length() > most || !printable) {
      throw new IllegalArgumentException(
          what
              + " '"
              + text
              + "' must have "
              + least
              + " to "
              + most
              + " printable ASCII characters without blanks");
    }
  }
}

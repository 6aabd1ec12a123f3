package org.bora.backend.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * Parameters of statements that carry many rows: {@code (?, ?), (?, ?)}. A statement holds at most
 * {@link #MOST} rows, which keeps it far below the smallest packet limit of a server.
 */
public final class Rows {
  /** Rows in one statement. */
  public static final int MOST = 1000;

  private Rows() {}

  /** A typed NULL: an untyped one makes the driver ask the server for the column's type. */
  public static Object nothing() {
    return new SqlParameterValue(Types.NULL, null);
  }

  public static Object orNothing(Optional<?> value) {
    return value.isPresent() ? value.get() : nothing();
  }

  public static Object orNothing(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : nothing();
  }

  public static long millis(Instant instant) {
    return instant.toEpochMilli();
  }

  /** The sixteen bytes of an identifier's column. */
  public static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  /** Reads such a column. */
  public static UUID uuid(byte[] column) {
    ByteBuffer buffer = ByteBuffer.wrap(column);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** Text as it is stored: bytes, so that no character set of a server can change it. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The same for a column of limited length; a longer text is cut between two characters. */
  public static byte[] bytes(String text, int most) {
    byte[] all = bytes(text);
    int end = Math.min(all.length, most);
    while (end < all.length && end > 0 && (all[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(all, end);
  }

  /** Reads such a column. */
  public static String text(byte[] column) {
    return new String(column, StandardCharsets.UTF_8);
  }

  /** {@code count} times {@code one}, with commas between. */
  public static String repeat(String one, int count) {
    return (one + ", ").repeat(count - 1) + one;
  }

  /** The parts of a list that fit into one statement each. */
  public static <T> List<List<T>> parts(List<T> all) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MOST) {
      parts.add(all.subList(from, Math.min(from + MOST, all.size())));
    }
    return parts;
  }
}

package org.bora.simulation.sql.query;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Values;

/** A function of the server, by its name in capitals. */
public record Call(String name, List<Expr> parts) implements Expr {

  @Override
  public Object value(Frame frame) {
    return switch (name) {
      case "COALESCE", "IFNULL" -> first(frame);
      case "IF" -> part(Values.holds(part(0, frame)) ? 1 : 2, frame);
      case "CONNECTION_ID" -> frame.run.session();
      case "UTC_TIMESTAMP" -> now(frame);
      default -> ofValues(parts.stream().map(part -> part.value(frame)).toArray());
    };
  }

  /** UTC_TIMESTAMP(3), in milliseconds; other precisions are not used. */
  private Object now(Frame frame) {
    if (parts.size() != 1 || Values.number(part(0, frame)) != 3) {
      throw Refusal.notSimulated("UTC_TIMESTAMP of other digits than 3");
    }
    return micros(frame.run.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private Object part(int at, Frame frame) {
    return parts.get(at).value(frame);
  }

  private Object first(Frame frame) {
    return parts.stream()
        .map(part -> part.value(frame))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Functions that are NULL if any argument is NULL. */
  private Object ofValues(Object[] of) {
    for (Object value : of) {
      if (value == null) {
        return null;
      }
    }
    return switch (name) {
      case "GREATEST" -> most(of, 1);
      case "LEAST" -> most(of, -1);
      case "CONCAT" -> concat(of);
      case "SUBSTRING" -> substring(bytes(of, 0), of);
      case "LEFT" -> bytes(of, 0).slice(0, length(of, 1));
      case "RIGHT" -> right(bytes(of, 0), length(of, 1));
      case "LENGTH", "OCTET_LENGTH" -> (long) bytes(of, 0).length();
      case "REPLACE" -> latin(text(of, 0).replace(text(of, 1), text(of, 2)));
      case "HEX" -> Bytes.of(HexFormat.of().withUpperCase().formatHex(bytes(of, 0).toArray()));
      case "UNHEX" -> unhex(text(of, 0));
      case "SHA2" -> sha2(bytes(of, 0), length(of, 1));
      case "TIMESTAMPDIFF_MICROSECOND" -> instant(of[1]) - instant(of[0]);
      case "CAST_BINARY", "CAST_CHAR" -> bytes(of, 0);
      case "CAST_SIGNED" -> Values.number(of[0]);
      default -> throw Refusal.notSimulated("the function " + name);
    };
  }

  private static Object most(Object[] of, int direction) {
    Object found = of[0];
    for (Object value : of) {
      if (Values.compare(value, found) * direction > 0) {
        found = value;
      }
    }
    return found;
  }

  private static Bytes concat(Object[] of) {
    Bytes all = bytes(of, 0);
    for (int i = 1; i < of.length; i++) {
      all = all.append(bytes(of, i));
    }
    return all;
  }

  /** Positions count from 1. */
  private static Bytes substring(Bytes all, Object[] of) {
    int from = length(of, 1) - 1;
    if (from < 0) {
      throw Refusal.notSimulated("SUBSTRING from the end");
    }
    return all.slice(from, of.length > 2 ? from + length(of, 2) : all.length());
  }

  private static Bytes right(Bytes all, int length) {
    return all.slice(all.length() - length, all.length());
  }

  private static Bytes bytes(Object[] of, int at) {
    return Values.bytes(of[at]);
  }

  /** A character for each byte. */
  private static String text(Object[] of, int at) {
    return new String(bytes(of, at).toArray(), StandardCharsets.ISO_8859_1);
  }

  private static Bytes latin(String text) {
    return Bytes.of(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Negative values count as 0. */
  private static int length(Object[] of, int at) {
    return Math.toIntExact(Math.max(0, Values.number(of[at])));
  }

  /** NULL if the text does not have the expected form. */
  private static Bytes unhex(String text) {
    try {
      return Bytes.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Bytes sha2(Bytes of, int bits) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-" + bits).digest(of.toArray());
      return Bytes.of(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long instant(Object value) {
    return value instanceof Bytes date
        ? micros(LocalDate.parse(date.text()).atStartOfDay().toInstant(ZoneOffset.UTC))
        : Values.number(value);
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}

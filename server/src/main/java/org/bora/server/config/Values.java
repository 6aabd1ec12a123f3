package org.bora.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.settings.Written;

/** The kinds of configuration values. */
final class Values {
  private static final Pattern ISO_DURATION =
      Pattern.compile("\\bPT(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?\\b");
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");

  private Values() {}

  static ValueType<String> text() {
    return text("a text");
  }

  static ValueType<String> text(String allowed) {
    return new ValueType<>(
        allowed,
        "text",
        text -> {
          refuseIf(text.isBlank());
          return text;
        });
  }

  /** The name or the address of a machine, as it can stand in a URL. */
  static ValueType<String> host(String allowed) {
    return new ValueType<>(
        allowed,
        "host",
        text -> {
          refuseIf(!HOST.matcher(text).matches());
          return text;
        });
  }

  static ValueType<Boolean> flag() {
    return new ValueType<>(
        "true or false",
        "false",
        text -> {
          refuseIf(!text.equals("true") && !text.equals("false"));
          return text.equals("true");
        });
  }

  static ValueType<Integer> number(int least, int most) {
    return new ValueType<>(
        "a whole number from " + least + " to " + most,
        Integer.toString(least),
        text -> {
          refuseIf(!text.matches("-?[0-9]{1,10}")); // Java takes the digits of other scripts, too
          int value = Integer.parseInt(text);
          refuseIf(value < least || value > most);
          return value;
        });
  }

  static ValueType<Long> size(long least, long most) {
    return new ValueType<>(
        "a size from "
            + Written.writeSize(least)
            + " to "
            + Written.writeSize(most)
            + ", for example 10MiB",
        least + "B",
        text -> {
          long value = Written.sizeOf(text);
          refuseIf(value < least || value > most);
          return value;
        });
  }

  static ValueType<Duration> duration(Duration least, Duration most) {
    return new ValueType<>(
        "a duration from "
            + Written.write(least)
            + " to "
            + Written.write(most)
            + ", for example 15s or 4h",
        Written.write(least),
        text -> {
          Duration value = Written.durationOf(text);
          refuseIf(value.compareTo(least) < 0 || value.compareTo(most) > 0);
          return value;
        });
  }

  /** A moment, with its zone. */
  static ValueType<Instant> instant() {
    return new ValueType<>(
        "a time in UTC, for example 2026-11-21T18:00:00Z",
        "2020-01-01T00:00:00Z",
        text -> {
          try {
            return Instant.parse(text);
          } catch (DateTimeException notATime) {
            throw new IllegalArgumentException(notATime);
          }
        });
  }

  /** A port, or {@code auto}: the usual one, or a free one where that is taken. */
  static ValueType<OptionalInt> portOrAuto() {
    return new ValueType<>(
        "a port from 1 to 65535, or auto",
        "auto",
        text -> text.equals("auto") ? OptionalInt.empty() : OptionalInt.of(port().read(text)));
  }

  /** Permission bits in octal. */
  static ValueType<Integer> mode() {
    return new ValueType<>(
        "permission bits in octal, for example 0644",
        "0644",
        text -> {
          refuseIf(!text.matches("0?[0-7]{3,4}"));
          return Integer.parseInt(text, 8);
        });
  }

  static ValueType<Integer> port() {
    return number(1, 65535);
  }

  /** A path; a relative one starts at {@code base}, the directory of the configuration file. */
  static ValueType<Path> path(Path base) {
    return new ValueType<>(
        "a path, absolute or relative to this file",
        "path",
        text -> {
          refuseIf(text.isBlank() || text.indexOf('\0') >= 0);
          return base.resolve(text).toAbsolutePath().normalize();
        });
  }

  /**
   * The constants of an enumeration, written in lower case with hyphens or as in the enumeration.
   */
  static <E> ValueType<E> oneOf(Class<E> kind) {
    E[] constants = kind.getEnumConstants();
    String names =
        Arrays.stream(constants)
            .map(each -> Written.write((Enum<?>) each))
            .collect(Collectors.joining(", "));
    return new ValueType<>(
        "one of " + names,
        Written.write((Enum<?>) constants[0]),
        text ->
            Arrays.stream(constants)
                .filter(
                    constant ->
                        Written.write((Enum<?>) constant).equalsIgnoreCase(text.replace('_', '-')))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /** The same sentence, durations of ISO 8601 (PT30S) written as the file has them. */
  static String readable(String sentence) {
    return ISO_DURATION
        .matcher(sentence)
        .replaceAll(found -> Written.write(Duration.parse(found.group())));
  }

  /** A path in the form of clients; {@link AreaSettings} reports errors in it. */
  static ValueType<String> sfn() {
    return new ValueType<>("a path as clients write it, /atlas", "/area", text()::read);
  }

  /** A share of something. */
  static ValueType<Double> ratio() {
    return new ValueType<>(
        "a number from 0 to 1, for example 0.01",
        "0.5",
        text -> {
          refuseIf(!text.matches("[01](\\.[0-9]{1,9})?"));
          double value = Double.parseDouble(text);
          refuseIf(value > 1);
          return value;
        });
  }

  /** An address of a web service. */
  static ValueType<URI> httpUrl() {
    return new ValueType<>(
        "an address that begins with http:// or https://",
        "http://localhost:4318/v1/traces",
        text -> {
          URI address = URI.create(text);
          refuseIf(!List.of("http", "https").contains(address.getScheme()));
          refuseIf(address.getHost() == null || address.getUserInfo() != null);
          return address;
        });
  }

  private static void refuseIf(boolean wrong) {
    if (wrong) {
      throw new IllegalArgumentException();
    }
  }
}

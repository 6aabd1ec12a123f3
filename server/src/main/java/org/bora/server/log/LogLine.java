package org.bora.server.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of the log. Its texts have no control characters and none that change the direction of
 * text: each of these is written as {@code \}{@code u{HEX}}.
 *
 * @param time when it was logged
 * @param level ERROR, WARN, INFO, DEBUG or TRACE
 * @param logger class that wrote it
 * @param message what happened; a long message is cut
 * @param call identifier of the call that logged it
 * @param request token of the request of this call
 * @param stack lines of the stack trace, if there is one; a long one is cut
 */
public record LogLine(
    Instant time,
    String level,
    String logger,
    String message,
    Optional<String> call,
    Optional<String> request,
    List<String> stack) {
  /** Characters of a stack trace. */
  static final int LONGEST_STACK = 8_000;

  /** Characters of an identifier; those of Bora are far shorter. */
  private static final int LONGEST_NAME = 300;

  /**
   * Memory of a line in addition to its characters: objects, references and the collection's entry.
   */
  private static final int OVERHEAD_BYTES = 300;

  public LogLine {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(logger, "logger");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(request, "request");
    stack = List.copyOf(stack);
  }

  static LogLine of(ILoggingEvent event, ThrowableProxyConverter stacks) {
    return new LogLine(
        Instant.ofEpochMilli(event.getTimeStamp()),
        event.getLevel().toString(),
        event.getLoggerName(),
        escaped(String.valueOf(event.getFormattedMessage()), JsonLines.LONGEST_MESSAGE),
        named(event, "trace"),
        named(event, "request"),
        event.getThrowableProxy() == null
            ? List.of()
            : cut(stacks.convert(event).strip(), LONGEST_STACK)
                .lines()
                .map(line -> escaped(line.replace("\t", "    "), LONGEST_STACK))
                .toList());
  }

  private static Optional<String> named(ILoggingEvent event, String key) {
    return Optional.ofNullable(event.getMDCPropertyMap().get(key))
        .filter(value -> !value.isEmpty())
        .map(value -> escaped(value, LONGEST_NAME));
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "..." : text;
  }

  private static String escaped(String text, int longest) {
    String whole = cut(text, longest);
    if (whole.codePoints().allMatch(LogLine::isPlain)) {
      return whole;
    }
    StringBuilder safe = new StringBuilder();
    whole
        .codePoints()
        .forEach(
            one -> {
              if (isPlain(one)) {
                safe.appendCodePoint(one);
              } else {
                safe.append("\\u{").append(Integer.toHexString(one)).append('}');
              }
            });
    return safe.toString();
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** Whether its message or its stack trace has this text in it, or it is of the request. */
  boolean names(String token) {
    return request.filter(token::equals).isPresent()
        || message.contains(token)
        || stack.stream().anyMatch(line -> line.contains(token));
  }

  /** An upper bound of the memory that it takes, in bytes. */
  long cost() {
    long characters =
        (long) message.length() + call.orElse("").length() + request.orElse("").length();
    for (String line : stack) {
      characters += line.length() + OVERHEAD_BYTES / Character.BYTES;
    }
    return OVERHEAD_BYTES + Character.BYTES * characters;
  }
}

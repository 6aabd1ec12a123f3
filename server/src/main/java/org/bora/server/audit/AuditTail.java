package org.bora.server.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The last lines of the audit log of this process, for questions that need a quick answer. It reads
 * a few megabytes of the current file, never rotated files. {@code bora audit} reads all. Thread
 * safe; blocks.
 */
public final class AuditTail {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_BYTES = 8 << 20;
  private static final int MOST_LINES = 50;

  /** What stands in a line as it is: all else may be escaped there. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9:/._-]+");

  private final Optional<Path> file;

  /**
   * @param file empty if there is no audit log
   */
  public AuditTail(Optional<Path> file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Lines of the audit log.
   *
   * @param lines the last matching lines, the oldest first
   * @param whole whether the whole current file was read
   */
  public record AuditLines(List<JsonNode> lines, boolean whole) {
    public AuditLines {
      lines = List.copyOf(lines);
    }
  }

  /**
   * The last lines in which a field is exactly this; {@code surl} looks at {@code to} as well. One
   * asks at a time: each has some megabytes in hand.
   */
  public synchronized AuditLines about(String field, String value) {
    if (file.isEmpty()) {
      return new AuditLines(List.of(), true);
    }
    try (RandomAccessFile log = new RandomAccessFile(file.get().toFile(), "r")) {
      long from = Math.max(0, log.length() - MOST_BYTES);
      log.seek(from);
      byte[] bytes = new byte[(int) Math.min(MOST_BYTES, log.length() - from)];
      log.readFully(bytes);
      return new AuditLines(
          matching(new String(bytes, StandardCharsets.US_ASCII), field, value), from == 0);
    } catch (IOException unreadable) {
      return new AuditLines(List.of(), false);
    }
  }

  private static List<JsonNode> matching(String text, String field, String value) {
    boolean plain = PLAIN.matcher(value).matches();
    Deque<JsonNode> last = new ArrayDeque<>();
    text.lines()
        // nearly all are about something else, and need not be understood
        .filter(line -> !plain || line.contains(value))
        .flatMap(line -> read(line).stream())
        .filter(line -> isAbout(line, field, value))
        .forEach(
            line -> {
              last.addLast(line);
              if (last.size() > MOST_LINES) {
                last.removeFirst();
              }
            });
    return List.copyOf(last);
  }

  private static boolean isAbout(JsonNode line, String field, String value) {
    return line.path(field).asString("").equals(value)
        || (field.equals("surl") && line.path("to").asString("").equals(value));
  }

  /** The first of them may have no beginning, the last no end. */
  private static Optional<JsonNode> read(String line) {
    try {
      return Optional.of(JSON.readTree(line)).filter(JsonNode::isObject);
    } catch (JacksonException notWhole) {
      return Optional.empty();
    }
  }
}

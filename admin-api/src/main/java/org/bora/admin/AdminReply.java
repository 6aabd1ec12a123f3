package org.bora.admin;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The answer to an administrator. Its bytes are not copied: who makes a reply gives them away. */
public final class AdminReply {

  /** What answers are unless they say otherwise. */
  public static final String JSON = "application/json";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * Why a question was not answered.
   *
   * @param what was not done
   * @param why that is so
   * @param wayOut the remedy
   */
  public record Problem(String what, String why, String wayOut) {

    public Problem {
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(why, "why");
      Objects.requireNonNull(wayOut, "wayOut");
    }

    @Override
    public String toString() {
      return what + ": " + why + "; " + wayOut;
    }
  }

  private record Failure(Problem error) {}

  /**
   * What came of an order.
   *
   * @param lines for people
   */
  public record Told(List<String> lines) {
    public Told {
      lines = List.copyOf(lines);
    }
  }

  private record Untold(Problem error, List<String> lines) {}

  private final int status;
  private final String mediaType;
  private final byte[] bytes;
  private final Optional<String> tag;
  private final Optional<Problem> problem;
  private final List<String> lines;

  /**
   * @param status of HTTP
   * @param mediaType with its character set for text
   */
  public AdminReply(int status, String mediaType, byte[] bytes) {
    this(status, mediaType, bytes, Optional.empty(), Optional.empty(), List.of());
  }

  private AdminReply(
      int status,
      String mediaType,
      byte[] bytes,
      Optional<String> tag,
      Optional<Problem> problem,
      List<String> lines) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException(status + " is no status of an answer");
    }
    this.status = status;
    this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.tag = tag;
    this.problem = problem;
    this.lines = List.copyOf(lines);
  }

  public int status() {
    return status;
  }

  public String mediaType() {
    return mediaType;
  }

  /** Not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** For a file: a client with this tag does not get it again. */
  public Optional<String> tag() {
    return tag;
  }

  /** Why it was not answered; empty where it was. */
  public Optional<Problem> problem() {
    return problem;
  }

  /** What came of an order, for people and for the audit log; empty where it tells data. */
  public List<String> lines() {
    return lines;
  }

  /**
   * 200 with a file that stays as it is for as long as its tag does.
   *
   * @param tag as HTTP writes it, in quotation marks
   */
  public static AdminReply file(String mediaType, byte[] bytes, String tag) {
    return new AdminReply(200, mediaType, bytes, Optional.of(tag), Optional.empty(), List.of());
  }

  /** 200 with a record, its components by their names. */
  public static AdminReply json(Object value) {
    return new AdminReply(200, JSON, MAPPER.writeValueAsBytes(value));
  }

  /** 200 with text, in UTF-8. */
  public static AdminReply text(String mediaType, String text) {
    return new AdminReply(200, mediaType, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A refusal or failure: {@code {"error":{"what":..,"why":..,"wayOut":..}}}. */
  public static AdminReply error(int status, Problem problem) {
    return new AdminReply(
        status,
        JSON,
        MAPPER.writeValueAsBytes(new Failure(problem)),
        Optional.empty(),
        Optional.of(problem),
        List.of());
  }

  /** 200 with the result of an order: {@code {"lines":[..]}}. */
  public static AdminReply told(List<String> lines) {
    byte[] bytes = MAPPER.writeValueAsBytes(new Told(lines));
    return new AdminReply(200, JSON, bytes, Optional.empty(), Optional.empty(), lines);
  }

  /**
   * 409 for an order with several errors: an error object with an additional line for each.
   *
   * @param wayOut what to do
   */
  public static AdminReply refused(List<String> lines, String wayOut) {
    Problem problem = new Problem("nothing was changed", String.join("; ", lines), wayOut);
    return new AdminReply(
        409,
        JSON,
        MAPPER.writeValueAsBytes(new Untold(problem, lines)),
        Optional.empty(),
        Optional.of(problem),
        lines);
  }

  /** Whether it was answered. */
  public boolean isDone() {
    return status < 400;
  }

  /** For tests and terminals. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

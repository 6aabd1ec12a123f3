package org.bora.admin;

import java.nio.charset.StandardCharsets;
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
   * @param wayOut what to do
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

  private final int status;
  private final String mediaType;
  private final byte[] bytes;
  private final Optional<String> tag;
  private final Optional<Problem> problem;

  /**
   * @param status of HTTP
   * @param mediaType with its character set where it is text
   */
  public AdminReply(int status, String mediaType, byte[] bytes) {
    this(status, mediaType, bytes, Optional.empty(), Optional.empty());
  }

  private AdminReply(
      int status, String mediaType, byte[] bytes, Optional<String> tag, Optional<Problem> problem) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException(status + " is no status of an answer");
    }
    this.status = status;
    this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.tag = tag;
    this.problem = problem;
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

  /** Of a file: who has one with this tag need not be sent it again. */
  public Optional<String> tag() {
    return tag;
  }

  /** Why it was not answered; empty where it was. */
  public Optional<Problem> problem() {
    return problem;
  }

  /**
   * 200 with a file that stays as it is for as long as its tag does.
   *
   * @param tag as HTTP writes it, in quotation marks
   */
  public static AdminReply file(String mediaType, byte[] bytes, String tag) {
    return new AdminReply(200, mediaType, bytes, Optional.of(tag), Optional.empty());
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
        Optional.of(problem));
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

package org.bora.client;

import java.time.Duration;

/**
 * What another SRM may take of us.
 *
 * @param connectTimeout for TCP and TLS; 1 s to 5 min
 * @param answerTimeout how long it may be silent within a call; 1 s to 10 min
 * @param maxAnswerBytes of one answer; 4 KiB to 64 MiB
 */
public record ClientSettings(Duration connectTimeout, Duration answerTimeout, int maxAnswerBytes) {

  public ClientSettings {
    require("connect time-out", connectTimeout, Duration.ofMinutes(5));
    require("answer time-out", answerTimeout, Duration.ofMinutes(10));
    if (maxAnswerBytes < 4096 || maxAnswerBytes > 64 << 20) {
      throw new IllegalArgumentException(
          "answers of %d bytes are not within 4 KiB to 64 MiB".formatted(maxAnswerBytes));
    }
  }

  /** Thirty seconds to connect, three minutes for an answer (servers queue), 1 MiB. */
  public static ClientSettings defaults() {
    return new ClientSettings(Duration.ofSeconds(30), Duration.ofMinutes(3), 1 << 20);
  }

  private static void require(String what, Duration given, Duration most) {
    if (given.compareTo(Duration.ofSeconds(1)) < 0 || given.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s %s is not within PT1S to %s".formatted(what, given, most));
    }
  }
}

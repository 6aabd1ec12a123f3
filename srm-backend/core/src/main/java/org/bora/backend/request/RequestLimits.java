package org.bora.backend.request;

import java.util.Optional;

/**
 * What one call may ask for at once, and what it is told at most.
 *
 * @param files files in one request
 * @param directoryFiles files that the directories of one request may hold together
 * @param tokens tokens that srmGetRequestTokens tells, the newest
 */
public record RequestLimits(int files, int directoryFiles, int tokens) {
  private static final int MOST = 1_000_000;

  public RequestLimits {
    check("files", files);
    check("directoryFiles", directoryFiles);
    check("tokens", tokens);
  }

  private static void check(String name, int value) {
    if (value < 1 || value > MOST) {
      throw new IllegalArgumentException(name + " is " + value + ", allowed are 1 to " + MOST);
    }
  }

  /** 10,000 files: what clients in the field send at most; 1,000 tokens. */
  public static RequestLimits defaults() {
    return new RequestLimits(10_000, 10_000, 1_000);
  }

  /** The sentence for a client that names none or too many; empty where the number is right. */
  public Optional<String> wrong(int count) {
    if (count == 0) {
      return Optional.of("the request names no file");
    }
    return count > files
        ? Optional.of("the request names " + count + " files, allowed are " + files)
        : Optional.empty();
  }
}

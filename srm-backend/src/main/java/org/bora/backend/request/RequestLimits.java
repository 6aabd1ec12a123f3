package org.bora.backend.request;

import java.util.Optional;

/**
 * What one call may ask for at once.
 *
 * @param files files in one request
 */
public record RequestLimits(int files) {
  private static final int MOST = 1_000_000;

  public RequestLimits {
    if (files < 1 || files > MOST) {
      throw new IllegalArgumentException("files is " + files + ", allowed are 1 to " + MOST);
    }
  }

  /** 10,000 files: what clients in the field send at most. */
  public static RequestLimits defaults() {
    return new RequestLimits(10_000);
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

package org.bora.backend.request;

import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of one call and its answer.
 *
 * @param files maximum number of files in one request
 * @param directoryFiles maximum number of files in all directories of one request
 * @param tokens maximum number of tokens in an answer of srmGetRequestTokens, newest first
 */
public record RequestLimits(
    @Key(name = "files-per-request", preset = "10000", least = "1", most = "1000000") int files,
    @Key(preset = "10000", least = "1", most = "1000000") int directoryFiles,
    @Key(name = "tokens-told", preset = "1000", least = "1", most = "1000000") int tokens)
    implements Keys {

  public RequestLimits {
    Keys.check(RequestLimits.class, files, directoryFiles, tokens);
  }

  /** 10,000 files: what clients in the field send at most; 1,000 tokens. */
  public static RequestLimits defaults() {
    return Keys.defaults(RequestLimits.class);
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

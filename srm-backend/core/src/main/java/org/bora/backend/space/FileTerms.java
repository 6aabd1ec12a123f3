package org.bora.backend.space;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.FileStorageType;
import org.bora.storage.spi.FileLabel;

/**
 * The terms on which a file is kept, as written in its attributes: {@code v1 space=TOKEN
 * type=PERMANENT assigned=-1 ends=-}. srmLs returns them without a query to the database, and they
 * outlive the database.
 *
 * @param spaceToken token of the space in which it counts; absent if the token is too long for a
 *     label
 * @param storageType what happens to the file when its lifetime ends
 * @param lifetimeSeconds as granted; -1 for ever
 * @param ends absent for ever
 */
public record FileTerms(
    Optional<String> spaceToken,
    FileStorageType storageType,
    int lifetimeSeconds,
    Optional<Instant> ends) {

  private static final String VERSION = "v1";
  private static final String NONE = "-";

  public FileTerms {
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(storageType, "storageType");
    Objects.requireNonNull(ends, "ends");
  }

  /** The terms of a file that is stored now. */
  public static FileTerms from(
      String spaceToken, FileStorageType storageType, int lifetimeSeconds, Instant now) {
    return new FileTerms(
        Optional.of(spaceToken),
        storageType,
        lifetimeSeconds,
        lifetimeSeconds < 0 ? Optional.empty() : Optional.of(now.plusSeconds(lifetimeSeconds)));
  }

  /** Whether the file has come to its end. */
  public boolean isOver(Instant now) {
    return ends.isPresent() && !now.isBefore(ends.get());
  }

  /** The same with another end. */
  public FileTerms until(int otherLifetimeSeconds, Instant otherEnd) {
    return new FileTerms(spaceToken, storageType, otherLifetimeSeconds, Optional.of(otherEnd));
  }

  /** What is written on the file. */
  public FileLabel label() {
    String rest =
        " type=%s assigned=%d ends=%s"
            .formatted(storageType, lifetimeSeconds, ends.map(Instant::toString).orElse(NONE));
    String token =
        spaceToken.map(text -> URLEncoder.encode(text, StandardCharsets.UTF_8)).orElse(NONE);
    boolean fits =
        VERSION.length() + " space=".length() + token.length() + rest.length()
            <= FileLabel.MAX_BYTES;
    return new FileLabel(VERSION + " space=" + (fits ? token : NONE) + rest);
  }

  /** Reads a label; empty where it is not one of ours, or was changed. */
  public static Optional<FileTerms> of(FileLabel label) {
    String[] words = label.text().split(" ", -1);
    if (!words[0].equals(VERSION)) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        values.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    try {
      return Optional.of(
          new FileTerms(
              text(values, "space").map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8)),
              FileStorageType.valueOf(values.getOrDefault("type", NONE)),
              Integer.parseInt(values.getOrDefault("assigned", NONE)),
              text(values, "ends").map(Instant::parse)));
    } catch (IllegalArgumentException | DateTimeException spoilt) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(Map<String, String> values, String key) {
    return Optional.ofNullable(values.get(key)).filter(text -> !text.equals(NONE));
  }
}

package org.bora.backend.area;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.RootFacts;

/**
 * Decides whether a directory is an area: a backend asks the claims in the database, and a door
 * asks backends. Thread safe; blocks, and throws {@link org.bora.api.BackendFailure} if the answer
 * is not known at present.
 */
public interface Claims {

  /** The result of a look. */
  sealed interface Verdict {
    /** This directory is the area, and this process agrees with the others. */
    record Accepted(UUID mark) implements Verdict {}

    /** The area has no claim and the directory no mark: a new site, or one of an older release. */
    record Unclaimed() implements Verdict {}

    /** This process must not serve the area, with a sentence that says why and what to do. */
    record Refused(String why) implements Verdict {}
  }

  /** What asks, for people: "this backend". */
  String process();

  /** Compares the root directory with the area's claim. */
  Verdict enter(String area, RootFacts facts, SortedMap<String, String> settings);

  /** This process serves the area no longer. */
  void release(String area);

  /** Lets the directory with this mark be the area from now on, whatever was before. */
  default void adopt(String area, RootFacts facts, SortedMap<String, String> settings) {
    throw new UnsupportedOperationException("a backend adopts areas");
  }

  /** Which other area has claimed a directory of this mark. */
  default Optional<String> otherOf(UUID mark, String area) {
    return Optional.empty();
  }

  /** Some files that the books have in the area. */
  default List<StoredFile> sample(String area) {
    return List.of();
  }
}

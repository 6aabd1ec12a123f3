package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/**
 * A grid-mapfile: one subject or VOMS attribute per line, in double quotes where it holds blanks,
 * {@code *} for any text; then one or more local accounts separated by commas, of which the first
 * counts, or {@code .POOL}. {@code #} begins a comment line. Within quotes, {@code \"} and {@code
 * \\} stand for themselves and {@code \xHH} for a byte.
 */
final class GridMapfile {

  /** The line that a caller matches, and the attribute by which; empty for the subject. */
  record Match(GridMapLine line, Optional<Fqan> by) {}

  private final int size;

  /** The first line of each subject that is written out; most lines of a large file. */
  private final Map<String, GridMapLine> subjects = new HashMap<>();

  /** Lines for attributes, and lines for subjects with a star, in order. */
  private final List<GridMapLine> patterns = new ArrayList<>();

  private GridMapfile(List<GridMapLine> lines) {
    size = lines.size();
    for (GridMapLine line : lines) {
      if (line.isOneSubject()) {
        subjects.putIfAbsent(line.pattern(), line);
      } else {
        patterns.add(line);
      }
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException with the number of the first line that cannot be read
   */
  static GridMapfile parse(List<String> lines) {
    List<GridMapLine> read = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        read.add(GridMapLine.parse(i + 1, line));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return new GridMapfile(read);
  }

  /**
   * The line that counts for a caller.
   *
   * @param attributesFirst see {@link MappingSettings}
   */
  Optional<Match> match(Caller caller, boolean attributesFirst) {
    if (attributesFirst) {
      for (Fqan held : caller.fqans()) {
        for (GridMapLine line : patterns) {
          if (line.isForAttributes() && line.covers(held)) {
            return Optional.of(new Match(line, Optional.of(held)));
          }
        }
      }
    }
    String dn = GridMapLine.normal(caller.dn());
    GridMapLine named = subjects.get(dn);
    for (GridMapLine line : patterns) {
      if (named != null && named.number() < line.number()) {
        break;
      }
      Optional<Match> match = match(line, dn, caller.fqans());
      if (match.isPresent()) {
        return match;
      }
    }
    return Optional.ofNullable(named).map(line -> new Match(line, Optional.empty()));
  }

  private static Optional<Match> match(GridMapLine line, String dn, List<Fqan> fqans) {
    if (!line.isForAttributes()) {
      return line.coversSubject(dn)
          ? Optional.of(new Match(line, Optional.empty()))
          : Optional.empty();
    }
    return fqans.stream()
        .filter(line::covers)
        .findFirst()
        .map(held -> new Match(line, Optional.of(held)));
  }

  int size() {
    return size;
  }
}

package org.bora.storm.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads path-authz.db, which defines the permitted actions of local groups by path. */
public final class AccessFile {
  /** The one way of evaluation that StoRM has. */
  public static final String BEST_MATCH = "PathAuthzAlgBestMatch";

  private static final String ALGORITHM = "algorithm";

  /**
   * A line of the file.
   *
   * @param group a local group; empty for everybody
   * @param path its names
   * @param letters as written
   * @param permit false to deny
   * @param odd whether the last word is neither permit nor deny; StoRM takes it for permit
   */
  public record AccessLine(
      int line,
      String text,
      Optional<String> group,
      List<String> path,
      String letters,
      boolean permit,
      boolean odd) {

    public AccessLine {
      path = List.copyOf(path);
    }

    /** The same for everybody. */
    public AccessLine forEverybody() {
      return new AccessLine(line, text, Optional.empty(), path, letters, permit, odd);
    }
  }

  /** A line that StoRM does not understand and ignores. */
  public record OtherLine(int line, String text) {}

  /**
   * The whole file.
   *
   * @param algorithm the line that names the algorithm; absent if there is none
   */
  public record AccessList(
      Optional<OtherLine> algorithm, List<AccessLine> lines, List<OtherLine> others) {

    public AccessList {
      lines = List.copyOf(lines);
      others = List.copyOf(others);
    }
  }

  private AccessFile() {}

  /** Reads it, with StoRM's own leniency. */
  public static AccessList read(Path file) throws UnreadableSource {
    Optional<OtherLine> algorithm = Optional.empty();
    List<AccessLine> lines = new ArrayList<>();
    List<OtherLine> others = new ArrayList<>();
    String[] texts = TextFile.lines(file);
    for (int at = 0; at < texts.length; at++) {
      String text = texts[at].strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      if (text.startsWith(ALGORITHM)) {
        algorithm = Optional.of(new OtherLine(at + 1, text));
        continue;
      }
      Optional<AccessLine> line = line(at + 1, text);
      line.ifPresentOrElse(lines::add, otherLine(others, at + 1, text));
    }
    return new AccessList(algorithm, lines, others);
  }

  private static Runnable otherLine(List<OtherLine> others, int line, String text) {
    return () -> others.add(new OtherLine(line, text));
  }

  private static Optional<AccessLine> line(int number, String text) {
    String[] words = text.split("\\s+", -1);
    if (words.length < 4) {
      return Optional.empty();
    }
    boolean everybody = words[0].equals("@ALL@") || words[0].equals("@ALL") || words[0].equals("*");
    String kind = words[3].toLowerCase(Locale.ROOT);
    return Optional.of(
        new AccessLine(
            number,
            text,
            everybody ? Optional.empty() : Optional.of(words[0]),
            names(words[1]),
            words[2],
            !kind.equals("deny"),
            !kind.equals("deny") && !kind.equals("permit")));
  }

  /** The names of a path; none for the top. */
  public static List<String> names(String path) {
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }
}
